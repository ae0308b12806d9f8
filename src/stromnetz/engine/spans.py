"""Moves as a lazy sequence: many differ in one number only, and nobody looks at most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from mypy_extensions import mypyc_attr

from .moves import Move

Maker = Callable[[int], Move]


class Span:
    """A run of legal moves that differ in one number only: bids, opening bids of one plant, counts of one fuel."""

    __slots__ = ("low", "make", "size")

    def __init__(self, make: Maker, low: int, high: int) -> None:
        self.make = make
        self.low = low
        self.size = high - low + 1


def single(move: Move) -> Span:
    return Span(lambda _: move, 0, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveList(Sequence[Move]):
    """Many moves as spans: ``len``, index and iteration without making the moves that nobody looks at."""

    __slots__ = ("_size", "_spans")

    def __init__(self, spans: list[Span]) -> None:
        self._spans = spans
        size = 0
        for span in spans:
            size += span.size
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
            for span in self._spans:
                if i < span.size:
                    return self.made(span, span.low + i)
                i -= span.size
        raise IndexError(f"there are {self._size} legal moves, no number {index}")

    def made(self, span: Span, number: int) -> Move:
        """A move that somebody looks at."""
        return span.make(number)

    def __iter__(self) -> Iterator[Move]:
        for span in self._spans:
            for i in range(span.size):
                yield span.make(span.low + i)

    def __repr__(self) -> str:
        head = ", ".join(repr(self[i]) for i in range(min(4, self._size)))
        return f"{type(self).__name__}({self._size}: {head}{', …' if self._size > 4 else ''})"
