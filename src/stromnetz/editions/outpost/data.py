"""Data files of Outpost: ``edition.toml`` for the rulebook's text, ``reconstruction.toml`` for values in pictures."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, Literal, NotRequired, TypedDict

from stromnetz.editions.files import checks
from stromnetz.editions.files.file_schemas import (
    CITY_FIELDS,
    COMMON_FIELDS,
    COUNT,
    ELEKTRO,
    FUEL_FIELDS,
    ID,
    MAP_FIELDS,
    NAMES_SCHEMA,
    PLAYERS_FIELDS,
    REGION_FIELDS,
    SENTENCE,
    SPECIAL_CARD_SCHEMA,
    optional_field,
)
from stromnetz.editions.files.folders import read_toml, report
from stromnetz.editions.files.schema import (
    Either,
    Field,
    FixedList,
    Keyed,
    ListOf,
    Number,
    OneOf,
    Problem,
    Table,
    Text,
    Whole,
)
from stromnetz.engine.edition import PLANT

from .company_rules import HOUSING, TECHNOLOGY

Values = dict[str, Any]
CARDS_FILE = "reconstruction.toml"
MARKS_SCHEMA = ListOf(Either(SENTENCE, Whole()))

EDITION = Table(
    {
        **COMMON_FIELDS,
        "players": Field(
            ListOf(Table({**PLAYERS_FIELDS, "workers": Field(COUNT, "on each space of the labour market")}), 1, 5),
            "what depends on the number of players",
        ),
        "site_cost": Field(ELEKTRO, "of a plant or housing building"),
        "buildings": Field(COUNT, "how many of each of the two kinds each player has"),
        "robots": Field(COUNT, "how many there are"),
        "discounts": Field(ListOf(ELEKTRO, 1), "on each card of the current market, by round"),
        "fuels": Field(ListOf(Table(FUEL_FIELDS), 1, 1), "the workers, hired from a market just as fuel is bought"),
        "special": Field(ListOf(SPECIAL_CARD_SCHEMA), "the cards of the deck that are not reconstructed"),
    }
)

MAP = Table(
    {
        **MAP_FIELDS,
        "id": Field(ID, "the id of the map in files and commands"),
        "connections": Field(ListOf(FixedList(("city", "city"), (ID, ID)), 1), "two cities; a tile gives the cost"),
        "regions": Field(ListOf(Table(REGION_FIELDS), 1, 12), "the regions"),
        "cities": Field(
            Keyed(
                ID,
                Table(
                    {
                        **CITY_FIELDS,
                        "site": Field(OneOf(("plant", "housing")), "the kind of its company space"),
                        "x": Field(Number(-5000, 5000), "for drawing only"),
                        "y": Field(Number(-5000, 5000), "for drawing only"),
                    }
                ),
                2,
            ),
            "the cities by id",
        ),
    }
)
_COMPANY_CARD = {
    "id": optional_field(Text("[0-9]{2}[a-z]", "two digits and a letter"), "distinguishes cards with the same number"),
    "number": Field(Whole(1, 999), "its number"),
    "back": Field(ID, "its back"),
    "rulebook": optional_field(MARKS_SCHEMA, "the keys given in the text of the rulebook"),
    "derived": optional_field(MARKS_SCHEMA, "the keys that follow from it"),
}
_WORKERS = Field(Whole(0, 20), "workers that run it")
_CITIES = Field(Whole(0, 20), "cities that it powers")
_PLACES = Field(Whole(0, 20), "permanent workers that it has space for")
_PRINTED = optional_field(MARKS_SCHEMA, "the numbers given in the text of the rulebook")
RECONSTRUCTION_SCHEMA = Table(
    {
        "notice": Field(NAMES_SCHEMA, "a notice shown with the edition"),
        "payment": Field(
            Table({"elektro": Field(ListOf(ELEKTRO, 2), "income by cities powered, from 0"), "rulebook": _PRINTED}),
            "the income",
        ),
        "labour": Field(
            Table({"prices": Field(ListOf(ELEKTRO, 1), "of its spaces, cheapest first"), "rulebook": _PRINTED}),
            "the labour market",
        ),
        "tiles": Field(
            Table({"costs": Field(ListOf(ELEKTRO, 1), "one for each connection"), "rulebook": _PRINTED}),
            "the connection costs that are shuffled",
        ),
        "plants": Field(ListOf(Table({**_COMPANY_CARD, "workers": _WORKERS, "cities": _CITIES}), 1), "the plants"),
        "housings": Field(ListOf(Table({**_COMPANY_CARD, "places": _PLACES}), 1), "the housings"),
        "technologies": Field(
            ListOf(
                Table(
                    {
                        **_COMPANY_CARD,
                        "name": Field(SENTENCE, "as printed"),
                        "effect": Field(ID, "what it does"),
                        "value": optional_field(Whole(0, 99), "how much of it"),
                        "workers": optional_field(_WORKERS.shape, _WORKERS.about),
                        "places": optional_field(_PLACES.shape, _PLACES.about),
                        "cities": optional_field(_CITIES.shape, _CITIES.about),
                    }
                ),
                1,
            ),
            "the technologies",
        ),
        "map": Field(MAP, "the board"),
    }
)


class CompanyCard(TypedDict):
    """Further facts of a card in the market."""

    type: Literal["plant", "housing", "technology"]
    workers: NotRequired[int]
    places: NotRequired[int]
    effect: NotRequired[str]


class CompanyEdition(TypedDict):
    """Further facts of the edition: the price of a company place, the buildings of each kind."""

    site_cost: int
    buildings: int


class CompanyCity(TypedDict):
    """Further facts of a city: the kind of its company place."""

    site: Literal["plant", "housing"]


FACTS = (CompanyCard, CompanyEdition, CompanyCity)
"""Types of the further facts, for generating client types."""

PAGES = (
    (
        "EDITION/edition.toml beside a reconstruction.toml",
        "An edition with company boards and reconstructed values.",
        EDITION,
    ),
    ("EDITION/reconstruction.toml", "Values that its rulebook shows only as pictures.", RECONSTRUCTION_SCHEMA),
)
"""The files to document in ``docs/data-files.md``."""


def complete(data: Values, folder: Traversable) -> None:
    """Add the reconstructed data."""
    where = f"{folder.name}/{CARDS_FILE}"
    found = read_toml(folder.joinpath(CARDS_FILE), where, RECONSTRUCTION_SCHEMA)
    report(where, list(problems(data, found)))
    _put_together(data, found)


def problems(data: Values, found: Values) -> Iterator[Problem]:
    """Check the reconstructed data: one tile for every connection, rising prices."""
    tiles, lines = found["tiles"]["costs"], found["map"]["connections"]
    if len(tiles) != len(lines):
        yield "tiles.costs", f"must be {len(lines)}, one for each connection of the map, not {len(tiles)}"
    prices = found["labour"]["prices"]
    if prices != sorted(set(prices)):
        yield "labour.prices", "must go from the lowest price to the highest, each once"
    regions = [region["id"] for region in found["map"]["regions"]]
    for region in data.get("always_regions", []):
        if region not in regions:
            yield checks.unknown("map.regions", "region", region, regions)
    yield from (((f"map.{key}" if key else "map"), text) for key, text in checks.map_problems(found["map"]))


def _put_together(data: Values, found: Values) -> None:
    """Put reconstructed data where other editions have it."""
    data["companies"] = True
    data["notice"] = found["notice"]
    data["payments"] = found["payment"]["elektro"]
    prices = data["labour"] = found["labour"]["prices"]
    for fuel in data["fuels"]:
        fuel["spaces_by_players"] = {str(row["count"]): _spaces(prices, row) for row in data["players"]}
    data["tiles"] = found["tiles"]["costs"]
    kinds = (("plants", PLANT), ("housings", HOUSING), ("technologies", TECHNOLOGY))
    cards = [{"type": kind, "fuels": [], "burns": 0, **card} for key, kind in kinds for card in found[key]]
    data["cards"] = {"plants": cards, "special": data["special"]}
    data["own_map"] = found["map"]
    data["maps"] = [found["map"]["id"]]


def _spaces(prices: list[int], row: Values) -> list[list[int]]:
    """Return the spaces of the labour market with the workers on each, twice as many on the last (L3)."""
    return [[price, row["workers"] * (2 if price == prices[-1] else 1)] for price in prices]
