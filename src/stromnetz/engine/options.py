"""Options: what a deciding seat can do, with everything worked out. One class a kind of option.

An option stands for one legal move or for several, and can make them: whoever was sent the options of a decision needs
neither the position nor the rules to answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar

from .move_fields import amounts
from .move_ranges import BidRange, BuyRange, MoveList, MoveRange, OpenRange, single
from .moves import MOVES, Assign, Bid, Buy, CardRef, Connect, GiveUp, Json, Move, Open, Region, Run, Scrap
from .value_classes import field_names, slotted, to_plain_json

OPTIONS: dict[str, type[Option]] = {}
"""Every kind of option there is, of the common rules and of editions; ``PlainOption`` stands for those without one."""


class Option(ABC):
    __slots__ = ()
    KIND: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "KIND" in vars(cls):
            if cls.KIND in OPTIONS and vars(OPTIONS[cls.KIND])["__module__"] != vars(cls)["__module__"]:
                raise TypeError(f"there is an option {cls.KIND!r} already, of {vars(OPTIONS[cls.KIND])['__module__']}")
            OPTIONS[cls.KIND] = cls

    @property
    def kind(self) -> str:
        return self.KIND

    def to_json(self) -> Json:
        """Lists and objects in it are its own: whoever gets it may change them."""
        return self.add_json({"kind": self.kind})

    def add_json(self, out: Json) -> Json:
        """The fields, in their order; written out for each class, unless it is a dataclass."""
        for name in field_names(type(self)):
            out[name] = to_plain_json(getattr(self, name))
        return out

    @abstractmethod
    def ranges(self) -> list[MoveRange]:
        """The legal moves that it stands for."""

    def takes(self, move: Move) -> bool:
        """Whether a move is one of them, in whatever form."""
        return any(span.make(span.low) == move for span in self.ranges())


@slotted
class PlainOption(Option):
    """A move without parameters, such as ``pass``: its kind is the move's."""

    move: str

    @property
    def kind(self) -> str:
        return self.move

    def to_json(self) -> Json:
        return {"kind": self.move}

    def ranges(self) -> list[MoveRange]:
        return [single(MOVES[self.move]())]


@slotted
class RegionOption(Option):
    KIND: ClassVar[str] = "region"
    region: str

    def ranges(self) -> list[MoveRange]:
        return [single(Region(self.region))]


@slotted
class OpenOption(Option):
    """Open this plant with any bid from minimum to maximum."""

    KIND: ClassVar[str] = "open"
    plant: CardRef
    minimum: int
    maximum: int

    def ranges(self) -> list[MoveRange]:
        return [OpenRange(self.plant, self.minimum, self.maximum)]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Open) and same(move.plant, self.plant) and within(move.bid, self.minimum, self.maximum)


@slotted
class BidOption(Option):
    KIND: ClassVar[str] = "bid"
    minimum: int
    maximum: int

    def ranges(self) -> list[MoveRange]:
        return [BidRange(self.minimum, self.maximum)]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Bid) and within(move.amount, self.minimum, self.maximum)


@slotted
class ScrapOption(Option):
    """Scrap this plant; ``lost`` lists the ways to give up fuel that no plant can hold then."""

    KIND: ClassVar[str] = "scrap"
    plant: CardRef
    lost: list[dict[str, int]]

    def ranges(self) -> list[MoveRange]:
        return [single(Scrap(self.plant))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Scrap) and same(move.plant, self.plant)


@slotted
class GiveUpOption(Option):
    KIND: ClassVar[str] = "give-up"
    fuel: dict[str, int]

    def ranges(self) -> list[MoveRange]:
        return [single(GiveUp(self.fuel))]


@slotted
class AssignOption(Option):
    """Put the card onto this plant."""

    KIND: ClassVar[str] = "assign"
    card: CardRef
    plant: CardRef

    def ranges(self) -> list[MoveRange]:
        return [single(Assign(self.plant))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Assign) and same(move.plant, self.plant)


@slotted
class BuyOption(Option):
    """Buy 1 to n markers of this fuel: ``costs[k - 1]`` is the price of k of them together."""

    KIND: ClassVar[str] = "buy"
    fuel: str
    costs: list[int]
    room: int
    """How many the plants could still store, whatever they cost."""

    def ranges(self) -> list[MoveRange]:
        return [BuyRange(self.fuel, len(self.costs))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Buy) and same(move.fuel, self.fuel) and within(move.count, 1, len(self.costs))


@slotted
class CityOption(Option):
    """A city that is named."""

    city: str


@slotted
class MapOption(CityOption):
    """Something that is put on the map, for the price of its place and of the way there."""

    place_cost: int
    connection_cost: int
    path: list[str]

    @property
    def cost(self) -> int:
        return self.place_cost + self.connection_cost

    def to_json(self) -> Json:
        out = self.add_json({"kind": self.kind})
        out["cost"] = self.cost
        return out


@slotted
class ConnectOption(MapOption):
    KIND: ClassVar[str] = "connect"

    def ranges(self) -> list[MoveRange]:
        return [single(Connect(self.city))]


@slotted
class RunOption(Option):
    KIND: ClassVar[str] = "run"
    plants: list[CardRef]
    burn: dict[str, int]
    output: int
    supplied: int
    income: int

    def ranges(self) -> list[MoveRange]:
        return [single(Run(self.plants, self.burn))]

    def takes(self, move: Move) -> bool:
        if not isinstance(move, Run) or len(move.plants) != len(self.plants) or not all_of(move.plants, self.plants):
            return False
        return move.burn is None or move.burn == amounts(self.burn)[0]


class OfferedMoves(MoveList):
    """The legal moves that a list of options stands for; ``in`` asks the options.

    A move may name fuels of the game with 0 (``fuels`` lists them), no others.
    """

    __slots__ = ("_fuels", "_options")

    def __init__(self, options: Sequence[Option], fuels: Collection[str]) -> None:
        self._options = options
        self._fuels = fuels
        super().__init__([span for option in options for span in option.ranges()])

    def __contains__(self, move: object) -> bool:
        if isinstance(move, GiveUp | Run) and any(fuel not in self._fuels for fuel in move.unused):
            return False
        # a run that does not say what to burn is one of several options, or the only one
        return isinstance(move, Move) and sum(option.takes(move) for option in self._options) == 1


def same(a: CardRef, b: CardRef) -> bool:
    return type(a) is type(b) and a == b


def within(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def all_of(cards: Sequence[CardRef], own: Sequence[CardRef]) -> bool:
    """Whether these are different cards, all of them among the own ones."""
    known = all(any(same(card, one) for one in own) for card in cards)
    return known and len(set(cards)) == len(cards)
