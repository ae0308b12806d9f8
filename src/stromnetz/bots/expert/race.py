"""The race for cities: everybody takes the cheapest one in turn, and places run out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .reach import nearest
from .table import FAR, Company, Ground, Table

Network = tuple[int, tuple[int, ...]]
"""A seat and its cities."""


def race(table: Table, company: Company, turns: int, start: int | None = None) -> tuple[int, ...]:
    """What the cities cost that a company gets if everybody takes one a turn, until places run out.

    ``start`` stands for a first city. Whoever has no city yet is left out: nobody knows where they will be.
    """
    networks: list[Network] = []
    for seat in table.builders:
        own = table.companies[seat].own
        if seat == company.seat and start is not None:
            own = (start,)
        if own:
            networks.append((seat, own))
    taken = table.taken
    if start is not None:
        taken = (*taken[:start], taken[start] + 1, *taken[start + 1 :])
    view = table.view
    return _race(
        table.ground, taken, table.places, view.open_places, view.step_2_at, tuple(networks), turns, company.seat
    )


@lru_cache(maxsize=1024)
def _race(
    ground: Ground,
    taken: tuple[int, ...],
    places: tuple[int, ...],
    open_places: int,
    step_2_at: int,
    networks: tuple[Network, ...],
    turns: int,
    seat: int,
) -> tuple[int, ...]:
    far = ground.far
    houses = list(taken)
    near = {who: nearest(ground, own) for who, own in networks}
    count = {who: len(own) for who, own in networks}
    for who, own in networks:
        for city in own:
            near[who][city] = FAR  # nobody builds twice in a city
    got: list[int] = []
    for _ in range(turns):
        prices = _prices(houses, places, open_places)
        for who, _own in networks:
            line = near[who]
            total = list(map(int.__add__, line, prices))
            least = min(total)
            if least >= FAR:
                continue
            best = total.index(least)
            count[who] += 1
            houses[best] += 1
            prices[best] = places[houses[best]] if houses[best] < open_places else FAR
            shorter = list(map(min, line, far[best]))
            for city, old in enumerate(line):
                if old >= FAR:
                    shorter[city] = FAR
            shorter[best] = FAR
            near[who] = shorter
            if who == seat:
                got.append(least)
        if open_places == 1 and max(count.values()) >= step_2_at:
            open_places = 2
    return tuple(got)


def _prices(houses: Sequence[int], places: tuple[int, ...], open_places: int) -> list[int]:
    return [places[n] if n < open_places else FAR for n in houses]
