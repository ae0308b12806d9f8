"""The seats of the learner during training."""

from __future__ import annotations

from stromnetz.arena.matches import GameKind
from stromnetz.lab.training.arrays import NumpyArrays
from stromnetz.lab.training.league import League, OpponentPool
from stromnetz.lab.training.network import init_weights
from stromnetz.lab.training.run import TrainingPlan
from stromnetz.lab.training.self_play import Batch, BatchPlan

THREE = GameKind.of("classic-2004", "germany", 3, {})


def learner_shares(guests: float) -> list[float]:
    """By step: the share of games in which the learner decides."""
    many = BatchPlan((THREE,), 64, groups=1, seed=1, guests=(("plain", guests),) if guests else ())
    with Batch(many) as batch:
        plan = TrainingPlan((THREE,), seed=1)
        net = init_weights(plan.sizes(), 1)
        league = League(NumpyArrays(1), plan, batch, OpponentPool([net]), 1)
        (steps,) = league.play(net, 3)
        return [float(step.mine.mean()) for step in steps]


def test_earlier_nets_take_some_seats() -> None:
    assert all(0.5 < share < 1 for share in learner_shares(0.0))


def test_guests_leave_all_decisions_to_the_learner() -> None:
    assert learner_shares(1.0) == [1.0, 1.0, 1.0]
