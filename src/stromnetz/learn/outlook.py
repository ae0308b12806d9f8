"""The outlook: a simple look-ahead as players do it in their heads (docs/learning.md).

It says what the next cities cost, what it takes to fuel all plants, how many cities the rest of the money buys, and how
all this is after each option. These numbers complement those of the encoder and take as long to compute, so they are
separate.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant

from .columns import (
    BID_SCALE,
    COIN_SCALE,
    FIFTHS,
    INCOME_SCALE,
    LOOKAHEAD_CITIES,
    MARKER_SCALE,
    OPTION_OUTLOOK_SIZE,
    OUTLOOK_COMPANY,
    OUTLOOK_RACE,
    TENTHS,
    TWENTIETHS,
)
from .company_model import CompanyModel, company_model
from .option_features import Supply, SupplyCache, SupplyCaches, bid_cost, run_output
from .position_features import BuildingSites, next_city_costs

# --- companies --------------------------------------------------------------------------------------------------------

MAX_COST: Final = 1000
"""Upper bound of encoded costs."""


class CompanyStanding:
    """The outlook of a company, and what it was last computed from."""

    def __init__(self) -> None:
        self.reach: list[int] = []
        self.houses: list[tuple[int, ...]] = []
        self.step = 0
        self.totals_for_cities = -1
        self.supply: SupplyCache | None = None
        self.stock: list[int] = []
        self.totals: list[int] = []
        """Total costs of the next cities."""
        self.next_cities: list[int] = []
        """Indices of the next cities."""
        self.fuel = 0
        """The cost of the missing fuel for all plants."""
        self.capacity = self.powers = self.affords = self.affords_after_fuel = 0
        self.cities_then = self.supplies_then = self.supplies = 0
        self.cities = 0

    def affected_by(self, houses: list[tuple[int, ...]]) -> bool:
        """Whether these houses may change the next cities or their costs.

        More houses elsewhere only raise costs that were too high already.
        """
        old = self.houses
        if len(old) != len(houses):
            return True
        for city, there in enumerate(houses):
            if there is not old[city] and (len(there) < len(old[city]) or city in self.next_cities):
                return True
        return False


def count_affordable(totals: list[int], money: int) -> int:
    """The number of next cities that so much money buys."""
    out = 0
    for total in totals:
        if total > money:
            break
        out += 1
    return out


SOLD_OUT_PRICE: Final = 20
"""Assumed price of markers that are sold out."""


class FuelCosts:
    """Computes the cost of fuel for plants at market prices."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._fuels = len(rules.fuel_ids)

    def cost(self, p: Position, supply: Supply) -> int:
        """The cost of the missing fuel for one run of all plants; hybrids take the cheapest marker each time."""
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
            self._buy_for_hybrids(p, left, buys, supply.plants)
        cost = 0
        for f in range(self._fuels):
            if buys[f]:
                cost += self._price(p, f, buys[f])
        return cost

    def _price(self, p: Position, fuel: int, count: int) -> int:
        there = min(count, p.stock[fuel])
        return self.rules.fuel_cost(p, fuel, there) + (count - there) * SOLD_OUT_PRICE

    def _buy_for_hybrids(self, p: Position, left: list[int], buys: list[int], plants: tuple[Plant, ...]) -> None:
        for mask, need, _ in plants:
            if not mask & (mask - 1):
                continue
            for _ in range(self._take(left, mask, need)):
                best, at = 1 << 30, 0
                for f in range(self._fuels):
                    if mask >> f & 1:
                        price = self._price(p, f, buys[f] + 1) - self._price(p, f, buys[f])
                        if price < best:
                            best, at = price, f
                buys[at] += 1

    def missing(self, supply: Supply) -> int:
        """Number of markers missing for one run of all plants."""
        if supply.missing < 0:
            left = list(supply.pool)
            out = 0
            for second in (False, True):
                for mask, need, _ in supply.plants:
                    if bool(mask & (mask - 1)) == second:
                        out += self._take(left, mask, need)
            supply.missing = out
        return supply.missing

    def _take(self, left: list[int], mask: int, need: int) -> int:
        """Take markers of these fuels; returns how many are missing."""
        for f in range(self._fuels):
            if mask >> f & 1:
                had = min(left[f], need)
                left[f] -= had
                need -= had
        return need


# --- positions --------------------------------------------------------------------------------------------------------


class Outlook:
    """Writes the outlook of one kind of game into a caller's memory; use one instance per game."""

    def __init__(self, rules: Rules, hidden_money: bool) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self.size = len(OUTLOOK_RACE) + rules.players * len(OUTLOOK_COMPANY)
        """Number of values of a position."""
        self._pack: Callable[..., bytes] = Struct(f"{self.size}f").pack
        self.burns_fuel = rules.hooks.supply is None
        """Whether each plant burns fuel to supply cities."""
        self.model = company_model(rules)
        """The model of editions whose plants do not burn fuel."""
        self._standings = [CompanyStanding() for _ in range(rules.players)]
        self.supplies = SupplyCaches(rules)
        self.fuels = FuelCosts(rules)
        # maxima of the rivals of the current seat
        self.most_cities = self.most_supplies = self.most_then = self.most_capacity = 0

    def state(self, p: Position, seat: int, out: Any) -> None:
        """Write the outlook of a position, with what a seat knows."""
        data = self.data(p, seat)
        memoryview(out).cast("B")[: len(data)] = data

    def options(self, p: Position, moves: list[Move], out: Any) -> None:
        """Write the outlook of these moves of the deciding seat."""
        self._update(p, p.seat)
        data = self._rows(p, moves)
        memoryview(out).cast("B")[: len(data)] = data

    def both(self, p: Position, moves: list[Move], state: Any, rows: Any) -> None:
        """Write the outlook of the position and of these moves for the deciding seat; faster than both separately."""
        data = self.data(p, p.seat)
        memoryview(state).cast("B")[: len(data)] = data
        data = self._rows(p, moves)
        memoryview(rows).cast("B")[: len(data)] = data

    def data(self, p: Position, seat: int) -> bytes:
        self._update(p, seat)
        players = self.rules.players
        own = self._standings[seat]
        out: list[float] = [
            (own.cities - self.most_cities) / TENTHS,
            (own.supplies - self.most_supplies) / TENTHS,
            (own.supplies_then - self.most_then) / TENTHS,
            (own.capacity - self.most_capacity) / TENTHS,
        ]
        for i in range(players):
            one = self._standings[(seat + i) % players]
            totals = one.totals
            known = len(totals)
            out += [(min(totals[k], MAX_COST) if k < known else MAX_COST) / COIN_SCALE for k in range(LOOKAHEAD_CITIES)]
            out.append(one.fuel / COIN_SCALE)
            out.append(one.affords / FIFTHS)
            out.append(one.affords_after_fuel / FIFTHS)
            out.append(one.cities_then / TWENTIETHS)
            out.append(one.supplies_then / TWENTIETHS)
        return self._pack(*out)

    def _rows(self, p: Position, moves: list[Move]) -> bytes:
        options = OptionOutlook(self, p, self._standings[p.seat])
        return b"".join([options.of(move) for move in moves])

    def _update(self, p: Position, seat: int) -> None:
        """Update the standings of all companies, with what the seat knows."""
        rules = self.rules
        all_shown = p.ended or not self.hidden_money
        cities = supplies = then = capacity = 0
        for other in range(rules.players):
            one = self._standings[other]
            shown = all_shown or other == seat or other in rules.automatic
            self._update_standing(p, other, one, p.money[other] if shown else 0)
            if other != seat:
                cities = max(cities, one.cities)
                supplies = max(supplies, one.supplies)
                then = max(then, one.supplies_then)
                capacity = max(capacity, one.capacity)
        self.most_cities, self.most_supplies, self.most_then = cities, supplies, then
        self.most_capacity = capacity

    def _update_standing(self, p: Position, seat: int, one: CompanyStanding, money: int) -> None:
        rules = self.rules
        one.cities = p.cities[seat]
        if not p.reach:  # during the draft of regions
            one.totals = []
        elif (
            one.reach is not p.reach[seat]
            or one.step != p.step
            or one.totals_for_cities != one.cities
            or (one.houses is not p.occupants and one.affected_by(p.occupants))
        ):
            one.reach, one.step, one.totals_for_cities = p.reach[seat], p.step, one.cities
            one.next_cities = []
            one.totals = next_city_costs(BuildingSites(rules, p, seat), LOOKAHEAD_CITIES, one.next_cities)
        one.houses = p.occupants
        if self.burns_fuel:
            self._update_fuel(p, seat, one)
        elif self.model is not None:
            now = self.model.now(rules, p, seat)
            one.powers, one.capacity, one.fuel = now.powers, now.capacity, now.fuel
        one.affords = count_affordable(one.totals, money)
        one.affords_after_fuel = count_affordable(one.totals, money - one.fuel)
        one.supplies = min(one.powers, one.cities)
        one.cities_then = one.cities + one.affords_after_fuel
        one.supplies_then = min(one.capacity, one.cities_then)

    def _update_fuel(self, p: Position, seat: int, one: CompanyStanding) -> None:
        supply = self.supplies.of(p, seat)
        same = one.supply is supply
        if not same:
            one.supply = supply
            one.capacity, one.powers = supply.now().capacity, supply.now().powers
        if not same or one.stock != p.stock:
            one.stock = p.stock[:]
            one.fuel = self.fuels.cost(p, supply.now())


# --- options ----------------------------------------------------------------------------------------------------------

PACK_OPTION_OUTLOOK: Final = Struct(f"{OPTION_OUTLOOK_SIZE}f").pack


class OptionOutlookRow:
    """The outlook of an option: an integer for each column of `OPTION_OUTLOOK`."""

    def __init__(self) -> None:
        self.fuel = self.money_after_fuel = self.affords = self.affords_after_fuel = 0
        self.capacity = self.capacity_over_cities = self.supplies = self.income = 0
        self.supplies_then = self.income_then = self.lead_in_supply = self.lead_in_supply_then = 0
        self.next_1 = self.next_2 = self.next_3 = 0
        self.reaches_the_end = self.to_the_end = self.reaches_step_2 = 0
        self.lead_in_cities = self.rivals_behind = self.larger_cards = self.fuel_of_the_card = 0
        self.capacity_more = self.rivals_who_can_pay = self.plants_with_its_fuel = self.replaced = 0
        self.above_the_minimum = self.missing_fuel = self.in_market_then = self.supplies_again = 0

    def pack(self) -> bytes:
        """The values in the order and scales of the columns."""
        return PACK_OPTION_OUTLOOK(
            self.fuel / COIN_SCALE,
            self.money_after_fuel / COIN_SCALE,
            self.affords / FIFTHS,
            self.affords_after_fuel / FIFTHS,
            self.capacity / TWENTIETHS,
            self.capacity_over_cities / TENTHS,
            self.supplies / TWENTIETHS,
            self.income / INCOME_SCALE,
            self.supplies_then / TWENTIETHS,
            self.income_then / INCOME_SCALE,
            self.lead_in_supply / TENTHS,
            self.lead_in_supply_then / TENTHS,
            self.next_1 / COIN_SCALE,
            self.next_2 / COIN_SCALE,
            self.next_3 / COIN_SCALE,
            self.reaches_the_end,
            self.to_the_end / TWENTIETHS,
            self.reaches_step_2,
            self.lead_in_cities / TENTHS,
            self.rivals_behind / FIFTHS,
            self.larger_cards / FIFTHS,
            self.fuel_of_the_card / COIN_SCALE,
            self.capacity_more / TENTHS,
            self.rivals_who_can_pay / FIFTHS,
            self.plants_with_its_fuel / FIFTHS,
            self.replaced / TENTHS,
            self.above_the_minimum / BID_SCALE,
            self.missing_fuel / TENTHS,
            self.in_market_then / MARKER_SCALE,
            self.supplies_again / TWENTIETHS,
        )


class OptionOutlook:
    """Computes the outlook of the options of the deciding seat."""

    def __init__(self, outlook: Outlook, p: Position, own: CompanyStanding) -> None:
        rules = outlook.rules
        seat = p.seat
        self.outlook, self.rules, self.p, self.own = outlook, rules, p, own
        self.seat = seat
        self.money = p.money[seat]
        self.supply = outlook.supplies.of(p, seat)
        self.sites: BuildingSites | None = None
        self.rivals_behind = self.rivals_behind_then = 0
        """Rivals with fewer cities than the seat has now, and than it has with one more."""
        for other in range(rules.players):
            if other != seat:
                self.rivals_behind += 1 if p.cities[other] < own.cities else 0
                self.rivals_behind_then += 1 if p.cities[other] <= own.cities else 0

    def of(self, move: Move) -> bytes:
        """The packed row of a move."""
        row = OptionOutlookRow()
        model = self.outlook.model
        if model is not None:
            self._fill_by_model(row, model, move)
        elif isinstance(move, Connect):
            self._fill_connection(row, self.rules.city_index[move.city])
        elif isinstance(move, Buy):
            self._fill_purchase(row, self.rules.fuel_index[move.fuel], move.count)
        elif isinstance(move, Open):
            self._fill_bid(row, self.rules.card_index[move.plant], move.bid, (1 << self.rules.players) - 1)
        elif isinstance(move, Bid):
            auction = current_auction(self.p)
            if auction is None:
                self._fill_unchanged(row, self.money - move.amount)
            else:
                self._fill_bid(row, auction.card, move.amount, auction.able)
        elif isinstance(move, Run):
            self._fill_run(row, move)
        elif isinstance(move, Scrap) and self.outlook.burns_fuel:
            self._fill_supply(row, self.money, self.supply.without(self.rules.card_index[move.plant]))
        else:
            self._fill_unchanged(row, self.money)
        return row.pack()

    def _fill_unchanged(self, row: OptionOutlookRow, money: int) -> None:
        """Fill in the row of a move that changes neither plants nor fuel."""
        own = self.own
        if self.outlook.burns_fuel:
            row.missing_fuel = self.outlook.fuels.missing(self.supply.now())
        self._fill(row, money, own.fuel, own.capacity, own.powers, own.cities, own.totals)

    def _fill_supply(self, row: OptionOutlookRow, money: int, supply: Supply) -> None:
        """Fill in the row of a move that changes plants or fuel."""
        own, fuels = self.own, self.outlook.fuels
        row.capacity_more = supply.capacity - own.capacity
        row.missing_fuel = fuels.missing(supply)
        fuel = fuels.cost(self.p, supply)
        self._fill(row, money, fuel, supply.capacity, supply.powers, own.cities, own.totals)

    def _fill(
        self, row: OptionOutlookRow, money: int, fuel: int, capacity: int, powers: int, cities: int, totals: list[int]
    ) -> None:
        rules, outlook = self.rules, self.outlook
        affords, affords_after_fuel = count_affordable(totals, money), count_affordable(totals, money - fuel)
        supplies, then = min(powers, cities), min(capacity, cities + affords_after_fuel)
        row.fuel = fuel
        row.money_after_fuel = money - fuel
        row.affords = affords
        row.affords_after_fuel = affords_after_fuel
        row.capacity = capacity
        row.capacity_over_cities = capacity - cities
        row.supplies = supplies
        row.income = rules.payment(supplies)
        row.supplies_then = then
        row.income_then = rules.payment(then)
        row.lead_in_supply = supplies - outlook.most_supplies
        row.lead_in_supply_then = then - outlook.most_then
        known = len(totals)
        row.next_1 = min(totals[0], MAX_COST) if known > 0 else MAX_COST
        row.next_2 = min(totals[1], MAX_COST) if known > 1 else MAX_COST
        row.next_3 = min(totals[2], MAX_COST) if known > 2 else MAX_COST
        row.reaches_the_end = 1 if cities >= rules.end_at else 0
        row.to_the_end = rules.end_at - cities
        row.reaches_step_2 = 1 if cities >= rules.step_2_at and self.p.step == 1 else 0
        row.lead_in_cities = cities - outlook.most_cities
        row.rivals_behind = self.rivals_behind if cities == self.own.cities else self.rivals_behind_then

    def _fill_connection(self, row: OptionOutlookRow, city: int) -> None:
        p, own = self.p, self.own
        cost = self.rules.place_costs[len(p.occupants[city])] + p.reach[self.seat][city]
        cities = own.cities + 1
        if self.outlook.burns_fuel:
            row.missing_fuel = self.outlook.fuels.missing(self.supply.now())
        totals = self._totals_after(city, cities, self.money - cost)
        self._fill(row, self.money - cost, own.fuel, own.capacity, own.powers, cities, totals)

    def _totals_after(self, city: int, cities: int, money: int) -> list[int]:
        """Total costs of the next cities after connecting a city."""
        if self.sites is None:
            self.sites = BuildingSites(self.rules, self.p, self.seat)
        return self.sites.costs_after(city, LOOKAHEAD_CITIES if cities < self.rules.build_limit else 0, money)

    def _fill_purchase(self, row: OptionOutlookRow, fuel: int, count: int) -> None:
        p = self.p
        money = self.money - self.rules.fuel_cost(p, fuel, count)
        if not self.outlook.burns_fuel:
            self._fill_unchanged(row, money)
            row.in_market_then = p.stock[fuel] - count
            return
        p.stock[fuel] -= count  # for the prices of the rest; restored below
        self._fill_supply(row, money, self.supply.with_fuel(fuel, count))
        row.in_market_then = p.stock[fuel]
        p.stock[fuel] += count

    def _fill_bid(self, row: OptionOutlookRow, card: int, bid: int, able: int) -> None:
        rules, p = self.rules, self.p
        bid = max(0, bid_cost(rules, p, self.seat, bid))
        if self.outlook.burns_fuel:
            supply = self.supply.with_card(card)
            self._fill_supply(row, self.money - bid, supply)
            row.replaced = supply.replaced_cities
            row.fuel_of_the_card = self.outlook.fuels.cost(p, self.supply.card_alone(card))
        else:
            self._fill_unchanged(row, self.money - bid)
        self._fill_comparison(row, card, bid, able)
        row.above_the_minimum = bid - rules.minimum_bid[card]

    def _fill_comparison(self, row: OptionOutlookRow, card: int, bid: int, able: int) -> None:
        """Compare a card that is bid for with the others, and count who could outbid, as far as known."""
        rules, p = self.rules, self.p
        for other_card in rules.on_offer(p):
            if other_card > card:
                row.larger_cards += 1
        mask = rules.mask[card]
        for other in range(rules.players):
            if other == self.seat:
                continue
            hidden = self.outlook.hidden_money and other not in rules.automatic
            if able >> other & 1 and (hidden or p.money[other] > bid):
                row.rivals_who_can_pay += 1
            for c in p.plants[other]:
                if rules.mask[c] & mask:
                    row.plants_with_its_fuel += 1

    def _fill_run(self, row: OptionOutlookRow, move: Run) -> None:
        rules, p, own = self.rules, self.p, self.own
        output = run_output(rules, p, self.seat, move)
        supplied = min(output, own.cities)
        income = rules.income(p, self.seat, supplied)
        if self.outlook.burns_fuel:
            pool = list(p.fuel[self.seat])
            for name, count in move.burn or ():
                pool[rules.fuel_index[name]] -= count
            self._fill_supply(row, self.money + income, self.supply.with_pool(tuple(pool)))
        else:
            self._fill_unchanged(row, self.money + income)
        row.supplies_again = row.supplies  # with the remaining fuel
        row.supplies, row.income = supplied, income
        row.lead_in_supply = supplied - self.outlook.most_supplies

    def _fill_by_model(self, row: OptionOutlookRow, model: CompanyModel, move: Move) -> None:
        """Fill in the row of a move in editions with a `CompanyModel`."""
        rules, p, own = self.rules, self.p, self.own
        card, bid, able = -1, 0, (1 << rules.players) - 1
        if isinstance(move, Open):
            card, bid = rules.card_index[move.plant], move.bid
        elif isinstance(move, Bid):
            auction = current_auction(p)
            if auction is None:
                self._fill_unchanged(row, self.money - move.amount)
                return
            card, bid, able = auction.card, move.amount, auction.able
        then = model.after(rules, p, self.seat, move, card)
        totals = own.totals
        if then.cities > own.cities:
            city = rules.city_index.get(str(getattr(move, "city", "")), -1)
            if city >= 0:
                totals = self._totals_after(city, then.cities, self.money - then.cost)
        self._fill(row, self.money - then.cost, then.fuel, then.capacity, then.powers, then.cities, totals)
        if card >= 0:
            self._fill_comparison(row, card, bid, able)
            row.above_the_minimum = bid - rules.lowest_bid(p, card)
        row.fuel_of_the_card = then.cost
        row.capacity_more = then.capacity - own.capacity
        row.missing_fuel = then.missing
        row.in_market_then = p.stock[0]
        row.supplies_again = then.most
