"""Win chances: estimated by the shipped nets, refused for games without one."""

from __future__ import annotations

from random import Random

import pytest

import stromnetz
from stromnetz import BadInput
from stromnetz.play import results
from tests.bot_games import played, watched


def test_chances_make_one_together_and_end_with_who_has_won() -> None:
    game = stromnetz.new_game("classic-2004", "germany", 4, 9_400_001)
    assert sum(game.chances()) == pytest.approx(1)
    told = game.chances()
    for _ in watched(game):
        told = game.chances() if game.version % 40 == 0 else told
    assert game.result is not None
    assert game.chances() == [1.0 if seat in game.result.winners else 0.0 for seat in range(4)]
    assert all(0 <= one <= 1 for one in told)
    assert told[game.result.winners[0]] > 0.25  # shortly before the end the winner is not thought to be behind


def test_chances_tell_nothing_of_the_deck() -> None:
    game = played(stromnetz.new_game("classic-2004", "usa", 4, 9_400_002), moves=60)
    other = game.view(0).sample(Random(5))
    assert other.position.deck != game.position.deck
    assert other.chances() == game.chances()


def test_games_without_a_net_have_no_win_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    game = stromnetz.new_game("deluxe-europe", players=3, seed=1)
    with pytest.raises(BadInput, match="nobody has learned deluxe-europe on europe with 3 players"):
        game.chances()


def test_chances_without_an_estimate_are_refused() -> None:
    game = stromnetz.new_game("classic-2004", players=3, map="germany", seed=1)
    estimates = list(results._asked)
    results._asked.clear()
    try:
        with pytest.raises(BadInput, match="chances"):
            results.chances_of(game.rules, game.position, False)
    finally:
        results._asked.extend(estimates)
