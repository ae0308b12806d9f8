"""Cards on a board with slots of two kinds: what is possible is a matter of counts (L14, L15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from stromnetz.engine.moves import Move
from stromnetz.engine.spans import Span

Card = TypeVar("Card")
Counts = tuple[int, int, int]
"""Plants, housings, and cards that are both."""
Slots = tuple[int, int]
"""For plants, and for housings; a card that is both lies on either."""


def fit(cards: Counts, slots: Slots) -> bool:
    """Whether the slots hold these cards."""
    plants, housings, both = cards
    return plants <= slots[0] and housings <= slots[1] and plants + housings + both <= sum(slots)


def filled(now: Counts, slots: Slots) -> list[Slots]:
    """The plant and housing slots that these cards can fill."""
    plants, housings, both = now
    ways = [(plants + k, housings + both - k) for k in range(both + 1)]
    return [way for way in ways if way[0] <= slots[0] and way[1] <= slots[1]]


def may_become(now: Counts, then: Counts, slots: Slots) -> bool:
    """Cards are put on free slots or exchanged, never just taken away: a filled slot stays filled (L15)."""
    ways = filled(then, slots)
    for plants, housings in filled(now, slots):
        for way in ways:
            if plants <= way[0] and housings <= way[1]:
                return True
    return False


@lru_cache(maxsize=4096)
def arrangements(owned: Counts, now: Counts, slots: Slots) -> tuple[Counts, ...]:
    """How many cards of each kind can lie on the board after one action."""
    plants, housings, both = owned
    return tuple(
        then
        for b in range(both + 1)
        for h in range(min(housings, slots[1]) + 1)
        for n in range(min(plants, slots[0]) + 1)
        if may_become(now, then := (n, h, b), slots)
    )


def spans(
    kinds: Sequence[Sequence[Card]], ways: Sequence[Counts], arrange: Callable[[Sequence[Card]], Move]
) -> list[Span]:
    """A span for each of these counts: every choice of so many plants, housings and cards that are both."""
    out: list[Span] = []
    for way in ways:
        choices = [list(combinations(cards, n)) for cards, n in zip(kinds, way, strict=True)]

        def make(i: int, choices: list[list[tuple[Card, ...]]] = choices) -> Move:
            i, b = divmod(i, len(choices[2]))
            i, h = divmod(i, len(choices[1]))
            return arrange([*choices[0][i], *choices[1][h], *choices[2][b]])

        out.append(Span(make, 0, len(choices[0]) * len(choices[1]) * len(choices[2]) - 1))
    return out
