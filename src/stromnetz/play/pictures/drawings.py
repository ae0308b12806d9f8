"""The drawings of maps: outlines, regions, and where cities, connections and their costs stand.

The web board has the same ones. A map without a drawing is laid out plainly from the coordinates of its cities.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from stromnetz.editions.files.loader import all_maps

PACKAGE: Final = Path(__file__).resolve().parents[2]
CHECKOUT: Final = PACKAGE.parents[1] / "web" / "src" / "maps"
BUNDLED: Final = PACKAGE / "server" / "static"
NARROWER: Final = 0.7
"""A degree to the east against one to the north, near enough for a sketch."""
PLATE_HEIGHT: Final = 42.0
TINTS: Final = ("green", "brown", "red", "yellow", "blue", "purple", "orange", "cyan")


class Plate(NamedTuple):
    """The plate of a city: its middle and its width."""

    x: float
    y: float
    width: float


class Line(NamedTuple):
    """A connection of two cities: its path, and the middle of the plate with its cost."""

    cities: tuple[tuple[str, str], ...]
    path: str
    x: float
    y: float


class MapName(NamedTuple):
    """A country or a sea."""

    text: Mapping[str, str]
    x: float
    y: float
    sea: bool


class Drawing(NamedTuple):
    """The drawing of a map. Regions have an id, a tint and a path, which is clipped to the land."""

    size: tuple[float, float]
    land: str
    others: str
    water: str
    relief: Mapping[str, str]
    regions: list[tuple[str, str, str]]
    plates: dict[str, Plate]
    lines: list[Line]
    names: list[MapName]
    cards: list[tuple[tuple[str, ...], float, float, float, float]]
    """The card of each metropolis: its cities, its middle, width and height."""


@cache
def drawing(map: str) -> Drawing:
    """Return the drawing of a map."""
    data = _drawn(map)
    return _plain(map) if data is None else _read(data)


def _drawn(map: str) -> Any:
    """Return the drawing that was made for the web board, from the source or from the files of the web app."""
    files = [CHECKOUT / f"{map}.json", *sorted(BUNDLED.glob(f"map-{map}-[0-9a-f]*.json"))]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        return None
    data = json.loads(found.read_text(encoding="utf-8"))
    return data if {city["id"] for city in data["cities"]} == set(all_maps()[map]["cities"]) else None


def _read(data: Any) -> Drawing:
    ids = [city["id"] for city in data["cities"]]
    spots = data["play"]
    plates = {id: Plate(*plate) for id, plate in zip(ids, spots["plates"], strict=True)}
    groups = [tuple(ids[i] for i in cities) for cities in data.get("metropolises", [])]
    cards = [(cities, *card) for cities, card in zip(groups, spots.get("cards", []), strict=True)]
    anchors = {id: (plate.x, plate.y) for id, plate in plates.items()}
    anchors |= {id: (x, y) for cities, x, y, _, _ in cards for id in cities}
    lines = []
    for (_, *ends), spot in zip(data["lines"], spots["lines"], strict=True):
        pairs = tuple((ids[a], ids[b]) for a, b in zip(ends[::2], ends[1::2], strict=True))
        a, b = anchors[pairs[0][0]], anchors[pairs[0][1]]
        bend = f"Q{spot[2]:g} {spot[3]:g} " if len(spot) == 4 else "L"
        path = "" if a == b else f"M{a[0]:g} {a[1]:g}{bend}{b[0]:g} {b[1]:g}"
        lines.append(Line(pairs, path, spot[0], spot[1]))
    return Drawing(
        tuple(data["size"]),
        data["land"],
        data["others"],
        data.get("water", ""),
        data.get("relief", {}),
        [(one["id"], one.get("color", TINTS[i % len(TINTS)]), one["path"]) for i, one in enumerate(data["regions"])],
        plates,
        lines,
        [MapName(one["text"], one["play"][0], one["play"][1], "sea" in one) for one in data["names"] if one["play"]],
        cards,
    )


def _plain(map: str) -> Drawing:
    """Return a sketch: cities at their places, without outlines."""
    data = all_maps()[map]
    cities: dict[str, Any] = data["cities"]
    raw = {
        id: (city.get("x", city.get("lon", 0) * NARROWER), city.get("y", -city.get("lat", 0)))
        for id, city in cities.items()
    }
    left, top = min(x for x, _ in raw.values()), min(y for _, y in raw.values())
    wide, high = max(x for x, _ in raw.values()) - left or 1, max(y for _, y in raw.values()) - top or 1
    scale = min(1300 / wide, 1000 / high)
    plates = {
        id: Plate(60 + (x - left) * scale, 40 + (y - top) * scale, max(66, len(cities[id]["name"]) * 6.6 + 11))
        for id, (x, y) in raw.items()
    }
    lines = []
    for a, b, *_ in data["connections"]:
        p, q = plates[a], plates[b]
        path = f"M{p.x:g} {p.y:g}L{q.x:g} {q.y:g}"
        lines.append(Line(((a, b),), path, (p.x + q.x) / 2, (p.y + q.y) / 2))
    size = (120 + wide * scale, 80 + high * scale)
    return Drawing(size, "", "", "", {}, [], plates, lines, [], [])
