"""The race for cities: everybody takes the cheapest one in turn, and places run out."""

from __future__ import annotations

from functools import lru_cache

from .greedy import Network, raced
from .table import Company, Ground, Table


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
    return raced(ground.far, taken, places, open_places, step_2_at, networks, turns, seat)
