"""The data files of the classic editions, checked against what the rulebooks print."""

import heapq
import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

EDITIONS = Path(__file__).resolve().parents[2] / "src" / "stromnetz" / "editions"
FUELS = ["coal", "oil", "garbage", "uranium"]
LANGUAGES = {"en", "de", "nl"}
PLAYERS = ["2", "3", "4", "5", "6"]
Table = dict[str, Any]
Graph = dict[str, dict[str, int]]
Refill = dict[str, dict[str, list[int]]]


def load(name: str) -> Table:
    return tomllib.loads((EDITIONS / name).read_text(encoding="utf-8"))


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

# Connections, then the southern, northern, western and eastern bounds of the country.
SHAPE = {"germany": (83, 47, 55.1, 5.8, 15.1), "usa": (87, 24, 49.5, -125, -66)}
TOUCHING = {
    "germany": "east-northeast east-northwest east-south east-southwest east-west northeast-northwest northwest-west "
    "south-southwest southwest-west",
    "usa": "midwest-northeast midwest-northwest midwest-south midwest-southeast northeast-southeast northwest-south "
    "northwest-southwest south-southeast south-southwest",
}

both_maps = pytest.mark.parametrize("board", [GERMANY, USA], ids=["germany", "usa"])
both_refills = pytest.mark.parametrize("refill", [REFILL_2004, REFILL_2009], ids=["2004", "2009"])


def graph(board: Table, regions: Iterable[str] | None = None) -> Graph:
    """The connections inside the regions (inside all of them, when none are given)."""
    chosen = None if regions is None else set(regions)
    links: Graph = {city: {} for city, row in board["cities"].items() if chosen is None or row["region"] in chosen}
    for a, b, cost in board["connections"]:
        if a in links and b in links:
            links[a][b] = links[b][a] = cost
    return links


def connected(links: Mapping[str, Iterable[str]]) -> bool:
    start = next(iter(links))
    seen, todo = {start}, [start]
    while todo:
        new = set(links[todo.pop()]) - seen
        seen |= new
        todo += new
    return seen == set(links)


def cheapest(board: Table, owned: Iterable[str], target: str) -> int:
    """Cheapest total connection cost from any of the owned cities to the target."""
    links = graph(board)
    done: set[str] = set()
    heap = [(0, city) for city in owned]
    while heap:
        cost, city = heapq.heappop(heap)
        if city == target:
            return cost
        if city not in done:
            done.add(city)
            for other, price in links[city].items():
                heapq.heappush(heap, (cost + price, other))
    raise AssertionError(f"{target} cannot be reached")


def touching(board: Table) -> set[frozenset[str]]:
    """The pairs of regions that a connection joins."""
    region = {city: row["region"] for city, row in board["cities"].items()}
    return {frozenset((region[a], region[b])) for a, b, _ in board["connections"] if region[a] != region[b]}


# Maps


@both_maps
def test_map_shape(board: Table) -> None:
    assert set(board["name"]) == LANGUAGES
    connections, south, north, west, east = SHAPE[board["id"]]
    assert len(board["connections"]) == connections
    assert len(board["cities"]) == 42
    for city, row in board["cities"].items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", city)
        assert set(row) == {"name", "region", "lat", "lon"}
        assert south <= row["lat"] <= north, city
        assert west <= row["lon"] <= east, city
        assert (round(row["lat"], 2), round(row["lon"], 2)) == (row["lat"], row["lon"])
    assert len({row["name"] for row in board["cities"].values()}) == 42
    assert len({(row["lat"], row["lon"]) for row in board["cities"].values()}) == 42


@pytest.mark.rule("C1")
@both_maps
def test_six_regions_of_seven_cities(board: Table) -> None:
    regions = [region["id"] for region in board["regions"]]
    assert len(set(regions)) == len(regions) == 6
    assert len({region["color"] for region in board["regions"]}) == 6
    assert all(set(region["name"]) == LANGUAGES for region in board["regions"])
    assert all(len({region["name"][language] for region in board["regions"]}) == 6 for language in LANGUAGES)
    assert Counter(row["region"] for row in board["cities"].values()) == dict.fromkeys(regions, 7)


@both_maps
def test_connections_join_two_known_cities_once(board: Table) -> None:
    for a, b, cost in board["connections"]:
        assert len({a, b} & set(board["cities"])) == 2
        assert type(cost) is int
        assert 0 <= cost <= 30
    assert len({frozenset((a, b)) for a, b, _ in board["connections"]}) == len(board["connections"])
    assert connected(graph(board))


@both_maps
def test_regions_that_touch(board: Table) -> None:
    assert touching(board) == {frozenset(pair.split("-")) for pair in TOUCHING[board["id"]].split()}


@pytest.mark.rule("C1")
@both_maps
@pytest.mark.parametrize("count", [3, 4, 5])
def test_every_choice_of_touching_regions_is_one_playing_area(board: Table, count: int) -> None:
    joined = touching(board)
    legal = 0
    for chosen in itertools.combinations([region["id"] for region in board["regions"]], count):
        if connected({a: [b for b in chosen if frozenset((a, b)) in joined] for a in chosen}):
            legal += 1
            assert connected(graph(board, chosen)), chosen
    assert legal


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
    assert [plant["number"] for plant in CARDS_2004["plants"]] == [*range(3, 41), 42, 44, 46, 50]
    kinds = {number: plant["kind"] for number, plant in PLANT.items() if "kind" in plant}
    assert kinds == {**dict.fromkeys([13, 18, 22, 27, 33, 37, 44], "eco"), 50: "fusion"}
    for number, plant in PLANT.items():
        assert plant["fuels"] in ([], ["coal"], ["oil"], ["garbage"], ["uranium"], ["coal", "oil"])
        assert (plant["burns"] == 0) == (not plant["fuels"]) == (number in kinds)
        assert 0 <= plant["burns"] <= 3
        assert 1 <= plant["cities"] <= 7


def test_printed_plants() -> None:
    """07, 10 and 15 supply 2 + 2 + 3 cities for four coal and three oil; the rest are printed one by one."""
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
    pay = CLASSIC_2004["payments"]
    assert len(pay) == 21
    assert (pay[0], pay[4], pay[6], pay[20]) == (10, 54, 73, 150)
    increments = [after - before for before, after in itertools.pairwise(pay[1:])]
    assert increments == sorted(increments, reverse=True)
    assert pay == sorted(pay)


@pytest.mark.rule("C2")
def test_fuel_market() -> None:
    assert list(FUEL) == FUELS
    assert [FUEL[fuel]["markers"] for fuel in FUELS] == [24, 24, 24, 12]
    for fuel in ("coal", "oil", "garbage"):
        assert FUEL[fuel]["spaces"] == [[price, 3] for price in range(1, 9)]
    assert FUEL["uranium"]["spaces"] == [[price, 1] for price in (*range(1, 9), 10, 12, 14, 16)]
    for row in FUEL.values():
        assert sum(holds for _, holds in row["spaces"]) == row["markers"]
        assert set(row["name"]) == LANGUAGES


@pytest.mark.rule("C2")
def test_start_of_the_fuel_market() -> None:
    filled = {}
    for fuel, row in FUEL.items():
        places = [price for price, holds in row["spaces"] for _ in range(holds)]
        filled[fuel] = Counter(places[-row["start"] :])
    assert filled["coal"] == dict.fromkeys(range(1, 9), 3)
    assert filled["oil"] == dict.fromkeys(range(3, 9), 3)
    assert (filled["garbage"], filled["uranium"]) == ({7: 3, 8: 3}, {14: 1, 16: 1})


@pytest.mark.rule("C5")
@both_refills
def test_refill(refill: Refill) -> None:
    for rows in refill.values():
        assert list(rows) == PLAYERS
        for step in range(3):
            column = [rows[players][step] for players in PLAYERS]
            assert column == sorted(column)
        assert all(len(row) == 3 and min(row) >= 1 and max(row) <= 10 for row in rows.values())
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
