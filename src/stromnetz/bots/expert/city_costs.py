"""Costs of the next cities, chosen greedily, and of the cities won in a race. Compiled."""

from __future__ import annotations

from typing import Final

UNREACHABLE: Final = 1 << 16
"""Farther than any city: not connected."""
RIVAL_RANGE: Final = 25
"""Rivals at most this far from a city may take it next."""

CityCost = tuple[int, int]
"""The cost of a city with its connection, and the city."""
Network = tuple[int, tuple[int, ...]]
"""A seat and its cities."""


def nearest_of(far: list[list[int]], own: tuple[int, ...]) -> list[int]:
    """Return the distance of each city from the company's nearest one; all are far without cities."""
    if not own:
        return [UNREACHABLE] * len(far)
    near = far[own[0]][:]
    for city in own[1:]:
        _closer(near, far[city])
    return near


def _closer(near: list[int], row: list[int]) -> None:
    """Update the distances for a new city of the network."""
    for city, distance in enumerate(row):
        if distance < near[city]:
            near[city] = distance


def _prices(houses: list[int], places: tuple[int, ...], open_places: int) -> list[int]:
    return [places[n] if n < open_places else UNREACHABLE for n in houses]


def greedy_cities(
    far: list[list[int]],
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    own: tuple[int, ...],
    count: int,
    claim: float,
    rivals: tuple[tuple[int, ...], ...],
) -> tuple[CityCost, ...]:
    """Return the next cities of a company; those that a rival may take next get a discount of ``claim``."""
    near = nearest_of(far, own) if own else [0] * len(far)
    there = [city for city, houses in enumerate(taken) if houses < open_places and city not in own]
    price = _prices(list(taken), places, open_places)
    wanted: list[float] = [
        price[city] - (claim if rivals and _contested(far[city], rivals) else 0.0) for city in range(len(far))
    ]
    found: list[CityCost] = []
    for _ in range(count):
        best, least = -1, 0.0
        for city in there:
            value = near[city] + wanted[city]
            if best < 0 or value < least:
                best, least = city, value
        if best < 0:
            break
        cost = near[best] + price[best]
        if cost >= UNREACHABLE:
            break
        found.append((cost, best))
        there.remove(best)
        _closer(near, far[best])
    return tuple(found)


def _contested(row: list[int], rivals: tuple[tuple[int, ...], ...]) -> bool:
    for own in rivals:
        for city in own:
            if row[city] <= RIVAL_RANGE:
                return True
    return False


def simulate_race(
    far: list[list[int]],
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    step_2_at: int,
    networks: tuple[Network, ...],
    turns: int,
    seat: int,
) -> tuple[int, ...]:
    """Return the costs of the cities that a seat gets if everyone takes one per turn until places run out."""
    houses = list(taken)
    lines: list[list[int]] = []
    most = 0
    counts: list[int] = []
    for _, own in networks:
        line = nearest_of(far, own)
        for city in own:
            line[city] = UNREACHABLE  # no company builds twice in a city
        lines.append(line)
        counts.append(len(own))
        most = max(most, len(own))
    got: list[int] = []
    for _ in range(turns):
        prices = _prices(houses, places, open_places)
        for i, (who, _own) in enumerate(networks):
            line = lines[i]
            best = _cheapest(line, prices)
            if best < 0:
                continue
            if who == seat:
                got.append(line[best] + prices[best])
            counts[i] += 1
            most = max(most, counts[i])
            houses[best] += 1
            prices[best] = places[houses[best]] if houses[best] < open_places else UNREACHABLE
            for city, distance in enumerate(far[best]):
                if distance < line[city] < UNREACHABLE:
                    line[city] = distance
            line[best] = UNREACHABLE
        if open_places == 1 and most >= step_2_at:
            open_places = 2
    return tuple(got)


def _cheapest(line: list[int], prices: list[int]) -> int:
    """Return the cheapest city with its connection, of equals the first; -1 if there is none."""
    best, least = -1, UNREACHABLE
    for city, distance in enumerate(line):
        if distance < least and distance + prices[city] < least:
            best, least = city, distance + prices[city]
    return best
