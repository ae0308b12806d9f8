"""Options: what a deciding seat can do, with everything worked out. One class a kind of option."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

from .moves import CardRef, Json


@dataclass(slots=True)
class Option:
    kind: ClassVar[str] = ""

    def to_json(self) -> Json:
        return {"kind": self.kind, **asdict(self)}


@dataclass(slots=True)
class PlainOption(Option):
    """A move without parameters, such as ``pass``: its kind is the move's."""

    kind: ClassVar[str] = "plain"
    move: str

    def to_json(self) -> Json:
        return {"kind": self.move}


@dataclass(slots=True)
class RegionOption(Option):
    kind: ClassVar[str] = "region"
    region: str


@dataclass(slots=True)
class OpenOption(Option):
    """Open this plant with any bid from minimum to maximum."""

    kind: ClassVar[str] = "open"
    plant: CardRef
    minimum: int
    maximum: int


@dataclass(slots=True)
class BidOption(Option):
    kind: ClassVar[str] = "bid"
    minimum: int
    maximum: int


@dataclass(slots=True)
class ScrapOption(Option):
    """Scrap this plant; ``lost`` lists the ways to give up fuel that no plant can hold then."""

    kind: ClassVar[str] = "scrap"
    plant: CardRef
    lost: list[dict[str, int]]


@dataclass(slots=True)
class GiveUpOption(Option):
    kind: ClassVar[str] = "give-up"
    fuel: dict[str, int]


@dataclass(slots=True)
class AssignOption(Option):
    """Put the card onto this plant."""

    kind: ClassVar[str] = "assign"
    card: CardRef
    plant: CardRef


@dataclass(slots=True)
class BuyOption(Option):
    """Buy 1 to n markers of this fuel: ``costs[k - 1]`` is the price of k of them together."""

    kind: ClassVar[str] = "buy"
    fuel: str
    costs: list[int]
    room: int
    """How many the plants could still store, whatever they cost."""


@dataclass(slots=True)
class ConnectOption(Option):
    kind: ClassVar[str] = "connect"
    city: str
    place_cost: int
    connection_cost: int
    path: list[str]

    @property
    def cost(self) -> int:
        return self.place_cost + self.connection_cost

    def to_json(self) -> Json:
        return {"kind": self.kind, **asdict(self), "cost": self.cost}


@dataclass(slots=True)
class BuildOption(Option):
    """Build here; on a card (``path`` is empty) it costs nothing."""

    kind: ClassVar[str] = "build"
    site: str
    city: str
    place_cost: int
    connection_cost: int
    path: list[str]

    @property
    def cost(self) -> int:
        return self.place_cost + self.connection_cost

    def to_json(self) -> Json:
        return {"kind": self.kind, **asdict(self), "cost": self.cost}


@dataclass(slots=True)
class LaidCard:
    """What a card is worth to its owner when it lies on the board."""

    card: CardRef
    workers: int
    """That it needs."""
    cities: int
    """That it supplies with them."""
    places: int
    """For permanent workers."""


@dataclass(slots=True)
class ArrangeOption(Option):
    """Lay cards on the board: so many slots of each kind are unlocked; cards of ``either`` fit on both."""

    kind: ClassVar[str] = "arrange"
    placed: list[CardRef]
    plants: list[CardRef]
    housings: list[CardRef]
    either: list[CardRef]
    plant_slots: int
    housing_slots: int
    worth: list[LaidCard]
    """Of all these cards."""


@dataclass(slots=True)
class HireOption(Option):
    """Hire n seasonal workers for ``costs[n]``; ``permanent[n]`` free ones come into the housings with them.

    All workers together then supply ``supplies[n]`` of the own cities.
    """

    kind: ClassVar[str] = "hire"
    costs: list[int]
    permanent: list[int]
    supplies: list[int]


@dataclass(slots=True)
class PlaceOption(Option):
    kind: ClassVar[str] = "place"
    city: str


@dataclass(slots=True)
class RunOption(Option):
    kind: ClassVar[str] = "run"
    plants: list[CardRef]
    burn: dict[str, int]
    output: int
    supplied: int
    income: int
