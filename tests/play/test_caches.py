"""Caches are bounded, and loading restores the garbage collector's state."""

from __future__ import annotations

import gc
from random import Random

import pytest

import stromnetz
from stromnetz.engine import rules as engine_rules
from stromnetz.engine.storage import fits, room, runs
from stromnetz.play import rulesets
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS, game_number, promo_game


def test_the_cache_of_rules_is_bounded() -> None:
    """Every combination of options is another kind, and clients of a public server can ask for any of them."""
    info = rulesets._rules.cache_info()
    assert info.maxsize is not None
    assert info.currsize <= info.maxsize <= 1024


def test_a_game_continues_after_its_rules_were_evicted() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    rulesets._rules.cache_clear()
    again = stromnetz.parse_game(game.to_json())
    assert again.rules is not game.rules
    assert again == game
    assert again.apply(again.legal_moves[0]) == game.apply(game.legal_moves[0])


def test_the_cache_of_rounds_is_bounded() -> None:
    rules = stromnetz.new_game("classic-2004", players=2, seed=1).rules
    most = engine_rules.ROUNDS_CACHE_SIZE
    for round in range(1, most + 40):
        assert rules.phases(round)[0].id == "order"
    assert len(rules._phases) <= most


def test_cached_options_distinguish_true_from_1() -> None:
    """1 and true are equal in Python, but only one of them is a valid choice."""
    for _ in range(2):
        assert stromnetz.new_game("classic-2004", players=3, seed=1, options={"short": False}).options["short"] is False
        with pytest.raises(stromnetz.BadInput):
            stromnetz.new_game("classic-2004", players=3, seed=1, options={"short": 0})
    first = rulesets.rules_for("classic-2004", "germany", 3, {"money": "hidden"})[1]
    first["money"] = "open"
    assert rulesets.rules_for("classic-2004", "germany", 3, {"money": "hidden"})[1]["money"] == "hidden"


@pytest.mark.parametrize("number", [0, 5, FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS, -1, -6])
def test_cached_room_and_runs_are_correct(number: int) -> None:
    """Room and runs by fuel and plants, for alternating positions of many games."""
    games = [game_number(number + i) if number >= 0 else promo_game(-number) for i in range(2)]
    rng = Random(number)
    for _ in range(120):
        for game in games:
            rules, p = game.rules, game.position
            for seat in range(rules.seats):
                plants, caps = rules.runnable(p, seat), p.caps[seat]
                assert rules.room(p, seat) == room(p.fuel[seat], caps)
                if not fits(p.fuel[seat], caps):
                    continue  # it has to give some up before it can run
                ways = runs(p.fuel[seat], plants, caps)
                assert rules.possible_runs(p, seat) == ways
                assert all(rules.is_possible_run(p, seat, bits, burnt) for bits, burnt, _ in ways)
                assert not rules.is_possible_run(p, seat, 1 << len(plants), rules.no_fuel)
            if game.decision is not None:
                game.apply(game.legal_moves[rng.randrange(len(game.legal_moves))])


def test_the_storage_cache_is_bounded() -> None:
    game = stromnetz.new_game("classic-2004", players=2, seed=1)
    rules, p = game.rules, game.position.copy()
    most = engine_rules.STORAGE_CACHES_SIZE
    for count in range(most + 10):
        p.fuel[0] = (count, 0, 0, 0)
        rules.storage_cache(p, 0)
    assert len(rules._storage_caches) <= most


@pytest.mark.parametrize("collecting", [True, False])
def test_loading_restores_garbage_collection(collecting: bool) -> None:
    """It is disabled while a record is loaded, and enabled again if the record is refused."""
    text = stromnetz.new_game("classic-2004", players=2, seed=1).to_text()
    was = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        stromnetz.parse_game(text)
        assert gc.isenabled() == collecting
        with pytest.raises(stromnetz.BadInput):
            stromnetz.parse_game(text.replace("order-set", "order-said"))
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()
