"""The Trust in the phases of a round: fuel, cities, bureaucracy (K5 to K7, K10)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Buy, Connect, Done, Game, Run
from stromnetz.editions.modules.events import FuelReturned, FuelTaken, HousePlaced
from tests.helpers import asked, decision, refused
from tests.rules.tables import stock
from tests.rules.trust_tables import NO_FUEL, SECONDS, SET_UP, TRUST, Seat, against, america, fuel, told

FULL = {"coal": 20, "gas": 20, "oil": 16, "uranium": 10}


def fuel_phase(*plants: int, **fuel_market: int) -> Game:
    """Seat 1 buys first, then the Trust, then seat 0; the players have a coal plant each."""
    cards: dict[str, Any] = {"trust": {"plants": list(plants)}, "deck": []}
    seats: list[Seat] = [{"plants": [4]}, {"plants": [3]}]
    return against("fuel", *seats, fuel_market={**(fuel_market or FULL), "coal": fuel_market.get("coal", 20)}, **cards)


def taken(*plants: int, **fuel_market: int) -> dict[str, int]:
    """What the Trust takes for these plants from this market; no coal by default."""
    game = fuel_phase(*plants, **{**NO_FUEL, **fuel_market, "coal": fuel_market.get("coal", 0) + 1})
    game.apply(Buy("coal", 1))
    game.apply(Done())
    return fuel(game)


# --- phase 3 ---


@pytest.mark.rule("K5")
def test_it_takes_one_run_for_each_of_its_plants() -> None:
    game = fuel_phase(21, 23, 29)
    events = game.apply(Done())
    assert events == [FuelTaken(TRUST, {"coal": 2, "oil": 2, "uranium": 1})]
    assert fuel(game) == {"coal": 2, "oil": 2, "uranium": 1}
    assert stock(game) == {"coal": 18, "gas": 20, "oil": 14, "uranium": 9}


@pytest.mark.rule("K5", "F1")
def test_it_takes_fuel_in_its_turn_of_the_reverse_order() -> None:
    """Third in order buys at the old prices, first in order at those that the Trust leaves."""
    game = fuel_phase(40, 33)
    assert asked(game) == (1, "fuel")
    assert fuel(game) == {}
    price = game.view(None).fuels["coal"].price
    game.apply(Buy("coal", 1))
    game.apply(Done())
    assert asked(game) == (0, "fuel")
    assert (price, game.view(None).fuels["coal"].price) == (2, 4)
    assert stock(game)["coal"] == 14, "2 and 3 for its plants, cheapest first"
    assert told(game.apply(Done()), "fuel-taken") == []


@pytest.mark.rule("K5", "K0")
def test_it_pays_nothing() -> None:
    game = fuel_phase(40, 33, 38)
    game.apply(Done())
    assert game.position.money == [100, 100, 0]


@pytest.mark.rule("K5")
def test_it_takes_nothing_for_eco_plants() -> None:
    game = fuel_phase(24, 28, 36)
    assert told(game.apply(Done()), "fuel-taken") == []
    assert fuel(game) == {}


@pytest.mark.rule("K5")
def test_without_plants_it_takes_nothing() -> None:
    assert fuel_phase().apply(Done()) == []


@pytest.mark.rule("K5", "K10")
@pytest.mark.parametrize(
    ("plants", "market", "expected"),
    [
        ((40,), {"coal": 1}, {"coal": 1}),
        ((40, 33), {"coal": 4}, {"coal": 4}),
        ((40, 33), {"coal": 5}, {"coal": 5}),
        ((40, 38), {"oil": 2}, {"oil": 2}),
        ((40, 38), {}, {}),
        ((34, 39, 46), {"gas": 6}, {"gas": 6}),
    ],
)
def test_it_takes_no_more_than_the_market_has(
    plants: tuple[int, ...], market: dict[str, int], expected: dict[str, int]
) -> None:
    assert taken(*plants, **market) == expected


@pytest.mark.rule("K5")
@pytest.mark.parametrize(("plant", "expected"), [(22, {"gas": 2, "oil": 1}), (35, {"gas": 1, "oil": 1})])
def test_for_a_hybrid_gas_and_oil_in_turn_gas_first(plant: int, expected: dict[str, int]) -> None:
    assert taken(plant, gas=9, oil=9) == expected


@pytest.mark.rule("K5", "K10")
def test_each_hybrid_begins_with_gas() -> None:
    assert taken(8, 22, gas=9, oil=9) == {"gas": 4, "oil": 2}


@pytest.mark.rule("K5")
@pytest.mark.parametrize(
    ("gas", "oil", "expected"),
    [
        (1, 5, {"gas": 1, "oil": 2}),
        (0, 5, {"oil": 3}),
        (5, 0, {"gas": 3}),
        (1, 1, {"gas": 1, "oil": 1}),
        (1, 0, {"gas": 1}),
        (0, 2, {"oil": 2}),
        (0, 0, {}),
    ],
)
def test_a_hybrid_in_a_short_market(gas: int, oil: int, expected: dict[str, int]) -> None:
    """In turn while both last, then what is left; a run that cannot be completed as far as it goes."""
    assert taken(22, gas=gas, oil=oil) == expected


@pytest.mark.rule("K10")
@pytest.mark.parametrize(
    ("plants", "gas", "oil", "expected"),
    [
        ((22, 26), 1, 5, {"gas": 1, "oil": 3}),
        ((22, 39), 3, 5, {"gas": 3, "oil": 2}),
        ((8, 23), 5, 2, {"gas": 3, "oil": 2}),
        ((8, 22, 26), 3, 4, {"gas": 3, "oil": 4}),
    ],
)
def test_plants_of_one_fuel_come_before_hybrids(
    plants: tuple[int, ...], gas: int, oil: int, expected: dict[str, int]
) -> None:
    """However small the number of the hybrid: 26 and 39 take gas, 23 takes oil."""
    assert taken(*plants, gas=gas, oil=oil) == expected


@pytest.mark.rule("K10")
def test_a_short_market_is_emptied_in_one_way_only() -> None:
    """Plant 22 gets three, gas, oil, gas; plant 35 the oil that is left."""
    assert taken(22, 35, gas=2, oil=2) == {"gas": 2, "oil": 2}
    assert taken(22, 35, gas=2, oil=9) == {"gas": 2, "oil": 3}


@pytest.mark.rule("K5", "F3")
def test_what_it_takes_nobody_else_can_have() -> None:
    game = fuel_phase(40, coal=2)
    game.apply(Done())
    assert asked(game) == (1, "build"), "the market is empty, so seat 0 is not asked"


@pytest.mark.rule("K5", "G1")
def test_taking_back_a_purchase_takes_back_its_fuel() -> None:
    game = fuel_phase(40, 22)
    before = game.position.copy()
    game.apply(Done())
    game.undo(1)
    assert game.position == before
    game.apply(Buy("coal", 3))
    assert game.apply(Done()) == [FuelTaken(TRUST, {"coal": 2, "gas": 2, "oil": 1})]


# --- phase 4 ---


def building(step: int = 1, stock: int = 10, to_act: int = 0, **houses: list[int]) -> Game:
    """The Trust stands in its six cities and has this stock left; the others are in cities where seat 1 was first."""
    there = {city: [TRUST] for city in SET_UP} | {city: [1, TRUST] for city in SECONDS[: 10 - stock]}
    cards: dict[str, Any] = {"market": [21, 22, 23, 24], "deck": []}
    seats: list[Seat] = [{"money": 300}, {"money": 300}]
    return against("building", *seats, houses={**there, **houses}, to_act=to_act, step=step, **cards)


@pytest.mark.rule("K6")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_it_follows_into_a_city_where_a_player_is_first(step: int) -> None:
    game = building(step)
    events = game.apply(Connect("wien"))
    assert [e.kind for e in events] == ["city-connected", "house-placed"]
    assert events[1] == HousePlaced(TRUST, "wien")
    assert game.view(None).houses["wien"] == [0, TRUST]
    assert game.position.money == [290, 300, 0]


@pytest.mark.rule("K6")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_follows_both_players(seat: int) -> None:
    game = building(to_act=seat)
    game.apply(Connect("wien"))
    game.apply(Connect("praha"))
    houses = game.view(None).houses
    assert (houses["wien"], houses["praha"]) == ([seat, TRUST], [seat, TRUST])


@pytest.mark.rule("K6")
def test_it_follows_until_its_ten_houses_are_used() -> None:
    game = building(stock=2)
    for city in ("wien", "roma", "napoli"):
        game.apply(Connect(city))
    houses = game.view(None).houses
    assert [houses[city] for city in ("wien", "roma", "napoli")] == [[0, TRUST], [0, TRUST], [0]]
    assert game.view(None).players[TRUST].cities == 16


@pytest.mark.rule("K6", "B4")
@pytest.mark.parametrize("step", [1, 2])
def test_a_city_it_has_followed_into_is_closed_to_the_other_until_step_3(step: int) -> None:
    game = building(step, wien=[1, TRUST])
    with refused("B4", game):
        game.apply(Connect("wien"))
    assert not any(option["city"] == "wien" for option in offers(game))


@pytest.mark.rule("K6", "B3")
def test_a_followed_city_opens_at_20_in_step_3() -> None:
    game = building(3, wien=[1, TRUST])
    assert next(option for option in offers(game) if option["city"] == "wien")["place_cost"] == 20
    events = game.apply(Connect("wien"))
    assert told(events, "house-placed") == []
    assert game.view(None).houses["wien"] == [1, TRUST, 0]


@pytest.mark.rule("K6", "B4")
def test_the_set_up_cities_are_closed_in_step_1() -> None:
    game = building()
    for city in SET_UP:
        with refused("B4", game):
            game.apply(Connect(city))
    assert not {option["city"] for option in offers(game)} & set(SET_UP)


@pytest.mark.rule("K6", "B3")
@pytest.mark.parametrize(("step", "place_cost"), [(2, 15), (3, 15)])
def test_the_set_up_cities_open_at_15_from_step_2(step: int, place_cost: int) -> None:
    game = building(step)
    assert {option["place_cost"] for option in offers(game) if option["city"] in SET_UP} == {place_cost}
    events = game.apply(Connect("paris"))
    assert told(events, "house-placed") == [], "it has been there before"
    assert (game.view(None).players[0].money, game.view(None).houses["paris"]) == (285, [TRUST, 0])


@pytest.mark.rule("K6", "B4")
@pytest.mark.parametrize("step", [2, 3])
def test_the_third_place_of_a_set_up_city_is_one_of_step_3(step: int) -> None:
    game = building(step, paris=[TRUST, 1])
    if step == 2:
        with refused("B4", game):
            game.apply(Connect("paris"))
    else:
        game.apply(Connect("paris"))
        assert (game.view(None).players[0].money, game.view(None).houses["paris"]) == (280, [TRUST, 1, 0])


@pytest.mark.rule("K6")
def test_it_does_not_follow_onto_a_third_place() -> None:
    """A city in which a player was first when its stock was used up."""
    game = building(2, stock=4, wien=[1])
    assert told(game.apply(Connect("wien")), "house-placed") == []
    assert game.view(None).houses["wien"] == [1, 0]


@pytest.mark.rule("K6", "B3")
def test_connections_may_run_through_its_cities() -> None:
    """From Marseille to Vlaanderen's neighbour by Lyon and Paris, which are closed."""
    game = building(marseille=[0, TRUST])
    event = game.apply(Connect("randstad"))[0].to_json()
    assert event["path"] == ["marseille", "lyon", "paris", "vlaanderen", "randstad"]
    assert event["connection_cost"] == 8 + 11 + 7 + 4


@pytest.mark.rule("K6", "G1")
def test_taking_back_a_city_takes_back_its_house() -> None:
    game = building()
    before = game.position.copy()
    game.apply(Connect("wien"))
    game.undo(0)
    assert game.position == before
    assert "wien" not in game.view(None).houses


def offers(game: Game) -> list[dict[str, Any]]:
    assert game.decision is not None
    return [data for option in game.decision.options or [] if (data := option.to_json())["kind"] == "connect"]


# --- phase 5 ---


@pytest.mark.rule("K7", "U2")
def test_its_fuel_goes_to_the_supply_before_the_refill() -> None:
    """All 27 coal lie in the market or with the Trust: the refill of 2 is what it gives back."""
    trust: Seat = {"plants": [40], "fuel": {"coal": 2}}
    game = against("bureaucracy", {"plants": [24]}, trust=trust, fuel_market={**NO_FUEL, "coal": 25})
    assert game.view(None).fuels["coal"].supply == 0
    events = game.apply(Run())
    assert told(events, "fuel-returned", "fuel-refilled")[0] == FuelReturned(TRUST, {"coal": 2})
    assert fuel(game) == {}
    assert (stock(game)["coal"], game.view(None).fuels["coal"].supply) == (27, 0)


@pytest.mark.rule("K7", "U1")
def test_it_has_no_income_and_its_turn_is_the_second() -> None:
    trust: Seat = {"plants": [40], "fuel": {"coal": 2}}
    seats: list[Seat] = [{"plants": [24]}, {"plants": [28]}]
    game = against("bureaucracy", *seats, trust=trust)
    first = game.apply(Run())
    assert [e.kind for e in first] == ["plants-ran", "fuel-returned"]
    assert asked(game) == (1, "run")
    ran = [e.to_json()["seat"] for e in told(game.apply(Run()), "plants-ran")]
    assert ran == [1]
    assert game.position.money[TRUST] == 0


@pytest.mark.rule("K7")
def test_without_fuel_nothing_is_given_back() -> None:
    game = america("bureaucracy", {"plants": [24]}, trust={"plants": [36]})
    assert told(game.apply(Run()), "fuel-returned") == []


@pytest.mark.rule("K7", "K5")
def test_it_stores_nothing_from_round_to_round() -> None:
    """What it took for this run it gives back, and in the next round it takes one run again."""
    game = against("fuel", {"plants": [4]}, trust={"plants": [40, 22, 36]}, fuel_market=FULL, deck=[])
    rounds = 0
    while rounds < 3 and game.decision is not None:
        moves = game.legal_moves
        events = game.apply(Done() if Done() in moves else moves[-1] if decision(game) == "auction" else Run())
        for event in told(events, "fuel-taken"):
            assert event == FuelTaken(TRUST, {"coal": 2, "gas": 2, "oil": 1})
            rounds += 1
    assert rounds == 3
