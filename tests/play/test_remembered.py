"""What is remembered has a bound, whatever is asked, and loading leaves nothing changed behind it."""

from __future__ import annotations

import gc

import pytest

import stromnetz
from stromnetz.engine import rules as engine_rules
from stromnetz.play import rulesets


def test_kinds_of_games_are_forgotten_again() -> None:
    """There are as many as mixtures of options, and a public server is asked for any of them."""
    info = rulesets._rules.cache_info()
    assert info.maxsize is not None
    assert info.currsize <= info.maxsize <= 1024


def test_a_game_goes_on_after_its_kind_was_forgotten() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    rulesets._rules.cache_clear()
    again = stromnetz.load_game(game.to_json())
    assert again.rules is not game.rules
    assert again == game
    assert again.apply(again.legal_moves[0]) == game.apply(game.legal_moves[0])


def test_rounds_of_positions_are_forgotten_again() -> None:
    rules = stromnetz.new_game("classic-2004", players=2, seed=1).rules
    most = engine_rules.KEPT_ROUNDS
    for round in range(1, most + 40):
        assert rules.phases(round)[0].id == "order"
    assert len(rules._phases) <= most


@pytest.mark.parametrize("collecting", [True, False])
def test_loading_leaves_the_collector_as_it_was(collecting: bool) -> None:
    """It stands still while a record is read, also where that is refused."""
    text = stromnetz.new_game("classic-2004", players=2, seed=1).to_text()
    was = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        stromnetz.load_game(text)
        assert gc.isenabled() == collecting
        with pytest.raises(stromnetz.BadInput):
            stromnetz.load_game(text.replace("order-set", "order-said"))
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()
