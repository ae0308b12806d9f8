"""What the next cities cost: greedily, the cheapest one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .table import FAR, Company, Ground, Table

Way = tuple[int, int]
"""What a city costs with its connection, and the city."""
NEAR = 25
"""A rival who is no farther from a city than this may well take it next."""


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
    far = ground.far
    near = nearest(ground, own) if own else [0] * len(far)
    mine = set(own)
    there = [city for city, houses in enumerate(taken) if houses < open_places and city not in mine]
    price = [places[houses] if houses < open_places else FAR for houses in taken]
    wanted = [price[city] - (claim if rivals and _contested(far[city], rivals) else 0.0) for city in range(len(far))]
    found: list[Way] = []
    for _ in range(count):
        if not there:
            break
        best = min(there, key=lambda city: near[city] + wanted[city])
        cost = near[best] + price[best]
        if cost >= FAR:
            break
        found.append((cost, best))
        there.remove(best)
        near = list(map(min, near, far[best]))
    return tuple(found)


def _contested(row: Sequence[int], rivals: tuple[tuple[int, ...], ...]) -> bool:
    return any(row[city] <= NEAR for own in rivals for city in own)


def nearest(ground: Ground, own: Sequence[int]) -> list[int]:
    """How far each city is from the nearest of a company's; nothing is near nobody."""
    if not own:
        return [FAR] * len(ground.far)
    near = ground.far[own[0]]
    for city in own[1:]:
        near = list(map(min, near, ground.far[city]))
    return list(near)
