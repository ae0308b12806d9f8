"""Events: typed facts about what happened, in the public ids.

Every event may be shown to all in its ``public()`` form; one that carries something hidden leaves that out there
(``None``). The record keeps events whole. Events are made only while a game is recorded, never in a bare playout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from .errors import BadInput
from .moves import CardRef, Json

EVENTS: dict[str, type[Event]] = {}


@dataclass(slots=True)
class Event:
    """The base of all events. The kind is the class name in hyphens: ``CardDrawn`` is ``card-drawn``."""

    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """Whether it turned up a card or shuffled something, so that the move that caused it cannot be taken back."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        EVENTS[cls.kind] = cls

    def to_json(self) -> Json:
        out: Json = {"kind": self.kind}
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            # copied, so that nobody changes the record by changing its JSON
            out[name] = value.copy() if type(value) is list or type(value) is dict else value
        return out

    def public(self) -> Event | None:
        """What everybody may know of it; None when that is nothing."""
        return self

    def seen_by(self, seat: int | None) -> Event | None:
        """What a seat, or a spectator, may know of it."""
        return self.public()


# --- set-up and the frame of the game ---


@dataclass(slots=True)
class RegionsChosen(Event):
    regions: list[str]


@dataclass(slots=True)
class RegionNamed(Event):
    seat: int
    region: str


@dataclass(slots=True)
class TilesLaid(Event):
    """The costs of all connections of the board, in the order in which its data lists them."""

    costs: list[int]


@dataclass(slots=True)
class OrderSet(Event):
    order: list[int]


@dataclass(slots=True)
class CardsRemoved(Event):
    """Cards taken out of the game unseen at set-up."""

    count: int
    cards: list[CardRef] | None

    def public(self) -> Event:
        return replace(self, cards=None)


@dataclass(slots=True)
class DeckShuffled(Event):
    """The deck, top first, as it lies after a shuffle."""

    reveals: ClassVar[bool] = True
    count: int
    cards: list[CardRef] | None

    def public(self) -> Event:
        return replace(self, cards=None)


@dataclass(slots=True)
class RoundBegan(Event):
    round: int


@dataclass(slots=True)
class PhaseBegan(Event):
    phase: str


@dataclass(slots=True)
class StepBegan(Event):
    step: int


# --- plants ---


@dataclass(slots=True)
class AuctionOpened(Event):
    seat: int
    plant: CardRef
    bid: int


@dataclass(slots=True)
class BidMade(Event):
    seat: int
    amount: int


@dataclass(slots=True)
class Passed(Event):
    seat: int


@dataclass(slots=True)
class PhaseLeft(Event):
    seat: int


@dataclass(slots=True)
class PlantBought(Event):
    seat: int
    plant: CardRef
    price: int


@dataclass(slots=True)
class PlantScrapped(Event):
    seat: int
    plant: CardRef


@dataclass(slots=True)
class FuelGivenUp(Event):
    seat: int
    fuel: dict[str, int]


@dataclass(slots=True)
class CardDrawn(Event):
    reveals: ClassVar[bool] = True
    card: CardRef


@dataclass(slots=True)
class CardBoxed(Event):
    """A card left the game; ``rule`` says by which rule."""

    card: CardRef
    rule: str


@dataclass(slots=True)
class CardPiled(Event):
    """A card of the market went on top of its equal."""

    card: CardRef
    on: CardRef


@dataclass(slots=True)
class CardPutUnder(Event):
    """A card of the market went face down under the deck."""

    card: CardRef


@dataclass(slots=True)
class ExtraAuctionBegan(Event):
    card: CardRef


@dataclass(slots=True)
class CardWon(Event):
    """A card that is no plant was won in an extra auction."""

    seat: int
    card: CardRef
    price: int


@dataclass(slots=True)
class CardPassedOn(Event):
    """A card that is no plant has come to a seat without an auction."""

    seat: int
    card: CardRef


@dataclass(slots=True)
class TopCardSeen(Event):
    """A seat has looked at the top card of the deck; nobody else knows it."""

    reveals: ClassVar[bool] = True
    seat: int
    card: CardRef

    def public(self) -> Event | None:
        return None

    def seen_by(self, seat: int | None) -> Event | None:
        return self if seat == self.seat else None


@dataclass(slots=True)
class TaxPaid(Event):
    seat: int
    tax: int


@dataclass(slots=True)
class FuelMoved(Event):
    """Markers went between market and supply."""

    fuel: str
    count: int
    to: str


@dataclass(slots=True)
class CardAssigned(Event):
    seat: int
    card: CardRef
    plant: CardRef


@dataclass(slots=True)
class PlantTaken(Event):
    """A company that nobody plays took a plant from the market."""

    seat: int
    plant: CardRef


# --- fuel, building, income ---


@dataclass(slots=True)
class FuelTaken(Event):
    """A company that nobody plays took fuel from the market."""

    seat: int
    fuel: dict[str, int]


@dataclass(slots=True)
class FuelReturned(Event):
    """A company that nobody plays gave all its fuel back to the supply."""

    seat: int
    fuel: dict[str, int]


@dataclass(slots=True)
class HousePlaced(Event):
    """A house of a company that nobody plays came into a city."""

    seat: int
    city: str


@dataclass(slots=True)
class MarkerLaid(Event):
    """A marker lies on a plant: its minimum bid is another for now."""

    plant: CardRef
    minimum_bid: int


@dataclass(slots=True)
class MarkerRemoved(Event):
    plant: CardRef


@dataclass(slots=True)
class FuelBought(Event):
    seat: int
    fuel: str
    count: int
    cost: int


@dataclass(slots=True)
class CityConnected(Event):
    seat: int
    city: str
    place_cost: int
    connection_cost: int
    path: list[str]


@dataclass(slots=True)
class PlantsRan(Event):
    """``burn`` is the fuel burnt, or the workers that ran the plants."""

    seat: int
    plants: list[CardRef]
    burn: dict[str, int]
    supplied: int
    income: int


@dataclass(slots=True)
class FuelRefilled(Event):
    fuel: dict[str, int]


@dataclass(slots=True)
class GameEnded(Event):
    """What every seat can supply at the end (E1)."""

    supplied: list[int]


def event_from_json(data: object) -> Event:
    """The event that a JSON object describes."""
    kind = data.get("kind") if isinstance(data, dict) else None
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None or not isinstance(data, dict):
        raise BadInput(f"not an event of a known kind: {kind!r}", {"kind": kind})
    names = {f.name for f in fields(cls)}
    if names != data.keys() - {"kind"}:
        raise BadInput(f"an event of kind {kind!r} has the fields {', '.join(sorted(names))}", {"kind": kind})
    values: dict[str, Any] = {name: data[name] for name in names}
    return cls(**values)
