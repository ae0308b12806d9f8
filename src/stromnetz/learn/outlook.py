"""Looking a little ahead, as players do in their heads: what the next cities cost, what it takes to fuel all plants,
how many cities that leaves money for, and how all this stands after each option (docs/learning.md).

Numbers beside those of the encoder, for the position and for each option. They take as long as the encoder itself, so
who does not want them does not pay for them.
"""

from __future__ import annotations

from struct import Struct
from typing import Any

from stromnetz.engine.ending import best_run
from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import running
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, Pool, strongest

from .nearest import AHEAD, Sites, next_cities
from .refuelling import Refuelling, capacity_of

OUTLOOK_VERSION = 1
"""Of these numbers: it grows whenever one moves, comes or goes."""
RACE = ("lead in cities", "lead in supply", "lead in supply then", "lead in capacity")
COMPANY = (
    *[f"next {i + 1}" for i in range(AHEAD)],
    "fuel",
    "affords",
    "affords after fuel",
    "cities then",
    "supplies then",
)
LOOK = (
    "fuel",
    "money after fuel",
    "affords",
    "affords after fuel",
    "capacity",
    "capacity over cities",
    "supplies",
    "income",
    "supplies then",
    "income then",
    "lead in supply",
    "lead in supply then",
    "next 1",
    "next 2",
    "next 3",
    "reaches the end",
    "to the end",
    "reaches step 2",
    "lead in cities",
    "rivals behind",
    "larger cards",
    "fuel of the card",
    "capacity more",
    "rivals who can pay",
    "plants with its fuel",
    "replaced",
    "above the minimum",
    "missing fuel",
    "in market then",
    "supplies again",
)
"""The numbers of an option."""
LOOK_SIZE = len(LOOK)
PACK = Struct(f"{LOOK_SIZE}f").pack
TOP = 1000


class Standing:
    """What was worked out of one company, and from what."""

    def __init__(self) -> None:
        self.reach: list[int] = []
        self.houses: list[tuple[int, ...]] = []
        self.step = 0
        self.own = -1
        self.pool: Pool = ()
        self.plants: tuple[int, ...] = ()
        self.stock: list[int] = []
        self.totals: list[int] = []
        """What the next cities cost together."""
        self.fuel = 0
        """What it takes to fuel all plants."""
        self.capacity = self.powers = self.affords = self.after = 0
        self.cities_then = self.supplies_then = self.supplies = 0
        self.cities = 0


class Outlook:
    """Writes these numbers of one kind of game into a caller's memory; one for each game that is followed."""

    def __init__(self, rules: Rules, hidden_money: bool) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self.size = len(RACE) + rules.players * len(COMPANY)
        """How many numbers a position has."""
        self._pack = Struct(f"{self.size}f").pack
        self._plain = rules.hooks.supply is None
        """Whether plants burn fuel to supply cities, each for itself."""
        self._standings = [Standing() for _ in range(rules.players)]
        self.fuels = Refuelling(rules)
        # of the rivals of the seat that is looked from
        self._most_cities = self._most_supplies = self._most_then = self._most_capacity = 0

    def state(self, p: Position, seat: int, out: Any) -> None:
        """Write the numbers of a position as a seat knows it."""
        data = self.data(p, seat)
        memoryview(out).cast("B")[: len(data)] = data

    def options(self, p: Position, moves: list[Move], out: Any) -> None:
        """Write a row for each of these moves of the deciding seat."""
        self._look(p, p.seat)
        data = self._rows(p, moves)
        memoryview(out).cast("B")[: len(data)] = data

    def both(self, p: Position, moves: list[Move], state: Any, rows: Any) -> None:
        """Write the numbers of the position and of these moves for the deciding seat, looking once."""
        data = self.data(p, p.seat)
        memoryview(state).cast("B")[: len(data)] = data
        data = self._rows(p, moves)
        memoryview(rows).cast("B")[: len(data)] = data

    def data(self, p: Position, seat: int) -> bytes:
        self._look(p, seat)
        players = self.rules.players
        own = self._standings[seat]
        out = [
            (own.cities - self._most_cities) / 10,
            (own.supplies - self._most_supplies) / 10,
            (own.supplies_then - self._most_then) / 10,
            (own.capacity - self._most_capacity) / 10,
        ]
        for i in range(players):
            one = self._standings[(seat + i) % players]
            self._next(out, one.totals, AHEAD)
            out.append(one.fuel / 100)
            out.append(one.affords / 5)
            out.append(one.after / 5)
            out.append(one.cities_then / 20)
            out.append(one.supplies_then / 20)
        return self._pack(*out)

    def _rows(self, p: Position, moves: list[Move]) -> bytes:
        after = After(self, p, self._standings[p.seat])
        return b"".join([after.of(move) for move in moves])

    def _next(self, out: list[float], totals: list[int], count: int) -> None:
        out += [min(totals[i], TOP) / 100 if i < len(totals) else TOP / 100 for i in range(count)]

    def _look(self, p: Position, seat: int) -> None:
        """Work out how all companies stand, as far as the seat may know."""
        rules = self.rules
        all_shown = p.ended or not self.hidden_money
        cities = supplies = then = capacity = 0
        for other in range(rules.players):
            one = self._standings[other]
            shown = all_shown or other == seat or other in rules.automatic
            self._stand(p, other, one, p.money[other] if shown else 0)
            if other != seat:
                cities = max(cities, one.cities)
                supplies = max(supplies, one.supplies)
                then = max(then, one.supplies_then)
                capacity = max(capacity, one.capacity)
        self._most_cities, self._most_supplies, self._most_then = cities, supplies, then
        self._most_capacity = capacity

    def _stand(self, p: Position, seat: int, one: Standing, money: int) -> None:
        rules = self.rules
        one.cities = p.cities[seat]
        if not p.reach:  # a draft of regions is going on
            one.totals = []
        elif one.reach is not p.reach[seat] or one.step != p.step or one.own != one.cities or one.houses != p.occupants:
            one.reach, one.step, one.own, one.houses = p.reach[seat], p.step, one.cities, p.occupants[:]
            one.totals = next_cities(Sites(rules, p, seat), AHEAD)
        if self._plain:
            self._fuelled(p, seat, one)
        one.affords = affordable(one.totals, money)
        one.after = affordable(one.totals, money - one.fuel)
        one.supplies = min(one.powers, one.cities)
        one.cities_then = one.cities + one.after
        one.supplies_then = min(one.capacity, one.cities_then)

    def _fuelled(self, p: Position, seat: int, one: Standing) -> None:
        rules = self.rules
        if not (
            one.pool is p.fuel[seat]
            and one.plants is p.plants[seat]
            and one.stock == p.stock
            and not rules.hooks.more_output  # which may change though the plants do not
        ):
            one.pool, one.plants, one.stock = p.fuel[seat], p.plants[seat], p.stock[:]
            plants = rules.runnable(p, seat)
            one.fuel = self.fuels.cost(p, p.fuel[seat], plants)
            one.capacity = capacity_of(plants)
            one.powers = best_run(rules, p, seat)[1]


def affordable(totals: list[int], money: int) -> int:
    """How many of the next cities so much money pays."""
    out = 0
    for total in totals:
        if total > money:
            break
        out += 1
    return out


class After:
    """How the deciding seat stands after each of its options."""

    def __init__(self, outlook: Outlook, p: Position, own: Standing) -> None:
        rules = outlook.rules
        seat = p.seat
        self.outlook, self.rules, self.p, self.own = outlook, rules, p, own
        self.seat = seat
        self.money = p.money[seat]
        self.plants: tuple[Plant, ...] = rules.runnable(p, seat) if outlook._plain else ()
        self.pool = p.fuel[seat]
        self.missing = outlook.fuels.missing(self.pool, self.plants) if outlook._plain else 0
        self.sites: Sites | None = None
        self.behind = self.behind_then = 0
        """Rivals with fewer cities than now, and than with one more."""
        for other in range(rules.players):
            if other != seat:
                self.behind += 1 if p.cities[other] < own.cities else 0
                self.behind_then += 1 if p.cities[other] <= own.cities else 0

    def of(self, move: Move) -> bytes:
        out = [0.0] * LOOK_SIZE
        own = self.own
        if isinstance(move, Connect):
            self._connect(out, self.rules.city_index[move.city])
        elif isinstance(move, Buy):
            self._buy(out, self.rules.fuel_index[move.fuel], move.count)
        elif isinstance(move, Open):
            self._plant(out, self.rules.card_index[move.plant], move.bid, (1 << self.rules.players) - 1)
        elif isinstance(move, Bid):
            auction = running(self.p)
            if auction is None:
                self._same(out, self.money - move.amount)
            else:
                self._plant(out, auction.card, move.amount, auction.able)
        elif isinstance(move, Run):
            self._run(out, move)
        elif isinstance(move, Scrap):
            card = self.rules.card_index[move.plant]
            kept = [one for c, one in zip(self.p.plants[self.seat], self.plants, strict=False) if c != card]
            self._with(out, self.money, tuple(kept), self.pool, own.cities, own.totals)
        else:
            self._same(out, self.money)
        return PACK(*out)

    def _same(self, out: list[float], money: int) -> None:
        own = self.own
        out[27] = self.missing / 10
        self._fill(out, money, own.fuel, own.capacity, own.powers, own.cities, own.totals)

    def _with(
        self,
        out: list[float],
        money: int,
        plants: tuple[Plant, ...],
        pool: Pool,
        cities: int,
        totals: list[int],
    ) -> None:
        """With other plants or other fuel."""
        outlook = self.outlook
        if not outlook._plain:
            self._same(out, money)
            return
        capacity = capacity_of(plants)
        out[22] = (capacity - self.own.capacity) / 10
        out[27] = outlook.fuels.missing(pool, plants) / 10
        fuel = outlook.fuels.cost(self.p, pool, plants)
        self._fill(out, money, fuel, capacity, strongest(pool, plants)[1], cities, totals)

    def _fill(
        self, out: list[float], money: int, fuel: int, capacity: int, powers: int, cities: int, totals: list[int]
    ) -> None:
        rules, outlook = self.rules, self.outlook
        affords, after = affordable(totals, money), affordable(totals, money - fuel)
        supplies, then = min(powers, cities), min(capacity, cities + after)
        out[0] = fuel / 100
        out[1] = (money - fuel) / 100
        out[2] = affords / 5
        out[3] = after / 5
        out[4] = capacity / 20
        out[5] = (capacity - cities) / 10
        out[6] = supplies / 20
        out[7] = rules.payment(supplies) / 150
        out[8] = then / 20
        out[9] = rules.payment(then) / 150
        out[10] = (supplies - outlook._most_supplies) / 10
        out[11] = (then - outlook._most_then) / 10
        for i in range(3):
            out[12 + i] = min(totals[i], TOP) / 100 if i < len(totals) else TOP / 100
        out[15] = 1.0 if cities >= rules.end_at else 0.0
        out[16] = (rules.end_at - cities) / 20
        out[17] = 1.0 if cities >= rules.step_2_at and self.p.step == 1 else 0.0
        out[18] = (cities - outlook._most_cities) / 10
        out[19] = (self.behind if cities == self.own.cities else self.behind_then) / 5

    def _connect(self, out: list[float], city: int) -> None:
        p, own = self.p, self.own
        sites = self.sites
        if sites is None:
            sites = self.sites = Sites(self.rules, p, self.seat)
        cost = self.rules.place_costs[len(p.occupants[city])] + p.reach[self.seat][city]
        cities = own.cities + 1
        totals = sites.after(city, AHEAD if cities < self.rules.build_limit else 0)
        out[27] = self.missing / 10
        self._fill(out, self.money - cost, own.fuel, own.capacity, own.powers, cities, totals)

    def _buy(self, out: list[float], fuel: int, count: int) -> None:
        p, own = self.p, self.own
        cost = self.rules.fuel_cost(p, fuel, count)
        pool = list(self.pool)
        pool[fuel] += count
        p.stock[fuel] -= count  # what the rest costs then, and back again
        self._with(out, self.money - cost, self.plants, tuple(pool), own.cities, own.totals)
        out[28] = p.stock[fuel] / 24
        p.stock[fuel] += count

    def _plant(self, out: list[float], card: int, bid: int, able: int) -> None:
        rules, p, own = self.rules, self.p, self.own
        if rules.hooks.rebates:
            bid = max(0, bid - rules.rebate(p, self.seat))
        printed = rules.cards[card]
        plants = list(self.plants)
        if len(plants) >= rules.plant_limit:
            least = plants[0]
            for one in plants:
                if one[2] < least[2]:
                    least = one
            plants.remove(least)
            out[25] = least[2] / 10
        new = (rules.mask[card], printed.burns, printed.cities)
        plants.append(new)
        self._with(out, self.money - bid, tuple(plants), self.pool, own.cities, own.totals)
        larger = 0
        for other in rules.on_offer(p):
            if other > card:
                larger += 1
        out[20] = larger / 5
        if self.outlook._plain:
            out[21] = self.outlook.fuels.cost(p, rules.no_fuel, (new,)) / 100
        out[23], out[24] = self._rivals(card, bid, able)
        out[26] = (bid - rules.minimum_bid[card]) / 50

    def _rivals(self, card: int, bid: int, able: int) -> tuple[float, float]:
        """Who could pay more, as far as that is known, and who has plants with the fuel of a card."""
        rules, p = self.rules, self.p
        mask, paying, burning = rules.mask[card], 0, 0
        for other in range(rules.players):
            if other == self.seat:
                continue
            hidden = self.outlook.hidden_money and other not in rules.automatic
            if able >> other & 1 and (hidden or p.money[other] > bid):
                paying += 1
            for c in p.plants[other]:
                if rules.mask[c] & mask:
                    burning += 1
        return paying / 5, burning / 5

    def _run(self, out: list[float], move: Run) -> None:
        rules, p, own = self.rules, self.p, self.own
        pool = list(self.pool)
        for name, count in move.burn or ():
            pool[rules.fuel_index[name]] -= count
        output = 0
        for ref in move.plants:
            output += rules.output(p, self.seat, rules.card_index[ref])
        income = rules.income(p, self.seat, min(output, own.cities))
        self._with(out, self.money + income, self.plants, tuple(pool), own.cities, own.totals)
        out[29] = out[6]  # what it could supply again with the fuel that is left
        supplied = min(output, own.cities)
        out[6] = supplied / 20
        out[7] = income / 150
        out[10] = (supplied - self.outlook._most_supplies) / 10
