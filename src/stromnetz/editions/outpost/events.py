"""Events of companies with buildings, boards and workers."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class BuildingBuilt(Event):
    """A plant or housing building was built in a city."""

    seat: int
    site: str
    city: str
    place_cost: int
    connection_cost: int
    path: Sequence[str]


@fixed
class BuiltOnCard(Event):
    """A house, plant or housing was built on a card of the same company."""

    seat: int
    site: str
    card: CardRef


@fixed
class CompanyArranged(Event):
    """The cards on a company board changed."""

    seat: int
    cards: Sequence[CardRef]


@fixed
class WorkersHired(Event):
    seat: int
    seasonal: int
    permanent: int
    cost: int


@fixed
class RobotMade(Event):
    seat: int
    robots: int


@fixed
class WorkersDismissed(Event):
    """Workers went back to the market."""

    seat: int
    count: int


@fixed
class WorkersKept(Event):
    """Seasonal workers became permanent in places that were empty."""

    seat: int
    count: int


@fixed
class CardPiled(Event):
    """A card of the market was put onto another one of the same number."""

    card: CardRef
    on: CardRef
