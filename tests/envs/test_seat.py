"""One seat against bots: Gymnasium's own checks, and our guarantees."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stromnetz import BadInput, envs
from stromnetz.editions.files.loader import all_editions

EDITIONS = sorted(all_editions())


def play(env: envs.SeatEnv, seed: int) -> tuple[float, bool, bool, dict[str, Any]]:
    """Play a game with random slots; returns the last step."""
    rng = Random(seed)
    observation, _ = env.reset(seed=seed)
    while True:
        slots = int(observation["action_mask"].sum())
        observation, reward, ended, cut, info = env.step(rng.randrange(slots))
        if ended or cut:
            return reward, ended, cut, info


@pytest.mark.parametrize("edition", EDITIONS)
def test_gymnasium_checks(edition: str) -> None:
    """With the registered name."""
    env = gymnasium.make(f"stromnetz/{edition}-v1", players=3, opponents=["easy", "plain"], render_mode="ansi")
    assert isinstance(env.unwrapped, envs.SeatEnv)
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    text: Any = env.render()
    assert text.startswith("Round 1")


def test_bots_play_the_other_seats() -> None:
    env = envs.SeatEnv("classic-2004", players=4, opponents="plain", options={"short": True}, illegal="raise")
    seats = set()
    for seed in range(3):
        reward, ended, cut, info = play(env, seed)
        seats.add(env.seat)
        assert (ended, cut) == (True, False)
        assert info["seat"] == env.seat
        result = env.game.result
        assert result is not None
        assert reward == (1 / len(result.winners) if env.seat in result.winners else 0)
        assert info["rank"] == next(row.rank for row in result.ranking if row.seat == env.seat)
        assert "faults" not in info
    assert len(seats) > 1
    replayed = envs.SeatEnv("classic-2004", players=4, opponents="plain", options={"short": True})
    play(replayed, 2)
    assert replayed.game == env.game


def test_failing_bot_is_reported() -> None:
    env = envs.SeatEnv("classic-2004", players=3, opponents=["plain", "tests.bots.faulty_bots:Raises"], seat=1)
    _, _, _, info = play(env, 1)
    assert info["seat"] == 1
    assert "raised" in info["faults"][0]


def test_unused_slot_ends_the_game() -> None:
    env = envs.SeatEnv("classic-2004", players=3, opponents="plain", seat=0)
    env.reset(seed=1)
    observation, reward, ended, cut, info = env.step(np.int64(63))
    assert (reward, ended, cut) == (-1, True, False)
    assert "63 is not a slot in use; they are 0 (" in info["illegal"]
    assert not observation["action_mask"].any()
    with pytest.raises(BadInput, match="reset"):
        env.step(0)
    strict = envs.SeatEnv("classic-2004", players=3, opponents="plain", seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(BadInput, match="63 is not a slot in use"):
        strict.step(63)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"opponents": "stockfish"}, "there is no bot 'stockfish'"),
        ({"opponents": ["easy"]}, "there are 3 other seats, but 1 opponents"),
        ({"opponents": 3}, "opponents are bots by name, not 3"),
        ({"seat": 4}, r"a seat is one of \[0, 1, 2, 3\], not 4"),
        ({"illegal": "forgive"}, "illegal is end or raise"),
        ({"edition": "chess"}, "chess"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        envs.SeatEnv(**options)


@pytest.mark.parametrize("opponents", ["easy", "master"])
def test_copied_environments_behave_alike(opponents: str) -> None:
    """Their bots are copied, too."""
    env = envs.SeatEnv("classic-2004", players=3, opponents=opponents, seat=0)
    observation, _ = env.reset(seed=1)
    others = [copy.deepcopy(env.unwrapped), pickle.loads(pickle.dumps(env))]
    for _ in range(10):
        action = int(observation["action_mask"].nonzero()[0][-1])
        found = [other.step(action) for other in others]
        observation, reward, ended, cut, _ = env.step(action)
        for seen, *rest in found:
            assert (seen["observation"] == observation["observation"]).all()
            assert rest[:3] == [reward, ended, cut]


def test_action_masks_clone_and_information_state() -> None:
    env = envs.SeatEnv("classic-2004", players=3, opponents="plain", seat=1)
    observation, _ = env.reset(seed=1)
    assert (env.action_masks() == (observation["action_mask"] == 1)).all()
    text = env.information_state_string()
    other = env.clone()
    assert other.information_state_string() == text
    other.step(0)
    assert env.information_state_string() == text != other.information_state_string()
    env.step(0)
    assert env.game == other.game


@pytest.mark.parametrize("mode", ["sync", pytest.param("async", marks=pytest.mark.subprocess)])
def test_vector_environments(mode: str) -> None:
    """As in docs/learning.md."""
    options: dict[str, Any] = {"players": 2, "opponents": "plain", "options": {"short": True}}
    vector: Any = gymnasium.make_vec("stromnetz/classic-2004-v1", num_envs=3, vectorization_mode=mode, **options)
    try:
        observations, _ = vector.reset(seed=[1, 2, 3])
        assert observations["action_mask"].shape == (3, 64)
        finished = 0
        for _ in range(120):
            masks = np.stack(vector.call("action_masks"))
            assert (masks == (observations["action_mask"] == 1)).all()
            actions = [int(mask.nonzero()[0][-1]) if mask.any() else 0 for mask in masks]
            observations, _, ended, cut, _ = vector.step(np.array(actions))
            assert not cut.any()
            finished += int(ended.sum())
        assert finished > 0
    finally:
        vector.close()
