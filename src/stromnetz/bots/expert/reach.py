"""What the next cities cost: greedily, the cheapest one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .greedy import Way, nearest_of, ways_of
from .table import Company, Ground, Table


def costs(table: Table, company: Company, count: int) -> list[int]:
    """The costs of the next cities of a company, each the cheapest there is then, in this step."""
    return [cost for cost, _ in ways(table, company, count)]


def ways(table: Table, company: Company, count: int, claim: float = 0.0) -> tuple[Way, ...]:
    """The same with the cities. A city that a rival is about to take is preferred, as if it cost ``claim`` less."""
    rivals = tuple(c.own for c in table.companies if c.seat != company.seat) if claim else ()
    return _ways(table.ground, table.taken, table.places, table.view.open_places, company.own, count, claim, rivals)


@lru_cache(maxsize=2048)
def _ways(
    ground: Ground,
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    own: tuple[int, ...],
    count: int,
    claim: float,
    rivals: tuple[tuple[int, ...], ...],
) -> tuple[Way, ...]:
    return ways_of(ground.far, taken, places, open_places, own, count, claim, rivals)


def nearest(ground: Ground, own: Sequence[int]) -> list[int]:
    """How far each city is from the nearest of a company's; nothing is near nobody."""
    return nearest_of(ground.far, tuple(own))
