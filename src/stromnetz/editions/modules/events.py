"""Events of modules: promo cards, the discount marker, neutral companies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class CardPassedOn(Event):
    """A card other than a plant changed hands without an auction."""

    seat: int
    card: CardRef


@fixed
class TopCardSeen(Event):
    """A seat looked at the top card of the deck, which stays hidden from the others."""

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
    """Markers moved between market and supply."""

    fuel: str
    count: int
    to: str


@fixed
class HousePlaced(Event):
    """A house of a neutral company was placed in a city."""

    seat: int
    city: str


@fixed
class PlantTaken(Event):
    """A neutral company took a plant from the market."""

    seat: int
    plant: CardRef


@fixed
class FuelTaken(Event):
    """A neutral company took fuel from the market."""

    seat: int
    fuel: Mapping[str, int]


@fixed
class FuelReturned(Event):
    """A neutral company returned all its fuel to the supply."""

    seat: int
    fuel: Mapping[str, int]


@fixed
class MarkerLaid(Event):
    """A marker lies on a plant and changes its minimum bid."""

    plant: CardRef
    minimum_bid: int


@fixed
class MarkerRemoved(Event):
    plant: CardRef
