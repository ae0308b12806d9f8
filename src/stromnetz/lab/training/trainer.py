"""The training loop: imitation of a teacher first, if wanted, then self-play."""

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
from .ppo import TrainingData, collect_data, imitate, ppo_update
from .run import Run
from .self_play import Batch, BatchPlan

GAME_GROUPS = 4
"""Groups of games: while one is handled, the others play, so that quick processes need not wait for slow ones."""
TURNS_PER_VERSION = 12
"""Turns between two versions that are kept as opponents."""
IMITATION_EPOCHS = 6
"""Epochs of imitation."""
CHOICES_PER_LESSON_GAME = 512
"""Choices of the teacher per game."""

Report = Callable[[dict[str, Any]], None]


class Trainer:
    """Trains a run on a device."""

    def __init__(self, xp: Arrays, run: Run, processes: int, report: Report) -> None:
        self.xp, self.run, self.processes, self.report = xp, run, processes, report
        plan = run.plan
        self.shape: InputLayout = plan.shape()
        self.sizes: NetSizes = plan.sizes()
        self.w: Params = self._put(run.weights)
        self.adam = Adam(xp, self.w)
        if run.mean:
            self.adam.restore(self._put(run.mean), self._put(run.square), run.updates)
        self.average = self._put(run.average)
        self.pool = OpponentPool(
            [self._put(one) for one in run.pool], taught=run.taught, added=run.turns // TURNS_PER_VERSION
        )
        self.recent_data: deque[TrainingData] = deque(maxlen=0)
        """Data of the last turns, kept for distillation."""
        self.start = time.perf_counter()
        self.before = run.seconds

    def _put(self, held: dict[str, Any]) -> Params:
        return {name: self.xp.put(array) for name, array in held.items()}

    def _get(self, held: Params) -> dict[str, Any]:
        return {name: self.xp.get(array) * 1 for name, array in held.items()}

    def snapshot(self) -> Run:
        """The current state of the run, to be saved."""
        run = self.run
        run.weights = self._get(self.w)
        run.mean, run.square = map(self._get, self.adam.moments)
        run.average, run.updates = self._get(self.average), self.adam.steps
        run.pool, run.taught = [self._get(one) for one in self.pool.nets], self.pool.taught
        run.seconds = self.before + time.perf_counter() - self.start
        return run

    def _batch_plan(self, games: int, seed: int, **more: Any) -> BatchPlan:
        plan = self.run.plan
        return BatchPlan(plan.kinds, games, self.processes, GAME_GROUPS if self.processes else 1, seed, **more)

    # --- imitation -------------------------------------------------------------------------------------------------

    def imitate_teacher(self) -> None:
        """Imitate the teacher; its copy becomes the first opponent."""
        self.run.cloned = self._imitate_bot(self.run.plan.teacher, self.w, self.adam)
        self.adam = Adam(self.xp, self.w)
        self.pool.add(self.w)
        self.pool.taught = True

    def add_rival(self) -> None:
        """Make a copy of the rival the first opponent. The net itself does not change."""
        w = {name: array * 1 for name, array in self.w.items()}
        self._imitate_bot(self.run.plan.rival, w, Adam(self.xp, w))
        self.pool.add(w)
        self.pool.taught = True

    def _imitate_bot(self, bot: str, w: Params, adam: Adam) -> int:
        """Train weights to imitate a bot; returns the number of decisions."""
        xp, plan = self.xp, self.run.plan
        games = max(1, min(plan.games, plan.lessons // CHOICES_PER_LESSON_GAME))
        with Batch(self._batch_plan(games, plan.seed, teacher=bot)) as batch:
            league = League(xp, plan, batch, OpponentPool(), plan.seed)
            played = league.play(w, max(2, plan.lessons // batch.plan.games), taught=True)
            learnt = collect_data(xp, played, 1.0, whole=True)
            with_advice = xp.where(xp.cat([step.mine for steps in played for step in steps]) > 0)
            self.report(
                {"what": "lessons", "decisions": len(with_advice), "games": league.games, "seconds": self._seconds()}
            )
            for epoch in range(IMITATION_EPOCHS):
                rate = 1e-3 * (1 - epoch / IMITATION_EPOCHS)
                found = imitate(xp, w, adam, self.sizes, learnt, with_advice, rate, min(plan.batch, 2048))
                self.report(
                    {
                        "what": "clone",
                        "epoch": epoch + 1,
                        "agreed": round(found.agreed, 4),
                        "wrong": round(found.wrong, 4),
                        "seconds": self._seconds(),
                    }
                )
        return len(with_advice)

    def _seconds(self) -> float:
        return round(self.before + time.perf_counter() - self.start, 1)

    # --- self-play ------------------------------------------------------------------------------------------------

    def play(self, until: Callable[[], bool], after: Callable[[int], None] | None = None) -> None:
        """Alternate playing and learning until it is time to stop."""
        run = self.run
        plan = run.plan
        seed = plan.seed + 1_000_000 + run.games * 2 + run.turns
        with Batch(self._batch_plan(plan.games, seed, guests=plan.guests)) as batch:
            league = League(self.xp, plan, batch, self.pool, plan.seed + run.turns)
            while not until():
                self.turn(league)
                if after is not None:
                    after(run.turns)

    def turn(self, league: League) -> None:
        xp, run = self.xp, self.run
        plan = run.plan
        games, decisions, waited = league.games, league.decisions, league.waited
        begun = time.perf_counter()
        played = league.play(self.w, plan.steps)
        learnt = collect_data(xp, played, plan.decay)
        self.recent_data.append(learnt)
        between = time.perf_counter()
        rate = plan.rate + (plan.least_rate - plan.rate) * run.progress
        entropy = plan.entropy + (plan.least_entropy - plan.entropy) * run.progress
        found = ppo_update(xp, self.w, self.adam, self.sizes, learnt, rate, entropy, plan.epochs, plan.batch)
        if plan.mean:
            before = self.average or self.w
            self.average = {name: before[name] * (1 - plan.mean) + array * plan.mean for name, array in self.w.items()}
        ended = time.perf_counter()
        run.turns += 1
        run.games += league.games - games
        run.decisions += league.decisions - decisions
        if run.turns % TURNS_PER_VERSION == 0:
            self.pool.add(self.w)
        self.report(
            {
                "what": "turn",
                "turn": run.turns,
                "decisions": run.decisions,
                "games": run.games,
                "entropy": round(found.entropy, 4),
                "wrong": round(found.wrong, 4),
                "clipped": round(found.clipped, 4),
                "rate": round((league.decisions - decisions) / (ended - begun)),
                "waited": round((league.waited - waited) / (ended - begun), 3),
                "learning": round((ended - between) / (ended - begun), 3),
                "seconds": self._seconds(),
            }
        )
