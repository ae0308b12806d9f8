"""In stored positions of all kinds of games, encodings and outputs of the nets are unchanged."""

from __future__ import annotations

import pytest

from stromnetz.bots.master import all_weights
from stromnetz.learn.network import PolicyNetwork
from tests.learn.choices import (
    FEATURE_DIGITS,
    POSITIONS_PER_GAME,
    REPLY_DIGITS,
    FeatureDigest,
    StoredGame,
    network_for,
    reply,
    stored_games,
)

GAMES = stored_games()
QUICK_GAMES = 35
"""Games of tier 1, compared in every eighth position: one of each edition, map and number of players."""
PARTS = [pytest.param(i, marks=pytest.mark.nightly if i % 4 else pytest.mark.slow) for i in range(len(GAMES))]
"""A quarter of the games in tier 2, all of them nightly."""


def compare(one: StoredGame, network: PolicyNetwork, step: int) -> None:
    features: FeatureDigest | None = None
    for number, game in enumerate(one.positions()):
        if number % step:
            continue
        features = features or FeatureDigest(game)
        start, end = number * FEATURE_DIGITS, (number + 1) * FEATURE_DIGITS
        assert features(game) == one.features[start:end], f"features, position {number}"
        best, digest = reply(network, game)
        assert best == one.chosen[number], f"choice, position {number}"
        assert digest == one.replies[number * REPLY_DIGITS : (number + 1) * REPLY_DIGITS], f"chances, position {number}"


def test_stored_games_are_of_all_kinds() -> None:
    assert sum(len(one.at) for one in GAMES) >= 10_000
    kinds = {(one.edition, one.map, one.players) for one in GAMES[:QUICK_GAMES]}
    assert kinds == {(e, m, n) for name, net in all_weights() for e, m, n in net.card["plays"]}
    assert {one.options["money"] for one in GAMES} == {"open", "hidden"}
    assert {one.regions for one in GAMES} == {"random", "draft"}
    for option in ("short", "promo", "robots"):
        assert any(one.options.get(option) for one in GAMES), option
    assert all(len(one.features) == FEATURE_DIGITS * len(one.at) for one in GAMES)
    assert all(len(one.at) <= POSITIONS_PER_GAME for one in GAMES)


@pytest.mark.parametrize("number", range(QUICK_GAMES))
def test_nets_choose_as_stored(number: int) -> None:
    game = GAMES[number]
    compare(game, network_for(game.begin()), 8)


@pytest.mark.parametrize("plain", [False, True], ids=["numpy", "integers"])
@pytest.mark.parametrize("number", PARTS)
def test_both_forward_passes_choose_as_stored(number: int, plain: bool) -> None:
    """All stored positions, with numpy and with the standard library only."""
    game = GAMES[number]
    compare(game, PolicyNetwork(network_for(game.begin()).weights, plain), 1)
