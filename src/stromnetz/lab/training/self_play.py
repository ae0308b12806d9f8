"""Self-play: many games at once in processes, with all data of the learner in shared memory."""

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
from stromnetz.learn.columns import OPTION_OUTLOOK_SIZE, OPTION_SIZE
from stromnetz.learn.encoder import Encoder
from stromnetz.learn.outlook import Outlook
from stromnetz.play.rulesets import rules_for
from stromnetz.play.views import View

from .training_game import TrainingGame, row_of

if TYPE_CHECKING:
    from multiprocessing.synchronize import Semaphore

MAX_SEATS = 6
MAX_ROWS = 64
TURNS_BETWEEN_COLLECTIONS = 4096
"""Turns between two garbage collections, which all processes do at the same time."""
WORKER_NICENESS = 10
"""Nice level of the playing processes, which should yield to the learning one."""
POLL_SECONDS = 5.0
"""Seconds between two checks that the processes are alive."""


@dataclass(slots=True, frozen=True)
class BatchPlan:
    """The settings of a batch, as plain values that can be sent to another process."""

    kinds: tuple[GameKind, ...]
    """Slot ``i`` plays the kind ``i`` modulo their number."""
    games: int
    """Slots for games, rounded up to a multiple of groups times processes."""
    processes: int = 0
    """Processes; 0: play in this one."""
    groups: int = 1
    """Groups of games that proceed independently, so that some play while the learner handles others."""
    seed: int = 0
    """Seed of the first game; all games have different seeds."""
    guests: tuple[tuple[str, float], ...] = ()
    """Bots with the share of games in which they have all seats but one."""
    teacher: str = ""
    """A bot whose choice is written to ``advice``."""
    rows: int = MAX_ROWS

    def normalized(self) -> BatchPlan:
        """Check the plan and round up the number of games."""
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
        """Size of the largest encoded position with its outlook."""
        return max(Encoder(*rules).size + Outlook(*rules).size for rules in map(_rules, self.kinds))


class Field(NamedTuple):
    """An array of a batch: its shape per game, and its type."""

    name: str
    shape: tuple[int, ...]
    type: str


def fields(width: int, rows: int) -> list[Field]:
    return [
        Field("states", (width,), "f"),
        Field("rows", (rows, OPTION_SIZE), "f"),
        Field("outlooks", (rows, OPTION_OUTLOOK_SIZE), "f"),
        Field("rewards", (MAX_SEATS, 2), "f"),
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
    """A group of games as numpy arrays: views of the shared memory with a row for each game."""

    states: np.ndarray[Any, Any]
    """Encoded position for the deciding seat; smaller kinds of games leave the end unused."""
    rows: np.ndarray[Any, Any]
    """A row for each option; only the first ``counts`` are valid."""
    outlooks: np.ndarray[Any, Any]
    """Outlook of each option."""
    counts: np.ndarray[Any, Any]
    seats: np.ndarray[Any, Any]
    """Deciding seats."""
    learners: np.ndarray[Any, Any]
    """Bit sets of the learners' seats."""
    actions: np.ndarray[Any, Any]
    """To be written: the chosen rows."""
    advice: np.ndarray[Any, Any]
    """The teacher's rows; -1 if no row stands for its move."""
    done: np.ndarray[Any, Any]
    """1 if the last choice ended a game; a new one has begun then."""
    rewards: np.ndarray[Any, Any]
    """Rewards of ended games by seat: share of the win, share of rivals beaten."""
    played: np.ndarray[Any, Any]
    """Decisions since the last choice, including forced ones."""

    def mask(self) -> np.ndarray[Any, Any]:
        """Mask of the valid rows."""
        out: np.ndarray[Any, Any] = np.arange(self.rows.shape[1])[None, :] < self.counts[:, None]
        return out


def _rules(kind: GameKind) -> tuple[Any, bool]:
    rules, variants = rules_for(kind.edition, kind.map, kind.players, dict(kind.options))
    return rules, variants["money"] == "hidden"


class GameSlot:
    """A slot of a batch: plays one game after another, each with its own seed."""

    def __init__(self, plan: BatchPlan, number: int, memory: dict[str, Any]) -> None:
        kind = plan.kinds[number % len(plan.kinds)]
        rules, hidden = _rules(kind)
        self.rules = rules
        self.kind = kind
        self.plan = plan
        self.memory = memory
        self.game = TrainingGame(rules, hidden, memory["states"], memory["rows"], memory["outlooks"])
        self.next_seed = plan.seed + number
        _, self.variants = rules_for(kind.edition, kind.map, kind.players, dict(kind.options))
        self.teacher = make_bot(plan.teacher) if plan.teacher else None
        self.begin()
        self._write()

    def begin(self) -> None:
        seed, self.next_seed = self.next_seed, self.next_seed + self.plan.games
        chance = Random(f"guests {seed}")
        learners, guest = (1 << self.rules.players) - 1, None
        drawn = chance.random()
        for name, share in self.plan.guests:
            if drawn < share:
                learners = 1 << chance.randrange(self.kind.places)
                guest = self._guest(name, seed)
                break
            drawn -= share
        position = new_position(self.rules, seed, Script(), draft=self.kind.regions == "draft")
        position.events = None
        self.game.begin(position, learners, guest)

    def _guest(self, name: str, seed: int) -> Callable[[Position], Move]:
        bots = [make_bot(name, seed * 8 + seat) for seat in range(self.rules.players)]
        rules, variants = self.rules, self.variants

        def choose(p: Position) -> Move:
            return bots[p.seat].choose(View(rules, p, p.seat, variants, p.turn))

        return choose

    def step(self) -> None:
        game, memory = self.game, self.memory
        before = game.decisions
        game.step(memory["actions"][0])
        played = game.decisions - before
        memory["done"][0] = int(game.over)
        while game.over:  # a guest may end a game before a learner decides
            numbers = memory["rewards"]
            for seat, (won, beaten) in enumerate(game.rewards()):
                numbers[2 * seat], numbers[2 * seat + 1] = won, beaten
            self.begin()
            played += game.decisions
        memory["played"][0] = played
        self._write()

    def _write(self) -> None:
        game, memory = self.game, self.memory
        p = game.position
        memory["counts"][0] = len(game.moves)
        memory["seats"][0] = p.seat
        memory["learners"][0] = game.learners
        if self.teacher is not None:
            move = self.teacher.choose(View(self.rules, p, p.seat, self.variants, p.turn))
            memory["advice"][0] = row_of(game.moves, move)


def make_slots(plan: BatchPlan, numbers: range, memory: memoryview) -> list[GameSlot]:
    """The slots with these numbers, in the shared memory."""
    out = []
    layout = fields(plan.width(), plan.rows)
    for number in numbers:
        at = 0
        own: dict[str, Any] = {}
        for field in layout:
            size = 4 * _count(field.shape)
            start = at + number * size
            part = memory[start : start + size]
            own[field.name] = part.cast("f") if field.type == "f" else part.cast("i")
            at += plan.games * size
        out.append(GameSlot(plan, number, own))
    return out


def run_worker(plan: BatchPlan, number: int, name: str, go: list[Semaphore], ready: list[Semaphore]) -> None:
    """The main loop of a process: play its part of each group whenever it may proceed. An unlinked name ends it."""
    shared = SharedMemory(name)
    assert shared.buf is not None
    if hasattr(os, "nice"):
        os.nice(WORKER_NICENESS)  # all processes wait for the learner, so it has priority
    try:
        parts = [make_slots(plan, one, shared.buf) for one in slots_of_process(plan, number)]
        gc.freeze()  # permanent objects
        gc.disable()  # otherwise each process would collect at another time, and all others wait for it
        for group in range(plan.groups):
            ready[group].release()
        group = turns = 0
        while True:
            go[group].acquire()
            turns += 1
            if turns % TURNS_BETWEEN_COLLECTIONS == 0:
                gc.collect()
            for slot in parts[group]:
                slot.step()
            ready[group].release()
            group = (group + 1) % plan.groups
    except KeyboardInterrupt:  # interrupted by the user
        pass


def slots_of_process(plan: BatchPlan, number: int) -> list[range]:
    """The slot numbers of a process, by group."""
    group = plan.games // plan.groups
    part = group // max(1, plan.processes)
    return [range(g * group + number * part, g * group + (number + 1) * part) for g in range(plan.groups)]


class Batch:
    """A running batch. Groups proceed in turns: 0, 1, … and 0 again."""

    def __init__(self, plan: BatchPlan) -> None:
        self.plan = plan = plan.normalized()
        self.width = plan.width()
        layout = fields(self.width, plan.rows)
        self._shared = SharedMemory(create=True, size=sum(4 * plan.games * _count(f.shape) for f in layout))
        assert self._shared.buf is not None
        self._arrays: dict[str, Any] = {}
        at = 0
        for field in layout:
            shape = (plan.games, *field.shape)
            dtype = np.float32 if field.type == "f" else np.int32
            self._arrays[field.name] = np.ndarray(shape, dtype, self._shared.buf, at)
            at += 4 * _count(shape)
        self._sharing: Any = None
        self._at = 0
        self._slots: list[list[GameSlot]] = []
        self._processes: list[Any] = []
        self._go: list[list[Semaphore]] = []
        self._ready: list[list[Semaphore]] = []
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        plan = self.plan
        if not plan.processes:
            assert self._shared.buf is not None
            self._slots = [make_slots(plan, one, self._shared.buf) for one in slots_of_process(plan, 0)]
            return
        context = mp.get_context("spawn")
        for number in range(plan.processes):
            go = [context.Semaphore(0) for _ in range(plan.groups)]
            ready = [context.Semaphore(0) for _ in range(plan.groups)]
            worker = context.Process(target=run_worker, args=(plan, number, self._shared.name, go, ready), daemon=True)
            worker.start()
            self._go.append(go)
            self._ready.append(ready)
            self._processes.append(worker)

    def group(self, number: int) -> Arrays:
        """The arrays of a group; use them between ``wait`` and ``go`` only."""
        size = self.plan.games // self.plan.groups
        part = slice(number * size, (number + 1) * size)
        return Arrays(**{name: array[part] for name, array in self._arrays.items()})

    def share(self, xp: Any) -> None:
        """Let a device read the shared memory directly (``Arrays.register_memory``)."""
        self._at = np.ndarray((self._shared.size,), np.uint8, self._shared.buf).ctypes.data
        self._sharing = xp
        xp.register_memory(self._at, self._shared.size)

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """The array of all games."""
        out: np.ndarray[Any, Any] = self._arrays[name]
        return out

    def wait(self, group: int) -> None:
        """Wait until all games of a group have a choice."""
        for worker, ready in zip(self._processes, self._ready, strict=True):
            while not ready[group].acquire(timeout=POLL_SECONDS):
                if not worker.is_alive():
                    raise StromnetzError(f"a process of the batch has ended (status {worker.exitcode})", {})

    def go(self, group: int) -> None:
        """Let a group proceed with its ``actions``."""
        if self._slots:
            for slot in self._slots[group]:
                slot.step()
        for go in self._go:
            go[group].release()

    def close(self) -> None:
        for worker in self._processes:
            worker.terminate()
        for worker in self._processes:
            worker.join()
        if self._sharing is not None:
            self._sharing.unregister_memory(self._at)
        self._slots = []
        self._arrays = {}
        with suppress(BufferError):  # an array is still in use; the memory is freed with it
            self._shared.close()
        self._shared.unlink()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
