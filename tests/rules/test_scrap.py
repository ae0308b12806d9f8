"""Buying a plant over the limit: what is scrapped, and which fuel is lost (A9, C6)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Buy, DiscardFuel, Game, Open, Pass, Scrap, SitOut
from stromnetz.engine.events import CardBoxed, FuelDiscarded, PlantScrapped
from stromnetz.engine.options import DiscardFuelOption, ScrapOption
from tests.helpers import asked, decision, kinds, position, refused

MARKET = [8, 10, 11, 14, 15, 16, 17, 18]
DECK = [20, 25, 30, 31]


def bought(new: int, plants: list[int], fuel: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0 of three has just bought a plant on top of these."""
    seats: list[dict[str, Any]] = [{"plants": plants, "fuel": fuel or {}}, {"plants": [3]}, {}]
    market = sorted({*MARKET, new})[:8]
    game = position("auctions", seats, **{"market": market, "deck": DECK, "order": [0, 1, 2], **fields})
    kinds(game, Open(new, new), Pass(), Pass())
    return game


def holds(game: Game) -> dict[str, int]:
    return game.view(None).players[0].fuel


def losses(game: Game) -> dict[Any, list[dict[str, int]]]:
    """For every plant that could be scrapped, the ways to discard fuel for it."""
    assert game.decision is not None
    return {o.plant: o.lost for o in game.decision.options or [] if isinstance(o, ScrapOption)}


@pytest.mark.rule("A9")
def test_up_to_the_limit_nothing_is_scrapped() -> None:
    game = bought(11, [4, 5])
    assert game.view(None).players[0].plants == [4, 5, 11]
    assert decision(game) == "auction"


@pytest.mark.rule("A9")
def test_over_the_limit_one_plant_goes_to_the_box() -> None:
    game = bought(11, [4, 5, 6])
    assert asked(game) == (0, "scrap")
    events = game.apply(Scrap(5))
    assert events[:2] == [PlantScrapped(0, 5), CardBoxed(5, "A9")]
    assert game.view(None).players[0].plants == [4, 6, 11]
    assert game.view(None).out_of_game == [5]


@pytest.mark.rule("A9")
def test_only_an_own_plant_is_scrapped_and_nothing_else_is_done() -> None:
    game = bought(11, [4, 5, 6])
    for plant in (3, 14, 20):  # another player's, on offer, in the deck
        with refused("A9", game):
            game.apply(Scrap(plant))
    for move in (SitOut(), Open(8, 8), Buy("coal", 1), DiscardFuel({})):
        with refused("A9", game):
            game.apply(move)


@pytest.mark.rule("A9")
def test_two_players_own_four_plants() -> None:
    seats = [{"plants": [4, 5, 6]}, {"plants": [3]}]
    game = position("auctions", seats, market=MARKET, deck=DECK)
    kinds(game, Open(11, 11), Pass())
    assert game.view(None).players[0].plants == [4, 5, 6, 11]
    assert asked(game) == (1, "auction")
    game = position("auctions", [{"plants": [4, 5, 6, 7]}, {"plants": [3]}], market=MARKET, deck=DECK)
    kinds(game, Open(11, 11), Pass())
    assert asked(game) == (0, "scrap")


@pytest.mark.rule("C6")
def test_in_2004_the_new_plant_is_kept() -> None:
    game = bought(11, [4, 5, 6])
    with refused("C6", game):
        game.apply(Scrap(11))
    assert list(game.legal_moves) == [Scrap(4), Scrap(5), Scrap(6)]


@pytest.mark.rule("C6")
def test_in_2009_the_new_plant_may_go() -> None:
    game = bought(11, [4, 5, 6], {"coal": 8}, edition="classic-2009")
    assert list(game.legal_moves) == [Scrap(4), Scrap(5), Scrap(6), Scrap(11)]
    game.apply(Scrap(11))
    player = game.view(None).players[0]
    assert (player.plants, player.fuel, player.money) == ([4, 5, 6], {"coal": 8}, 39)
    assert player.bought  # its one plant of this round all the same


@pytest.mark.rule("A9")
def test_fuel_moves_to_the_other_plants_the_new_one_too() -> None:
    game = bought(8, [4, 6, 13], {"coal": 4})  # 08 stores six coal
    assert losses(game) == {4: [], 6: [], 13: []}
    game.apply(Scrap(4))
    assert holds(game) == {"coal": 4}
    game = bought(11, [4, 5, 6], {"coal": 4, "oil": 2})
    game.apply(Scrap(4))
    assert holds(game) == {"coal": 2, "oil": 2}  # two more found room in 05


@pytest.mark.rule("A9")
def test_the_excess_goes_to_the_supply_and_not_to_the_market() -> None:
    game = bought(11, [6, 13, 36], {"coal": 5}, fuel_market={"coal": 10})
    before = game.view(None).fuels["coal"]
    events = game.apply(Scrap(36))
    after = game.view(None).fuels["coal"]
    assert FuelDiscarded(0, {"coal": 5}) in events
    assert (before.in_market, before.supply) == (10, 9)
    assert (after.in_market, after.supply) == (10, 14)
    assert holds(game) == {}


@pytest.mark.rule("A9")
def test_without_a_choice_the_fuel_goes_by_itself() -> None:
    game = bought(11, [5, 6, 13], {"coal": 1, "oil": 3})
    assert losses(game)[5] == [{"coal": 1, "oil": 3}]
    assert FuelDiscarded(0, {"coal": 1, "oil": 3}) in game.apply(Scrap(5))
    assert asked(game) == (1, "auction")


@pytest.mark.rule("A9")
def test_the_owner_chooses_what_to_discard() -> None:
    game = bought(11, [12, 13, 29], {"coal": 3, "oil": 3})  # 29 keeps two of them
    ways = [{"coal": 1, "oil": 3}, {"coal": 2, "oil": 2}, {"coal": 3, "oil": 1}]
    assert losses(game) == {12: ways, 13: [], 29: [{"oil": 2}, {"coal": 1, "oil": 1}, {"coal": 2}]}
    game.apply(Scrap(12))
    assert asked(game) == (0, "discard-fuel")
    assert game.decision is not None
    assert [o.fuel for o in game.decision.options or [] if isinstance(o, DiscardFuelOption)] == ways
    game.apply(DiscardFuel({"coal": 2, "oil": 2}))
    assert holds(game) == {"coal": 1, "oil": 1}


@pytest.mark.rule("A9")
def test_no_more_and_no_less_is_given_up_than_must_be() -> None:
    game = bought(11, [12, 13, 29], {"coal": 3, "oil": 3})
    game.apply(Scrap(12))
    for fuel in ({}, {"coal": 3}, {"coal": 3, "oil": 2}, {"coal": 3, "oil": 3}, {"coal": 4}, {"garbage": 4}):
        with refused("A9", game) as refusal:
            game.apply(DiscardFuel(fuel))
    assert len(refusal.error.facts["ways"]) == 3
    with refused("A9", game):
        game.apply(Scrap(29))


@pytest.mark.rule("A9")
def test_only_fuel_that_the_scrapped_plant_takes_is_given_up() -> None:
    """Four coal in 04, four oil in 05: without 04 coal is lost, though giving up oil would make room as well."""
    game = bought(11, [4, 5, 13], {"coal": 4, "oil": 4})
    assert losses(game)[4] == [{"coal": 4}]
    assert FuelDiscarded(0, {"coal": 4}) in game.apply(Scrap(4))
    assert holds(game) == {"oil": 4}


@pytest.mark.rule("A9", "P4")
def test_shifting_comes_before_giving_up() -> None:
    """Oil leaves the hybrid for the new plant 16, so that the coal of the scrapped plant finds room there."""
    game = bought(16, [4, 5, 13], {"coal": 4, "oil": 4}, market=[14, 15, 16, 17, 18], step=3)
    game.apply(Scrap(4))
    assert holds(game) == {"coal": 4, "oil": 4}
