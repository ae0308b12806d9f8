"""Many games at once, in processes, with everything that a learner reads and writes in shared memory."""

from __future__ import annotations

import gc
import multiprocessing as mp
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.shared_memory import SharedMemory
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stromnetz.arena.matches import GameKind
from stromnetz.bots import check_bots, make_bot
from stromnetz.engine.edition import Script
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.setup import new_position
from stromnetz.engine.position import Position
from stromnetz.learn.columns import LOOK_SIZE, OPTION_SIZE
from stromnetz.learn.encoder import Encoder
from stromnetz.learn.outlook import Outlook
from stromnetz.play.rulesets import rules_for
from stromnetz.play.views import View

from .game_lane import Lane, row_of

if TYPE_CHECKING:
    from multiprocessing.synchronize import Semaphore

SEATS = 6
ROWS = 64
TIDY = 4096
"""Times that games go on between two looks for what nobody needs any more: in all processes at once."""
YIELDING = 10
"""How much processes that play leave to the one that learns."""
POLL_SECONDS = 5.0
"""Seconds between two looks at whether the processes are still there."""


@dataclass(slots=True, frozen=True)
class BatchPlan:
    """Which games a batch plays, and how: plain values, so that they can travel to another process."""

    kinds: tuple[GameKind, ...]
    """Place ``i`` plays the kind ``i`` modulo their number."""
    games: int
    """Places, rounded up to what the groups and the processes can share evenly."""
    processes: int = 0
    """0: in this one."""
    groups: int = 1
    """Each waits and goes on for itself, so that some games go on while others are looked at."""
    seed: int = 0
    """Of the first game of the first place; no seed comes twice."""
    guests: tuple[tuple[str, float], ...] = ()
    """Bots, each with the share of games in which it has all seats but one."""
    teacher: str = ""
    """A bot that writes into ``advice`` which row it would choose."""
    rows: int = ROWS

    def whole(self) -> BatchPlan:
        """Checked, with the number of games rounded up."""
        for name in ("games", "groups", "rows"):
            if getattr(self, name) < 1:
                raise BadInput(f"a batch needs at least one of its {name}, not {getattr(self, name)}", {"field": name})
        if not self.kinds or self.processes < 0:
            raise BadInput("a batch needs a kind of game, and no less than no processes", {"field": "kinds"})
        check_bots([name for name, _ in self.guests] + ([self.teacher] if self.teacher else []))
        if not 0 <= sum(share for _, share in self.guests) <= 1 or any(share < 0 for _, share in self.guests):
            raise BadInput("the shares of the guests make at most 1 together", {"field": "guests"})
        part = self.groups * max(1, self.processes)
        return replace(self, games=-(-self.games // part) * part)

    def width(self) -> int:
        """Numbers of the largest position, with its outlook."""
        return max(Encoder(*rules).size + Outlook(*rules).size for rules in map(_rules, self.kinds))


class Field(NamedTuple):
    """An array of a batch: how many values a game has in it, and of which type."""

    name: str
    shape: tuple[int, ...]
    type: str


def fields(width: int, rows: int) -> list[Field]:
    return [
        Field("states", (width,), "f"),
        Field("rows", (rows, OPTION_SIZE), "f"),
        Field("looks", (rows, LOOK_SIZE), "f"),
        Field("rewards", (SEATS, 2), "f"),
        Field("counts", (), "i"),
        Field("seats", (), "i"),
        Field("actions", (), "i"),
        Field("advice", (), "i"),
        Field("done", (), "i"),
        Field("learners", (), "i"),
        Field("played", (), "i"),
    ]


def _count(shape: tuple[int, ...]) -> int:
    out = 1
    for size in shape:
        out *= size
    return out


@dataclass(slots=True)
class Arrays:
    """A group of games as arrays of numpy: views of the shared memory, a row for each game."""

    states: np.ndarray[Any, Any]
    """What the deciding seat knows; of smaller kinds of games the rest of a row is nothing."""
    rows: np.ndarray[Any, Any]
    """A row for each option; only the first ``counts`` of them count."""
    looks: np.ndarray[Any, Any]
    """The outlook of each option, in the same order."""
    counts: np.ndarray[Any, Any]
    seats: np.ndarray[Any, Any]
    """Who decides."""
    learners: np.ndarray[Any, Any]
    """A bit for each seat that is asked."""
    actions: np.ndarray[Any, Any]
    """To be written: the number of a row."""
    advice: np.ndarray[Any, Any]
    """What the teacher would do; -1 where no row says that."""
    done: np.ndarray[Any, Any]
    """1 where the last choice ended a game, so that another has begun."""
    rewards: np.ndarray[Any, Any]
    """Of the game that was over then, for each seat: share of the win, share of rivals beaten."""
    played: np.ndarray[Any, Any]
    """Decisions since the last time, with those that nobody was asked."""

    def mask(self) -> np.ndarray[Any, Any]:
        """Which rows are options."""
        out: np.ndarray[Any, Any] = np.arange(self.rows.shape[1])[None, :] < self.counts[:, None]
        return out


def _rules(kind: GameKind) -> tuple[Any, bool]:
    rules, variants = rules_for(kind.edition, kind.map, kind.players, dict(kind.options))
    return rules, variants["money"] == "hidden"


class Place:
    """A place of a batch: one game after another, each with its own seed."""

    def __init__(self, many: BatchPlan, number: int, memory: dict[str, Any]) -> None:
        kind = many.kinds[number % len(many.kinds)]
        rules, hidden = _rules(kind)
        self.rules = rules
        self.kind = kind
        self.many = many
        self.memory = memory
        self.lane = Lane(rules, hidden, memory["states"], memory["rows"], memory["looks"])
        self.next_seed = many.seed + number
        _, self.variants = rules_for(kind.edition, kind.map, kind.players, dict(kind.options))
        self.teacher = make_bot(many.teacher) if many.teacher else None
        self.begin()
        self._write()

    def begin(self) -> None:
        seed, self.next_seed = self.next_seed, self.next_seed + self.many.games
        chance = Random(f"guests {seed}")
        learners, guest = (1 << self.rules.players) - 1, None
        drawn = chance.random()
        for name, share in self.many.guests:
            if drawn < share:
                learners = 1 << chance.randrange(self.kind.places)
                guest = self._guest(name, seed)
                break
            drawn -= share
        position = new_position(self.rules, seed, Script(), draft=self.kind.regions == "draft")
        position.events = None
        self.lane.begin(position, learners, guest)

    def _guest(self, name: str, seed: int) -> Callable[[Position], Move]:
        bots = [make_bot(name, seed * 8 + seat) for seat in range(self.rules.players)]
        rules, variants = self.rules, self.variants

        def choose(p: Position) -> Move:
            return bots[p.seat].choose(View(rules, p, p.seat, variants, p.turn))

        return choose

    def step(self) -> None:
        lane, memory = self.lane, self.memory
        before = lane.decisions
        lane.step(memory["actions"][0])
        played = lane.decisions - before
        memory["done"][0] = int(lane.over)
        while lane.over:  # a guest may end a game before anybody else is asked
            numbers = memory["rewards"]
            for seat, (won, beaten) in enumerate(lane.rewards()):
                numbers[2 * seat], numbers[2 * seat + 1] = won, beaten
            self.begin()
            played += lane.decisions
        memory["played"][0] = played
        self._write()

    def _write(self) -> None:
        lane, memory = self.lane, self.memory
        p = lane.position
        memory["counts"][0] = len(lane.moves)
        memory["seats"][0] = p.seat
        memory["learners"][0] = lane.learners
        if self.teacher is not None:
            move = self.teacher.choose(View(self.rules, p, p.seat, self.variants, p.turn))
            memory["advice"][0] = row_of(lane.moves, move)


def places(many: BatchPlan, numbers: range, memory: memoryview) -> list[Place]:
    """The places with these numbers, in the memory of all."""
    out = []
    layout = fields(many.width(), many.rows)
    for number in numbers:
        at = 0
        own: dict[str, Any] = {}
        for field in layout:
            size = 4 * _count(field.shape)
            start = at + number * size
            part = memory[start : start + size]
            own[field.name] = part.cast("f") if field.type == "f" else part.cast("i")
            at += many.games * size
        out.append(Place(many, number, own))
    return out


def work(many: BatchPlan, number: int, name: str, go: list[Semaphore], ready: list[Semaphore]) -> None:
    """What a process does: its part of each group, whenever that may go on. A name that is gone ends it."""
    shared = SharedMemory(name)
    assert shared.buf is not None
    if hasattr(os, "nice"):
        os.nice(YIELDING)  # all of them wait for whoever chooses: it goes first
    try:
        parts = [places(many, one, shared.buf) for one in shares(many, number)]
        gc.freeze()  # what is there now stays
        gc.disable()  # each process would look through its games at another time, and all others wait for it
        for group in range(many.groups):
            ready[group].release()
        group = turns = 0
        while True:
            go[group].acquire()
            turns += 1
            if turns % TIDY == 0:
                gc.collect()
            for place in parts[group]:
                place.step()
            ready[group].release()
            group = (group + 1) % many.groups
    except KeyboardInterrupt:  # whoever watches has stopped it
        pass


def shares(many: BatchPlan, number: int) -> list[range]:
    """The places of a process, by group."""
    group = many.games // many.groups
    part = group // max(1, many.processes)
    return [range(g * group + number * part, g * group + (number + 1) * part) for g in range(many.groups)]


class Batch:
    """The games, and what was said above. Groups go on in turns: 0, 1, … and 0 again."""

    def __init__(self, many: BatchPlan) -> None:
        self.many = many = many.whole()
        self.width = many.width()
        layout = fields(self.width, many.rows)
        self._shared = SharedMemory(create=True, size=sum(4 * many.games * _count(f.shape) for f in layout))
        assert self._shared.buf is not None
        self._arrays: dict[str, Any] = {}
        at = 0
        for field in layout:
            shape = (many.games, *field.shape)
            dtype = np.float32 if field.type == "f" else np.int32
            self._arrays[field.name] = np.ndarray(shape, dtype, self._shared.buf, at)
            at += 4 * _count(shape)
        self._sharing: Any = None
        self._at = 0
        self._own: list[list[Place]] = []
        self._players: list[Any] = []
        self._go: list[list[Semaphore]] = []
        self._ready: list[list[Semaphore]] = []
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        many = self.many
        if not many.processes:
            assert self._shared.buf is not None
            self._own = [places(many, one, self._shared.buf) for one in shares(many, 0)]
            return
        context = mp.get_context("spawn")
        for number in range(many.processes):
            go = [context.Semaphore(0) for _ in range(many.groups)]
            ready = [context.Semaphore(0) for _ in range(many.groups)]
            worker = context.Process(target=work, args=(many, number, self._shared.name, go, ready), daemon=True)
            worker.start()
            self._go.append(go)
            self._ready.append(ready)
            self._players.append(worker)

    def group(self, number: int) -> Arrays:
        """The arrays of a group: look at them between ``wait`` and ``go``."""
        size = self.many.games // self.many.groups
        part = slice(number * size, (number + 1) * size)
        return Arrays(**{name: array[part] for name, array in self._arrays.items()})

    def share(self, xp: Any) -> None:
        """Let a device read the memory by itself (``Arrays.share``)."""
        self._at = np.ndarray((self._shared.size,), np.uint8, self._shared.buf).ctypes.data
        self._sharing = xp
        xp.share(self._at, self._shared.size)

    def whole(self, name: str) -> np.ndarray[Any, Any]:
        """An array of all games."""
        out: np.ndarray[Any, Any] = self._arrays[name]
        return out

    def wait(self, group: int) -> None:
        """Until all games of a group stand at a choice."""
        for worker, ready in zip(self._players, self._ready, strict=True):
            while not ready[group].acquire(timeout=POLL_SECONDS):
                if not worker.is_alive():
                    raise StromnetzError(f"a process of the batch has ended (status {worker.exitcode})", {})

    def go(self, group: int) -> None:
        """Let a group go on by its ``actions``."""
        if self._own:
            for place in self._own[group]:
                place.step()
        for go in self._go:
            go[group].release()

    def close(self) -> None:
        for worker in self._players:
            worker.terminate()
        for worker in self._players:
            worker.join()
        if self._sharing is not None:
            self._sharing.unshare(self._at)
        self._own = []
        self._arrays = {}
        with suppress(BufferError):  # somebody still looks at an array: the memory goes with it
            self._shared.close()
        self._shared.unlink()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
