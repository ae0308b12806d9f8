"""Training: a copy of a teacher first, if one is wanted, then self-play until the time is up."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from stromnetz.learn.input_layout import InputLayout
from stromnetz.learn.net_file import NetSizes

from .arrays import Arrays
from .league import League, OpponentPool
from .network import Adam, Params
from .ppo import Lesson, imitate, improve, lesson
from .run import Run
from .self_play import Batch, BatchPlan

GROUPS = 4
"""Of games: while one is looked at the others go on, and a process that is quick need not wait for one that is slow."""
KEEP = 12
"""Turns between two selves that are kept as opponents."""
EPOCHS = 6
"""Of copying."""
SHORT = 512
"""Choices of the teacher in each game."""

Tell = Callable[[dict[str, Any]], None]


class Trainer:
    """A run on a device."""

    def __init__(self, xp: Arrays, run: Run, processes: int, tell: Tell) -> None:
        self.xp, self.run, self.processes, self.tell = xp, run, processes, tell
        plan = run.plan
        self.shape: InputLayout = plan.shape()
        self.sizes: NetSizes = plan.sizes()
        self.w: Params = self._put(run.weights)
        self.adam = Adam(xp, self.w)
        if run.mean:
            self.adam.go_on(self._put(run.mean), self._put(run.square), run.updates)
        self.average = self._put(run.average)
        self.pool = OpponentPool([self._put(one) for one in run.pool], taught=run.taught, seen=run.turns // KEEP)
        self.lessons: deque[Lesson] = deque(maxlen=0)
        """The last ones, where somebody wants them: what a smaller net can be taught with."""
        self.start = time.perf_counter()
        self.before = run.seconds

    def _put(self, held: dict[str, Any]) -> Params:
        return {name: self.xp.put(array) for name, array in held.items()}

    def _get(self, held: Params) -> dict[str, Any]:
        return {name: self.xp.get(array) * 1 for name, array in held.items()}

    def kept(self) -> Run:
        """The run as it stands, to be written down."""
        run = self.run
        run.weights = self._get(self.w)
        run.mean, run.square = map(self._get, self.adam.moments)
        run.average, run.updates = self._get(self.average), self.adam.steps
        run.pool, run.taught = [self._get(one) for one in self.pool.nets], self.pool.taught
        run.seconds = self.before + time.perf_counter() - self.start
        return run

    def _many(self, games: int, seed: int, **more: Any) -> BatchPlan:
        plan = self.run.plan
        return BatchPlan(plan.kinds, games, self.processes, GROUPS if self.processes else 1, seed, **more)

    # --- copying --------------------------------------------------------------------------------------------------

    def clone(self) -> None:
        """Copy the teacher, and let its copy be the first of the others."""
        self.run.cloned = self._copied(self.run.plan.teacher, self.w, self.adam)
        self.adam = Adam(self.xp, self.w)
        self.pool.add(self.w)
        self.pool.taught = True

    def invite(self) -> None:
        """Let a copy of the rival be the first of the others. The net itself stays as it is."""
        w = {name: array * 1 for name, array in self.w.items()}
        self._copied(self.run.plan.rival, w, Adam(self.xp, w))
        self.pool.add(w)
        self.pool.taught = True

    def _copied(self, bot: str, w: Params, adam: Adam) -> int:
        """Teach weights what a bot does; by how many decisions."""
        xp, plan = self.xp, self.run.plan
        games = max(1, min(plan.games, plan.lessons // SHORT))
        with Batch(self._many(games, plan.seed, teacher=bot)) as batch:
            school = League(xp, plan, batch, OpponentPool(), plan.seed)
            played = school.play(w, max(2, plan.lessons // batch.many.games), taught=True)
            learnt = lesson(xp, played, 1.0, whole=True)
            advised = xp.where(xp.cat([step.mine for steps in played for step in steps]) > 0)
            self.tell({"what": "lessons", "decisions": len(advised), "games": school.games, "seconds": self._passed()})
            for epoch in range(EPOCHS):
                rate = 1e-3 * (1 - epoch / EPOCHS)
                found = imitate(xp, w, adam, self.sizes, learnt, advised, rate, min(plan.batch, 2048))
                self.tell(
                    {
                        "what": "clone",
                        "epoch": epoch + 1,
                        "agreed": round(found.agreed, 4),
                        "wrong": round(found.wrong, 4),
                        "seconds": self._passed(),
                    }
                )
        return len(advised)

    def _passed(self) -> float:
        return round(self.before + time.perf_counter() - self.start, 1)

    # --- self-play ------------------------------------------------------------------------------------------------

    def play(self, until: Callable[[], bool], after: Callable[[int], None] | None = None) -> None:
        """Turns of playing and learning until it is time to stop."""
        run = self.run
        plan = run.plan
        seed = plan.seed + 1_000_000 + run.games * 2 + run.turns
        with Batch(self._many(plan.games, seed, guests=plan.guests)) as batch:
            school = League(self.xp, plan, batch, self.pool, plan.seed + run.turns)
            while not until():
                self.turn(school)
                if after is not None:
                    after(run.turns)

    def turn(self, school: League) -> None:
        xp, run = self.xp, self.run
        plan = run.plan
        games, decisions, waited = school.games, school.decisions, school.waited
        begun = time.perf_counter()
        played = school.play(self.w, plan.steps)
        learnt = lesson(xp, played, plan.decay)
        self.lessons.append(learnt)
        between = time.perf_counter()
        rate = plan.rate + (plan.least_rate - plan.rate) * run.progress
        entropy = plan.entropy + (plan.least_entropy - plan.entropy) * run.progress
        found = improve(xp, self.w, self.adam, self.sizes, learnt, rate, entropy, plan.epochs, plan.batch)
        if plan.mean:
            before = self.average or self.w
            self.average = {name: before[name] * (1 - plan.mean) + array * plan.mean for name, array in self.w.items()}
        ended = time.perf_counter()
        run.turns += 1
        run.games += school.games - games
        run.decisions += school.decisions - decisions
        if run.turns % KEEP == 0:
            self.pool.add(self.w)
        self.tell(
            {
                "what": "turn",
                "turn": run.turns,
                "decisions": run.decisions,
                "games": run.games,
                "entropy": round(found.entropy, 4),
                "wrong": round(found.wrong, 4),
                "clipped": round(found.clipped, 4),
                "rate": round((school.decisions - decisions) / (ended - begun)),
                "waited": round((school.waited - waited) / (ended - begun), 3),
                "learning": round((ended - between) / (ended - begun), 3),
                "seconds": self._passed(),
            }
        )
