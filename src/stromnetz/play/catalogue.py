"""What can be played: editions, maps and cards as facts for people, bots and clients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stromnetz.editions.compose import compose
from stromnetz.editions.files import loader
from stromnetz.editions.files.loader import all_editions, all_maps, edition_data, promo_cards
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import CardRef

Names = dict[str, str]
"""A name in each language."""


@dataclass(slots=True, frozen=True)
class PlantFacts:
    """A card of the market as printed."""

    plant: CardRef
    minimum_bid: int
    fuels: tuple[str, ...]
    burns: int
    cities: int
    kind: str = "plant"
    """``plant``, or another kind of card in an edition's market."""
    name: str = ""
    printed: str = ""
    """The number as printed, if it is not the card's number with two digits."""


@dataclass(slots=True, frozen=True)
class EditionFacts:
    id: str
    name: Names
    year: int
    maps: tuple[str, ...]
    players: tuple[int, ...]
    about: Names
    """A sentence on how the edition differs from others."""
    notice: Names
    """A notice to show before the edition is chosen; empty if there is none."""
    players_on: dict[str, tuple[int, ...]]
    """By map: the numbers of players that it has room for."""
    companies: bool
    """Whether companies have more than plants, fuel and houses, which clients then show."""


@cache
def plants(edition: str) -> dict[CardRef, PlantFacts]:
    """Return the plants of an edition by number."""
    data = edition_data(edition)
    out: dict[CardRef, PlantFacts] = {}
    for plant in data["cards"]["plants"]:
        number, ref = plant["number"], plant.get("id", plant["number"])
        out[ref] = PlantFacts(
            ref,
            number,
            tuple(plant["fuels"]),
            plant["burns"],
            plant.get("cities", 0),
            plant.get("type", "plant"),
            plant.get("name", ""),
        )
    for id, card in promo_cards().items() if data.get("promo") else ():
        if "plant" in card:
            plant = card["plant"]
            fuels = [f["id"] for f in data["fuels"]] if plant["fuels"] == "any" else plant["fuels"]
            out[id] = PlantFacts(
                id, plant["number"], tuple(fuels), plant["burns"], plant["cities"], printed=plant.get("printed", "")
            )
    return out


def gains(card: CardRef) -> dict[str, int]:
    """Return the benefits of a card that is not a plant: ``output``, ``cities``, ``places_back``, ``stores``."""
    data = promo_cards().get(str(card), {})
    return dict(data.get("auction", {}).get("gains", {}))


@cache
def payments(edition: str) -> list[int]:
    """Return the income by supplied cities; beyond the list, the last value applies."""
    return list(edition_data(edition)["payments"])


@cache
def maps_by_players(edition: str) -> dict[int, str]:
    """Return the first map with room for each number of players; numbers without one are left out."""
    maps = edition_data(edition)["maps"]
    counts = [row["count"] for row in edition_data(edition)["players"]]
    fit = {n: [map for map in maps if loader.players_on(edition, map)[n] is None] for n in counts}
    return {n: there[0] for n, there in fit.items() if there}


@cache
def phases(edition: str) -> list[list[str]]:
    """Return the phases of the first round, and those of all later rounds."""
    players, map = next(iter(maps_by_players(edition).items()))
    rounds = compose(edition, map, players, {}).edition.round.phases
    return [[phase.id for phase in rounds(number)] for number in (1, 2)]


def editions() -> list[EditionFacts]:
    """Return the editions that can be played.

    >>> [(edition.id, edition.maps) for edition in editions()][:2]
    [('classic-2004', ('germany', 'usa')), ('classic-2009', ('germany', 'usa'))]
    """
    return [
        EditionFacts(
            id,
            t["name"],
            t["year"],
            tuple(t["maps"]),
            tuple(row["count"] for row in t["players"]),
            t["about"],
            t.get("notice", {}),
            {map: tuple(n for n, reason in loader.players_on(id, map).items() if reason is None) for map in t["maps"]},
            bool(t.get("companies")),
        )
        for id, t in all_editions().items()
    ]


def edition_notice(edition: str) -> Names:
    """Return the notice to show before an edition is chosen; empty if there is none."""
    return dict(edition_data(edition).get("notice", {}))


def default_edition() -> str:
    """Return the edition that is played by default."""
    good = all_editions()
    if not good:
        raise BadInput("no edition can be played: 'stromnetz editions' says why", {})
    return next((id for id, data in good.items() if data.get("default")), next(iter(good)))


def rating_group(edition: str) -> str:
    """Return the edition under which games are rated: several editions may share a ladder."""
    group: str = edition_data(edition).get("rated_with", edition)
    return group


def broken() -> dict[str, str]:
    """Return the data files that cannot be used, with the reasons. Other functions here leave out their content."""
    return {error.file: error.message for error in loader.broken()}


@cache
def city_names(map: str) -> dict[str, str]:
    """Return the names of a map's cities by id, as printed."""
    return {id: city["name"] for id, city in all_maps()[map]["cities"].items()}


@cache
def cities_in(map: str, region: str) -> list[str]:
    """Return the cities of a region."""
    return [id for id, city in all_maps()[map]["cities"].items() if city["region"] == region]


@cache
def connections_of(map: str) -> list[tuple[str, str, int]]:
    """Return the connections of a map with their printed costs, 0 if tiles are laid on them."""
    return [(a, b, cost[0] if cost else 0) for a, b, *cost in all_maps()[map]["connections"]]


@cache
def map_name(map: str) -> Names:
    return dict(all_maps()[map]["name"])
