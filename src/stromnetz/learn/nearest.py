"""The cities that a company could connect next, each time the cheapest."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

AHEAD: Final = 5
"""Cities that are looked ahead."""
SHOWN: Final = 3
"""Of them, those whose costs are told of an option; of the others only whether the money is enough."""
NONE: Final = 1 << 40
"""More than any city costs."""


class Sites:
    """The cities that are open for a seat in this step, and what each costs."""

    def __init__(self, rules: Rules, p: Position, seat: int) -> None:
        costs, occupants, reach = rules.place_costs, p.occupants, p.reach[seat]
        places = min(p.step, len(costs))
        self.rows = p.area.rows
        self.first = reach is p.area.free
        """Whether it has no city yet: whichever it takes first, connections count from there."""
        self.cities: list[int] = []
        self.place: list[int] = []
        self.cost: list[int] = []
        """Place and connection."""
        if p.cities[seat] >= rules.build_limit:
            return
        for c in p.area.cities:
            there = occupants[c]
            taken = len(there)
            if taken < places and seat not in there:
                self.cities.append(c)
                self.place.append(costs[taken])
                self.cost.append(costs[taken] + reach[c])

    def after(self, city: int, count: int, money: int) -> list[int]:
        """What the next cities cost together once a city is connected; of those that nobody asks for there are none:
        beyond the first three those for which the money is too short."""
        if not count:
            return []
        cities, place, cost = self.cities, self.place, self.cost[:]
        row, first = self.rows[city], self.first
        for k in range(len(cities)):
            then = row[cities[k]] + place[k]
            if cities[k] == city:
                cost[k] = NONE
            elif first or then < cost[k]:
                cost[k] = then
        return _taken(self.rows, cities, place, cost, False, count, money, None)


def next_cities(sites: Sites, count: int, taken: list[int]) -> list[int]:
    """What the next cities cost together, as many as there are; which they are goes into ``taken``."""
    return _taken(sites.rows, sites.cities, sites.place, sites.cost[:], sites.first, count, NONE, taken)


def _taken(
    rows: list[list[int]],
    cities: list[int],
    place: list[int],
    cost: list[int],
    first: bool,
    count: int,
    money: int,
    taken: list[int] | None,
) -> list[int]:
    """Take the cheapest, again and again; ``cost`` is used up."""
    out: list[int] = []
    total, size = 0, len(cities)
    best, at = NONE, 0
    for k in range(size):
        if cost[k] < best:
            best, at = cost[k], k
    while best < NONE:
        total += best
        out.append(total)
        if taken is not None:
            taken.append(cities[at])
        known = len(out)
        if known == count or (known >= SHOWN and total > money):
            break
        row = rows[cities[at]]
        cost[at] = best = NONE
        for k in range(size):
            price = cost[k]
            if price == NONE:
                continue
            then = row[cities[k]] + place[k]
            if first or then < price:
                price = cost[k] = then
            if price < best:
                best, at = price, k
        first = False
    return out
