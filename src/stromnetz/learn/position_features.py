"""Features of a position with caches of their own: cities and companies."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.board import AREA_CACHE_SIZE, UNREACHABLE, Area
from stromnetz.engine.position import NO_AREA, Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, room

from .columns import (
    CITY,
    IN_HUNDREDTHS,
    IN_TENTHS,
    IN_TWENTIETHS,
    INCOME_SCALE,
    KNOWN_MONEY,
    NEUTRAL,
    NEXT_CITIES,
    ONE,
    PLAYED,
    TWENTIETHS,
    UNKNOWN,
    pack_floats,
)
from .option_features import SupplyCaches
from .tables import COMPANY_PIECES, TABLES_CACHE_SIZE, Tables

NEVER: Final = -3
"""In caches: a value that no position has."""

# --- cities -----------------------------------------------------------------------------------------------------------

NO_COST: Final = 1 << 29
"""Larger than the cost of any city, and still a small integer in compiled code."""
CITY_SIZE: Final = 4 * len(CITY)
"""Bytes of an encoded city."""
OUTSIDE: Final = bytes(CITY_SIZE)
"""A city outside the playing area."""
SEVERAL: Final = -1
NOWHERE: Final = -2
"""Instead of the index of the only city in which something was built."""


class Houses:
    """The houses of a city, as seen by a seat in a step."""

    def __init__(self, own: bool, taken: int, free: bool, cost: int) -> None:
        self.free = free
        """Whether the seat can build there."""
        self.cost = cost
        """The cost of that place."""
        self._prefix = pack_floats(float(own), taken / 3, float(free), cost / 20 if free else 1.0)
        self._pieces: list[bytes] = []
        """Encoded cities by the cost of the connection."""

    def piece(self, connection: int) -> bytes:
        """The encoded city with this cost of the connection."""
        pieces = self._pieces
        if connection < len(pieces):
            return pieces[connection]
        if connection < 1000:
            pieces += [self._prefix + IN_HUNDREDTHS[n] for n in range(len(pieces), connection + 1)]
            return pieces[connection]
        return self._prefix + IN_HUNDREDTHS[1000]


class CityTables:
    """Caches shared by the city encoders of one kind of game."""

    def __init__(self, rules: Rules) -> None:
        self.houses: list[list[dict[tuple[int, ...], Houses]]] = [[{}, {}, {}, {}] for _ in range(rules.players)]
        """Houses by seat, step and occupants."""
        self._distinct_houses: dict[tuple[bool, int, bool], Houses] = {}
        self._place_costs = rules.place_costs
        self._neighbours: dict[Area, list[list[int]]] = {}

    def house(self, own: bool, taken: int, free: bool) -> Houses:
        """The houses of a city with or without the seat's own, with so many houses, with or without a place for the
        seat."""
        key = (own, taken, free)
        found = self._distinct_houses.get(key)
        if found is None:
            cost = self._place_costs[taken] if free else 0
            found = self._distinct_houses[key] = Houses(own, taken, free, cost)
        return found

    def neighbours(self, area: Area, cities: int) -> list[list[int]]:
        """A list for each city, to be filled with the others by distance; shared by all encoders of this area."""
        found = self._neighbours.get(area)
        if found is None:
            if len(self._neighbours) >= AREA_CACHE_SIZE:
                self._neighbours.clear()
            found = self._neighbours[area] = [[] for _ in range(cities)]
        return found


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def city_tables_of(rules: Rules) -> CityTables:
    return CityTables(rules)


class CityEncoder:
    """Encodes the cities for one seat. Recomputes only what has changed since the last position."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.seat = seat
        self._costs = rules.place_costs
        self._low = min(rules.place_costs)
        self._tables = city_tables_of(rules)
        self._hundredths, self._one, self._outside = IN_HUNDREDTHS, ONE, OUTSIDE
        self._area = NO_AREA
        self._step = 0
        self._reach: list[int] = []
        self._houses: list[tuple[int, ...]] = []
        self._city_houses: list[Houses] = []
        """The houses of each city."""
        self._parts: list[bytes] = []
        """Encoded cities of the area, and zeros for the cities between them."""
        self._at: list[int] = []
        """The index in `_parts` of each city."""
        self._prices: list[int] = []
        """The cost of a house with its connection by city; NO_COST if the seat cannot build there."""
        self._neighbours: list[list[int]] = []
        """The other cities of the area by distance, for each city; empty until needed."""
        self._places = 0
        self._known: dict[tuple[int, ...], Houses] = {}
        self.data = b""
        """All encoded cities."""
        self.next_costs = self._no_next = ONE + ONE + ONE
        """Encoded costs of the next cities; 1 if there is none."""

    def update(self, p: Position) -> None:
        """Encode all cities and the next ones."""
        reach, occupants, area = p.reach[self.seat], p.occupants, p.area
        if self._step != p.step or self._area is not area or len(self._houses) != len(occupants):
            self._reset(p, len(occupants))
        elif self._reach is reach and (self._houses is occupants or self._houses == occupants):
            return
        at = self._update_houses(area, occupants)
        if self._reach is not reach:
            self._update_reach(area, reach)
            at = SEVERAL
        if at >= 0:
            start, data = at * CITY_SIZE, self.data
            self.data = data[:start] + self._parts[self._at[at]] + data[start + CITY_SIZE :]
        elif at == SEVERAL:
            self.data = b"".join(self._parts)
        self.next_costs = self._next_city_costs(area)

    def _reset(self, p: Position, count: int) -> None:
        """Start over: no cached value is valid."""
        self._area, self._step, self._places = p.area, p.step, min(p.step, len(self._costs))
        self._known = self._tables.houses[self.seat][p.step]
        self._reset_parts(p.area, count)
        self._prices = [NO_COST] * count
        self._reach, self._houses = [-1] * count, p.occupants
        self._city_houses = [self._houses_of(occupants_there) for occupants_there in p.occupants]
        self._neighbours = self._tables.neighbours(p.area, count)

    def _reset_parts(self, area: Area, count: int) -> None:
        """Reset the parts for an area."""
        self._parts, self._at = [], [-1] * count
        before = 0
        for c in area.cities:
            if c > before:
                self._parts.append(bytes(CITY_SIZE * (c - before)))
            self._at[c] = len(self._parts)
            self._parts.append(self._outside)
            before = c + 1
        self._parts.append(bytes(CITY_SIZE * (count - before)))

    def _houses_of(self, occupants_there: tuple[int, ...]) -> Houses:
        found = self._known.get(occupants_there)
        if found is None:
            own = self.seat in occupants_there
            taken = len(occupants_there)
            found = self._known[occupants_there] = self._tables.house(own, taken, taken < self._places and not own)
        return found

    def _update_houses(self, area: Area, occupants: list[tuple[int, ...]]) -> int:
        """Update changed houses; returns the city if it is one, otherwise `SEVERAL` or `NOWHERE`."""
        at, before, reach = NOWHERE, self._houses, self._reach
        for c in area.cities:
            occupants_there = occupants[c]
            if occupants_there is not before[c]:
                self._city_houses[c] = self._houses_of(occupants_there)
                self._update_price(c, reach[c])
                at = c if at == NOWHERE else SEVERAL
        self._houses = occupants
        return at

    def _update_reach(self, area: Area, reach: list[int]) -> None:
        """Update the costs of connections after the network has grown."""
        before = self._reach
        self._reach = reach
        for c in area.cities:
            cost = reach[c]
            if cost != before[c]:
                self._update_price(c, cost)

    def _update_price(self, c: int, cost: int) -> None:
        """Update the price and encoding of a city with this cost of the connection."""
        houses = self._city_houses[c]
        self._prices[c] = houses.cost + cost if houses.free else NO_COST
        self._parts[self._at[c]] = self._outside if cost >= UNREACHABLE else houses.piece(cost)

    # --- the next cities --------------------------------------------------------------------------------------------

    def _next_city_costs(self, area: Area) -> bytes:
        """The encoded total costs of the next one, two and three cities, each time the cheapest, of equal ones the
        first."""
        # the three cheapest now
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
            return self._no_next
        if self._reach is area.free:  # no city yet: connections start at the first city that it takes
            second = third = NO_COST
            two = three = -1
        cost, at = self._cheapest_from(area, one, -1, second, two)
        if cost == NO_COST:
            return self._encode_cost(least) + self._one + self._one
        if at == two:
            second, two = third, three
        second, two = self._cheapest_from(area, one, at, second, two)
        last = self._cheapest_from(area, at, one, second, two)[0]
        both = least + cost
        return (
            self._encode_cost(least)
            + self._encode_cost(both)
            + (self._one if last == NO_COST else self._encode_cost(both + last))
        )

    def _encode_cost(self, total: int) -> bytes:
        """An encoded total."""
        return self._hundredths[total if total < 1000 else 1000]

    def _cheapest_from(self, area: Area, start: int, taken: int, best: int, at: int) -> tuple[int, int]:
        """The cheapest city with a connection from ``start``, if it costs less than the best so far."""
        row_of, prices, costs, houses = area.rows[start], self._prices, self._costs, self._houses
        neighbours = self._neighbours[start]
        if not neighbours:
            neighbours = self._neighbours[start] = sorted(
                [c for c in area.cities if c != start], key=lambda c: row_of[c]
            )
        for c in neighbours:
            connection = row_of[c]
            if connection + self._low > best:
                break
            if prices[c] == NO_COST or c == taken:
                continue
            cost = connection + costs[len(houses[c])]
            if cost < best or (cost == best and c < at):
                best, at = cost, c
        return best, at


# --- building sites ---------------------------------------------------------------------------------------------------

NO_SITE: Final = 1 << 40
"""Larger than the cost of any city."""


class BuildingSites:
    """The cities where a seat can build in this step, and their costs."""

    def __init__(self, rules: Rules, p: Position, seat: int) -> None:
        costs, occupants, reach = rules.place_costs, p.occupants, p.reach[seat]
        places = min(p.step, len(costs))
        self.rows = p.area.rows
        self.first = reach is p.area.free
        """Whether the seat has no city yet; connections then start at the first city that it takes."""
        self.cities: list[int] = []
        self.place: list[int] = []
        self.cost: list[int] = []
        """Costs of place and connection."""
        if p.cities[seat] >= rules.build_limit:
            return
        for c in p.area.cities:
            there = occupants[c]
            taken = len(there)
            if taken < places and seat not in there:
                self.cities.append(c)
                self.place.append(costs[taken])
                self.cost.append(costs[taken] + reach[c])

    def costs_after(self, city: int, count: int, money: int) -> list[int]:
        """Total costs of the next cities after connecting a city, as far as needed: beyond the first three, only
        until they exceed the money."""
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
        return _take_cheapest(self.rows, cities, place, cost, False, count, money, None)


def next_city_costs(sites: BuildingSites, count: int, taken: list[int]) -> list[int]:
    """Total costs of the next cities, as many as there are. Adds them to ``taken``."""
    return _take_cheapest(sites.rows, sites.cities, sites.place, sites.cost[:], sites.first, count, NO_SITE, taken)


def _take_cheapest(
    rows: list[list[int]],
    cities: list[int],
    place: list[int],
    cost: list[int],
    first: bool,
    count: int,
    money: int,
    taken: list[int] | None,
) -> list[int]:
    """Take the cheapest city repeatedly. Overwrites ``cost``."""
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
        if known == count or (known >= NEXT_CITIES and total > money):
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


# --- companies --------------------------------------------------------------------------------------------------------


class CompanyPart:
    """The encoding of a company, and what it was last computed from."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.fuel: Pool = (NEVER,)
        self.plants: tuple[int, ...] = ()
        self.cities = self.status = NEVER
        self.encoded_stock = b""
        """Encoded fuel, storage and plants."""
        self.powers = 0
        """The number of cities that they can supply."""
        self.data = b""
        self.money = NEVER
        self.with_money = b""
        """`data` with the company's money."""
        self.with_hidden_money = b""
        """`data` with hidden money; empty until needed."""


class CompanyEncoder:
    """Encodes the companies. Recomputes only what has changed since the last position."""

    def __init__(self, rules: Rules, hidden_money: bool, tables: Tables, supplies: SupplyCaches) -> None:
        self._rules = rules
        self._hidden_money = hidden_money
        self._tables = tables
        self._supplies = supplies
        self._players = rules.players
        parts = [CompanyPart(seat) for seat in range(rules.seats)]
        self._parts_by_viewer = [
            [parts[other] for other in _viewing_order(rules, seat)] for seat in range(rules.players)
        ]
        """The companies in the order in which each seat sees them."""
        self._encoded = [b""] * max(rules.seats, COMPANY_PIECES)
        """Encoded companies for the last viewer."""
        self._has_more_pieces = rules.seats > COMPANY_PIECES
        self._cacheable = tables.plain and not (tables.model is not None or rules.hooks.paid_cities)
        """Whether the encoding of a company depends only on what its part stores."""
        self._tenths, self._twentieths = IN_TENTHS, IN_TWENTIETHS
        self._coins, self._neutral, self._unknown = KNOWN_MONEY, NEUTRAL + UNKNOWN, PLAYED + UNKNOWN
        # lists are never changed in place: the same list has the same content
        self._order: list[int] = []
        self._cities: list[int] = []
        self._plants: list[tuple[int, ...]] = []
        self._bought = self._left = NEVER
        self._status = [0] * rules.seats
        """The place in the order of each company, and whether it has bought or left."""
        self.plants_changed = True
        """Whether plants have changed; reset by the encoder."""

    def update(self, p: Position, seat: int) -> list[bytes]:
        """The encoded companies, the seat's own first, as a fixed number of pieces."""
        outdated = not self._cacheable or self._plants is not p.plants or self._cities is not p.cities
        if self._bought != p.bought or self._left != p.sat_out or self._order is not p.order:
            outdated = True
            for i, one in enumerate(p.order):
                self._status[one] = i << 2 | (p.bought >> one & 1) | (p.sat_out >> one & 1) << 1
        encoded = self._encoded
        known = self._players if p.ended or not self._hidden_money else 0
        pools, moneys = p.fuel, p.money
        for at, part in enumerate(self._parts_by_viewer[seat]):
            other = part.seat
            fuel = pools[other]
            if outdated or part.fuel is not fuel:
                self._update_part(p, part, fuel)
            if other < known or other == seat or (other < self._players and other in self._rules.automatic):
                money = moneys[other]
                if part.money != money:
                    part.money = money
                    part.with_money = self._coins[money if money < 1000 else 1000] + part.data
                encoded[at] = part.with_money
            else:
                if not part.with_hidden_money:
                    part.with_hidden_money = (self._unknown if other < self._players else self._neutral) + part.data
                encoded[at] = part.with_hidden_money
        if outdated:
            self._plants, self._cities, self._order = p.plants, p.cities, p.order
            self._bought, self._left = p.bought, p.sat_out
        return (
            [*encoded[: COMPANY_PIECES - 1], b"".join(encoded[COMPANY_PIECES - 1 :])]
            if self._has_more_pieces
            else encoded
        )

    def _update_part(self, p: Position, part: CompanyPart, fuel: Pool) -> None:
        """Update what has changed of a company."""
        seat = part.seat
        plants, cities, status = p.plants[seat], p.cities[seat], self._status[seat]
        if not (part.fuel is fuel and part.plants is plants and self._cacheable):
            if part.plants is not plants:
                self.plants_changed = True
            part.fuel, part.plants = fuel, plants
            self._update_stock(p, seat, part)
            self._join(p, seat, part, cities, status)
        elif part.cities != cities or part.status != status:
            self._join(p, seat, part, cities, status)

    def _join(self, p: Position, seat: int, part: CompanyPart, cities: int, status: int) -> None:
        """Join the encoding of a company."""
        part.cities, part.status, part.money, part.with_hidden_money = cities, status, NEVER, b""
        rules, tables, powers = self._rules, self._tables, part.powers
        supplies = powers if powers < cities else cities
        if self._cacheable:
            supplied = tables.supplied[supplies if supplies < 60 else 60]
            part.data = tables.standing[cities][status] + supplied + part.encoded_stock
            return
        out = [tables.standing[cities][status]]
        if rules.hooks.paid_cities:
            out.append(pack_floats(supplies / TWENTIETHS, rules.income(p, seat, supplies) / INCOME_SCALE))
        else:
            out.append(tables.supplied[supplies if supplies < 60 else 60])
        if tables.model is not None:
            out += [self._tenths[min(value, 60)] for value in tables.model.numbers(rules, p, seat)]
        out.append(part.encoded_stock)
        part.data = b"".join(out)

    def _update_stock(self, p: Position, seat: int, part: CompanyPart) -> None:
        """Update fuel, room and plants, and what they can supply, from the cache if possible."""
        if not self._tables.plain:
            part.encoded_stock, part.powers = self._encode_stock(p, seat)
            return
        supply = self._supplies.of(p, seat)
        if not supply.encoded_stock:
            supply.encoded_stock, supply.powers = self._encode_stock(p, seat)
        part.encoded_stock, part.powers = supply.encoded_stock, supply.powers

    def _encode_stock(self, p: Position, seat: int) -> tuple[bytes, int]:
        rules, tables = self._rules, self._tables
        plants = p.plants[seat]
        out = [self._tenths[min(count, 60)] for count in p.fuel[seat]]
        out += [self._tenths[min(max(free, 0), 60)] for free in room(p.fuel[seat], p.caps[seat])]
        output = 0
        for c in rules.working(p, seat):
            output += rules.output(p, seat, c)
        out.append(self._twentieths[min(output, 60)])
        out += [tables.cards[plants[i]] if i < len(plants) else tables.no_card for i in range(tables.slots)]
        if rules.hooks.supply is None:
            powers = rules.best_run(p, seat)[1]
        else:
            powers = rules.hooks.supply(rules, p, seat)
        return b"".join(out), powers


def _viewing_order(rules: Rules, seat: int) -> list[int]:
    """The seats in the order in which a seat sees them: itself, the others clockwise, then those without a player."""
    return [*range(seat, rules.players), *range(seat), *range(rules.players, rules.seats)]
