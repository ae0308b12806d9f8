"""Events: typed facts about what happened, in the public ids.

Every event may be shown to all in its ``public()`` form; one that carries something hidden leaves that out there
(``None``). The record keeps events whole, and they never change: whoever is given one may keep it. Events are made only
while a game is recorded, never in a bare playout.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from .errors import BadInput, shown
from .fixed import FixedDict
from .moves import CardRef, Json

EVENTS: dict[str, type[Event]] = {}


def fix(event: Event, *names: str) -> None:
    """Let these fields of a new event, lists or objects, never change, nor with what they were made from."""
    for name in names:
        value = getattr(event, name)
        if type(value) is list:
            object.__setattr__(event, name, tuple(value))
        elif type(value) is dict:
            object.__setattr__(event, name, FixedDict(value))


@dataclass(slots=True, frozen=True)
class Event:
    """The base of all events. The kind is the class name in hyphens: ``CardDrawn`` is ``card-drawn``."""

    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """Whether it turned up a card or shuffled something, so that the move that caused it cannot be taken back."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if cls.kind in EVENTS and vars(EVENTS[cls.kind])["__module__"] != vars(cls)["__module__"]:
            raise TypeError(f"there is an event {cls.kind!r} already, of {vars(EVENTS[cls.kind])['__module__']}")
        EVENTS[cls.kind] = cls

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind}
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            # lists and objects of their own, which whoever gets them may change
            if type(value) is tuple:
                value = list(value)
            elif type(value) is FixedDict:
                value = dict(value)
            out[name] = value
        return out

    def public(self) -> Event | None:
        """What everybody may know of it; None when that is nothing."""
        return self

    def seen_by(self, seat: int | None) -> Event | None:
        """What a seat, or a spectator, may know of it."""
        return self.public()


# --- set-up and the frame of the game ---


@dataclass(slots=True, frozen=True)
class RegionsChosen(Event):
    regions: Sequence[str]

    def __post_init__(self) -> None:
        fix(self, "regions")


@dataclass(slots=True, frozen=True)
class RegionNamed(Event):
    seat: int
    region: str


@dataclass(slots=True, frozen=True)
class TilesLaid(Event):
    """The costs of all connections of the board, in the order in which its data lists them."""

    costs: Sequence[int]

    def __post_init__(self) -> None:
        fix(self, "costs")


@dataclass(slots=True, frozen=True)
class OrderSet(Event):
    order: Sequence[int]

    def __post_init__(self) -> None:
        fix(self, "order")


@dataclass(slots=True, frozen=True)
class CardsRemoved(Event):
    """Cards taken out of the game unseen at set-up."""

    count: int
    cards: Sequence[CardRef] | None

    def __post_init__(self) -> None:
        fix(self, "cards")

    def public(self) -> Event:
        return replace(self, cards=None)


@dataclass(slots=True, frozen=True)
class DeckShuffled(Event):
    """The deck, top first, as it lies after a shuffle."""

    reveals: ClassVar[bool] = True
    count: int
    cards: Sequence[CardRef] | None

    def __post_init__(self) -> None:
        fix(self, "cards")

    def public(self) -> Event:
        return replace(self, cards=None)


@dataclass(slots=True, frozen=True)
class RoundBegan(Event):
    round: int


@dataclass(slots=True, frozen=True)
class PhaseBegan(Event):
    phase: str


@dataclass(slots=True, frozen=True)
class StepBegan(Event):
    step: int


# --- plants ---


@dataclass(slots=True, frozen=True)
class AuctionOpened(Event):
    seat: int
    plant: CardRef
    bid: int


@dataclass(slots=True, frozen=True)
class BidMade(Event):
    seat: int
    amount: int


@dataclass(slots=True, frozen=True)
class Passed(Event):
    seat: int


@dataclass(slots=True, frozen=True)
class PhaseLeft(Event):
    seat: int


@dataclass(slots=True, frozen=True)
class PlantBought(Event):
    seat: int
    plant: CardRef
    price: int


@dataclass(slots=True, frozen=True)
class PlantScrapped(Event):
    seat: int
    plant: CardRef


@dataclass(slots=True, frozen=True)
class FuelGivenUp(Event):
    seat: int
    fuel: Mapping[str, int]

    def __post_init__(self) -> None:
        fix(self, "fuel")


@dataclass(slots=True, frozen=True)
class CardDrawn(Event):
    reveals: ClassVar[bool] = True
    card: CardRef


@dataclass(slots=True, frozen=True)
class CardBoxed(Event):
    """A card left the game; ``rule`` says by which rule."""

    card: CardRef
    rule: str


@dataclass(slots=True, frozen=True)
class CardPutUnder(Event):
    """A card of the market went face down under the deck."""

    card: CardRef


@dataclass(slots=True, frozen=True)
class ExtraAuctionBegan(Event):
    card: CardRef


@dataclass(slots=True, frozen=True)
class CardWon(Event):
    """A card that is no plant was won in an extra auction."""

    seat: int
    card: CardRef
    price: int


@dataclass(slots=True, frozen=True)
class CardAssigned(Event):
    seat: int
    card: CardRef
    plant: CardRef


# --- fuel, building, income ---


@dataclass(slots=True, frozen=True)
class FuelBought(Event):
    seat: int
    fuel: str
    count: int
    cost: int


@dataclass(slots=True, frozen=True)
class CityConnected(Event):
    seat: int
    city: str
    place_cost: int
    connection_cost: int
    path: Sequence[str]

    def __post_init__(self) -> None:
        fix(self, "path")


@dataclass(slots=True, frozen=True)
class PlantsRan(Event):
    """``burn`` is the fuel burnt, or what else the plants needed."""

    seat: int
    plants: Sequence[CardRef]
    burn: Mapping[str, int]
    supplied: int
    income: int

    def __post_init__(self) -> None:
        fix(self, "plants", "burn")


@dataclass(slots=True, frozen=True)
class FuelRefilled(Event):
    fuel: Mapping[str, int]

    def __post_init__(self) -> None:
        fix(self, "fuel")


@dataclass(slots=True, frozen=True)
class GameEnded(Event):
    """What every seat can supply at the end (E1)."""

    supplied: Sequence[int]

    def __post_init__(self) -> None:
        fix(self, "supplied")


def event_from_json(data: object) -> Event:
    """The event that a JSON object describes."""
    kind = data.get("kind") if isinstance(data, dict) else None
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None or not isinstance(data, dict):
        raise BadInput(f"not an event of a known kind: {shown(kind)}", {"kind": shown(kind)})
    names = {f.name for f in fields(cls)}
    if names != data.keys() - {"kind"}:
        raise BadInput(f"an event of kind {kind!r} has the fields {', '.join(sorted(names))}", {"kind": kind})
    values: dict[str, Any] = {name: data[name] for name in names}
    return cls(**values)
