"""Events that only modules have: promo cards, the discount marker, companies that nobody plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class CardPassedOn(Event):
    """A card that is no plant has come to a seat without an auction."""

    seat: int
    card: CardRef


@fixed
class TopCardSeen(Event):
    """A seat has looked at the top card of the deck; nobody else knows it."""

    reveals: ClassVar[bool] = True
    seat: int
    card: CardRef

    def public(self) -> Event | None:
        return None

    def seen_by(self, seat: int | None) -> Event | None:
        return self if seat == self.seat else None


@fixed
class TaxPaid(Event):
    seat: int
    tax: int


@fixed
class FuelMoved(Event):
    """Markers went between market and supply."""

    fuel: str
    count: int
    to: str


@fixed
class HousePlaced(Event):
    """A house of a company that nobody plays came into a city."""

    seat: int
    city: str


@fixed
class PlantTaken(Event):
    """A company that nobody plays took a plant from the market."""

    seat: int
    plant: CardRef


@fixed
class FuelTaken(Event):
    """A company that nobody plays took fuel from the market."""

    seat: int
    fuel: Mapping[str, int]


@fixed
class FuelReturned(Event):
    """A company that nobody plays gave all its fuel back to the supply."""

    seat: int
    fuel: Mapping[str, int]


@fixed
class MarkerLaid(Event):
    """A marker lies on a plant: its minimum bid is another for now."""

    plant: CardRef
    minimum_bid: int


@fixed
class MarkerRemoved(Event):
    plant: CardRef
