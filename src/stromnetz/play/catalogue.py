"""What there is to play: editions, maps and cards as facts for people, bots and clients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stromnetz.editions.compose import compose
from stromnetz.editions.files import loading
from stromnetz.editions.files.loading import all_editions, all_maps, edition_data, promo_cards
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import CardRef

Names = dict[str, str]
"""A name by language."""


@dataclass(slots=True, frozen=True)
class PlantFacts:
    """A card of the market as printed."""

    plant: CardRef
    minimum_bid: int
    fuels: tuple[str, ...]
    burns: int
    cities: int
    kind: str = "plant"
    """``plant``, or what else an edition has on offer."""
    name: str = ""
    printed: str = ""
    """The number as it stands on the card, where that is not the card's own in two figures."""


@dataclass(slots=True, frozen=True)
class EditionFacts:
    id: str
    name: Names
    year: int
    maps: tuple[str, ...]
    players: tuple[int, ...]
    about: Names
    """A sentence that tells it from the others."""
    notice: Names
    """What a player should know before choosing it; empty where there is nothing to tell."""
    players_on: dict[str, tuple[int, ...]]
    """By map: the numbers of players that it has room for."""
    companies: bool
    """Whether a company is more than plants, fuel and houses, so that a client has more to show of it."""


@cache
def plants(edition: str) -> dict[CardRef, PlantFacts]:
    """The plants of an edition by their numbers."""
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
    """What a card that is no plant gives its owner: ``output``, ``cities``, ``places_back``, ``stores``."""
    data = promo_cards().get(str(card), {})
    return dict(data.get("auction", {}).get("gains", {}))


@cache
def payments(edition: str) -> list[int]:
    """Income by cities supplied; more than the list holds pay like its last line."""
    return list(edition_data(edition)["payments"])


@cache
def maps_by_players(edition: str) -> dict[int, str]:
    """For each number of players the first map that has room for them; numbers without one are left out."""
    maps = edition_data(edition)["maps"]
    counts = [row["count"] for row in edition_data(edition)["players"]]
    fit = {n: [map for map in maps if loading.players_on(edition, map)[n] is None] for n in counts}
    return {n: there[0] for n, there in fit.items() if there}


@cache
def phases(edition: str) -> list[list[str]]:
    """The phases of the first round, and those of every further one."""
    players, map = next(iter(maps_by_players(edition).items()))
    rounds = compose(edition, map, players, {}).edition.round.phases
    return [[phase.id for phase in rounds(number)] for number in (1, 2)]


def editions() -> list[EditionFacts]:
    return [
        EditionFacts(
            id,
            t["name"],
            t["year"],
            tuple(t["maps"]),
            tuple(row["count"] for row in t["players"]),
            t["about"],
            t.get("notice", {}),
            {map: tuple(n for n, reason in loading.players_on(id, map).items() if reason is None) for map in t["maps"]},
            bool(t.get("companies")),
        )
        for id, t in all_editions().items()
    ]


def edition_notice(edition: str) -> Names:
    """What a player of an edition should know about it; empty where there is nothing to tell."""
    return dict(edition_data(edition).get("notice", {}))


def default_edition() -> str:
    """The edition that is played where none is named."""
    good = all_editions()
    if not good:
        raise BadInput("no edition can be played: 'stromnetz editions' says why", {})
    return next((id for id, data in good.items() if data.get("default")), next(iter(good)))


def rating_group(edition: str) -> str:
    """Under which edition the games of an edition are rated: several may share one list."""
    group: str = edition_data(edition).get("rated_with", edition)
    return group


def broken() -> dict[str, str]:
    """The data files that cannot be used, each with the reason; what they hold is missing from everything else here."""
    return {error.file: error.message for error in loading.broken()}


@cache
def city_names(map: str) -> dict[str, str]:
    """The cities of a map by id, as the board writes them."""
    return {id: city["name"] for id, city in all_maps()[map]["cities"].items()}


@cache
def cities_in(map: str, region: str) -> list[str]:
    """The cities of a region."""
    return [id for id, city in all_maps()[map]["cities"].items() if city["region"] == region]


@cache
def connections_of(map: str) -> list[tuple[str, str, int]]:
    """The connections of a map with their printed costs, 0 where tiles are laid on them."""
    return [(a, b, cost[0] if cost else 0) for a, b, *cost in all_maps()[map]["connections"]]


@cache
def map_name(map: str) -> Names:
    return dict(all_maps()[map]["name"])
