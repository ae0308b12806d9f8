"""Events of companies with buildings, boards and workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stromnetz.engine.events import Event, fix
from stromnetz.engine.moves import CardRef


@dataclass(slots=True, frozen=True)
class BuildingBuilt(Event):
    """A plant or housing building in a city."""

    seat: int
    site: str
    city: str
    place_cost: int
    connection_cost: int
    path: Sequence[str]

    def __post_init__(self) -> None:
        fix(self, "path")


@dataclass(slots=True, frozen=True)
class BuiltOnCard(Event):
    """A house, plant or housing on a card of one's own."""

    seat: int
    site: str
    card: CardRef


@dataclass(slots=True, frozen=True)
class CompanyArranged(Event):
    """The cards that lie on a company board from now on."""

    seat: int
    cards: Sequence[CardRef]

    def __post_init__(self) -> None:
        fix(self, "cards")


@dataclass(slots=True, frozen=True)
class WorkersHired(Event):
    seat: int
    seasonal: int
    permanent: int
    cost: int


@dataclass(slots=True, frozen=True)
class RobotMade(Event):
    seat: int
    robots: int


@dataclass(slots=True, frozen=True)
class WorkersDismissed(Event):
    """So many workers went back to the market."""

    seat: int
    count: int


@dataclass(slots=True, frozen=True)
class WorkersKept(Event):
    """So many seasonal workers stay for good, in places that were empty."""

    seat: int
    count: int


@dataclass(slots=True, frozen=True)
class CardPiled(Event):
    """A card of the market went on top of its equal."""

    card: CardRef
    on: CardRef
