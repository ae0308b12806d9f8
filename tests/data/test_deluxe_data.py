"""The data files of the deluxe edition's two boards, checked against what the rulebook prints."""

import itertools
from collections import Counter

import pytest

from tests.data.checks import (
    LANGUAGES,
    NUMBERS,
    PLAYERS,
    Refill,
    Table,
    cheapest,
    check_fuels,
    check_payments,
    check_refill,
    check_regions,
    check_shape,
    filled,
    graph,
    load,
    pairs,
    touching,
)

FUELS = ["coal", "gas", "oil", "uranium"]
DARK = 13
"""Number of plants with a dark back."""

EUROPE = load("maps/europe.toml")
NORTH_AMERICA = load("maps/north-america.toml")
DELUXE_EU = load("deluxe_europe/edition.toml")
DELUXE_NA = load("deluxe_north_america/edition.toml")
CARDS_EU = load("deluxe_europe/cards.toml")
CARDS_NA = load("deluxe_north_america/cards.toml")
FUEL: dict[str, Table] = {fuel["id"]: fuel for fuel in DELUXE_EU["fuels"]}
PLANT: dict[int, Table] = {plant["number"]: plant for plant in CARDS_EU["plants"]}

REFILL_EU: Refill = {fuel: row["refill"] for fuel, row in FUEL.items()}
REFILL_NA: Refill = DELUXE_NA["refill"]
START_EU: dict[str, int] = {fuel: row["start"] for fuel, row in FUEL.items()}
START_NA: dict[str, int] = {**START_EU, **DELUXE_NA["start"]}

# Connections; the southern, northern, western and eastern bounds of the continent.
SHAPE = {"europe": (104, (35, 61, -10, 40)), "north-america": (107, (18, 54, -125, -66))}
TOUCHING = {
    "europe": "central/east central/north central/south central/southwest central/west east/north east/south "
    "east/southeast south/southeast south/southwest southwest/west",
    "north-america": "great-lakes/midwest great-lakes/northeast great-lakes/south midwest/northwest midwest/south "
    "midwest/southwest midwest/west northwest/west south/southwest southwest/west",
}

both_maps = pytest.mark.parametrize("board", [EUROPE, NORTH_AMERICA], ids=["europe", "north-america"])
both_markets = pytest.mark.parametrize(
    "market", [DELUXE_EU["plant_market"], DELUXE_NA["plant_market"]], ids=["europe", "north-america"]
)
both_refills = pytest.mark.parametrize("refill", [REFILL_EU, REFILL_NA], ids=["europe", "north-america"])
both_halves = pytest.mark.parametrize(
    ("half", "other"), [("new-york-north", "new-york-south"), ("new-york-south", "new-york-north")]
)


# Maps


@both_maps
def test_map_shape(board: Table) -> None:
    connections, bounds = SHAPE[board["id"]]
    check_shape(board, 49, connections, bounds)


@pytest.mark.rule("D1")
@both_maps
def test_seven_regions_of_seven_cities(board: Table) -> None:
    check_regions(board, 7)


@both_maps
def test_regions_that_touch(board: Table) -> None:
    assert touching(board) == pairs(TOUCHING[board["id"]])


@pytest.mark.parametrize(
    ("a", "b", "cost"),
    [
        ("bordeaux", "madrid", 16),
        ("kharkiv", "moskwa", 15),
        ("muenchen", "praha", 8),
        ("muenchen", "stuttgart", 4),
        ("rhein-ruhr", "stuttgart", 5),
        ("katowice", "kyjiv", 18),
        ("kharkiv", "minsk", 16),
        ("milano", "muenchen", 16),
        ("muenchen", "zagreb", 14),
    ],
)
def test_connections_of_europe_that_the_sources_give_differently(a: str, b: str, cost: int) -> None:
    assert graph(EUROPE)[a][b] == cost


def test_no_connection_of_europe_that_a_source_took_back() -> None:
    assert "rhein-ruhr" not in graph(EUROPE)["randstad"]


@pytest.mark.rule("N5")
def test_metropolises() -> None:
    """The two halves have connection cost 0 and the same outside connections; no other connection costs 0."""
    links = graph(NORTH_AMERICA)
    halves = [row["cities"] for row in NORTH_AMERICA["metropolises"]]
    assert halves == [["new-york-north", "new-york-south"], ["mexico-city-north", "mexico-city-south"]]
    nothing = {frozenset((a, b)) for a, b, cost in NORTH_AMERICA["connections"] if cost == 0}
    assert nothing == {frozenset(pair) for pair in halves}
    for (north, south), row in zip(halves, NORTH_AMERICA["metropolises"], strict=True):
        assert {**links[north], north: 0} == {**links[south], south: 0}
        names = [NORTH_AMERICA["cities"][city]["name"] for city in (north, south)]
        assert names == [f"{row['name']} (North)", f"{row['name']} (South)"]
        assert NORTH_AMERICA["cities"][north]["region"] == NORTH_AMERICA["cities"][south]["region"]
    assert "metropolises" not in EUROPE
    assert all(cost > 0 for _, _, cost in EUROPE["connections"])


def test_printed_connections_of_north_america() -> None:
    links = graph(NORTH_AMERICA)
    assert links["pittsburgh"]["toronto"] == 11
    assert links["new-york-south"]["toronto"] > 11
    assert links["new-york-north"]["toronto"] > 11
    assert (links["pittsburgh"]["washington"], links["washington"]["charlotte"]) == (7, 12)
    assert links["philadelphia"]["washington"] == 5


@both_halves
@pytest.mark.parametrize(
    ("owned", "target", "place", "total"),
    [
        ("", "other half", 10, 10),
        ("", "toronto", 10, 21),
        ("", "charlotte", 10, 29),
        ("", "philadelphia", 15, 18),
        ("", "washington", 15, 22),
        ("philadelphia", "washington", 15, 38 - 18),  # Philadelphia and Washington together cost 38
    ],
)
def test_printed_building_examples(half: str, other: str, owned: str, target: str, place: int, total: int) -> None:
    """The player owns Pittsburgh and one half of New York, and in the last example Philadelphia too."""
    city = other if target == "other half" else target
    assert place + cheapest(NORTH_AMERICA, ["pittsburgh", half, *owned.split()], city) == total


# Cards


@pytest.mark.rule("D3")
def test_the_42_plants() -> None:
    assert [plant["number"] for plant in CARDS_EU["plants"]] == NUMBERS
    kinds = {number: plant["kind"] for number, plant in PLANT.items() if "kind" in plant}
    assert kinds == dict.fromkeys([11, 17, 24, 28, 31, 36, 44], "eco")
    for number, plant in PLANT.items():
        assert plant["fuels"] in ([], ["coal"], ["gas"], ["oil"], ["uranium"], ["gas", "oil"])
        assert (plant["burns"] == 0) == (not plant["fuels"]) == (number in kinds)
        assert 0 <= plant["burns"] <= 3
        assert 1 <= plant["cities"] <= 7


@pytest.mark.rule("D3", "I2")
def test_backs() -> None:
    backs = {number: plant["back"] for number, plant in PLANT.items()}
    assert [number for number, back in backs.items() if back == "dark"] == list(range(3, 16))
    assert Counter(backs.values()) == {"dark": DARK, "light": 29}
    assert [card["back"] for card in CARDS_EU["special"]] == ["light"]


@pytest.mark.parametrize(
    ("number", "fuels", "burns"),
    [
        (4, ["coal"], 2),
        (20, ["coal"], 3),
        (22, ["gas", "oil"], 3),
        (31, [], 0),
        (35, ["gas", "oil"], 2),
        (36, [], 0),
        # not in the rulebook, but wrong in some sources against the cards
        (8, ["gas", "oil"], 3),
        (15, ["coal"], 1),
        (40, ["coal"], 2),
    ],
)
def test_printed_plants(number: int, fuels: list[str], burns: int) -> None:
    assert (PLANT[number]["fuels"], PLANT[number]["burns"]) == (fuels, burns)


def test_cities_of_printed_plants() -> None:
    assert [PLANT[number]["cities"] for number in (20, 22, 36)] == [4, 5, 5]
    assert [PLANT[number]["cities"] for number in (8, 15, 40)] == [2, 2, 6]


@pytest.mark.rule("D5")
def test_special_cards() -> None:
    assert [(card["id"], card["kind"]) for card in CARDS_EU["special"]] == [("step-3", "step-3")]
    assert all(set(card["name"]) == LANGUAGES for card in CARDS_EU["special"])
    assert not CARDS_NA.get("plants")
    assert not CARDS_NA.get("special")


@pytest.mark.rule("D4")
def test_opening_market() -> None:
    assert DELUXE_EU["plant_market"] == {
        "current": 4,
        "places": 9,
        "places_step_3": 6,
        "opening_dark": 9,
        "top_dark": 0,
        "step_2_replaces": False,
    }
    assert DELUXE_NA["plant_market"] == {
        "current": 4,
        "places": 8,
        "places_step_3": 6,
        "opening_dark": 8,
        "top_dark": 1,
        "step_2_replaces": True,
    }


@pytest.mark.rule("D4", "D5")
@both_markets
def test_enough_dark_cards_to_remove(market: Table) -> None:
    left = DARK - market["opening_dark"] - market["top_dark"]
    assert all(0 <= row["removed_dark"] <= left for row in DELUXE_EU["players"])
    assert market["opening_dark"] == market["places"]


# Editions


@pytest.mark.rule("U1")
def test_payments() -> None:
    check_payments(DELUXE_EU["payments"])
    assert DELUXE_EU["payments"] == load("classic_2004/edition.toml")["payments"]
    assert len(DELUXE_EU["payments"]) - 1 == DELUXE_EU["houses"]


@pytest.mark.rule("D2")
def test_fuel_market() -> None:
    assert list(FUEL) == FUELS
    assert [FUEL[fuel]["markers"] for fuel in FUELS] == [27, 24, 20, 12]
    assert FUEL["gas"]["spaces"] == [[price, 3] for price in range(1, 9)]
    holds = {fuel: [markers for _, markers in FUEL[fuel]["spaces"]] for fuel in ("coal", "oil", "uranium")}
    assert holds["coal"] == [4, 4, 4, 3, 3, 3, 2, 2, 2]
    assert holds["oil"] == [2, 2, 2, 2, 2, 2, 2, 2, 4]
    assert holds["uranium"] == [1, 1, 1, 1, 1, 1, 2, 2, 2]
    assert all([price for price, _ in FUEL[fuel]["spaces"]] == list(range(1, 10)) for fuel in holds)
    check_fuels(FUEL)


@pytest.mark.rule("D2")
@pytest.mark.parametrize(
    ("start", "markers", "cheapest_space"),
    [(START_EU, [23, 18, 16, 4], [2, 3, 3, 8]), (START_NA, [23, 18, 14, 2], [2, 3, 4, 9])],
    ids=["europe", "north-america"],
)
def test_start_of_the_fuel_market(start: dict[str, int], markers: list[int], cheapest_space: list[int]) -> None:
    """From the cheapest occupied space on, every space is full."""
    assert [start[fuel] for fuel in FUELS] == markers
    for fuel, first in zip(FUELS, cheapest_space, strict=True):
        spaces = FUEL[fuel]["spaces"]
        assert filled(spaces, start[fuel]) == {price: holds for price, holds in spaces if price >= first}


@pytest.mark.rule("D6")
@both_refills
def test_refill(refill: Refill) -> None:
    check_refill(refill, FUELS)
    assert all(rows["2"] == rows["3"] for rows in refill.values())


@pytest.mark.rule("D6")
def test_no_row_of_the_refill_is_the_same_on_both_boards() -> None:
    for fuel, players in itertools.product(FUELS, PLAYERS):
        assert REFILL_EU[fuel][players] != REFILL_NA[fuel][players], (fuel, players)


@pytest.mark.rule("D1", "D5", "D9")
def test_numbers_by_players() -> None:
    columns = ("count", "regions", "step_2", "end", "removed_dark", "removed_light")
    assert [tuple(row[column] for column in columns) for row in DELUXE_EU["players"]] == [
        (2, 3, 7, 18, 1, 5),
        (3, 3, 7, 17, 2, 6),
        (4, 4, 7, 17, 1, 3),
        (5, 5, 7, 15, 0, 0),
        (6, 5, 6, 14, 0, 0),
    ]
    assert all(row["end"] <= 7 * row["regions"] for row in DELUXE_EU["players"])


@pytest.mark.rule("D7", "D8")
def test_plants_owned_and_ties() -> None:
    assert [row["plants"] for row in DELUXE_EU["players"]] == [3] * 5
    assert DELUXE_EU["scrap_new_plant"] is False
    assert DELUXE_EU["tie_breaks"] == ["money"]


@pytest.mark.rule("S2")
def test_money_and_generators() -> None:
    assert (DELUXE_EU["money"], DELUXE_EU["place_costs"]) == (50, [10, 15, 20])
    assert DELUXE_EU["houses"] == 22 - 2
    assert all(row["end"] <= DELUXE_EU["houses"] for row in DELUXE_EU["players"])


def test_the_trust() -> None:
    """Six of its 16 generators are placed before the game, ten stay in stock."""
    trust = DELUXE_EU["neutral"]
    assert (trust["generators"], trust["placed"]) == (16, [1, 2, 2, 1])
    assert (sum(trust["placed"]), trust["generators"] - sum(trust["placed"])) == (6, 10)
    assert DELUXE_EU["modules_for_two"] == ["trust"]


def test_names_and_boards() -> None:
    assert (DELUXE_EU["id"], DELUXE_EU["maps"], DELUXE_EU["year"]) == ("deluxe-europe", ["europe"], 2014)
    assert (DELUXE_NA["id"], DELUXE_NA["maps"]) == ("deluxe-north-america", ["north-america"])
    assert all(set(edition["name"]) == LANGUAGES for edition in (DELUXE_EU, DELUXE_NA))


def test_what_the_board_north_america_changes() -> None:
    assert DELUXE_NA["extends"] == DELUXE_EU["id"]
    assert "modules" not in DELUXE_EU
    assert DELUXE_NA["modules"] == ["discount-marker"]
    assert DELUXE_NA["discount_marker"] == {"minimum_bid": 1}
    assert DELUXE_NA["start"] == {fuel: START_NA[fuel] for fuel in FUELS if START_NA[fuel] != START_EU[fuel]}
    assert set(DELUXE_NA) == {
        *("extends", "id", "name", "about", "revision", "rated_with", "maps", "modules", "rulebook"),
        *("plant_market", "discount_marker", "start", "refill"),
    }
