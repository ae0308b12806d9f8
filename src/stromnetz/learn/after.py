"""How a seat stands after each of its options: a row of numbers for each (docs/learning.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import running
from stromnetz.engine.position import Position
from stromnetz.engine.storage import Plant, Pool, strongest

from .city_features import ENCODED_CITIES, LOOKAHEAD_CITIES, Sites
from .company_features import TOP, Standing, affordable, capacity_of
from .company_model import CompanyModel
from .scales import SCALES

if TYPE_CHECKING:
    from .outlook import Outlook

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
LOOK_SIZE: Final = len(LOOK)


class After:
    """How the deciding seat stands after each of its options."""

    def __init__(self, outlook: Outlook, p: Position, own: Standing) -> None:
        rules = outlook.rules
        seat = p.seat
        self.outlook, self.rules, self.p, self.own = outlook, rules, p, own
        self.seat = seat
        self.units = SCALES
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
        out = [self.units.zero] * LOOK_SIZE
        own = self.own
        if self.outlook._model is not None:
            self._foreseen(out, self.outlook._model, move)
        elif isinstance(move, Connect):
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
        return b"".join(out)

    def _same(self, out: list[bytes], money: int) -> None:
        units = self.units
        own = self.own
        out[27] = units.tenths.of(self.missing)
        self._fill(out, money, own.fuel, own.capacity, own.powers, own.cities, own.totals)

    def _with(
        self,
        out: list[bytes],
        money: int,
        plants: tuple[Plant, ...],
        pool: Pool,
        cities: int,
        totals: list[int],
    ) -> None:
        """With other plants or other fuel."""
        units = self.units
        outlook = self.outlook
        if not outlook._plain:
            self._same(out, money)
            return
        capacity = capacity_of(plants)
        out[22] = units.tenths.of(capacity - self.own.capacity)
        out[27] = units.tenths.of(outlook.fuels.missing(pool, plants))
        fuel = outlook.fuels.cost(self.p, pool, plants)
        self._fill(out, money, fuel, capacity, strongest(pool, plants)[1], cities, totals)

    def _fill(
        self, out: list[bytes], money: int, fuel: int, capacity: int, powers: int, cities: int, totals: list[int]
    ) -> None:
        units = self.units
        rules, outlook = self.rules, self.outlook
        affords, after = affordable(totals, money), affordable(totals, money - fuel)
        supplies, then = min(powers, cities), min(capacity, cities + after)
        out[0] = units.coins.of(fuel)
        out[1] = units.coins.of(money - fuel)
        out[2] = units.fifths.of(affords)
        out[3] = units.fifths.of(after)
        out[4] = units.twentieths.of(capacity)
        out[5] = units.tenths.of(capacity - cities)
        out[6] = units.twentieths.of(supplies)
        out[7] = units.incomes.of(rules.payment(supplies))
        out[8] = units.twentieths.of(then)
        out[9] = units.incomes.of(rules.payment(then))
        out[10] = units.tenths.of(supplies - outlook._most_supplies)
        out[11] = units.tenths.of(then - outlook._most_then)
        for i in range(ENCODED_CITIES):
            out[12 + i] = units.coins.of(min(totals[i], TOP) if i < len(totals) else TOP)
        out[15] = units.one if cities >= rules.end_at else units.zero
        out[16] = units.twentieths.of(rules.end_at - cities)
        out[17] = units.one if cities >= rules.step_2_at and self.p.step == 1 else units.zero
        out[18] = units.tenths.of(cities - outlook._most_cities)
        out[19] = units.fifths.of(self.behind if cities == self.own.cities else self.behind_then)

    def _connect(self, out: list[bytes], city: int) -> None:
        units = self.units
        p, own = self.p, self.own
        sites = self.sites
        if sites is None:
            sites = self.sites = Sites(self.rules, p, self.seat)
        cost = self.rules.place_costs[len(p.occupants[city])] + p.reach[self.seat][city]
        cities = own.cities + 1
        totals = sites.after(city, LOOKAHEAD_CITIES if cities < self.rules.build_limit else 0, self.money - cost)
        out[27] = units.tenths.of(self.missing)
        self._fill(out, self.money - cost, own.fuel, own.capacity, own.powers, cities, totals)

    def _buy(self, out: list[bytes], fuel: int, count: int) -> None:
        units = self.units
        p, own = self.p, self.own
        cost = self.rules.fuel_cost(p, fuel, count)
        pool = list(self.pool)
        pool[fuel] += count
        p.stock[fuel] -= count  # what the rest costs then, and back again
        self._with(out, self.money - cost, self.plants, tuple(pool), own.cities, own.totals)
        out[28] = units.stocks.of(p.stock[fuel])
        p.stock[fuel] += count

    def _plant(self, out: list[bytes], card: int, bid: int, able: int) -> None:
        units = self.units
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
            out[25] = units.tenths.of(least[2])
        new = (rules.mask[card], printed.burns, printed.cities)
        plants.append(new)
        self._with(out, self.money - bid, tuple(plants), self.pool, own.cities, own.totals)
        out[20] = units.fifths.of(self._larger(card))
        if self.outlook._plain:
            out[21] = units.coins.of(self.outlook.fuels.cost(p, rules.no_fuel, (new,)))
        out[23], out[24] = self._rivals(card, bid, able)
        out[26] = units.bids.of(bid - rules.minimum_bid[card])

    def _foreseen(self, out: list[bytes], model: CompanyModel, move: Move) -> None:
        """Where fuel alone does not tell what a company can do."""
        units = self.units
        rules, p, own = self.rules, self.p, self.own
        card, bid, able = -1, 0, (1 << rules.players) - 1
        if isinstance(move, Open):
            card, bid = rules.card_index[move.plant], move.bid
        elif isinstance(move, Bid):
            auction = running(p)
            if auction is None:
                self._same(out, self.money - move.amount)
                return
            card, bid, able = auction.card, move.amount, auction.able
        then = model.after(rules, p, self.seat, move, card)
        totals = own.totals
        if then.cities > own.cities:
            totals = self._farther(move, then.cities, self.money - then.cost)
        self._fill(out, self.money - then.cost, then.fuel, then.capacity, then.powers, then.cities, totals)
        if card >= 0:
            out[20] = units.fifths.of(self._larger(card))
            out[23], out[24] = self._rivals(card, bid, able)
            out[26] = units.bids.of(bid - rules.lowest_bid(p, card))
        out[21] = units.coins.of(then.cost)
        out[22] = units.tenths.of(then.capacity - own.capacity)
        out[27] = units.tenths.of(then.missing)
        out[28] = units.stocks.of(p.stock[0])
        out[29] = units.twentieths.of(then.most)

    def _farther(self, move: Move, cities: int, money: int) -> list[int]:
        """What the next cities cost once the city of a move is connected."""
        city = self.rules.city_index.get(str(getattr(move, "city", "")), -1)
        if city < 0:
            return self.own.totals
        if self.sites is None:
            self.sites = Sites(self.rules, self.p, self.seat)
        return self.sites.after(city, LOOKAHEAD_CITIES if cities < self.rules.build_limit else 0, money)

    def _larger(self, card: int) -> int:
        """Larger cards on offer."""
        out = 0
        for other in self.rules.on_offer(self.p):
            if other > card:
                out += 1
        return out

    def _rivals(self, card: int, bid: int, able: int) -> tuple[bytes, bytes]:
        """Encode how many rivals could outbid, as far as known, and how many have plants with the fuel of a card."""
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
        return self.units.fifths.of(paying), self.units.fifths.of(burning)

    def _run(self, out: list[bytes], move: Run) -> None:
        units = self.units
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
        out[6] = units.twentieths.of(supplied)
        out[7] = units.incomes.of(income)
        out[10] = units.tenths.of(supplied - self.outlook._most_supplies)
