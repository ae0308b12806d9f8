"""The plant market: its order, replacements, obsolete plants, places (M1 to M5), and the worked example (EX6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stromnetz import Connect, Done, Game, Open, Pass, SitOut
from stromnetz.engine.events import CardBoxed, CardDrawn, CardPutUnder, Event
from tests.helpers import asked, kinds, position, refused

WEST = ["muenster", "dortmund", "essen", "duisburg", "duesseldorf", "kassel"]
EAST = ["halle", "leipzig", "dresden", "erfurt", "fulda"]
MARKET = [6, 7, 8, 9, 10, 11, 12, 14]


def auctions(cities: int = 0, **fields: Any) -> Game:
    """Phase 2 of a later round in seat order; seat 2 has this many cities."""
    seats: list[dict[str, Any]] = [{"plants": [33]}, {"plants": [29]}, {"plants": [28], "cities": WEST[:cities]}]
    return position("auctions", seats, **{"order": [0, 1, 2], "market": MARKET, **fields})


def building(cities: int, **fields: Any) -> Game:
    """Seat 0 has this many cities and is building; the others own 03, 04 and 05."""
    seats: list[dict[str, Any]] = [
        {"plants": [3], "cities": WEST[:cities], "money": 200},
        {"plants": [4], "cities": EAST},
        {"plants": [5]},
    ]
    return position("building", seats, **{"order": [2, 1, 0], "market": MARKET, "to_act": 0, **fields})


def cards(events: Sequence[Event]) -> Sequence[Event]:
    """What happened to cards."""
    return [e for e in events if isinstance(e, CardBoxed | CardDrawn | CardPutUnder)]


def market(game: Game) -> tuple[list[int | str], list[int | str]]:
    view = game.view(None)
    return view.current, view.future


# --- current and future ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M1")
@pytest.mark.parametrize("step", [1, 2])
def test_in_steps_1_and_2_the_four_smallest_are_current(step: int) -> None:
    game = auctions(market=[14, 8, 6, 12, 10, 7, 11, 9], step=step)
    assert market(game) == ([6, 7, 8, 9], [10, 11, 12, 14])
    for plant in (10, 14):
        with refused("M1", game) as refusal:
            game.apply(Open(plant, 20))
    assert refusal.error.facts["current"] == [6, 7, 8, 9]


@pytest.mark.rule("M1")
def test_in_step_3_everything_on_offer_is_current() -> None:
    game = auctions(market=[20, 21, 22, 23, 24, 25], step=3)
    assert market(game) == ([20, 21, 22, 23, 24, 25], [])
    game.apply(Open(25, 25))


@pytest.mark.rule("M1", "M2")
@pytest.mark.parametrize(
    ("drawn", "current", "future"),
    [(5, [5, 6, 8, 9], [10, 11, 12, 14]), (13, [6, 8, 9, 10], [11, 12, 13, 14]), (50, [6, 8, 9, 10], [11, 12, 14, 50])],
)
def test_a_replacement_is_sorted_in(drawn: int, current: list[int], future: list[int]) -> None:
    game = auctions(deck=[drawn, 20])
    kinds(game, Open(7, 7), Pass(), Pass())
    assert market(game) == (current, future)


@pytest.mark.rule("M2")
def test_the_replacement_is_the_top_card_and_only_that() -> None:
    game = auctions(deck=[20, 25, 30])
    game.apply(Open(7, 7))
    game.apply(Pass())
    assert cards(game.apply(Pass())) == [CardDrawn(20)]
    assert game.view(None).deck == 2


@pytest.mark.rule("M2")
def test_with_an_empty_deck_play_goes_on_with_fewer_plants() -> None:
    game = auctions(deck=[])
    kinds(game, Open(7, 7), Pass(), Pass())
    assert market(game) == ([6, 8, 9, 10], [11, 12, 14])
    assert asked(game) == (1, "auction")


@pytest.mark.rule("M2", "A10")
def test_a_removal_is_replaced_too() -> None:
    game = auctions(deck=[20, 25])
    kinds(game, SitOut(), SitOut())
    assert cards(game.apply(SitOut())) == [CardBoxed(6, "A10"), CardDrawn(20)]


# --- obsolete plants -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX6", "M3", "B6")
def test_worked_example_of_the_sixth_city() -> None:
    game = building(5, deck=[20, 25])
    events = game.apply(Connect("kassel"))
    assert cards(events) == [CardBoxed(6, "M3"), CardDrawn(20)]
    assert market(game) == ([7, 8, 9, 10], [11, 12, 14, 20])
    assert [player.plants for player in game.view(None).players] == [[3], [4], [5]]


@pytest.mark.rule("M3")
def test_a_plant_above_the_leader_stays() -> None:
    game = building(4, deck=[20, 25])
    assert cards(game.apply(Connect("duesseldorf"))) == []
    assert market(game)[0] == [6, 7, 8, 9]


@pytest.mark.rule("M3")
def test_only_the_leader_counts() -> None:
    """Seat 2 leads with six cities; the sixth city of seat 0 changes nothing."""
    seats: list[dict[str, Any]] = [{"plants": [3], "cities": EAST}, {"plants": [4]}, {"plants": [5], "cities": WEST}]
    game = position("building", seats, market=[7, 8, 9, 10, 11, 12, 14, 15], order=[2, 1, 0], to_act=0)
    assert cards(game.apply(Connect("wuerzburg"))) == []
    assert market(game)[0] == [7, 8, 9, 10]


@pytest.mark.rule("M3", "M5")
def test_obsolete_plants_that_are_drawn_never_enter_the_market() -> None:
    game = auctions(cities=6, market=[7, 8, 9, 10, 11, 12, 14, 15], deck=[4, 6, 20, 3, 25])
    game.apply(Open(8, 8))
    game.apply(Pass())
    events = game.apply(Pass())
    assert cards(events) == [CardDrawn(4), CardBoxed(4, "M3"), CardDrawn(6), CardBoxed(6, "M3"), CardDrawn(20)]
    assert market(game) == ([7, 9, 10, 11], [12, 14, 15, 20])
    assert game.view(None).out_of_game == [4, 6]


@pytest.mark.rule("M3", "M5")
def test_a_chain_of_obsolete_plants_while_building() -> None:
    """The plant on offer goes, then those that are drawn for it; then the builder goes on."""
    seats: list[dict[str, Any]] = [{"plants": [31], "cities": WEST[:5], "money": 200}, {"plants": [32]}]
    game = position("building", seats, market=MARKET, deck=[5, 3, 20, 4], order=[1, 0], to_act=0)
    assert cards(game.apply(Connect("kassel"))) == [
        CardBoxed(6, "M3"),
        *(CardDrawn(5), CardBoxed(5, "M3")),
        *(CardDrawn(3), CardBoxed(3, "M3")),
        CardDrawn(20),
    ]
    assert market(game) == ([7, 8, 9, 10], [11, 12, 14, 20])
    assert asked(game) == (0, "build")


@pytest.mark.rule("M3", "B6")
def test_every_city_is_checked_by_itself_and_then_the_builder_goes_on() -> None:
    game = building(6, market=[7, 8, 9, 10, 11, 12, 14, 15], deck=[20, 25])
    assert cards(game.apply(Connect("osnabrueck"))) == [CardBoxed(7, "M3"), CardDrawn(20)]
    assert asked(game) == (0, "build")
    assert cards(game.apply(Connect("koeln"))) == [CardBoxed(8, "M3"), CardDrawn(25)]
    assert asked(game) == (0, "build")
    assert market(game) == ([9, 10, 11, 12], [14, 15, 20, 25])


@pytest.mark.rule("M3")
def test_obsolete_plants_in_phase_5() -> None:
    game = building(6, market=[7, 8, 9, 10, 11, 12, 14, 15], deck=[6, 20, 25])
    game.apply(Done())
    game.apply(Done())
    events = game.apply(Done())  # nobody has fuel, so nobody is asked to run plants
    assert cards(events) == [CardPutUnder(15), CardDrawn(6), CardBoxed(6, "M3"), CardDrawn(20)]


@pytest.mark.rule("M3")
def test_obsolete_plants_with_an_empty_deck_are_not_replaced() -> None:
    game = building(5, deck=[])
    assert cards(game.apply(Connect("kassel"))) == [CardBoxed(6, "M3")]
    assert market(game) == ([7, 8, 9, 10], [11, 12, 14])


# --- few plants, many places -----------------------------------------------------------------------------------------


@pytest.mark.rule("M4")
@pytest.mark.parametrize("plants", [[20], [20, 25], [20, 25, 26], [20, 25, 26, 27]])
def test_with_fewer_than_four_plants_all_are_current(plants: list[int]) -> None:
    game = auctions(market=plants, deck=[])
    assert market(game) == (plants, [])
    game.apply(Open(plants[-1], 30))


@pytest.mark.rule("M4", "T3")
def test_the_step_3_card_takes_a_place_as_the_largest_plant() -> None:
    game = auctions(market=[20, 25, 26, "step-3"], deck=[])
    assert market(game) == ([20, 25, 26], ["step-3"])
    game = auctions(market=[20, 25, 26, 27, "step-3"], deck=[])
    assert market(game) == ([20, 25, 26, 27], ["step-3"])


@pytest.mark.rule("M5")
def test_eight_places_are_filled() -> None:
    game = auctions(market=[6, 7, 8, 9, 10, 11], open_places=8, deck=[20, 25, 30, 31])
    game.apply(Open(6, 6))
    game.apply(Pass())
    assert cards(game.apply(Pass())) == [CardDrawn(20), CardDrawn(25), CardDrawn(30)]
    assert market(game) == ([7, 8, 9, 10], [11, 20, 25, 30])


@pytest.mark.rule("M5")
def test_six_places_are_filled_from_step_3_on() -> None:
    game = auctions(market=[20, 21, 22, 23, 24], open_places=6, deck=[25, 26, 27], step=3)
    game.apply(Open(20, 20))
    game.apply(Pass())
    assert cards(game.apply(Pass())) == [CardDrawn(25), CardDrawn(26)]
    assert market(game) == ([21, 22, 23, 24, 25, 26], [])


@pytest.mark.rule("M5")
def test_drawing_ends_with_the_deck() -> None:
    game = auctions(cities=6, market=[20, 21, 22], open_places=8, deck=[4, 25, 5])
    game.apply(Open(20, 20))
    game.apply(Pass())
    events = game.apply(Pass())
    assert cards(events) == [CardDrawn(4), CardBoxed(4, "M3"), CardDrawn(25), CardDrawn(5), CardBoxed(5, "M3")]
    assert market(game) == ([21, 22, 25], [])
    assert game.view(None).deck == 0


@pytest.mark.rule("M5", "X1")
def test_a_card_is_dealt_with_completely_before_the_next_is_drawn() -> None:
    """The transformer station is auctioned and boxed first; only then does the draw go on."""
    game = auctions(edition="classic-2009", deck=["transformer-station", 20, 25])
    assert kinds(game, Open(7, 7), Pass(), Pass())[-2:] == ["card-drawn", "extra-auction-began"]
    assert market(game) == ([6, 8, 9, 10], [11, 12, 14])
    game.apply(Pass())
    game.apply(Pass())
    assert cards(game.apply(Pass())) == [CardBoxed("transformer-station", "X2"), CardDrawn(20)]
    assert market(game) == ([6, 8, 9, 10], [11, 12, 14, 20])
    assert asked(game) == (1, "auction")
