"""Events: typed facts about what happened, in the public ids.

Each event has a form that everyone may see (``public()``), with hidden values replaced by ``None``. Records keep events
whole. Events never change, so they can be shared. They are only created while a game is recorded, not in simulations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from .errors import BadInput, short_repr
from .json_text import json_text
from .moves import CardRef, Json
from .value_classes import field_names, fixed, to_plain_json

EVENTS: dict[str, type[Event]] = {}


class Event:
    """Base class of all events. The kind is the class name in kebab case: ``CardDrawn`` is ``card-drawn``.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> game.apply(Open(4, 4))[0].to_json()
    {'kind': 'auction-opened', 'seat': 1, 'plant': 4, 'bid': 4}
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """Whether it revealed a card or shuffled something, so that the move that caused it cannot be undone."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if cls.kind in EVENTS and vars(EVENTS[cls.kind])["__module__"] != vars(cls)["__module__"]:
            raise TypeError(f"there is an event {cls.kind!r} already, of {vars(EVENTS[cls.kind])['__module__']}")
        EVENTS[cls.kind] = cls

    def to_json(self) -> Json:
        """Return new JSON data, which the caller may change."""
        return self.add_json({"kind": self.kind})

    def add_json(self, out: Json) -> Json:
        """Add the fields in order; generated for each class, except for dataclasses."""
        for name in field_names(type(self)):
            out[name] = to_plain_json(getattr(self, name))
        return out

    def to_text(self) -> str:
        """Return the JSON text, as ``json.dumps`` writes it; generated for each class, except for dataclasses."""
        return json_text(self.to_json())

    def equals_json(self, data: object) -> bool:
        """Whether JSON data equals ``to_json()``."""
        return bool(self.to_json() == data)

    def public(self) -> Event | None:
        """Return what everyone may know of the event; None if that is nothing."""
        return self

    def seen_by(self, seat: int | None) -> Event | None:
        """Return what a seat, or a spectator, may know of the event."""
        return self.public()


# --- set-up and the frame of the game ---


@fixed
class RegionsChosen(Event):
    regions: Sequence[str]


@fixed
class RegionNamed(Event):
    seat: int
    region: str


@fixed
class TilesLaid(Event):
    """The costs of all connections of the board, in the order of its data file."""

    costs: Sequence[int]


@fixed
class OrderSet(Event):
    order: Sequence[int]


@fixed
class CardsRemoved(Event):
    """Cards removed unseen at set-up."""

    count: int
    cards: Sequence[CardRef] | None

    def public(self) -> Event:
        return type(self)(self.count, None)


@fixed
class DeckShuffled(Event):
    """The deck after a shuffle, top first."""

    reveals: ClassVar[bool] = True
    count: int
    cards: Sequence[CardRef] | None

    def public(self) -> Event:
        return type(self)(self.count, None)


@fixed
class RoundBegan(Event):
    round: int


@fixed
class PhaseBegan(Event):
    phase: str


@fixed
class StepBegan(Event):
    step: int


# --- plants ---


@fixed
class AuctionOpened(Event):
    seat: int
    plant: CardRef
    bid: int


@fixed
class BidMade(Event):
    seat: int
    amount: int


@fixed
class Passed(Event):
    seat: int


@fixed
class SatOut(Event):
    seat: int


@fixed
class PlantBought(Event):
    seat: int
    plant: CardRef
    price: int


@fixed
class PlantScrapped(Event):
    seat: int
    plant: CardRef


@fixed
class FuelDiscarded(Event):
    seat: int
    fuel: Mapping[str, int]


@fixed
class CardDrawn(Event):
    reveals: ClassVar[bool] = True
    card: CardRef


@fixed
class CardBoxed(Event):
    """A card left the game by this rule."""

    card: CardRef
    rule: str


@fixed
class CardPutUnder(Event):
    """A card of the market was put face down under the deck."""

    card: CardRef


@fixed
class ExtraAuctionBegan(Event):
    card: CardRef


@fixed
class CardWon(Event):
    """A card other than a plant was won in an extra auction."""

    seat: int
    card: CardRef
    price: int


@fixed
class CardAssigned(Event):
    seat: int
    card: CardRef
    plant: CardRef


# --- fuel, building, income ---


@fixed
class FuelBought(Event):
    seat: int
    fuel: str
    count: int
    cost: int


@fixed
class CityConnected(Event):
    seat: int
    city: str
    place_cost: int
    connection_cost: int
    path: Sequence[str]


@fixed
class PlantsRan(Event):
    """Plants ran; ``burn`` is the fuel burnt, or whatever else the plants needed."""

    seat: int
    plants: Sequence[CardRef]
    burn: Mapping[str, int]
    supplied: int
    income: int


@fixed
class FuelRefilled(Event):
    fuel: Mapping[str, int]


@fixed
class GameEnded(Event):
    """The game ended; ``supplied`` has the cities that each seat supplies (E1)."""

    supplied: Sequence[int]


def event_from_json(data: object) -> Event:
    """Return the event that a JSON object describes.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> event = game.apply(Open(4, 4))[0]
    >>> event_from_json(event.to_json()) == event
    True
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None or not isinstance(data, dict):
        raise BadInput(f"not an event of a known kind: {short_repr(kind)}", {"kind": short_repr(kind)})
    names = field_names(cls)
    if set(names) != data.keys() - {"kind"}:
        raise BadInput(f"an event of kind {kind!r} has the fields {', '.join(sorted(names))}", {"kind": kind})
    return cls(*[data[name] for name in names])
