"""Batches of self-play games: the same in any number of processes, in shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stromnetz.arena.matches import GameKind
from stromnetz.bots import make_bot
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Bid, Buy, Done, Open, Pass
from stromnetz.lab.training.self_play import Batch, BatchPlan
from stromnetz.lab.training.training_game import MAX_ROUNDS, TrainingGame, row_of
from stromnetz.learn import Encoder
from stromnetz.play.rulesets import rules_for

TWO = GameKind.of("classic-2004", "germany", 2, {})
THREE = GameKind.of("classic-2004", "usa", 3, {})


def recorded_steps(plan: BatchPlan, steps: int) -> list[Any]:
    """Copies of what a learner with random choices reads, step by step."""
    rng = np.random.default_rng(1)
    out = []
    with Batch(plan) as batch:
        for _ in range(steps):
            for number in range(plan.groups):
                batch.wait(number)
                group = batch.group(number)
                out.append([group.states * 1, group.counts * 1, group.seats * 1, group.done * 1, group.rewards * 1])
                group.actions[:] = (rng.random(len(group.counts)) * group.counts).astype(int)
                batch.go(number)
                del group
    return out


def test_two_processes_play_the_same_games_as_one() -> None:
    here = recorded_steps(BatchPlan((TWO, THREE), 8, groups=2, seed=3), 12)
    there = recorded_steps(BatchPlan((TWO, THREE), 8, processes=2, groups=2, seed=3), 12)
    for one, other in zip(here, there, strict=True):
        for a, b in zip(one, other, strict=True):
            assert np.array_equal(a, b)
    assert all((step[1] > 1).all() for step in here)  # forced moves are not asked for


def test_finished_games_are_rewarded_and_replaced() -> None:
    """Games followed by the teacher's advice, until two have ended."""
    teacher = make_bot("plain")
    with Batch(BatchPlan((THREE,), 2, seed=5, teacher=teacher.name)) as batch:
        ended = 0
        for _ in range(600):
            group = batch.group(0)
            group.actions[:] = np.maximum(group.advice, 0)
            batch.go(0)
            for game in group.done.nonzero()[0]:
                ended += 1
                won, beaten = group.rewards[game, :3, 0], group.rewards[game, :3, 1]
                assert won.sum() == pytest.approx(1)
                assert beaten.sum() == pytest.approx(1.5)
                assert beaten[won.argmax()] == beaten.max()
                state = group.states[game]
                assert state[:3].tolist() == [1, 0, 0]  # the next game stands in step 1
            if ended > 1:
                return
    pytest.fail("no game ended")


def test_guests_take_all_seats_but_one() -> None:
    with Batch(BatchPlan((THREE,), 3, seed=1, guests=(("plain", 1.0),))) as batch:
        for _ in range(30):
            group = batch.group(0)
            assert [int(bits).bit_count() for bits in group.learners] == [1, 1, 1]
            assert (1 << group.seats == group.learners).all()
            group.actions[:] = 0
            batch.go(0)
        assert (batch.array("played") > 1).any()  # decisions of guests count


def test_arrays_are_views_of_the_shared_memory() -> None:
    with Batch(BatchPlan((TWO,), 1)) as batch:
        group = batch.group(0)
        assert group.mask().sum() == group.counts[0]
        group.actions[:] = 1
        assert batch.array("actions")[0] == 1


def test_endless_game_is_cut() -> None:
    rules, _ = rules_for("classic-2004", "germany", 2, {})
    game = TrainingGame(rules, False, memoryview(bytearray(4 * Encoder(rules, False).size)).cast("f"), None, None)
    game.position.round = MAX_ROUNDS + 1
    assert game.over
    assert game.rewards() == [(0.0, 0.0), (0.0, 0.0)]


def test_row_of_a_move_with_an_amount() -> None:
    rows = [Open(3, 3), Open(4, 4), Pass()]
    assert row_of(list(rows), Open(4, 9)) == 1
    assert row_of([Bid(5), Pass()], Bid(11)) == 0
    assert row_of([Buy("coal", 1), Buy("oil", 1), Done()], Buy("oil", 3)) == 1
    assert row_of([Pass()], Done()) == -1


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (BatchPlan((TWO,), 0), "games"),
        (BatchPlan((), 1), "kind of game"),
        (BatchPlan((TWO,), 1, guests=(("plain", 1.5),)), "shares"),
        (BatchPlan((TWO,), 1, teacher="nobody"), "no bot"),
    ],
)
def test_invalid_batch_plans_are_refused(wrong: BatchPlan, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        Batch(wrong)
