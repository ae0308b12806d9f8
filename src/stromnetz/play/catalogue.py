"""What there is to play: editions, maps and cards as facts for people, bots and clients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stromnetz.editions.promo import promo_cards
from stromnetz.editions.tables import edition_table, edition_tables, map_tables
from stromnetz.engine.moves import CardRef

Names = dict[str, str]
"""A name by language: ``en``, ``de``, ``nl``."""


@dataclass(slots=True, frozen=True)
class PlantFacts:
    """A plant as printed."""

    plant: CardRef
    minimum_bid: int
    fuels: tuple[str, ...]
    burns: int
    cities: int


@dataclass(slots=True, frozen=True)
class EditionFacts:
    id: str
    name: Names
    year: int
    maps: tuple[str, ...]
    players: tuple[int, ...]


@cache
def plants(edition: str) -> dict[CardRef, PlantFacts]:
    """The plants of an edition by their numbers."""
    table = edition_table(edition)
    out: dict[CardRef, PlantFacts] = {}
    for plant in table["cards"]["plants"]:
        number = plant["number"]
        out[number] = PlantFacts(number, number, tuple(plant["fuels"]), plant["burns"], plant["cities"])
    for id, card in promo_cards().items() if table.get("promo") else ():
        if "plant" in card:
            plant = card["plant"]
            fuels = [f["id"] for f in table["fuels"]] if plant["fuels"] == "any" else plant["fuels"]
            out[id] = PlantFacts(id, plant["number"], tuple(fuels), plant["burns"], plant["cities"])
    return out


def editions() -> list[EditionFacts]:
    return [
        EditionFacts(id, t["name"], t["year"], tuple(t["maps"]), tuple(row["count"] for row in t["players"]))
        for id, t in edition_tables().items()
    ]


def default_edition() -> str:
    """The edition that is played where none is named."""
    return next(id for id, table in edition_tables().items() if table.get("default"))


@cache
def city_names(map: str) -> dict[str, str]:
    """The cities of a map by id, as the board writes them."""
    return {id: city["name"] for id, city in map_tables()[map]["cities"].items()}


@cache
def cities_in(map: str, region: str) -> list[str]:
    """The cities of a region."""
    return [id for id, city in map_tables()[map]["cities"].items() if city["region"] == region]


@cache
def map_name(map: str) -> Names:
    return dict(map_tables()[map]["name"])
