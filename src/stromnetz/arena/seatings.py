"""Seatings: each deal is played in several seatings, so that no bot has a better seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial, prod
from random import Random

Seating = tuple[str, ...]

MAX_SEATINGS = 6
"""Line-ups with at most this many distinct seatings play all of them."""


def count_seatings(names: Sequence[str]) -> int:
    """The number of distinct seatings of these bots.

    >>> count_seatings(["a", "b", "b", "b"]), count_seatings("abcdef")
    (4, 720)
    """
    return factorial(len(names)) // prod(factorial(count) for count in Counter(names).values())


def seatings(names: Sequence[str], deal: int) -> list[Seating]:
    """All distinct seatings if there are few, otherwise the rotations of an order drawn for each deal.

    Either way, every bot has every seat equally often. The drawn order varies neighbours from deal to deal.

    >>> seatings(["a", "b", "b"], 1)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> len(seatings("abcd", 1)), seatings("abcd", 1)[0] == seatings("abcd", 2)[0]
    (4, False)
    """
    if count_seatings(names) <= MAX_SEATINGS:
        return sorted(set(permutations(names)))
    drawn = sorted(names)
    Random(f"seating {deal}").shuffle(drawn)
    return list(dict.fromkeys(tuple(drawn[i:] + drawn[:i]) for i in range(len(drawn))))


def line_ups(names: Sequence[str], places: int) -> list[Seating]:
    """Line-ups in which every bot has the same number of seats; each combination of bots gets the seats left over.

    >>> line_ups(["a", "b", "c"], 2), line_ups(["a", "b"], 3)
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'a', 'b'), ('a', 'b', 'b')])
    """
    times, over = divmod(places, len(names))
    order = list(names)
    return [tuple(sorted([*order * times, *extra], key=order.index)) for extra in combinations(order, over)]
