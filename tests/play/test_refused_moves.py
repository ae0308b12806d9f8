"""Moves that a player might expect but cannot make, each with its refusal."""

from __future__ import annotations

from stromnetz import IllegalMove
from stromnetz.editions.outpost.moves import Arrange, Build
from stromnetz.play.refused_moves import refused_moves
from tests.rules.outpost_companies import SITES, at, turn
from tests.rules.outpost_tables import CITIES


def test_every_place_to_build_is_on_offer_or_refused() -> None:
    game = turn(["32a"], houses=["amber"], money=12)
    here = {(m.site, m.city) for m in game.legal_moves if isinstance(m, Build)}
    there = {(one.move.site, one.move.city) for one in refused_moves(game) if isinstance(one.move, Build)}
    assert here
    assert not here & there
    places = here | there
    assert {("house", city) for city in CITIES} <= places
    assert {city for site, city in places if site in ("plant", "housing")} == {*CITIES, "32a"}
    assert {site for site, city in places if city == "32a"} == set(SITES)
    assert len(places) == 2 * len(CITIES) + len(SITES)
    for one in refused_moves(game):
        assert not game.is_legal(one.move)


def test_cards_that_do_not_fit_and_those_that_cannot_be_taken_away() -> None:
    """One plant is on the only slot: a second has no slot (L14), and an empty board is not allowed (L15)."""
    game = at("company", [12, 22], [24], (1, 0))
    told = {
        frozenset(one.move.cards): one.error.rule
        for one in refused_moves(game)
        if isinstance(one.move, Arrange) and isinstance(one.error, IllegalMove)
    }
    assert told == {frozenset({24, 12}): "L14", frozenset({24, 22}): "L14", frozenset(): "L15"}
