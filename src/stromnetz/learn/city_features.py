"""Features of cities, and the next cheapest cities of each company."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.board import UNREACHABLE, Area
from stromnetz.engine.position import NO_AREA, Position
from stromnetz.engine.rules import Rules

from .columns import CITY, IN_HUNDREDTHS, ONE
from .tables import Houses, Tables

NO_COST: Final = 1 << 29
"""More than any city costs, and still a small number for Python."""
CITY_SIZE: Final = 4 * len(CITY)
"""Bytes of a city."""
SEVERAL: Final = -1
NOWHERE: Final = -2
"""In place of the city in which somebody has built."""


class Cities:
    """One seat's side of the map. Of what was worked out last, only what has changed is worked out again."""

    def __init__(self, rules: Rules, tables: Tables, seat: int) -> None:
        self.seat = seat
        self._costs = rules.place_costs
        self._low = min(rules.place_costs)
        self._tables = tables
        self._hundredths, self._one, self._outside = IN_HUNDREDTHS, ONE, tables.outside
        self._area = NO_AREA
        self._step = 0
        self._reach: list[int] = []
        self._houses: list[tuple[int, ...]] = []
        self._there: list[Houses] = []
        """Per city what its houses mean for the seat."""
        self._parts: list[bytes] = []
        """The numbers of each city of the area, and of all that lie outside between two of them."""
        self._at: list[int] = []
        """Per city which part is its own."""
        self._prices: list[int] = []
        """Per city what a house costs with its connection; NONE where there is no place for the seat."""
        self._near: list[list[int]] = []
        """Per city the others of the area, the nearest first; empty until somebody asks."""
        self._places = 0
        self._known: dict[tuple[int, ...], Houses] = {}
        self.data = b""
        """The numbers of all cities."""
        self.ahead = self._nowhere = ONE + ONE + ONE
        """What the next cities cost; 1 each where there is none."""

    def look(self, p: Position) -> None:
        """Work out the numbers of all cities, and of the next ones."""
        reach, occupants, area = p.reach[self.seat], p.occupants, p.area
        if self._step != p.step or self._area is not area or len(self._houses) != len(occupants):
            self._begin(p, len(occupants))
        elif self._reach is reach and (self._houses is occupants or self._houses == occupants):
            return
        at = self._build(area, occupants)
        if self._reach is not reach:
            self._grow(area, reach)
            at = SEVERAL
        if at >= 0:
            start, data = at * CITY_SIZE, self.data
            self.data = data[:start] + self._parts[self._at[at]] + data[start + CITY_SIZE :]
        elif at == SEVERAL:
            self.data = b"".join(self._parts)
        self.ahead = self._next(area)

    def _begin(self, p: Position, count: int) -> None:
        """Start over: no cached value is valid."""
        self._area, self._step, self._places = p.area, p.step, min(p.step, len(self._costs))
        self._known = self._tables.houses[self.seat][p.step]
        self._cut(p.area, count)
        self._prices = [NO_COST] * count
        self._reach, self._houses = [-1] * count, p.occupants
        self._there = [self._of(there) for there in p.occupants]
        self._near = self._tables.near(p.area, count)

    def _cut(self, area: Area, count: int) -> None:
        """Parts for the cities of an area."""
        self._parts, self._at = [], [-1] * count
        before = 0
        for c in area.cities:
            if c > before:
                self._parts.append(bytes(CITY_SIZE * (c - before)))
            self._at[c] = len(self._parts)
            self._parts.append(self._outside)
            before = c + 1
        self._parts.append(bytes(CITY_SIZE * (count - before)))

    def _of(self, there: tuple[int, ...]) -> Houses:
        found = self._known.get(there)
        if found is None:
            own = self.seat in there
            found = self._known[there] = self._tables.house(own, len(there), len(there) < self._places and not own)
        return found

    def _build(self, area: Area, occupants: list[tuple[int, ...]]) -> int:
        """Find the city where somebody has built; `SEVERAL` or `NOWHERE` if it was not exactly one."""
        at, before, reach = NOWHERE, self._houses, self._reach
        for c in area.cities:
            there = occupants[c]
            if there is not before[c]:
                self._there[c] = self._of(there)
                self._price(c, reach[c])
                at = c if at == NOWHERE else SEVERAL
        self._houses = occupants
        return at

    def _grow(self, area: Area, reach: list[int]) -> None:
        """The network has grown, and with it what is near."""
        before = self._reach
        self._reach = reach
        for c in area.cities:
            cost = reach[c]
            if cost != before[c]:
                self._price(c, cost)

    def _price(self, c: int, cost: int) -> None:
        """A city so far away."""
        houses = self._there[c]
        self._prices[c] = houses.cost + cost if houses.free else NO_COST
        self._parts[self._at[c]] = self._outside if cost >= UNREACHABLE else houses.piece(cost)

    # --- the next cities --------------------------------------------------------------------------------------------

    def _next(self, area: Area) -> bytes:
        """What the next one, two and three cities cost together, each time the cheapest, of equal ones the first."""
        # the three that are cheapest now
        least, second, third = NO_COST, NO_COST, NO_COST
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
        if least == NO_COST:
            return self._nowhere
        if self._reach is area.free:  # it has no city yet: whichever it takes first, connections count from there
            second = third = NO_COST
            two = three = -1
        cost, at = self._nearer(area, one, -1, second, two)
        if cost == NO_COST:
            return self._told(least) + self._one + self._one
        if at == two:
            second, two = third, three
        second, two = self._nearer(area, one, at, second, two)
        last = self._nearer(area, at, one, second, two)[0]
        both = least + cost
        return self._told(least) + self._told(both) + (self._one if last == NO_COST else self._told(both + last))

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
            if prices[c] == NO_COST or c == taken:
                continue
            cost = connection + costs[len(houses[c])]
            if cost < best or (cost == best and c < at):
                best, at = cost, c
        return best, at


ENCODED_CITIES: Final = 3
"""How many of them are encoded with their costs; for the others only whether the money is enough."""
NO_SITE: Final = 1 << 40
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
                cost[k] = NO_SITE
            elif first or then < cost[k]:
                cost[k] = then
        return _taken(self.rows, cities, place, cost, False, count, money, None)


def next_cities(sites: Sites, count: int, taken: list[int]) -> list[int]:
    """What the next cities cost together, as many as there are; which they are goes into ``taken``."""
    return _taken(sites.rows, sites.cities, sites.place, sites.cost[:], sites.first, count, NO_SITE, taken)


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
    best, at = NO_SITE, 0
    for k in range(size):
        if cost[k] < best:
            best, at = cost[k], k
    while best < NO_SITE:
        total += best
        out.append(total)
        if taken is not None:
            taken.append(cities[at])
        known = len(out)
        if known == count or (known >= ENCODED_CITIES and total > money):
            break
        row = rows[cities[at]]
        cost[at] = best = NO_SITE
        for k in range(size):
            price = cost[k]
            if price == NO_SITE:
                continue
            then = row[cities[k]] + place[k]
            if first or then < price:
                price = cost[k] = then
            if price < best:
                best, at = price, k
        first = False
    return out
