"""The opponents of a net in training: itself, earlier versions, a copy of a teacher, bots."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import BatchReader, Decisions, Params, choose, select_decisions
from .ppo import Step
from .run import TrainingPlan
from .self_play import MAX_SEATS, Batch


@dataclass(slots=True)
class OpponentPool:
    """Opponents of the learner: earlier versions, preceded by a copy of the teacher if there is one."""

    nets: list[Params] = field(default_factory=list)
    max_nets: int = 5
    taught: bool = False
    added: int = 0

    def add(self, w: Params) -> None:
        """Add a copy of the weights. The older versions that are kept are spread over the whole run."""
        copy = {name: array * 1 for name, array in w.items()}
        self.added += 1
        first = 1 if self.taught else 0
        if len(self.nets) < self.max_nets:
            self.nets.append(copy)
            return
        self.nets.pop(first + self.added % (self.max_nets - first))
        self.nets.append(copy)


class League:
    """Games between the learner and its opponents."""

    def __init__(self, xp: Arrays, plan: TrainingPlan, batch: Batch, pool: OpponentPool, seed: int) -> None:
        self.xp, self.sizes, self.batch, self.pool = xp, plan.sizes(), batch, pool
        self.reader = BatchReader(xp, plan.shape(), batch)
        self._share_alone, self._share_half = plan.alone, plan.half
        self._rng = np.random.default_rng(seed)
        batch_plan = batch.plan
        self.size = batch_plan.games // batch_plan.groups
        self.players = np.array([batch_plan.kinds[i % len(batch_plan.kinds)].players for i in range(batch_plan.games)])
        self.net_of_seat = np.zeros((batch_plan.games, MAX_SEATS), np.int64)
        """By game and seat: 0 for the learner, otherwise 1 + the index of a net in the pool."""
        self._index = np.arange(self.size)
        self._ready = [False] * batch_plan.groups
        self.decisions = 0
        self.games = 0
        self.waited = 0.0
        for group in range(batch_plan.groups):
            self._draw_seats(group, np.arange(self.size))

    def _draw_seats(self, group: int, games: Any) -> None:
        """Draw the nets for all seats of new games."""
        rng, count, others = self._rng, len(games), len(self.pool.nets)
        at = games + group * self.size
        self.net_of_seat[at] = 0
        if not count or not others:
            return
        drawn = rng.random(count)
        first = rng.integers(1, (1 if self.pool.taught else others) + 1, count)
        rival = rng.integers(1, others + 1, count)
        own = (rng.random(count) * self.players[at]).astype(int)
        theirs = rng.random((count, MAX_SEATS)) < 0.5
        alone = drawn < self._share_alone
        half = (drawn >= self._share_alone) & (drawn < self._share_alone + self._share_half)
        rows = first[:, None] * alone[:, None] + (rival[:, None] * theirs) * half[:, None]
        rows[alone, own[alone]] = 0
        self.net_of_seat[at] = rows

    def play(self, w: Params, steps: int, taught: bool = False) -> list[list[Step]]:
        """Make so many choices in every game; returns the steps by group."""
        out: list[list[Step]] = [[] for _ in range(self.batch.plan.groups)]
        for _ in range(steps):
            for group, done in enumerate(out):
                self._wait(group, done)
                done.append(self._step(w, group, taught))
        for group, done in enumerate(out):
            self._wait(group, done)
        return out

    def _wait(self, group: int, steps: list[Step]) -> None:
        """Wait for the next choice of a group, and store the result of its last one."""
        if self._ready[group]:
            return
        start = time.perf_counter()
        self.batch.wait(group)
        self.waited += time.perf_counter() - start
        self._ready[group] = True
        arrays = self.batch.group(group)
        if not steps:
            return
        steps[-1].done = self.xp.put(arrays.done)
        steps[-1].rewards = self.xp.put(arrays.rewards)
        over = arrays.done.nonzero()[0]
        self.games += len(over)
        self.decisions += int(arrays.played.sum())
        self._draw_seats(group, over)

    def _step(self, w: Params, group: int, taught: bool) -> Step:
        xp, arrays = self.xp, self.batch.group(group)
        d, counts = self.reader.read(group, arrays)
        index = self._index
        learners = arrays.learners
        with_guests = (learners & (learners - 1)) == 0  # only the learner is asked there
        net_of_seat = self.net_of_seat[index + group * self.size, arrays.seats] * ~with_guests
        if taught:
            mine = arrays.advice >= 0
            wild = (self._rng.random(self.size) * arrays.counts).astype("int64")
            actions = xp.put(arrays.advice * mine + wild * ~mine)
            logs, chances = xp.zeros(self.size), xp.zeros(self.size, 2)
        else:
            mine = net_of_seat == 0
            actions, logs, chances = decide(xp, self.sizes, [w, *self.pool.nets], net_of_seat, d, counts)
        arrays.actions[:] = xp.get(actions)
        self._ready[group] = False
        self.batch.go(group)
        return Step(d, counts, actions, logs, chances, xp.put(arrays.seats * 1), xp.put(mine * 1), counts, counts)


def decide(
    xp: Arrays, sizes: NetSizes, nets: list[Params], net_of_seat: Any, d: Decisions, counts: Array, greedy: bool = False
) -> tuple[Array, Array, Array]:
    """Make each decision with the net of its seat."""
    actions, logs, chances = choose(xp, nets[0], sizes, d, greedy)
    for number in sorted(set(net_of_seat.tolist()) - {0}):
        index = xp.put((net_of_seat == number).nonzero()[0])
        own, _, _ = choose(xp, nets[number], sizes, select_decisions(xp, d, counts, index), greedy)
        actions[index] = own
    return actions, logs, chances
