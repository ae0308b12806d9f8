"""Legal moves as a lazy sequence: many differ in one number only, and most are never created."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from mypy_extensions import mypyc_attr

from .moves import Bid, Buy, CardRef, Connect, Move, Open, Scrap

MoveMaker = Callable[[int], Move]


@mypyc_attr(acyclic=True)
class MoveRange:
    """Legal moves that differ in one number only, such as bids, opening bids of one plant, or amounts of one fuel."""

    __slots__ = ("low", "maker", "size")

    def __init__(self, maker: MoveMaker | None, low: int, high: int) -> None:
        self.maker = maker
        self.low = low
        self.size = high - low + 1

    def make(self, number: int) -> Move:
        """Create the move for a number from ``low`` on. Frequent kinds of moves have a faster subclass."""
        assert self.maker is not None
        return self.maker(number)


@mypyc_attr(acyclic=True)
class SingleMove(MoveRange):
    """A single move."""

    __slots__ = ("move",)

    def __init__(self, move: Move) -> None:
        super().__init__(None, 0, 0)
        self.move = move

    def make(self, number: int) -> Move:
        return self.move


@mypyc_attr(acyclic=True)
class FixedMove(SingleMove):
    """A single move without fields, shared by all positions."""

    __slots__ = ("kind",)

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.kind = move.kind


@mypyc_attr(acyclic=True)
class OpenRange(MoveRange):
    """Opening bids for one plant."""

    __slots__ = ("plant",)

    def __init__(self, plant: CardRef, low: int, high: int) -> None:
        super().__init__(None, low, high)
        self.plant = plant

    def make(self, number: int) -> Move:
        return Open(self.plant, number)


@mypyc_attr(acyclic=True)
class BidRange(MoveRange):
    __slots__ = ()

    def __init__(self, low: int, high: int) -> None:
        super().__init__(None, low, high)

    def make(self, number: int) -> Move:
        return Bid(number)


@mypyc_attr(acyclic=True)
class BuyRange(MoveRange):
    """Purchases of one fuel, from 1 up to a maximum."""

    __slots__ = ("fuel",)

    def __init__(self, fuel: str, most: int) -> None:
        super().__init__(None, 1, most)
        self.fuel = fuel

    def make(self, number: int) -> Move:
        return Buy(self.fuel, number)


@mypyc_attr(acyclic=True)
class ConnectRange(MoveRange):
    """Connections to the given cities."""

    __slots__ = ("cities", "ids")

    def __init__(self, ids: list[str], cities: list[int]) -> None:
        super().__init__(None, 0, len(cities) - 1)
        self.ids = ids
        self.cities = cities

    def make(self, number: int) -> Move:
        return Connect(self.ids[self.cities[number]])


@mypyc_attr(acyclic=True)
class ScrapRange(MoveRange):
    """The given plants, to scrap."""

    __slots__ = ("cards", "refs")

    def __init__(self, refs: list[CardRef], cards: list[int]) -> None:
        super().__init__(None, 0, len(cards) - 1)
        self.refs = refs
        self.cards = cards

    def make(self, number: int) -> Move:
        return Scrap(self.refs[self.cards[number]])


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveList(Sequence[Move]):
    """A sequence of moves stored as ranges: ``len``, indexing and iteration only create the moves that are used."""

    __slots__ = ("_ranges", "_size")

    def __init__(self, ranges: list[MoveRange]) -> None:
        self._ranges = ranges
        size = 0
        for move_range in ranges:
            size += move_range.size
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._size))]
        i = index + self._size if index < 0 else index
        if i >= 0:
            for move_range in self._ranges:
                if i < move_range.size:
                    return self.create_move(move_range, move_range.low + i)
                i -= move_range.size
        raise IndexError(f"there are {self._size} legal moves, no number {index}")

    def create_move(self, move_range: MoveRange, number: int) -> Move:
        """Create one move; subclasses may note it."""
        return move_range.make(number)

    def __iter__(self) -> Iterator[Move]:
        for move_range in self._ranges:
            for i in range(move_range.size):
                yield move_range.make(move_range.low + i)

    def __repr__(self) -> str:
        head = ", ".join(repr(self[i]) for i in range(min(4, self._size)))
        return f"{type(self).__name__}({self._size}: {head}{', …' if self._size > 4 else ''})"
