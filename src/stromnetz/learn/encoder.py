"""A position as numbers, from one seat's side, as far as that seat may know it."""

from __future__ import annotations

from typing import Any, Final

from stromnetz.engine.board import FAR
from stromnetz.engine.ending import best_run, best_supply
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.auction import running
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, room

from .options import OPTION_SIZE, write_options
from .tables import (
    AHEAD,
    COINS,
    HUNDREDTHS,
    NEUTRAL,
    ONE,
    PLACES,
    PLAYED,
    TENTHS,
    TWENTIETHS,
    UNKNOWN,
    ZERO,
    Section,
    row,
    tables_of,
)


class Side:
    """What was worked out last from one seat's side, and from what."""

    def __init__(self) -> None:
        self.step = 0
        self.market: list[int] = []
        self.plants: list[tuple[int, ...]] = []
        self.boxed: list[int] = []
        self.under: list[int] = []
        self.cards = b""
        self.city_step = 0
        self.houses: list[tuple[int, ...]] = []
        self.reach: list[int] = []
        self.cities = b""
        self.parts: list[bytes] = []
        """Per city the numbers that ``cities`` was put together from."""
        self.city_of: list[dict[tuple[int, ...], bytes]] = [{}, {}, {}, {}]
        """By step and by who has a house in a city, the numbers of that city but for its connection."""


class Part:
    """The numbers of a company that were worked out last, and from what."""

    def __init__(self) -> None:
        self.fuel: Pool = ()
        self.plants: tuple[int, ...] = ()
        self.money = self.cities = self.stands = NEVER
        self.data = b""


class Encoder:
    """Writes positions of one kind of game into a caller's memory.

    It keeps what it has worked out last of cards and cities: one encoder for each game that is followed is quicker than
    one for many games in turns. Encoders of the same kind of game share everything else.
    """

    def __init__(self, rules: Rules, hidden_money: bool) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self._tables = tables_of(rules)
        self.size = self._tables.size
        """How many numbers a position has."""
        self.moves = list(dict.fromkeys([move.kind for one in rules.deciders.values() for move in one.accepts]))
        """The kinds of moves by the numbers that they have in options."""
        self._powers: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[bytes, int]] = {}
        self._sides = [Side() for _ in range(rules.players)]
        self._parts = [Part() for _ in range(rules.seats)]
        self._lasting = self._tables.plain and not (self._tables.module_numbers or rules.hooks.paid_cities)
        """Whether the numbers of a company follow from what its part holds."""
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._one, self._zero = ONE, ZERO
        self._tenths, self._twentieths, self._hundredths = TENTHS, TWENTIETHS, HUNDREDTHS
        self._coins, self._neutral, self._unknown = COINS, NEUTRAL + UNKNOWN, PLAYED + UNKNOWN
        self._no_auction = NO_AUCTION + self._tables.no_card

    @property
    def layout(self) -> list[Section]:
        """What the numbers are, part by part."""
        return list(self._tables.sections)

    # --- for callers ------------------------------------------------------------------------------------------------

    def state(self, p: Position, seat: object, out: Any) -> None:
        """Write the numbers of a position as a seat knows it."""
        data = self.data(p, self.checked(seat))
        kind, target = _memory(out)
        if kind != "f" or len(target) < len(data):
            raise BadInput(
                f"a position takes {self.size} floats of 32 bits; there is memory for {len(target)} bytes of {kind!r}",
                {"size": self.size},
            )
        target[: len(data)] = data

    def options(self, p: Position, out: Any) -> list[Move]:
        """Write a row of numbers for each option of the deciding seat; returns the moves, in the same order."""
        kind, target = _memory(out)
        rows = len(target) // (4 * OPTION_SIZE)
        if kind != "f" or not rows:
            raise BadInput(
                f"an option takes {OPTION_SIZE} floats of 32 bits; there is memory for {len(target)} bytes of {kind!r}",
                {"size": OPTION_SIZE},
            )
        if p.seat < 0:
            return []
        moves, data = write_options(self.rules, p, self.moves, rows)
        target[: len(data)] = data
        return moves

    def checked(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(
                f"a seat is a number from 0 to {self.rules.players - 1}, not {shown(seat)}", {"seat": shown(seat)}
            )
        return seat

    # --- the vector -------------------------------------------------------------------------------------------------

    def data(self, p: Position, seat: int) -> bytes:
        """The numbers of a position in a row."""
        out: list[bytes] = []
        self._table(p, seat, out)
        self._auction(p, seat, out)
        tables = self._tables
        for f, stock in enumerate(p.stock):
            out.append(tables.stock[f][stock])
            out.append(tables.supply[f][p.step - 1][p.supply[f]])
        self._companies(p, seat, out)
        self._cards_of(p, seat, out)
        self._cities_of(p, seat, out)
        return b"".join(out)

    def _table(self, p: Position, seat: int, out: list[bytes]) -> None:
        rules, tables = self.rules, self._tables
        most = 0
        for cities in p.cities:
            if cities > most:
                most = cities
        out.append(tables.steps[p.step - 1][p.step_3][1 if p.seat == seat else 0])
        out.append(self._twentieths[min(p.round, 60)])
        out.append(self._hundredths[len(p.deck)])
        out.append(self._hundredths[len(p.under)])
        out.append(self._tenths[min(p.places, 60)])
        out.append(tables.most[min(most, 60)])
        out.append(tables.no_phase if p.ended else tables.phases.get(rules.phase(p).id, tables.no_phase))
        out.append(tables.kinds[p.kind] if p.seat >= 0 else tables.no_kind)

    def _auction(self, p: Position, seat: int, out: list[bytes]) -> None:
        auction = running(p)
        if auction is None:
            out.append(self._no_auction)
            return
        able, rivals = auction.able, 0
        for other in range(self.rules.players):
            if other != seat and able >> other & 1:
                rivals += 1
        out.append(self._one)
        out.append(self._hundredths[min(auction.bid, 1000)])
        out.append(self._one if auction.bid and auction.high == seat else self._zero)
        out.append(self._one if able >> seat & 1 else self._zero)
        out.append(self._tenths[rivals])
        out.append(self._tables.cards[auction.card])

    def _companies(self, p: Position, seat: int, out: list[bytes]) -> None:
        """The own company, then the others in the order in which they sit, then those that nobody plays."""
        rules, players = self.rules, self.rules.players
        place = [0] * rules.seats
        for i, one in enumerate(p.order):
            place[one] = i
        all_shown = p.ended or not self.hidden_money
        for i in range(rules.seats):
            other = (seat + i) % players if i < players else i
            money = NOT_PLAYED
            if other < players:
                shown_to = all_shown or other == seat or other in rules.automatic
                money = p.money[other] if shown_to else HIDDEN
            cities = p.cities[other]
            stands = place[other] << 2 | (p.bought >> other & 1) | (p.left >> other & 1) << 1
            part = self._parts[other]
            if not (
                self._lasting
                and part.fuel is p.fuel[other]
                and part.plants is p.plants[other]
                and part.money == money
                and part.cities == cities
                and part.stands == stands
            ):
                part.fuel, part.plants = p.fuel[other], p.plants[other]
                part.money, part.cities, part.stands = money, cities, stands
                part.data = self._company(p, other, money, stands)
            out.append(part.data)

    def _company(self, p: Position, other: int, money: int, stands: int) -> bytes:
        rules, tables = self.rules, self._tables
        if money == NOT_PLAYED:
            out = [self._neutral]
        else:
            out = [self._unknown if money == HIDDEN else self._coins[money if money < 1000 else 1000]]
        cities = p.cities[other]
        out.append(tables.standing[cities][stands >> 2][stands & 3])
        held, powers = self._power(p, other)
        supplies = powers if powers < cities else cities
        if rules.hooks.paid_cities:
            out.append(row(supplies / 20, rules.income(p, other, supplies) / 150))
        else:
            out.append(tables.supplied[supplies if supplies < 60 else 60])
        if tables.module_numbers:
            for module in p.modules:
                out += [self._tenths[min(value, 60)] for value in module.numbers(other)]
        out.append(held)
        return b"".join(out)

    def _power(self, p: Position, seat: int) -> tuple[bytes, int]:
        """Fuel, room and plants of a company, and what it can supply; remembered where that follows from them."""
        if not self._tables.plain:
            return self._power_of(p, seat)
        key = (p.fuel[seat], p.plants[seat])
        found = self._powers.get(key)
        if found is None:
            if len(self._powers) >= KEPT:
                self._powers.clear()
            found = self._powers[key] = self._power_of(p, seat)
        return found

    def _power_of(self, p: Position, seat: int) -> tuple[bytes, int]:
        rules, tables = self.rules, self._tables
        plants = p.plants[seat]
        out = [self._tenths[min(count, 60)] for count in p.fuel[seat]]
        out += [self._tenths[min(max(free, 0), 60)] for free in room(p.fuel[seat], p.caps[seat])]
        output = 0
        for c in rules.working(p, seat):
            output += rules.output(p, seat, c)
        out.append(self._twentieths[min(output, 60)])
        out += [tables.cards[plants[i]] if i < len(plants) else tables.no_card for i in range(tables.slots)]
        powers = best_run(rules, p, seat)[1] if rules.hooks.supply is None else best_supply(rules, p, seat)
        return b"".join(out), powers

    def _market_of(self, p: Position, out: list[bytes]) -> None:
        rules, tables = self.rules, self._tables
        current = len(p.market) if p.step == 3 else rules.current
        for i in range(PLACES):
            if i >= len(p.market):
                out.append(tables.no_card)
                out.append(UNKNOWN)
                continue
            card = p.market[i]
            out.append(tables.cards[card])
            out.append(self._one if i < current and rules.for_sale[card] else self._zero)
            out.append(self._hundredths[min(rules.lowest_bid(p, card), 1000)])

    def _cards_of(self, p: Position, seat: int, out: list[bytes]) -> None:
        side = self._sides[seat]
        if (
            side.step != p.step
            or side.market != p.market
            or side.plants != p.plants
            or (side.boxed is not p.boxed and side.boxed != p.boxed)
            or (side.under is not p.under and side.under != p.under)
            or self.rules.hooks.minimum_bids  # which may change though the cards do not
        ):
            side.step, side.market, side.plants = p.step, p.market[:], p.plants[:]
            side.boxed, side.under = p.boxed, p.under  # which never change
            market: list[bytes] = []
            self._market_of(p, market)
            side.cards = b"".join(market) + self._cards_now(p, seat)
        out.append(side.cards)

    def _cards_now(self, p: Position, seat: int) -> bytes:
        rules = self.rules
        status = [0] * len(rules.cards)
        current = len(p.market) if p.step == 3 else rules.current
        for i, card in enumerate(p.market):
            status[card] = 1 if i < current and rules.for_sale[card] else 2
        for owner, plants in enumerate(p.plants):
            for card in plants:
                status[card] = 3 if owner == seat else 4
        for card in p.under:
            status[card] = 5
        for card in p.boxed:
            status[card] = 6
        table = self._tables.status
        return b"".join([table[one] for one in status])

    def _cities_of(self, p: Position, seat: int, out: list[bytes]) -> None:
        side, reach = self._sides[seat], p.reach[seat]
        if side.reach is not reach or side.city_step != p.step or side.houses != p.occupants:
            side.cities = self._cities_now(p, seat, side, reach)
            side.reach, side.city_step, side.houses = reach, p.step, p.occupants[:]
        out.append(side.cities)

    def _cities_now(self, p: Position, seat: int, side: Side, reach: list[int]) -> bytes:
        known, occupants, parts = side.city_of[p.step], p.occupants, side.parts
        outside, hundredths = self._tables.outside, self._hundredths
        if not reach:  # a draft of regions is going on
            reach = [FAR] * len(occupants)
        before, houses = side.reach, side.houses
        if side.city_step != p.step or len(before) != len(reach):
            side.parts = parts = [outside] * len(occupants)
            before, houses = [-1] * len(reach), occupants
        for c in range(len(occupants)):
            cost, there = reach[c], occupants[c]
            if cost == before[c] and there is houses[c]:
                continue
            if cost >= FAR:
                parts[c] = outside
                continue
            city = known.get(there)
            if city is None:
                city = known[there] = self._city(p.step, seat, there)
            parts[c] = city + hundredths[cost if cost < 1000 else 1000]
        out = parts[:]
        self._ahead(p, seat, reach, out)
        return b"".join(out)

    def _city(self, step: int, seat: int, there: tuple[int, ...]) -> bytes:
        costs, taken, own = self.rules.place_costs, len(there), seat in there
        free = taken < min(step, len(costs)) and not own
        return row(float(own), taken / 3, float(free), costs[taken] / 20 if free else 1.0)

    def _ahead(self, p: Position, seat: int, reach: list[int], out: list[bytes]) -> None:
        """What the next cities cost together, each time the cheapest."""
        costs, occupants = self.rules.place_costs, p.occupants
        places = min(p.step, len(costs))
        left: list[int] = []  # the cities that are open, and what each costs now: place and connection
        place: list[int] = []
        cost: list[int] = []
        best, at = NONE, 0
        for c in p.area.cities:
            there = occupants[c]
            taken = len(there)
            if taken < places and seat not in there:
                price = costs[taken] + reach[c]
                if price < best:
                    best, at = price, len(left)
                left.append(c)
                place.append(costs[taken])
                cost.append(price)
        first = reach is p.area.free
        total = 0
        for number in range(AHEAD):
            if best == NONE:
                out.append(self._one)
                continue
            total += best
            out.append(self._hundredths[total if total < 1000 else 1000])
            if number == AHEAD - 1:
                return
            row_of = p.area.rows[left[at]]
            cost[at] = NONE
            best = NONE
            for k in range(len(left)):
                price = cost[k]
                if price == NONE:
                    continue
                then = row_of[left[k]] + place[k]
                if first or then < price:
                    price = cost[k] = then
                if price < best:
                    best, at = price, k
            first = False


KEPT = 1 << 14
NOT_PLAYED: Final = -1
HIDDEN: Final = -2
"""In the place of money."""
NEVER: Final = -3
NONE: Final = 1 << 40
"""More than any city costs."""
NO_AUCTION = row(0, 0, 0, 0, 0)


def _memory(out: object) -> tuple[str, memoryview]:
    """What kind of numbers a caller's memory is for, and its bytes."""
    try:
        memory = memoryview(out)  # type: ignore[arg-type]
        return memory.format, memory.cast("B")
    except TypeError:
        raise BadInput(f"numbers are written into memory of 32-bit floats, not {shown(out)}") from None
