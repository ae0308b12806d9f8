"""The features of companies: what they can supply, what fuel costs them, and how they stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.ending import best_run, max_supplied_cities
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, Pool, room, strongest

from .columns import IN_TENTHS, IN_TWENTIETHS, INCOMES, KNOWN_MONEY, NEUTRAL, PLAYED, TWENTIETHS, UNKNOWN, row
from .tables import COMPANY_PIECES, TABLES_CACHE_SIZE, Tables

NEVER: Final = -3
SUPPLY_CACHE_SIZE: Final = 1 << 13
"""Mixtures of fuel and plants of which it is remembered what they supply."""

# --- supply -----------------------------------------------------------------------------------------------------------


class Supply:
    """Plants and fuel that a company has, or would have, and what they can do."""

    def __init__(self, pool: Pool, plants: tuple[Plant, ...], replaced: int = 0) -> None:
        self.pool = pool
        self.plants = plants
        self.replaced = replaced
        """Cities of the plant that made room for another."""
        self.powers = strongest(pool, plants)[1]
        """Cities that the strongest run supplies."""
        self.capacity = capacity_of(plants)
        """Cities that all plants supply together."""
        self.missing = -1
        """Markers that are missing for one run of all plants; -1 until `FuelCosts` has counted them."""


class SupplyCache:
    """What a company with some fuel and some plants could supply, now and after a change."""

    def __init__(self, rules: Rules, pool: Pool, cards: tuple[int, ...], plants: tuple[Plant, ...]) -> None:
        self.rules = rules
        self.pool = pool
        self.cards = cards
        self.plants = plants
        """The cards as the engine runs them."""
        self.held = b""
        """The company's fuel, room and plants as bytes; empty until they are encoded."""
        self.powers = 0
        """The cities that the encoder says it can supply."""
        self.runs: object = None
        """The rows of its runs, if the option encoder has written them."""
        self._now: Supply | None = None
        self._with_card: dict[int, Supply] = {}
        self._of_card: dict[int, Supply] = {}
        self._without: dict[int, Supply] = {}
        self._with_pool: dict[Pool, Supply] = {}
        self._with_marker: list[Supply | None] = [None] * len(pool)
        """By a fuel of which it has one marker more."""

    def now(self) -> Supply:
        found = self._now
        if found is None:
            found = self._now = Supply(self.pool, self.plants)
        return found

    def with_card(self, card: int) -> Supply:
        """With one more plant, which takes the place of the weakest if there is none free."""
        found = self._with_card.get(card)
        if found is None:
            plants, replaced = list(self.plants), 0
            if len(plants) >= self.rules.plant_limit:
                weakest = plants[0]
                for plant in plants:
                    if plant[2] < weakest[2]:
                        weakest = plant
                plants.remove(weakest)
                replaced = weakest[2]
            plants.append(self._printed(card))
            found = self._with_card[card] = Supply(self.pool, tuple(plants), replaced)
        return found

    def without(self, card: int) -> Supply:
        """With one plant less."""
        found = self._without.get(card)
        if found is None:
            kept = [plant for c, plant in zip(self.cards, self.plants, strict=True) if c != card]
            found = self._without[card] = Supply(self.pool, tuple(kept))
        return found

    def of_card(self, card: int) -> Supply:
        """With one plant alone, and no fuel."""
        found = self._of_card.get(card)
        if found is None:
            found = self._of_card[card] = Supply(self.rules.no_fuel, (self._printed(card),))
        return found

    def with_fuel(self, fuel: int, count: int) -> Supply:
        """With more markers of a fuel."""
        if count == 1:
            known = self._with_marker[fuel]
            if known is not None:
                return known
        pool = list(self.pool)
        pool[fuel] += count
        found = Supply(tuple(pool), self.plants)
        if count == 1:
            self._with_marker[fuel] = found
        return found

    def with_pool(self, pool: Pool) -> Supply:
        """With other fuel, such as what a run leaves."""
        found = self._with_pool.get(pool)
        if found is None:
            found = self._with_pool[pool] = Supply(pool, self.plants)
        return found

    def _printed(self, card: int) -> Plant:
        printed = self.rules.cards[card]
        return self.rules.mask[card], printed.burns, printed.cities


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def shared_supplies(rules: Rules) -> dict[tuple[Pool, tuple[int, ...]], SupplyCache]:
    """By fuel and plants, for all encoders of a kind of game."""
    return {}


class SupplyCaches:
    """Finds the `SupplyCache` of a company. Per seat the last one is found by the identity of its fuel and plants."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._burns_fuel = rules.hooks.supply is None
        self._lasting = not rules.hooks.more_output
        """Whether what plants can do follows from the plants alone."""
        self._shared = shared_supplies(rules)
        none = SupplyCache(rules, (), (), ())
        self._last: list[tuple[Pool, tuple[int, ...], SupplyCache]] = [((NEVER,), (), none)] * rules.seats

    def of(self, p: Position, seat: int) -> SupplyCache:
        pool, cards = p.fuel[seat], p.plants[seat]
        if not self._lasting:
            return SupplyCache(self._rules, pool, cards, self._plants(p, seat))
        last = self._last[seat]
        if last[0] is pool and last[1] is cards:
            return last[2]
        key, shared = (pool, cards), self._shared
        found = shared.get(key)
        if found is None:
            if len(shared) >= SUPPLY_CACHE_SIZE:
                shared.clear()
            found = shared[key] = SupplyCache(self._rules, pool, cards, self._plants(p, seat))
        self._last[seat] = (pool, cards, found)
        return found

    def _plants(self, p: Position, seat: int) -> tuple[Plant, ...]:
        return self._rules.runnable(p, seat) if self._burns_fuel else ()


# --- companies as the encoder writes them -----------------------------------------------------------------------------


class Part:
    """The numbers of a company, and from what they were worked out last."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.fuel: Pool = (NEVER,)
        self.plants: tuple[int, ...] = ()
        self.cities = self.stands = NEVER
        self.held = b""
        """The company's fuel, storage and plants."""
        self.powers = 0
        """What they can supply."""
        self.data = b""
        self.money = NEVER
        self.full = b""
        """`data` with the company's money, and"""
        self.veiled = b""
        """where nobody may know how much; empty until somebody asks."""


class Companies:
    """All companies. Of what was worked out last, only what has changed is worked out again."""

    def __init__(self, rules: Rules, hidden_money: bool, tables: Tables, supplies: SupplyCaches) -> None:
        self._rules = rules
        self._hidden_money = hidden_money
        self._tables = tables
        self._supplies = supplies
        self._players = rules.players
        parts = [Part(seat) for seat in range(rules.seats)]
        self._around = [[parts[other] for other in _seen_by(rules, seat)] for seat in range(rules.players)]
        """Per seat the companies, as it sees them."""
        self._side = [b""] * max(rules.seats, COMPANY_PIECES)
        """Their numbers, as the seat sees them that was asked for last."""
        self._more = rules.seats > COMPANY_PIECES
        self._lasting = tables.plain and not (tables.model is not None or rules.hooks.paid_cities)
        """Whether the numbers of a company follow from what its part holds."""
        self._tenths, self._twentieths = IN_TENTHS, IN_TWENTIETHS
        self._coins, self._neutral, self._unknown = KNOWN_MONEY, NEUTRAL + UNKNOWN, PLAYED + UNKNOWN
        # lists that never change: as long as one is the same, so is all that is in it
        self._order: list[int] = []
        self._cities: list[int] = []
        self._plants: list[tuple[int, ...]] = []
        self._bought = self._left = NEVER
        self._stands = [0] * rules.seats
        """Per company its place in the order, and whether it has bought or left."""
        self.cards_moved = True
        """Whether a company has other plants than it had; whoever has seen to that takes it back."""

    def look(self, p: Position, seat: int) -> list[bytes]:
        """The numbers of all companies, the seat's own first, in so many pieces as there always are."""
        again = not self._lasting or self._plants is not p.plants or self._cities is not p.cities
        if self._bought != p.bought or self._left != p.left or self._order is not p.order:
            again = True
            for i, one in enumerate(p.order):
                self._stands[one] = i << 2 | (p.bought >> one & 1) | (p.left >> one & 1) << 1
        side = self._side
        shown = self._players if p.ended or not self._hidden_money else 0
        pools, moneys = p.fuel, p.money
        for at, part in enumerate(self._around[seat]):
            other = part.seat
            fuel = pools[other]
            if again or part.fuel is not fuel:
                self._look_at(p, part, fuel)
            if other < shown or other == seat or (other < self._players and other in self._rules.automatic):
                money = moneys[other]
                if part.money != money:
                    part.money = money
                    part.full = self._coins[money if money < 1000 else 1000] + part.data
                side[at] = part.full
            else:
                if not part.veiled:
                    part.veiled = (self._unknown if other < self._players else self._neutral) + part.data
                side[at] = part.veiled
        if again:
            self._plants, self._cities, self._order = p.plants, p.cities, p.order
            self._bought, self._left = p.bought, p.left
        return [*side[: COMPANY_PIECES - 1], b"".join(side[COMPANY_PIECES - 1 :])] if self._more else side

    def _look_at(self, p: Position, part: Part, fuel: Pool) -> None:
        """Work out what has changed of a company."""
        seat = part.seat
        plants, cities, stands = p.plants[seat], p.cities[seat], self._stands[seat]
        if not (part.fuel is fuel and part.plants is plants and self._lasting):
            if part.plants is not plants:
                self.cards_moved = True
            part.fuel, part.plants = fuel, plants
            self._hold(p, seat, part)
            self._tell(p, seat, part, cities, stands)
        elif part.cities != cities or part.stands != stands:
            self._tell(p, seat, part, cities, stands)

    def _tell(self, p: Position, seat: int, part: Part, cities: int, stands: int) -> None:
        """Put the numbers of a company together."""
        part.cities, part.stands, part.money, part.veiled = cities, stands, NEVER, b""
        rules, tables, powers = self._rules, self._tables, part.powers
        supplies = powers if powers < cities else cities
        if self._lasting:
            supplied = tables.supplied[supplies if supplies < 60 else 60]
            part.data = tables.standing[cities][stands] + supplied + part.held
            return
        out = [tables.standing[cities][stands]]
        if rules.hooks.paid_cities:
            out.append(row(supplies / TWENTIETHS, rules.income(p, seat, supplies) / INCOMES))
        else:
            out.append(tables.supplied[supplies if supplies < 60 else 60])
        if tables.model is not None:
            out += [self._tenths[min(value, 60)] for value in tables.model.numbers(rules, p, seat)]
        out.append(part.held)
        part.data = b"".join(out)

    def _hold(self, p: Position, seat: int, part: Part) -> None:
        """Fuel, room and plants of a company, and what it can supply; remembered where that follows from them."""
        if not self._tables.plain:
            part.held, part.powers = self._power_of(p, seat)
            return
        supply = self._supplies.of(p, seat)
        if not supply.held:
            supply.held, supply.powers = self._power_of(p, seat)
        part.held, part.powers = supply.held, supply.powers

    def _power_of(self, p: Position, seat: int) -> tuple[bytes, int]:
        rules, tables = self._rules, self._tables
        plants = p.plants[seat]
        out = [self._tenths[min(count, 60)] for count in p.fuel[seat]]
        out += [self._tenths[min(max(free, 0), 60)] for free in room(p.fuel[seat], p.caps[seat])]
        output = 0
        for c in rules.working(p, seat):
            output += rules.output(p, seat, c)
        out.append(self._twentieths[min(output, 60)])
        out += [tables.cards[plants[i]] if i < len(plants) else tables.no_card for i in range(tables.slots)]
        powers = best_run(rules, p, seat)[1] if rules.hooks.supply is None else max_supplied_cities(rules, p, seat)
        return b"".join(out), powers


def _seen_by(rules: Rules, seat: int) -> list[int]:
    """The own company, then the others in the order in which they sit, then those that nobody plays."""
    return [*range(seat, rules.players), *range(seat), *range(rules.players, rules.seats)]


# --- companies as the outlook compares them -------------------------------------------------------------------------

TOP: Final = 1000
"""More than that no number of coins says."""


class CompanyStanding:
    """How a company stands in the outlook, and from what that was worked out last."""

    def __init__(self) -> None:
        self.reach: list[int] = []
        self.houses: list[tuple[int, ...]] = []
        self.step = 0
        self.own = -1
        self.supply: SupplyCache | None = None
        self.stock: list[int] = []
        self.totals: list[int] = []
        """What the next cities cost together."""
        self.next: list[int] = []
        """Which they are."""
        self.fuel = 0
        """What it takes to fuel all plants."""
        self.capacity = self.powers = self.affords = self.after = 0
        self.cities_then = self.supplies_then = self.supplies = 0
        self.cities = 0

    def crowded(self, houses: list[tuple[int, ...]]) -> bool:
        """Whether these houses may change what its next cities are, or what they cost.

        Elsewhere more houses only make dearer what was too dear already.
        """
        old = self.houses
        if len(old) != len(houses):
            return True
        for city, there in enumerate(houses):
            if there is not old[city] and (len(there) < len(old[city]) or city in self.next):
                return True
        return False


def affordable(totals: list[int], money: int) -> int:
    """How many of the next cities so much money pays."""
    out = 0
    for total in totals:
        if total > money:
            break
        out += 1
    return out


def capacity_of(plants: tuple[Plant, ...]) -> int:
    out = 0
    for _, _, cities in plants:
        out += cities
    return out


SOLD_OUT_PRICE: Final = 20
"""What a marker counts that the market does not have."""


class FuelCosts:
    """What it takes to fuel plants at the prices of the market."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._fuels = len(rules.fuel_ids)

    def cost(self, p: Position, supply: Supply) -> int:
        """What it costs now to have fuel for one run of all plants; of hybrids each marker the cheapest."""
        left = list(supply.pool)
        buys = [0] * self._fuels
        hybrids = False
        for mask, need, _ in supply.plants:
            if mask & (mask - 1):
                hybrids = True
            elif need:
                f = mask.bit_length() - 1
                had = min(left[f], need)
                left[f] -= had
                buys[f] += need - had
        if hybrids:
            self._hybrids(p, left, buys, supply.plants)
        cost = 0
        for f in range(self._fuels):
            if buys[f]:
                cost += self._price(p, f, buys[f])
        return cost

    def _price(self, p: Position, fuel: int, count: int) -> int:
        there = min(count, p.stock[fuel])
        return self.rules.fuel_cost(p, fuel, there) + (count - there) * SOLD_OUT_PRICE

    def _hybrids(self, p: Position, left: list[int], buys: list[int], plants: tuple[Plant, ...]) -> None:
        for mask, need, _ in plants:
            if not mask & (mask - 1):
                continue
            for _ in range(self._taken(left, mask, need)):
                best, at = 1 << 30, 0
                for f in range(self._fuels):
                    if mask >> f & 1:
                        price = self._price(p, f, buys[f] + 1) - self._price(p, f, buys[f])
                        if price < best:
                            best, at = price, f
                buys[at] += 1

    def missing(self, supply: Supply) -> int:
        """Markers that are missing for one run of all plants."""
        if supply.missing < 0:
            left = list(supply.pool)
            out = 0
            for second in (False, True):
                for mask, need, _ in supply.plants:
                    if bool(mask & (mask - 1)) == second:
                        out += self._taken(left, mask, need)
            supply.missing = out
        return supply.missing

    def _taken(self, left: list[int], mask: int, need: int) -> int:
        """Take markers of these fuels, as far as they go; returns how many are missing."""
        for f in range(self._fuels):
            if mask >> f & 1:
                had = min(left[f], need)
                left[f] -= had
                need -= had
        return need
