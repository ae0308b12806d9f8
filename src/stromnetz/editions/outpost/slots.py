"""Cards on a board with slots of two kinds: which boards are possible depends only on counts (L14, L15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, TypeVar

from mypy_extensions import mypyc_attr

from stromnetz.engine.move_ranges import MoveRange
from stromnetz.engine.moves import Move

Card = TypeVar("Card")
Counts = tuple[int, int, int]
"""Plants, housings, and cards that are both."""
Slots = tuple[int, int]
"""Slots for plants and for housings; a card that is both uses either."""


def fit(cards: Counts, slots: Slots) -> bool:
    """Whether the cards fit on the slots."""
    plants, housings, both = cards
    return plants <= slots[0] and housings <= slots[1] and plants + housings + both <= sum(slots)


def filled(now: Counts, slots: Slots) -> list[Slots]:
    """Return the numbers of plant and housing slots that these cards can fill."""
    plants, housings, both = now
    ways = [(plants + k, housings + both - k) for k in range(both + 1)]
    return [way for way in ways if way[0] <= slots[0] and way[1] <= slots[1]]


def may_become(now: Counts, then: Counts, slots: Slots) -> bool:
    """Whether a board can change like this: cards are added or exchanged, a filled slot stays filled (L15)."""
    ways = filled(then, slots)
    for plants, housings in filled(now, slots):
        for way in ways:
            if plants <= way[0] and housings <= way[1]:
                return True
    return False


@lru_cache(maxsize=4096)
def arrangements(owned: Counts, now: Counts, slots: Slots) -> tuple[Counts, ...]:
    """Return the possible counts of cards on the board after one action."""
    plants, housings, both = owned
    return tuple(
        then
        for b in range(both + 1)
        for h in range(min(housings, slots[1]) + 1)
        for n in range(min(plants, slots[0]) + 1)
        if may_become(now, then := (n, h, b), slots)
    )


@lru_cache(maxsize=4096)
def several(owned: Counts, ways: tuple[Counts, ...]) -> bool:
    """Whether there are several ways to choose cards in these numbers, including the current board."""
    total = 0
    for then in ways:
        total += comb(owned[0], then[0]) * comb(owned[1], then[1]) * comb(owned[2], then[2])
    return total > 1


@mypyc_attr(acyclic=True)
class ArrangementRange(MoveRange):
    """All selections of so many plants, housings and cards that are both, computed on demand."""

    __slots__ = ("arrange", "kinds", "way")

    def __init__(
        self, kinds: Sequence[Sequence[Any]], way: Counts, arrange: Callable[[Sequence[Any]], Move], size: int
    ) -> None:
        super().__init__(None, 0, size - 1)
        self.kinds = kinds
        self.way = way
        self.arrange = arrange

    def make(self, number: int) -> Move:
        plants, housings, both = [list(combinations(self.kinds[k], n)) for k, n in enumerate(self.way)]
        i, b = divmod(number, len(both))
        i, h = divmod(i, len(housings))
        return self.arrange([*plants[i], *housings[h], *both[b]])


def ranges(
    kinds: Sequence[Sequence[Card]], ways: Sequence[Counts], arrange: Callable[[Sequence[Card]], Move]
) -> list[MoveRange]:
    """Return a range for each of these counts."""
    plants, housings, both = len(kinds[0]), len(kinds[1]), len(kinds[2])
    out: list[MoveRange] = []
    for way in ways:
        size = comb(plants, way[0]) * comb(housings, way[1]) * comb(both, way[2])
        out.append(ArrangementRange(kinds, way, arrange, size))
    return out
