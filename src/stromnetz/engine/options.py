"""Options: what a deciding seat can do, with prices and consequences. There is a class for each kind of option.

An option stands for one or several legal moves and can create them, so a client that received the options needs neither
the position nor the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar

from .move_ranges import BidRange, BuyRange, MoveList, MoveRange, OpenRange, SingleMove
from .moves import (
    MOVES,
    Assign,
    Bid,
    Buy,
    CardRef,
    ChooseRegion,
    Connect,
    DiscardFuel,
    Json,
    Move,
    Open,
    Run,
    Scrap,
    amounts,
)
from .value_classes import field_names, slotted, to_plain_json

OPTIONS: dict[str, type[Option]] = {}
"""All kinds of options, of the common rules and of editions; ``PlainOption`` stands for the others."""


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
        """Return new JSON data, which the caller may change."""
        return self.add_json({"kind": self.kind})

    def add_json(self, out: Json) -> Json:
        """Add the fields in order; generated for each class, except for dataclasses."""
        for name in field_names(type(self)):
            out[name] = to_plain_json(getattr(self, name))
        return out

    @abstractmethod
    def ranges(self) -> list[MoveRange]:
        """Return the legal moves that the option stands for."""

    def takes(self, move: Move) -> bool:
        """Whether a move, in any form, is one of this option's moves."""
        return any(move_range.make(move_range.low) == move for move_range in self.ranges())


@slotted
class PlainOption(Option):
    """A move without parameters, such as ``pass``; its kind is that of the move."""

    move: str

    @property
    def kind(self) -> str:
        return self.move

    def to_json(self) -> Json:
        return {"kind": self.move}

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(MOVES[self.move]())]


@slotted
class ChooseRegionOption(Option):
    KIND: ClassVar[str] = "choose-region"
    region: str

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(ChooseRegion(self.region))]


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
        return (
            isinstance(move, Open)
            and same_id(move.plant, self.plant)
            and is_between(move.bid, self.minimum, self.maximum)
        )


@slotted
class BidOption(Option):
    KIND: ClassVar[str] = "bid"
    minimum: int
    maximum: int

    def ranges(self) -> list[MoveRange]:
        return [BidRange(self.minimum, self.maximum)]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Bid) and is_between(move.amount, self.minimum, self.maximum)


@slotted
class ScrapOption(Option):
    """Scrap this plant; ``lost`` lists the ways to discard fuel that no remaining plant can store."""

    KIND: ClassVar[str] = "scrap"
    plant: CardRef
    lost: list[dict[str, int]]

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Scrap(self.plant))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Scrap) and same_id(move.plant, self.plant)


@slotted
class DiscardFuelOption(Option):
    KIND: ClassVar[str] = "discard-fuel"
    fuel: dict[str, int]

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(DiscardFuel(self.fuel))]


@slotted
class AssignOption(Option):
    """Put the card onto this plant."""

    KIND: ClassVar[str] = "assign"
    card: CardRef
    plant: CardRef

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Assign(self.plant))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Assign) and same_id(move.plant, self.plant)


@slotted
class BuyOption(Option):
    """Buy 1 to n markers of this fuel: ``costs[k - 1]`` is the price of k of them together."""

    KIND: ClassVar[str] = "buy"
    fuel: str
    costs: list[int]
    room: int
    """Number of markers that the plants can still store, whatever they cost."""

    def ranges(self) -> list[MoveRange]:
        return [BuyRange(self.fuel, len(self.costs))]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Buy) and same_id(move.fuel, self.fuel) and is_between(move.count, 1, len(self.costs))


@slotted
class CityOption(Option):
    """An option that names a city."""

    city: str


@slotted
class MapOption(CityOption):
    """An option to put something on the map, for the price of its place and of the connection."""

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
        return [SingleMove(Connect(self.city))]


@slotted
class RunOption(Option):
    KIND: ClassVar[str] = "run"
    plants: list[CardRef]
    burn: dict[str, int]
    output: int
    supplied: int
    income: int

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Run(self.plants, self.burn))]

    def takes(self, move: Move) -> bool:
        if (
            not isinstance(move, Run)
            or len(move.plants) != len(self.plants)
            or not are_own_cards(move.plants, self.plants)
        ):
            return False
        return move.burn is None or move.burn == amounts(self.burn)[0]


class OfferedMoves(MoveList):
    """The legal moves of a list of options; ``in`` asks the options.

    A move may name fuels of the game with 0 (``fuels`` lists them), but no others.
    """

    __slots__ = ("_fuels", "_options")

    def __init__(self, options: Sequence[Option], fuels: Collection[str]) -> None:
        self._options = options
        self._fuels = fuels
        super().__init__([move_range for option in options for move_range in option.ranges()])

    def __contains__(self, move: object) -> bool:
        if isinstance(move, DiscardFuel | Run) and any(fuel not in self._fuels for fuel in move.unused):
            return False
        # a run without `burn` is legal only if one single option matches
        return isinstance(move, Move) and sum(option.takes(move) for option in self._options) == 1


def same_id(a: CardRef, b: CardRef) -> bool:
    return type(a) is type(b) and a == b


def is_between(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def are_own_cards(cards: Sequence[CardRef], own: Sequence[CardRef]) -> bool:
    """Whether these are different cards that all belong to ``own``."""
    known = all(any(same_id(card, one) for one in own) for card in cards)
    return known and len(set(cards)) == len(cards)
