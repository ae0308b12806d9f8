"""Who sits where: the same deal is played in several seatings, so that no bot has the better seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import factorial, prod
from random import Random

Seating = tuple[str, ...]

MAX_SEATINGS = 6
"""Up to this many distinct seatings of a line-up are all played."""


def distinct(names: Sequence[str]) -> int:
    """In how many ways these can sit.

    >>> distinct(["a", "b", "b", "b"]), distinct("abcdef")
    (4, 720)
    """
    return factorial(len(names)) // prod(factorial(count) for count in Counter(names).values())


def seatings(names: Sequence[str], deal: int) -> list[Seating]:
    """All distinct seatings where there are few; otherwise the rotations of an order that is drawn for each deal.

    In both everybody sits on every seat equally often. The drawn order lets neighbours change from deal to deal.

    >>> seatings(["a", "b", "b"], 1)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> len(seatings("abcd", 1)), seatings("abcd", 1)[0] == seatings("abcd", 2)[0]
    (4, False)
    """
    if distinct(names) <= MAX_SEATINGS:
        return sorted(set(permutations(names)))
    drawn = sorted(names)
    Random(f"seating {deal}").shuffle(drawn)
    return list(dict.fromkeys(tuple(drawn[i:] + drawn[:i]) for i in range(len(drawn))))


def line_ups(names: Sequence[str], places: int) -> list[Seating]:
    """Who meets whom: everybody as often as fits, the places left over to each choice of names in turn.

    >>> line_ups(["a", "b", "c"], 2), line_ups(["a", "b"], 3)
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'a', 'b'), ('a', 'b', 'b')])
    """
    times, over = divmod(places, len(names))
    order = list(names)
    return [tuple(sorted([*order * times, *extra], key=order.index)) for extra in combinations(order, over)]
