"""Types of reference data: the part of the editions' and maps' files that clients read.

Files may contain more, which is sent, too; an edition declares it in its folder (``FACTS``). Optional fields are
omitted, never null.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from stromnetz.server.core.http import ResponseModel

T = TypeVar("T")
Omittable: TypeAlias = T | SkipJsonSchema[None]
Names = dict[str, str]
"""A name or text by language."""
Space = tuple[int, int]
"""A price of the fuel market, and the number of markers at that price."""


class Facts(ResponseModel):
    model_config = ConfigDict(extra="allow")


class OptionFacts(Facts):
    """An option of an edition: one of these values, the default first, or any of these cards."""

    values: Omittable[list[str | int | bool]] = None
    any_of: Omittable[list[str]] = None


class EditionShort(Facts):
    """An edition in the list."""

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
    printed: Omittable[str] = Field(None, description="where the number on the card is not that")
    fuels: Literal["any"] | list[str]
    burns: int
    cities: Omittable[int] = None
    kind: Omittable[str] = None
    type: Omittable[str] = Field(None, description="where cards of other types are sold too")
    id: Omittable[str] = Field(None, description="where several cards have one number")
    name: Omittable[str] = None


class FuelFacts(Facts):
    id: str
    name: Names
    markers: Omittable[int] = None
    spaces: Omittable[list[Space]] = None
    spaces_by_players: Omittable[dict[str, list[Space]]] = Field(
        None, description="instead, where the number of players says how many lie on each space"
    )
    start: Omittable[int] = None
    refill: Omittable[dict[str, list[int]]] = None


class PlayersFacts(Facts):
    count: int
    regions: Omittable[int] = None


class NeutralFacts(Facts):
    """A company without a player."""

    name: Omittable[Names] = None


class SpecialCard(Facts):
    id: str
    name: Names


class CardsFacts(Facts):
    plants: list[PlantFacts]
    special: list[SpecialCard]


class PromoFacts(Facts):
    name: Names
    about: Names
    plant: Omittable[PlantFacts] = None


class EditionFacts(Facts):
    """An edition with all its numbers."""

    id: str
    name: Names
    payments: list[int]
    place_costs: list[int]
    fuels: list[FuelFacts]
    players: list[PlayersFacts]
    neutral: Omittable[NeutralFacts] = None
    cards: CardsFacts
    promo_cards: dict[str, PromoFacts]
    phases: list[list[str]] = Field(description="of the first round, and of every further one")
    notice: Omittable[Names] = None
    words: Omittable[dict[str, dict[str, Names]]] = Field(
        None, description="what it says in other words than the others, by language and section"
    )


class BotFacts(Facts):
    id: str


class RuleText(Facts):
    id: str
    text: str


class Heading(Facts):
    """A heading of the rules, with the ids below it."""

    title: str
    rules: list[str]


class RuleBook(Facts):
    headings: list[Heading]
    rules: Names


class GuideBlock(Facts):
    """A paragraph, or the items of a list."""

    kind: Literal["text", "list", "steps"] = Field(description="steps: a numbered list")
    items: list[str] = Field(description="ids of rules stand in the text, what is bold between **")


class GuideSection(Facts):
    """A heading and what is below it; the introduction has an empty one."""

    title: str
    blocks: list[GuideBlock]
    games: list[str] = Field(description="the editions and options it is about; none: every game")


class GuideOut(Facts):
    """A guide for players."""

    title: str
    sections: list[GuideSection]


class NamedThing(Facts):
    id: str
    name: Names


class CityFacts(Facts):
    name: str
    region: str
    lat: Omittable[float] = Field(None, description="its place on the earth, where the board shows a part of it")
    lon: Omittable[float] = None
    x: Omittable[float] = Field(None, description="its place on a board that shows none")
    y: Omittable[float] = None


class BoardFacts(Facts):
    id: str
    name: Names
    regions: list[NamedThing]
    cities: dict[str, CityFacts]
    connections: list[tuple[str, str] | tuple[str, str, int]] = Field(description="two cities, and what lies between")
