"""Who decides while a net learns."""

from __future__ import annotations

from stromnetz.arena.matches import GameKind
from stromnetz.lab.training.arrays import NumpyArrays
from stromnetz.lab.training.league import League, OpponentPool
from stromnetz.lab.training.network import fresh
from stromnetz.lab.training.run import TrainingPlan
from stromnetz.lab.training.self_play import Batch, BatchPlan

THREE = GameKind.of("classic-2004", "germany", 3, {})


def shares_of_the_learner(guests: float) -> list[float]:
    """Step by step: in what share of the games it is the learner that decides."""
    many = BatchPlan((THREE,), 64, groups=1, seed=1, guests=(("plain", guests),) if guests else ())
    with Batch(many) as batch:
        plan = TrainingPlan((THREE,), seed=1)
        net = fresh(plan.sizes(), 1)
        school = League(NumpyArrays(1), plan, batch, OpponentPool([net]), 1)
        (steps,) = school.play(net, 3)
        return [float(step.mine.mean()) for step in steps]


def test_earlier_selves_take_some_seats() -> None:
    assert all(0.5 < share < 1 for share in shares_of_the_learner(0.0))


def test_at_a_table_with_guests_the_learner_decides() -> None:
    assert shares_of_the_learner(1.0) == [1.0, 1.0, 1.0]
