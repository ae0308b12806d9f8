"""The cities as one seat sees them: who is there, what a house costs, and what the next ones cost together."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.board import FAR, Area
from stromnetz.engine.position import NO_AREA, Position
from stromnetz.engine.rules import Rules

from .tables import CITY, HUNDREDTHS, ONE, Tables, row

NONE: Final = 1 << 40
"""More than any city costs."""
CITY_SIZE: Final = 4 * len(CITY)
"""Bytes of a city."""


class Cities:
    """One seat's side of the map. Of what was worked out last, only what has changed is worked out again."""

    def __init__(self, rules: Rules, tables: Tables, seat: int) -> None:
        self.seat = seat
        self._costs = rules.place_costs
        self._low = min(rules.place_costs)
        self._tables = tables
        self._hundredths, self._one, self._outside = HUNDREDTHS, ONE, tables.outside
        self._area = NO_AREA
        self._step = 0
        self._reach: list[int] = []
        self._houses: list[tuple[int, ...]] = []
        self._parts: list[bytes] = []
        """Per city its numbers."""
        self._prices: list[int] = []
        """Per city what a house costs with its connection; NONE where there is no place for the seat."""
        self._near: list[list[int]] = []
        """Per city the others of the area, the nearest first; empty until somebody asks."""
        self._places = 0
        self._known: dict[tuple[int, ...], bytes] = {}
        self._data = b""
        self._next = self._nowhere = ONE + ONE + ONE
        """What the next cities cost; 1 each where there is none."""

    def write(self, p: Position, out: list[bytes]) -> None:
        """The numbers of all cities, and of the next ones."""
        reach, occupants, area = p.reach[self.seat], p.occupants, p.area
        if self._step != p.step or self._area is not area or len(self._houses) != len(occupants):
            self._begin(p, len(occupants))
        if self._reach is not reach:
            self._change(area.free, reach, occupants)
            self._data = b"".join(self._parts)
        elif self._houses != occupants:
            self._build(area.free, occupants)
        else:
            out.append(self._data)
            out.append(self._next)
            return
        self._reach, self._houses = reach, occupants[:]
        self._next = self._ahead(area)
        out.append(self._data)
        out.append(self._next)

    def _begin(self, p: Position, count: int) -> None:
        """Nothing that is known fits."""
        self._area, self._step, self._places = p.area, p.step, min(p.step, len(self._costs))
        self._known = self._tables.houses[self.seat][p.step]
        self._parts = [self._outside] * count
        self._prices = [NONE] * count
        self._reach, self._houses = [-1] * count, [()] * count
        self._near = self._tables.near(p.area, count)

    def _change(self, free: list[int], reach: list[int], occupants: list[tuple[int, ...]]) -> None:
        """The network has grown, and with it what is near."""
        c = -1
        for cost, before, there, houses in zip(reach, self._reach, occupants, self._houses):  # noqa: B905
            c += 1
            if (cost != before or there is not houses) and free[c] < FAR:
                self._price(c, there, cost)

    def _build(self, free: list[int], occupants: list[tuple[int, ...]]) -> None:
        """Others have built, mostly in one city."""
        at, c = -1, -1
        for there, before in zip(occupants, self._houses):  # noqa: B905  (mypyc knows it without its word)
            c += 1
            if there is not before and free[c] < FAR:
                self._price(c, there, self._reach[c])
                at = c if at == -1 else -2
        if at >= 0:
            start, data = at * CITY_SIZE, self._data
            self._data = data[:start] + self._parts[at] + data[start + CITY_SIZE :]
        elif at == -2:
            self._data = b"".join(self._parts)

    def _price(self, c: int, there: tuple[int, ...], cost: int) -> None:
        """A city with these houses, so far away."""
        taken = len(there)
        free = taken < self._places and self.seat not in there
        self._prices[c] = self._costs[taken] + cost if free else NONE
        if cost >= FAR:
            self._parts[c] = self._outside
            return
        city = self._known.get(there)
        if city is None:
            city = self._known[there] = self._city(self._places, there)
        self._parts[c] = city + self._hundredths[cost if cost < 1000 else 1000]

    def _city(self, places: int, there: tuple[int, ...]) -> bytes:
        costs, taken, own = self._costs, len(there), self.seat in there
        free = taken < places and not own
        return row(float(own), taken / 3, float(free), costs[taken] / 20 if free else 1.0)

    # --- the next cities --------------------------------------------------------------------------------------------

    def _ahead(self, area: Area) -> bytes:
        """What the next one, two and three cities cost together, each time the cheapest, of equal ones the first."""
        # the three that are cheapest now
        least, second, third = NONE, NONE, NONE
        one, two, three = -1, -1, -1
        c = -1
        for price in self._prices:
            c += 1
            if price < third:
                if price < least:
                    third, three, second, two, least, one = second, two, least, one, price, c
                elif price < second:
                    third, three, second, two = second, two, price, c
                else:
                    third, three = price, c
        if least == NONE:
            return self._nowhere
        if self._reach is area.free:  # it has no city yet: whichever it takes first, connections count from there
            second = third = NONE
            two = three = -1
        cost, at = self._nearer(area, one, -1, second, two)
        if cost == NONE:
            return self._told(least) + self._one + self._one
        if at == two:
            second, two = third, three
        second, two = self._nearer(area, one, at, second, two)
        last = self._nearer(area, at, one, second, two)[0]
        both = least + cost
        return self._told(least) + self._told(both) + (self._one if last == NONE else self._told(both + last))

    def _told(self, total: int) -> bytes:
        """A sum of costs as a number."""
        return self._hundredths[total if total < 1000 else 1000]

    def _nearer(self, area: Area, start: int, taken: int, best: int, at: int) -> tuple[int, int]:
        """The cheapest city with a connection from there, where it costs less than the one that is known."""
        row_of, prices, costs, houses = area.rows[start], self._prices, self._costs, self._houses
        near = self._near[start]
        if not near:
            near = self._near[start] = sorted([c for c in area.cities if c != start], key=lambda c: row_of[c])
        for c in near:
            connection = row_of[c]
            if connection + self._low > best:
                break
            if prices[c] == NONE or c == taken:
                continue
            cost = connection + costs[len(houses[c])]
            if cost < best or (cost == best and c < at):
                best, at = cost, c
        return best, at
