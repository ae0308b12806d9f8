"""Opponents while a net learns: itself, earlier versions, the teacher's copy, bots."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import Decisions, Params, Reader, choose, picked
from .ppo import Step
from .run import TrainingPlan
from .self_play import SEATS, Batch


@dataclass(slots=True)
class OpponentPool:
    """Others that the learner meets: earlier selves, and before them a copy of the teacher, if there is one."""

    nets: list[Params] = field(default_factory=list)
    most: int = 5
    taught: bool = False
    seen: int = 0

    def add(self, w: Params) -> None:
        """Keep a self as it is now. Of earlier ones those stay that are spread over the time so far."""
        copy = {name: array * 1 for name, array in w.items()}
        self.seen += 1
        first = 1 if self.taught else 0
        if len(self.nets) < self.most:
            self.nets.append(copy)
            return
        self.nets.pop(first + self.seen % (self.most - first))
        self.nets.append(copy)


class League:
    """Games in which the learner and others sit."""

    def __init__(self, xp: Arrays, plan: TrainingPlan, batch: Batch, pool: OpponentPool, seed: int) -> None:
        self.xp, self.sizes, self.batch, self.pool = xp, plan.sizes(), batch, pool
        self.reader = Reader(xp, plan.shape(), batch)
        self._alone, self._half = plan.alone, plan.half
        self._rng = np.random.default_rng(seed)
        many = batch.many
        self.size = many.games // many.groups
        self.players = np.array([many.kinds[i % len(many.kinds)].players for i in range(many.games)])
        self.who = np.zeros((many.games, SEATS), np.int64)
        """By game and seat: 0 for the learner, else one more than the number of another in the pool."""
        self._index = np.arange(self.size)
        self._standing = [False] * many.groups
        self.decisions = 0
        self.games = 0
        self.waited = 0.0
        for group in range(many.groups):
            self._seat(group, np.arange(self.size))

    def _seat(self, group: int, games: Any) -> None:
        """Draw who sits where in games that begin."""
        rng, count, others = self._rng, len(games), len(self.pool.nets)
        at = games + group * self.size
        self.who[at] = 0
        if not count or not others:
            return
        drawn = rng.random(count)
        first = rng.integers(1, (1 if self.pool.taught else others) + 1, count)
        rival = rng.integers(1, others + 1, count)
        own = (rng.random(count) * self.players[at]).astype(int)
        theirs = rng.random((count, SEATS)) < 0.5
        alone = drawn < self._alone
        half = (drawn >= self._alone) & (drawn < self._alone + self._half)
        rows = first[:, None] * alone[:, None] + (rival[:, None] * theirs) * half[:, None]
        rows[alone, own[alone]] = 0
        self.who[at] = rows

    def play(self, w: Params, steps: int, taught: bool = False) -> list[list[Step]]:
        """So many choices in every game; by group, what was seen and what came of it."""
        out: list[list[Step]] = [[] for _ in range(self.batch.many.groups)]
        for _ in range(steps):
            for group, done in enumerate(out):
                self._stand(group, done)
                done.append(self._step(w, group, taught))
        for group, done in enumerate(out):
            self._stand(group, done)
        return out

    def _stand(self, group: int, steps: list[Step]) -> None:
        """Wait until a group stands at its next choice, and note what the last one led to."""
        if self._standing[group]:
            return
        start = time.perf_counter()
        self.batch.wait(group)
        self.waited += time.perf_counter() - start
        self._standing[group] = True
        arrays = self.batch.group(group)
        if not steps:
            return
        steps[-1].done = self.xp.put(arrays.done)
        steps[-1].rewards = self.xp.put(arrays.rewards)
        over = arrays.done.nonzero()[0]
        self.games += len(over)
        self.decisions += int(arrays.played.sum())
        self._seat(group, over)

    def _step(self, w: Params, group: int, taught: bool) -> Step:
        xp, arrays = self.xp, self.batch.group(group)
        d, counts = self.reader.read(group, arrays)
        index = self._index
        learners = arrays.learners
        with_guests = (learners & (learners - 1)) == 0  # nobody but the learner is asked there
        who = self.who[index + group * self.size, arrays.seats] * ~with_guests
        if taught:
            mine = arrays.advice >= 0
            wild = (self._rng.random(self.size) * arrays.counts).astype("int64")
            actions = xp.put(arrays.advice * mine + wild * ~mine)
            logs, chances = xp.zeros(self.size), xp.zeros(self.size, 2)
        else:
            mine = who == 0
            actions, logs, chances = decide(xp, self.sizes, [w, *self.pool.nets], who, d, counts)
        arrays.actions[:] = xp.get(actions)
        self._standing[group] = False
        self.batch.go(group)
        return Step(d, counts, actions, logs, chances, xp.put(arrays.seats * 1), xp.put(mine * 1), counts, counts)


def decide(
    xp: Arrays, sizes: NetSizes, nets: list[Params], who: Any, d: Decisions, counts: Array, greedy: bool = False
) -> tuple[Array, Array, Array]:
    """Let each decision be made by the net whose number stands in ``who``."""
    actions, logs, chances = choose(xp, nets[0], sizes, d, greedy)
    for number in sorted(set(who.tolist()) - {0}):
        index = xp.put((who == number).nonzero()[0])
        own, _, _ = choose(xp, nets[number], sizes, picked(xp, d, counts, index), greedy)
        actions[index] = own
    return actions, logs, chances
