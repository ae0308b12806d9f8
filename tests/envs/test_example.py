"""The learning example (examples/learn.py), in its smallest form."""

from __future__ import annotations

import pytest

from examples import learn
from stromnetz import envs


@pytest.mark.slow
def test_example_learns_to_beat_random(capsys: pytest.CaptureFixture[str]) -> None:
    """After 54 short games against a stronger bot; measured on fresh deals."""

    def table(bot: str) -> envs.SeatEnv:
        return envs.SeatEnv("classic-2004", players=2, options={"short": True}, opponents=bot, reward="rank")

    env = table("plain")
    env.reset(seed=2)
    player = learn.Player(env, 1)
    fresh = range(10**9, 10**9 + 30)
    before = learn.share(table("random"), player, fresh[:4], best=True)
    learn.train(env, player, batches=9, games=6, rate=0.3)
    after = learn.share(table("random"), player, fresh, best=True)
    assert capsys.readouterr().out.count("batch") == 9
    assert before < 0.5
    assert after > 0.8
