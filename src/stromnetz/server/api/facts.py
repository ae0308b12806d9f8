"""What is said about editions and boards, as types: the part of their tables that clients read.

The tables of an edition may hold more, which goes out with the rest; it says what in its own folder (``FACTS``). What
is not in every table is left out of the others, and is never null.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from .base import Reply

T = TypeVar("T")
Maybe: TypeAlias = T | SkipJsonSchema[None]
Names = dict[str, str]
"""A name or a text by language."""
Space = tuple[int, int]
"""A price of the fuel market, and how many markers lie there."""


class Facts(Reply):
    model_config = ConfigDict(extra="allow")


class OptionFacts(Facts):
    """An option of an edition: one of these values, the default first; or any of these cards."""

    values: Maybe[list[str | int | bool]] = None
    any_of: Maybe[list[str]] = None


class EditionShort(Facts):
    """An edition in the list of all."""

    id: str
    name: Names
    year: int
    maps: list[str]
    players: list[int]
    players_on: dict[str, list[int]] = Field(description="how many can play on each of its boards")
    options: dict[str, OptionFacts]
    default: bool
    about: Names
    notice: Names = Field(description="what a player should know before choosing it; often empty")
    companies: bool


class PlantFacts(Facts):
    number: int
    printed: Maybe[str] = Field(None, description="where the number on the card is not that")
    fuels: Literal["any"] | list[str]
    burns: int
    cities: Maybe[int] = None
    kind: Maybe[str] = None
    type: Maybe[str] = Field(None, description="where cards of other types are sold too")
    id: Maybe[str] = Field(None, description="where several cards have one number")
    name: Maybe[str] = None


class FuelFacts(Facts):
    id: str
    name: Names
    markers: Maybe[int] = None
    spaces: Maybe[list[Space]] = None
    spaces_by_players: Maybe[dict[str, list[Space]]] = Field(
        None, description="instead, where the number of players says how many lie on each space"
    )
    start: Maybe[int] = None
    refill: Maybe[dict[str, list[int]]] = None


class PlayersFacts(Facts):
    count: int
    regions: Maybe[int] = None


class NeutralFacts(Facts):
    """The company that nobody plays."""

    name: Maybe[Names] = None


class SpecialCard(Facts):
    id: str
    name: Names


class CardsFacts(Facts):
    plants: list[PlantFacts]
    special: list[SpecialCard]


class PromoFacts(Facts):
    name: Names
    about: Names
    plant: Maybe[PlantFacts] = None


class EditionFacts(Facts):
    """One edition with all its numbers."""

    id: str
    name: Names
    payments: list[int]
    place_costs: list[int]
    fuels: list[FuelFacts]
    players: list[PlayersFacts]
    neutral: Maybe[NeutralFacts] = None
    cards: CardsFacts
    promo_cards: dict[str, PromoFacts]
    phases: list[list[str]] = Field(description="of the first round, and of every further one")
    notice: Maybe[Names] = None
    words: Maybe[dict[str, dict[str, Names]]] = Field(
        None, description="what it says in other words than the others, by language and section"
    )


class BotFacts(Facts):
    id: str


class RuleText(Facts):
    id: str
    text: str


class Heading(Facts):
    """A heading of the rules, with the ids of those under it."""

    title: str
    rules: list[str]


class RuleBook(Facts):
    headings: list[Heading]
    rules: Names


class NamedThing(Facts):
    id: str
    name: Names


class CityFacts(Facts):
    name: str
    region: str
    lat: Maybe[float] = Field(None, description="its place on the earth, where the board shows a part of it")
    lon: Maybe[float] = None
    x: Maybe[float] = Field(None, description="its place on a board that shows none")
    y: Maybe[float] = None


class BoardFacts(Facts):
    id: str
    name: Names
    regions: list[NamedThing]
    cities: dict[str, CityFacts]
    connections: list[tuple[str, str] | tuple[str, str, int]] = Field(description="two cities, and what lies between")
