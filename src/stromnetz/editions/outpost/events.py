"""Events of companies with buildings, boards and workers."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.engine.events import Event
from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import fixed


@fixed
class BuildingBuilt(Event):
    """A plant or housing building in a city."""

    seat: int
    site: str
    city: str
    place_cost: int
    connection_cost: int
    path: Sequence[str]


@fixed
class BuiltOnCard(Event):
    """A house, plant or housing on a card of one's own."""

    seat: int
    site: str
    card: CardRef


@fixed
class CompanyArranged(Event):
    """The cards that lie on a company board from now on."""

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
    """So many workers went back to the market."""

    seat: int
    count: int


@fixed
class WorkersKept(Event):
    """So many seasonal workers stay for good, in places that were empty."""

    seat: int
    count: int


@fixed
class CardPiled(Event):
    """A card of the market went on top of its equal."""

    card: CardRef
    on: CardRef
