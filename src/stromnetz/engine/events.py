"""Events: typed facts about what happened, in the public ids.

Every event may be shown to all in its ``public()`` form; one that carries something hidden leaves that out there
(``None``). The record keeps events whole, and they never change: whoever is given one may keep it. Events are made only
while a game is recorded, never in a bare playout.
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
    """The base of all events. The kind is the class name in hyphens: ``CardDrawn`` is ``card-drawn``.

    >>> from stromnetz import Open, new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> game.apply(Open(4, 4))[0].to_json()
    {'kind': 'auction-opened', 'seat': 1, 'plant': 4, 'bid': 4}
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """Whether it turned up a card or shuffled something, so that the move that caused it cannot be taken back."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if cls.kind in EVENTS and vars(EVENTS[cls.kind])["__module__"] != vars(cls)["__module__"]:
            raise TypeError(f"there is an event {cls.kind!r} already, of {vars(EVENTS[cls.kind])['__module__']}")
        EVENTS[cls.kind] = cls

    def to_json(self) -> Json:
        """Lists and objects in it are its own: whoever gets it may change them."""
        return self.add_json({"kind": self.kind})

    def add_json(self, out: Json) -> Json:
        """The fields, in their order; written out for each class, unless it is a dataclass."""
        for name in field_names(type(self)):
            out[name] = to_plain_json(getattr(self, name))
        return out

    def to_text(self) -> str:
        """What ``json.dumps`` makes of it; written out for each class, unless it is a dataclass."""
        return json_text(self.to_json())

    def says(self, data: object) -> bool:
        """Whether JSON data is what ``to_json`` gives; written out too."""
        return bool(self.to_json() == data)

    def public(self) -> Event | None:
        """What everybody may know of it; None when that is nothing."""
        return self

    def seen_by(self, seat: int | None) -> Event | None:
        """What a seat, or a spectator, may know of it."""
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
    """The costs of all connections of the board, in the order in which its data lists them."""

    costs: Sequence[int]


@fixed
class OrderSet(Event):
    order: Sequence[int]


@fixed
class CardsRemoved(Event):
    """Cards taken out of the game unseen at set-up."""

    count: int
    cards: Sequence[CardRef] | None

    def public(self) -> Event:
        return type(self)(self.count, None)


@fixed
class DeckShuffled(Event):
    """The deck, top first, as it lies after a shuffle."""

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
class PhaseLeft(Event):
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
class FuelGivenUp(Event):
    seat: int
    fuel: Mapping[str, int]


@fixed
class CardDrawn(Event):
    reveals: ClassVar[bool] = True
    card: CardRef


@fixed
class CardBoxed(Event):
    """A card left the game; ``rule`` says by which rule."""

    card: CardRef
    rule: str


@fixed
class CardPutUnder(Event):
    """A card of the market went face down under the deck."""

    card: CardRef


@fixed
class ExtraAuctionBegan(Event):
    card: CardRef


@fixed
class CardWon(Event):
    """A card that is no plant was won in an extra auction."""

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
    """``burn`` is the fuel burnt, or what else the plants needed."""

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
    """What every seat can supply at the end (E1)."""

    supplied: Sequence[int]


def event_from_json(data: object) -> Event:
    """The event that a JSON object describes.

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
