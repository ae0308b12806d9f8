"""Names that other programs use for our editions, boards and cities, where they differ from our ids."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

from stromnetz.editions.files.loading import all_maps


class ForeignNames(NamedTuple):
    editions: dict[str, str]
    maps: dict[str, str]
    cities: dict[str, str]
    """What is written otherwise than on our boards, apart from marks on letters."""


# As in boardgamers/powergrid: gamestate.ts, maps/germany.ts, maps/america.ts. Its other variant has the boards, cards
# and rules of the edition of 2019, which we do not have.
BOARDGAMERS = ForeignNames(
    {"original": "classic-2004"},
    {"Germany": "germany", "USA": "usa"},
    {"Knoxvile": "knoxville", "Jacksonvile": "jacksonville"},
)


def _plain(name: str) -> str:
    """A name without case, marks on letters, blanks and signs."""
    return "".join([c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum()])


@cache
def cities_by_name(map: str) -> dict[str, str]:
    return {_plain(city["name"]): id for id, city in all_maps()[map]["cities"].items()}


def city_of(names: ForeignNames, map: str, name: str) -> str | None:
    """Our id of a city that is called so there; None where our board has no such city."""
    return names.cities.get(name) or cities_by_name(map).get(_plain(name))


def region_of(map: str, city: str) -> str:
    region: str = all_maps()[map]["cities"][city]["region"]
    return region
