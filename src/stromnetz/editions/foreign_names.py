"""Names of editions, boards and cities in other programs, if they differ from our ids."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

from stromnetz.editions.files.loader import all_maps


class ForeignNames(NamedTuple):
    editions: dict[str, str]
    maps: dict[str, str]
    cities: dict[str, str]
    """City names that differ by more than diacritics."""


# From boardgamers/powergrid: gamestate.ts, maps/germany.ts, maps/america.ts. Its other variant is the edition of 2019,
# which we do not have.
BOARDGAMERS = ForeignNames(
    {"original": "classic-2004"},
    {"Germany": "germany", "USA": "usa"},
    {"Knoxvile": "knoxville", "Jacksonvile": "jacksonville"},
)


def _plain(name: str) -> str:
    """Return a name in lower case, without diacritics, spaces and punctuation."""
    return "".join([c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum()])


@cache
def cities_by_name(map: str) -> dict[str, str]:
    return {_plain(city["name"]): id for id, city in all_maps()[map]["cities"].items()}


def city_of(names: ForeignNames, map: str, name: str) -> str | None:
    """Return our id of a city in another program; None if our board has no such city."""
    return names.cities.get(name) or cities_by_name(map).get(_plain(name))


def region_of(map: str, city: str) -> str:
    region: str = all_maps()[map]["cities"][city]["region"]
    return region
