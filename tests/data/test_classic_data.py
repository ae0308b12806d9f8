"""The data files of the classic editions, checked against what the rulebooks print."""

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

FUELS = ["coal", "oil", "garbage", "uranium"]

GERMANY = load("maps/germany.toml")
USA = load("maps/usa.toml")
CLASSIC_2004 = load("classic_2004/edition.toml")
CLASSIC_2009 = load("classic_2009/edition.toml")
CARDS_2004 = load("classic_2004/cards.toml")
CARDS_2009 = load("classic_2009/cards.toml")
FUEL: dict[str, Table] = {fuel["id"]: fuel for fuel in CLASSIC_2004["fuels"]}
PLANT: dict[int, Table] = {plant["number"]: plant for plant in CARDS_2004["plants"]}

REFILL_2004: Refill = {fuel: FUEL[fuel]["refill"] for fuel in FUELS}
REFILL_2009: Refill = {fuel: {**REFILL_2004[fuel], **CLASSIC_2009["refill"].get(fuel, {})} for fuel in FUELS}

# Connections; the southern, northern, western and eastern bounds of the country.
SHAPE = {"germany": (83, (47, 55.1, 5.8, 15.1)), "usa": (87, (24, 49.5, -125, -66))}
TOUCHING = {
    "germany": "east/northeast east/northwest east/south east/southwest east/west northeast/northwest northwest/west "
    "south/southwest southwest/west",
    "usa": "midwest/northeast midwest/northwest midwest/south midwest/southeast northeast/southeast northwest/south "
    "northwest/southwest south/southeast south/southwest",
}

both_maps = pytest.mark.parametrize("board", [GERMANY, USA], ids=["germany", "usa"])
both_refills = pytest.mark.parametrize("refill", [REFILL_2004, REFILL_2009], ids=["2004", "2009"])


# Maps


@both_maps
def test_map_shape(board: Table) -> None:
    connections, bounds = SHAPE[board["id"]]
    check_shape(board, 42, connections, bounds)


@pytest.mark.rule("C1")
@both_maps
def test_six_regions_of_seven_cities(board: Table) -> None:
    check_regions(board, 6)


@both_maps
def test_regions_that_touch(board: Table) -> None:
    assert touching(board) == pairs(TOUCHING[board["id"]])


def test_printed_connections_of_germany() -> None:
    links = graph(GERMANY)
    assert (links["essen"]["duisburg"], links["essen"]["duesseldorf"], links["muenster"]["dortmund"]) == (0, 2, 2)
    assert (links["duesseldorf"]["aachen"], links["duesseldorf"]["koeln"]) == (9, 4)


@pytest.mark.parametrize(
    ("owned", "target", "place", "total"),
    [
        ("essen muenster", "duisburg", 10, 10),
        ("essen muenster", "dortmund", 10, 12),
        ("essen muenster", "aachen", 10, 21),
        ("essen muenster", "duesseldorf", 15, 17),
        ("essen muenster", "koeln", 15, 21),
        ("essen muenster duesseldorf", "koeln", 15, 36 - 17),  # Düsseldorf and Köln together cost 36
        ("duesseldorf", "duisburg", 10, 12),
    ],
)
def test_printed_building_examples(owned: str, target: str, place: int, total: int) -> None:
    assert place + cheapest(GERMANY, owned.split(), target) == total


# Cards


@pytest.mark.rule("C3")
def test_the_42_plants() -> None:
    assert [plant["number"] for plant in CARDS_2004["plants"]] == NUMBERS
    kinds = {number: plant["kind"] for number, plant in PLANT.items() if "kind" in plant}
    assert kinds == {**dict.fromkeys([13, 18, 22, 27, 33, 37, 44], "eco"), 50: "fusion"}
    for number, plant in PLANT.items():
        assert plant["fuels"] in ([], ["coal"], ["oil"], ["garbage"], ["uranium"], ["coal", "oil"])
        assert (plant["burns"] == 0) == (not plant["fuels"]) == (number in kinds)
        assert 0 <= plant["burns"] <= 3
        assert 1 <= plant["cities"] <= 7


def test_printed_plants() -> None:
    """Plants 07, 10 and 15 supply 2 + 2 + 3 cities for four coal and three oil; the others are printed one by one."""
    printed = [(PLANT[number]["fuels"], PLANT[number]["burns"]) for number in (3, 5, 13, 14)]
    assert printed == [(["oil"], 2), (["coal", "oil"], 2), ([], 0), (["garbage"], 2)]
    assert [PLANT[number]["cities"] for number in (14, 7, 10, 15)] == [2, 2, 2, 3]
    burnt = Counter(fuel for number in (7, 10, 15) for fuel in PLANT[number]["fuels"] * PLANT[number]["burns"])
    assert burnt == {"coal": 4, "oil": 3}


@pytest.mark.rule("C3")
def test_special_cards() -> None:
    assert [card["id"] for card in CARDS_2004["special"]] == ["step-3"]
    assert "plants" not in CARDS_2009
    assert [(card["id"], card["minimum_bid"]) for card in CARDS_2009["special"]] == [("transformer-station", 10)]
    assert all(set(card["name"]) == LANGUAGES for card in CARDS_2004["special"] + CARDS_2009["special"])


@pytest.mark.rule("C3")
def test_opening_market() -> None:
    expected = {"current": 4, "places": 8, "places_step_3": 6, "opening": list(range(3, 11)), "deck_top": 13}
    assert CLASSIC_2004["plant_market"] == expected


# Editions


@pytest.mark.rule("U1", "C8")
def test_payments() -> None:
    check_payments(CLASSIC_2004["payments"])


@pytest.mark.rule("C2")
def test_fuel_market() -> None:
    assert list(FUEL) == FUELS
    assert [FUEL[fuel]["markers"] for fuel in FUELS] == [24, 24, 24, 12]
    for fuel in ("coal", "oil", "garbage"):
        assert FUEL[fuel]["spaces"] == [[price, 3] for price in range(1, 9)]
    assert FUEL["uranium"]["spaces"] == [[price, 1] for price in (*range(1, 9), 10, 12, 14, 16)]
    check_fuels(FUEL)


@pytest.mark.rule("C2")
def test_start_of_the_fuel_market() -> None:
    start = {fuel: filled(row["spaces"], row["start"]) for fuel, row in FUEL.items()}
    assert start["coal"] == dict.fromkeys(range(1, 9), 3)
    assert start["oil"] == dict.fromkeys(range(3, 9), 3)
    assert (start["garbage"], start["uranium"]) == ({7: 3, 8: 3}, {14: 1, 16: 1})


@pytest.mark.rule("C5")
@both_refills
def test_refill(refill: Refill) -> None:
    check_refill(refill, FUELS)
    assert [refill[fuel]["5"][0] for fuel in FUELS] == [5, 4, 3, 2]  # the example of both rulebooks


@pytest.mark.rule("C5")
def test_refill_differs_with_five_players_only() -> None:
    differing = {
        (fuel, players): (REFILL_2004[fuel][players], REFILL_2009[fuel][players])
        for fuel, players in itertools.product(FUELS, PLAYERS)
        if REFILL_2004[fuel][players] != REFILL_2009[fuel][players]
    }
    assert differing == {("garbage", "5"): ([3, 3, 5], [3, 4, 5]), ("uranium", "5"): ([2, 3, 2], [2, 3, 3])}


@pytest.mark.rule("C1", "C9")
def test_numbers_by_players() -> None:
    columns = ("count", "regions", "plants", "step_2", "end", "removed")
    assert [tuple(row[column] for column in columns) for row in CLASSIC_2004["players"]] == [
        (2, 3, 4, 10, 21, 8),
        (3, 3, 3, 7, 17, 8),
        (4, 4, 3, 7, 17, 4),
        (5, 5, 3, 7, 15, 0),
        (6, 5, 3, 6, 14, 0),
    ]
    assert all(row["end"] <= 7 * row["regions"] for row in CLASSIC_2004["players"])


@pytest.mark.rule("S2")
def test_money_and_houses() -> None:
    assert (CLASSIC_2004["money"], CLASSIC_2004["place_costs"]) == (50, [10, 15, 20])
    assert CLASSIC_2004["houses"] == 22 - 2
    assert [row["count"] for row in CLASSIC_2004["players"] if row.get("unlimited_houses")] == [2]
    assert all(row["end"] <= 20 or row.get("unlimited_houses") for row in CLASSIC_2004["players"])


@pytest.mark.rule("C6", "C7")
def test_what_the_edition_of_2009_changes() -> None:
    assert CLASSIC_2009["extends"] == CLASSIC_2004["id"] == "classic-2004"
    assert CLASSIC_2009["id"] == "classic-2009"
    assert (CLASSIC_2004["scrap_new_plant"], CLASSIC_2009["scrap_new_plant"]) == (False, True)
    assert (CLASSIC_2004["tie_breaks"], CLASSIC_2009["tie_breaks"]) == (["money"], ["money", "cities"])
    assert CLASSIC_2009["modules"] == ["transformer-station"]
    assert set(CLASSIC_2009["fuel_names"]) == set(FUELS)
    assert not {"payments", "players", "fuels", "plant_market", "money", "short"} & set(CLASSIC_2009)
