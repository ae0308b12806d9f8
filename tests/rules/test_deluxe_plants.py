"""Plants and fuel of the deluxe edition: natural gas, gas and oil hybrids, unequal spaces, scrapping, ties."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import Bid, Buy, DiscardFuel, Done, Game, Open, Pass, Run, Scrap
from stromnetz.editions.files.loader import board
from stromnetz.engine.events import FuelBought, FuelDiscarded, PlantsRan
from stromnetz.engine.options import BuyOption, RunOption
from tests.helpers import decision, position, refused

EUROPE, AMERICA = "deluxe-europe", "deluxe-north-america"
MAPS = {EUROPE: "europe", AMERICA: "north-america"}
CITIES = {edition: board(map).city_ids for edition, map in MAPS.items()}
FULL = {"coal": 27, "gas": 24, "oil": 20, "uranium": 12}
Seat = dict[str, Any]

# Price and markers of every space, as they lie on both boards.
SPACES = {
    "coal": [(1, 4), (2, 4), (3, 4), (4, 3), (5, 3), (6, 3), (7, 2), (8, 2), (9, 2)],
    "gas": [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3)],
    "oil": [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 4)],
    "uranium": [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (8, 2), (9, 2)],
}
both = pytest.mark.parametrize("edition", [EUROPE, AMERICA])


def table(edition: str, phase: str, players: list[Seat], **fields: Any) -> Game:
    return position(phase, players, edition=edition, map=MAPS[edition], **{"round": 5, **fields})


def shopping(plants: list[int], edition: str = EUROPE, fuel: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0, the last of three to buy fuel, can afford anything."""
    seats: list[Seat] = [{"plants": plants, "money": 500, "fuel": fuel or {}}, {}, {}]
    return table(edition, "fuel", seats, order=[0, 1, 2], to_act=0, **fields)


def running(plants: list[int], fuel: dict[str, int], edition: str = EUROPE) -> Game:
    """Seat 0 has eight cities and has to run its plants."""
    seats: list[Seat] = [{"plants": plants, "fuel": fuel, "cities": CITIES[edition][:8]}, {}, {}]
    return table(edition, "bureaucracy", seats, step=2, to_act=0)


def runs(game: Game) -> list[tuple[list[Any], dict[str, int], int]]:
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, RunOption)]
    return [(o.plants, o.burn, o.output) for o in options]


def room(game: Game) -> dict[str, int]:
    return game.view(None).players[0].room


def holds(game: Game) -> dict[str, int]:
    return game.view(None).players[0].fuel


# --- unequal spaces --------------------------------------------------------------------------------------------------


@pytest.mark.rule("D2", "F2")
@pytest.mark.parametrize("fuel", SPACES)
@both
def test_the_price_of_every_marker(edition: str, fuel: str) -> None:
    prices = [price for price, markers in SPACES[fuel] for _ in range(markers)]
    assert len(prices) == FULL[fuel]
    seen = []
    for left in range(FULL[fuel], -1, -1):
        game = table(edition, "building", [{}, {}, {}], fuel_market={fuel: left})
        seen.append(game.view(None).fuels[fuel].price)
    assert seen == [*prices, None]


@pytest.mark.rule("D2", "F2")
@pytest.mark.parametrize(
    ("edition", "plant", "fuel", "sums"),
    [
        (EUROPE, 20, "coal", [2, 4, 6, 8, 11, 14]),
        (EUROPE, 34, "gas", [3, 6, 9, 13, 17, 21]),
        (EUROPE, 38, "oil", [3, 6, 10, 14, 19, 24]),
        (AMERICA, 38, "oil", [4, 8, 13, 18, 24, 30]),
        (EUROPE, 32, "uranium", [8, 16, 25, 34]),
        (AMERICA, 32, "uranium", [9, 18]),
    ],
)
def test_buying_across_spaces_at_the_start(edition: str, plant: int, fuel: str, sums: list[int]) -> None:
    game = shopping([plant], edition)
    assert game.decision is not None
    assert [o.costs for o in game.decision.options or [] if isinstance(o, BuyOption)] == [sums]
    assert game.apply(Buy(fuel, len(sums)))[0] == FuelBought(0, fuel, len(sums), sums[-1])
    assert game.view(None).players[0].money == 500 - sums[-1]


@pytest.mark.rule("D2", "F2")
@pytest.mark.parametrize(
    ("plant", "fuel", "there", "cost"),
    [
        (20, "coal", 16, 3 + 4 + 4 + 4 + 5 + 5),  # the last on space 3, all on 4, two on 5
        (20, "coal", 6, 7 + 7 + 8 + 8 + 9 + 9),
        (34, "gas", 7, 6 + 7 + 7 + 7 + 8 + 8),
        (38, "oil", 7, 7 + 8 + 8 + 9 + 9 + 9),  # four markers lie on space 9
        (32, "uranium", 7, 6 + 7 + 7 + 8),  # one on 6, two on each of 7 to 9
    ],
)
def test_buying_across_spaces_later(plant: int, fuel: str, there: int, cost: int) -> None:
    game = shopping([plant], fuel_market={fuel: there})
    count = room(game)[fuel]
    assert game.apply(Buy(fuel, count))[0] == FuelBought(0, fuel, count, cost)


@pytest.mark.rule("D2", "F2", "F3")
def test_north_america_begins_with_two_uranium() -> None:
    game = shopping([20, 32], AMERICA)
    with refused("F2", game):
        game.apply(Buy("uranium", 3))
    game.apply(Buy("uranium", 2))
    with refused("F3", game):
        game.apply(Buy("uranium", 1))
    assert game.view(None).fuels["uranium"].price is None


@pytest.mark.rule("D6", "U2")
def test_a_refill_fills_the_dearest_spaces() -> None:
    """Three players, step 1, Europe: 2 coal, 2 gas, 2 oil, 1 uranium."""
    there = {"coal": 5, "gas": 2, "oil": 3, "uranium": 1}
    order = [1, 2, 0]
    game = table(EUROPE, "bureaucracy", [{"plants": [11]}, {}, {}], fuel_market=there, order=order, to_act=0)
    before = [f.price for f in game.view(None).fuels.values()]
    game.apply(Run())
    after = [f.price for f in game.view(None).fuels.values()]
    assert (before, after) == ([7, 8, 9, 9], [6, 7, 8, 9])  # the fifth oil lies on 8, as 9 holds four


@pytest.mark.rule("EX13", "D2")
def test_example_of_the_cheapest_markers() -> None:
    fuels = stromnetz.new_game(AMERICA, players=4, seed=1).view(None).fuels
    assert (fuels["coal"].price, fuels["gas"].price) == (2, 3)


# --- gas and hybrids -------------------------------------------------------------------------------------------------


@pytest.mark.rule("P3")
def test_a_gas_plant_stores_and_burns_gas_alone() -> None:
    game = shopping([16])
    assert room(game) == {"gas": 4}
    for fuel in ("coal", "oil", "uranium"):
        with refused("P3", game):
            game.apply(Buy(fuel, 1))
    with refused("P3", game):
        game.apply(Buy("gas", 5))
    assert runs(running([16], {"gas": 4})) == [([], {}, 0), ([16], {"gas": 2}, 3)]


@pytest.mark.rule("P3")
@pytest.mark.parametrize(("plant", "burns", "cities"), [(8, 3, 2), (22, 3, 5), (35, 2, 5)])
def test_a_hybrid_burns_any_mix_of_gas_and_oil(plant: int, burns: int, cities: int) -> None:
    for gas in range(burns + 1):
        burn = {fuel: n for fuel, n in (("gas", gas), ("oil", burns - gas)) if n}
        game = running([plant], {"gas": burns, "oil": burns})
        assert ([plant], burn, cities) in runs(game)
        assert isinstance(ran := game.apply(Run([plant], burn))[0], PlantsRan)
        assert (ran.burn, ran.supplied) == (burn, cities)
    assert len(runs(running([plant], {"gas": burns, "oil": burns}))) == 1 + burns + 1


@pytest.mark.rule("P3")
@pytest.mark.parametrize(("plant", "cap"), [(8, 6), (22, 6), (35, 4)])
def test_a_hybrid_stores_any_mix_of_gas_and_oil(plant: int, cap: int) -> None:
    for gas in range(cap + 1):
        game = shopping([plant])
        assert room(game) == {"gas": cap, "oil": cap}
        for fuel, n in (("gas", gas), ("oil", cap - gas)):
            if n:
                game.apply(Buy(fuel, n))
        assert room(game) == {}


@pytest.mark.rule("P3")
def test_a_hybrid_takes_no_third_fuel() -> None:
    game = shopping([22, 20])
    with refused("P3", game):
        game.apply(Buy("coal", 7))
    game = running([22, 20], {"gas": 2, "coal": 4})
    with refused("P3", game):
        game.apply(Run([22], {"gas": 2, "coal": 1}))


@pytest.mark.rule("P4")
def test_gas_moves_to_the_gas_plant_and_leaves_room_for_oil() -> None:
    game = shopping([16, 35])  # 4 gas; 4 gas or oil
    game.apply(Buy("gas", 5))
    assert room(game) == {"gas": 3, "oil": 3}
    with refused("P3", game):
        game.apply(Buy("oil", 4))
    game.apply(Buy("oil", 3))
    assert holds(game) == {"gas": 5, "oil": 3}


@pytest.mark.rule("P4a")
def test_a_hybrid_burns_only_what_can_lie_on_it() -> None:
    """The gas plant is full of gas, so plant 35 holds the other gas and all the oil."""
    game = running([16, 35], {"gas": 5, "oil": 3})
    with refused("P4a", game):
        game.apply(Run([35], {"gas": 2}))
    game.apply(Run([35], {"gas": 1, "oil": 1}))
    assert holds(game) == {"gas": 4, "oil": 2}


@pytest.mark.rule("EX10", "P1")
@pytest.mark.parametrize(
    ("plant", "burn", "cities", "stores"),
    [(20, {"coal": 3}, 4, {"coal": 6}), (36, {}, 5, {}), (4, {"coal": 2}, 1, {"coal": 4}), (31, {}, 4, {})],
)
def test_example_of_plants(plant: int, burn: dict[str, int], cities: int, stores: dict[str, int]) -> None:
    assert runs(running([plant], stores)) == [([], {}, 0), ([plant], burn, cities)]
    assert table(EUROPE, "building", [{"plants": [plant]}, {}, {}]).view(None).players[0].room == stores


@pytest.mark.rule("EX10", "A1")
def test_example_of_a_minimum_bid() -> None:
    game = table(EUROPE, "auctions", [{}, {}, {}], market=[20, 22, 31, 35, 36])
    with refused("A1", game):
        game.apply(Open(20, 19))
    game.apply(Open(20, 20))
    assert game.is_legal(Bid(21))


@pytest.mark.rule("EX10", "P3")
def test_example_of_hybrids() -> None:
    mixes = [{"oil": 3}, {"gas": 1, "oil": 2}, {"gas": 2, "oil": 1}, {"gas": 3}]
    assert runs(running([22], {"gas": 3, "oil": 3})) == [([], {}, 0), *(([22], mix, 5) for mix in mixes)]
    assert (room(shopping([22])), room(shopping([35]))) == ({"gas": 6, "oil": 6}, {"gas": 4, "oil": 4})


# --- scrapping -------------------------------------------------------------------------------------------------------


def over_the_limit(edition: str, players: int, owned: list[int], fuel: dict[str, int] | None = None) -> Game:
    """Seat 0, first in order, has bought plant 40."""
    seats: list[Seat] = [{"plants": owned, "money": 99, "fuel": fuel or {}}, *({} for _ in range(players - 1))]
    game = table(edition, "auctions", seats, market=[40, 42, 44, 46, 50], places=5, order=list(range(players)))
    game.apply(Open(40, 40))
    while decision(game) == "bid":
        game.apply(Pass())
    return game


@pytest.mark.rule("D7", "A9")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@both
def test_three_plants_for_every_number_of_players(edition: str, players: int) -> None:
    assert decision(over_the_limit(edition, players, [20, 22])) != "scrap"
    game = over_the_limit(edition, players, [20, 22, 24])
    assert (decision(game), game.view(None).plant_limit) == ("scrap", 3)


@pytest.mark.rule("D7")
@both
def test_the_new_plant_may_not_be_scrapped(edition: str) -> None:
    game = over_the_limit(edition, 3, [20, 22, 24])
    with refused("D7", game) as refusal:
        game.apply(Scrap(40))
    assert refusal.error.facts["scrappable"] == [20, 22, 24]
    assert list(game.legal_moves) == [Scrap(20), Scrap(22), Scrap(24)]
    game.apply(Scrap(24))
    assert game.view(None).players[0].plants == [20, 22, 40]


@pytest.mark.rule("A9", "P4")
def test_what_a_scrapped_hybrid_held_goes_where_it_can() -> None:
    """3 gas and 3 oil are on 22; of the other plants only 16 takes any of it: 4 gas."""
    game = over_the_limit(EUROPE, 3, [16, 22, 24], {"gas": 5, "oil": 3})
    assert FuelDiscarded(0, {"gas": 1, "oil": 3}) in game.apply(Scrap(22))
    assert holds(game) == {"gas": 4}


@pytest.mark.rule("A9")
def test_the_owner_chooses_between_gas_and_oil() -> None:
    game = over_the_limit(EUROPE, 3, [22, 24, 35], {"gas": 5, "oil": 5})
    game.apply(Scrap(35))
    assert decision(game) == "discard-fuel"
    ways = [{"gas": gas, "oil": 4 - gas} for gas in range(5)]
    assert len(game.legal_moves) == 5
    assert all(game.is_legal(DiscardFuel(way)) for way in ways)
    game.apply(DiscardFuel({"gas": 1, "oil": 3}))
    assert holds(game) == {"gas": 4, "oil": 2}


# --- order and ties --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX14", "O1")
@both
def test_example_of_the_order(edition: str) -> None:
    cities = CITIES[edition]
    seats: list[Seat] = [
        {"cities": cities[:4], "plants": [30]},
        {"cities": cities[4:9], "plants": [15, 3]},
        {"cities": cities[9:15], "plants": [7]},
        {"cities": cities[15:20], "plants": [4, 17]},
    ]
    assert table(edition, "order", seats, order=[0, 1, 2, 3]).view(None).order == [2, 3, 1, 0]


@pytest.mark.rule("D8", "E2")
@pytest.mark.parametrize(
    ("money", "ranking"),
    [
        ([10, 12, 99], [(1, 1), (2, 0), (3, 2)]),
        ([12, 10, 99], [(1, 0), (2, 1), (3, 2)]),
        ([10, 10, 99], [(1, 0), (1, 1), (3, 2)]),  # connected cities break no tie
    ],
)
@both
def test_ties_go_by_money_then_are_shared(edition: str, money: list[int], ranking: list[tuple[int, int]]) -> None:
    """Seats 0 and 1 supply four of their 17 and 6 cities, seat 2 supplies three of 6."""
    spans = ((0, 17), (17, 23), (23, 29))
    plants = ([31], [11, 24], [28])
    seats: list[Seat] = [
        {"cities": CITIES[edition][a:b], "plants": owned, "money": m}
        for (a, b), owned, m in zip(spans, plants, money, strict=True)
    ]
    game = table(edition, "building", seats, order=[0, 1, 2], to_act=0, step=2)
    game.apply(Done())
    assert game.result is not None
    assert [(s.rank, s.seat) for s in game.result.ranking] == ranking
