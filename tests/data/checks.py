"""Helpers for tests of edition data: reading files, graphs of maps, checks that hold for every board."""

from __future__ import annotations

import heapq
import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

EDITIONS = Path(__file__).resolve().parents[2] / "src" / "stromnetz" / "editions"
LANGUAGES = {"en", "de", "nl"}
NUMBERS = [*range(3, 41), 42, 44, 46, 50]
"""The numbers of the 42 plants of every edition."""
PLAYERS = ["2", "3", "4", "5", "6"]
Table = dict[str, Any]
Graph = dict[str, dict[str, int]]
Refill = dict[str, dict[str, list[int]]]
"""Fuel, players, markers in each step."""


def load(name: str) -> Table:
    """A data file by its path below the editions."""
    return tomllib.loads((EDITIONS / name).read_text(encoding="utf-8"))


# Graphs


def graph(board: Table, regions: Iterable[str] | None = None) -> Graph:
    """The connections inside the regions, or of the whole map."""
    chosen = None if regions is None else set(regions)
    links: Graph = {city: {} for city, row in board["cities"].items() if chosen is None or row["region"] in chosen}
    for a, b, *cost in board["connections"]:
        if a in links and b in links:
            links[a][b] = links[b][a] = cost[0] if cost else 0
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
    return {frozenset((region[a], region[b])) for a, b, *_ in board["connections"] if region[a] != region[b]}


def pairs(text: str) -> set[frozenset[str]]:
    """Pairs of regions written as ``a/b c/d``."""
    listed = [frozenset(pair.split("/")) for pair in text.split()]
    assert len(set(listed)) == len(listed)
    return set(listed)


# Checks of every board


def check_shape(board: Table, cities: int, connections: int, bounds: tuple[float, float, float, float]) -> None:
    """Check the numbers of cities and connections, and the bounds (south, north, west, east)."""
    south, north, west, east = bounds
    assert len(board["connections"]) == connections
    assert len(board["cities"]) == cities
    for city, row in board["cities"].items():
        assert south <= row["lat"] <= north, city
        assert west <= row["lon"] <= east, city


def check_regions(board: Table, count: int) -> None:
    """Check the number of regions, of seven cities each."""
    regions = [region["id"] for region in board["regions"]]
    assert len(regions) == count
    assert Counter(row["region"] for row in board["cities"].values()) == dict.fromkeys(regions, 7)


def check_names(board: Table) -> None:
    """Check that no two cities or regions have confusable names."""
    regions, cities = board["regions"], board["cities"]
    assert set(board["name"]) == LANGUAGES
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in (board["id"], *cities, *(r["id"] for r in regions)))
    assert len({row["name"] for row in cities.values()}) == len(cities)
    assert len({region["color"] for region in regions}) == len(regions)
    assert all(len({region["name"][language] for region in regions}) == len(regions) for language in LANGUAGES)


def check_coordinates(board: Table) -> None:
    """Check that all cities have different coordinates, to two decimals."""
    spots = {(row["lat"], row["lon"]) for row in board["cities"].values()}
    assert len(spots) == len(board["cities"])
    assert all((round(lat, 2), round(lon, 2)) == (lat, lon) for lat, lon in spots)


def check_playing_areas(board: Table, count: int, always: set[str], least: int) -> None:
    """Check that every choice of adjacent regions is a connected playing area with enough cities."""
    joined = touching(board)
    legal = 0
    for chosen in itertools.combinations([region["id"] for region in board["regions"]], count):
        if always <= set(chosen) and connected({a: [b for b in chosen if frozenset((a, b)) in joined] for a in chosen}):
            legal += 1
            area = graph(board, chosen)
            assert connected(area), chosen
            assert len(area) >= least, chosen
    assert legal


# Checks of every edition


def check_payments(pay: list[int]) -> None:
    assert len(pay) == 21
    assert (pay[0], pay[4], pay[6], pay[20]) == (10, 54, 73, 150)
    increments = [after - before for before, after in itertools.pairwise(pay[1:])]
    assert increments == sorted(increments, reverse=True)
    assert pay == sorted(pay)


def check_refill(refill: Refill, fuels: list[str]) -> None:
    """Check that each number of players has a row, and that amounts do not decrease with more players."""
    assert list(refill) == fuels
    for rows in refill.values():
        assert list(rows) == PLAYERS
        for step in range(3):
            column = [rows[players][step] for players in PLAYERS]
            assert column == sorted(column)
        assert all(len(row) == 3 and min(row) >= 1 and max(row) <= 10 for row in rows.values())
        assert all(type(markers) is int for row in rows.values() for markers in row)


def check_fuels(fuels: Mapping[str, Table]) -> None:
    """Check that the spaces of a fuel hold exactly its markers, cheapest space first."""
    for fuel, row in fuels.items():
        prices = [price for price, _ in row["spaces"]]
        assert prices == sorted(set(prices)), fuel
        assert all(type(holds) is int and holds > 0 for _, holds in row["spaces"]), fuel
        assert sum(holds for _, holds in row["spaces"]) == row["markers"], fuel
        assert set(row["name"]) == LANGUAGES, fuel


def filled(spaces: list[list[int]], start: int) -> Counter[int]:
    """Return the markers by price when ``start`` markers are on the most expensive spaces."""
    places = [price for price, holds in spaces for _ in range(holds)]
    assert 0 < start <= len(places)
    return Counter(places[-start:])
