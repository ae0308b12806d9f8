"""The features of options: what each costs and leads to (docs/learning.md).

`OptionEncoder` writes a row of `OPTION` for each option of a decision. Rows are joined from pieces, strings of bytes
that hold some columns and are looked up by what they stand for: most of them come back again and again, and joining a
dozen takes a fraction of the time of packing twenty numbers. `OptionOutlook` writes the columns of `LOOK`, which hardly
ever come back. Both ask the same `SupplyCache` what plants could do with some fuel.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final

from stromnetz.engine.move_ranges import BidRange, BuyRange, ConnectRange, FixedMove, MoveRange, OpenRange
from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import running
from stromnetz.engine.phases.income import RunRange
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Ways

from .city_features import Sites
from .columns import (
    BIDS,
    COINS,
    FIFTHS,
    IN_HUNDREDTHS,
    IN_TWENTIETHS,
    INCOMES,
    LOOK_SIZE,
    LOOKAHEAD_CITIES,
    MARKERS,
    TENTHS,
    TWENTIETHS,
    number,
    option_piece,
    option_zeros,
)
from .company_features import TOP, CompanyStanding, Supply, SupplyCache, SupplyCaches, affordable
from .company_model import CompanyModel
from .tables import TABLES_CACHE_SIZE

if TYPE_CHECKING:
    from .outlook import Outlook

PIECE_CACHE_SIZE: Final = 1 << 13
"""Pieces that are remembered of each kind."""
PACK_HEAD: Final = Struct("5f").pack
"""Writes the columns from "kind" to "cost"."""
MAX_AMOUNT: Final = 1000
"""Up to there amounts are looked up."""
MAX_NEAR_COST: Final = 100
"""Connections below this price too."""


def bid_cost(rules: Rules, p: Position, seat: int, bid: int) -> int:
    """What a seat pays for a plant that it wins with a bid."""
    return bid - rules.rebate(p, seat) if rules.hooks.rebates else bid


def run_output(rules: Rules, p: Position, seat: int, move: Run) -> int:
    """What the plants of a run could supply."""
    output = 0
    for ref in move.plants:
        output += rules.output(p, seat, rules.card_index[ref])
    return output


# --- rows of options --------------------------------------------------------------------------------------------------


class RunRows:
    """The moves and rows of the runs that a company can choose from, for as long as they are the same."""

    def __init__(self) -> None:
        self.ways: Ways = ()
        self.moves: list[Move] = []
        self.cities = -1
        self.ends: list[bytes] = []
        """How the rows end with so many cities, after an empty one."""


class SuppliedDelta:
    """The columns from "powers" to "income more", with the zeros around them."""

    def __init__(self, powers: int, more: int, income: int) -> None:
        told = option_piece(powers=powers, powers_more=more, income_more=income)
        rest = option_zeros("place cost", "amount")
        self.connected = option_zeros("most", "cities") + told
        self.bought = option_zeros("number", "cities") + told + rest
        self.won = told + rest


class OptionPieces:
    """What the rows of one kind of game are joined from, shared by its encoders."""

    def __init__(self, rules: Rules) -> None:
        self.kind_numbers = {kind: i for i, kind in enumerate(kinds_of(rules))}
        cards, cities = range(len(rules.cards)), range(len(rules.city_ids))
        self.plain = {kind: self._head(kind) + option_piece(cost=0) for kind in self.kind_numbers}
        """By kind of move: the row of one that has no fields, up to its cost."""
        self.plain_rows: dict[str, list[bytes]] = {}
        """By kind of such a move and by the seat's money: its row; empty until it is needed."""
        self.run_heads = [b""] * (MAX_AMOUNT + 1)
        """By the seat's money: how the row of a run begins; empty until it is needed."""
        self.tails: dict[int, list[bytes]] = {}
        """By the cities that a seat has then, and by the price of a place and of its connection: how the row of that
        city ends; empty until it is needed."""
        self.open = [self._head(Open.kind, card=c + 1) for c in cards]
        self.bid = [self._head(Bid.kind, card=c + 1) for c in cards]
        self.bid_without_card = self._head(Bid.kind)
        self.scrap = [self._head(Scrap.kind, card=c + 1) + option_piece(cost=0) for c in cards]
        self.connect = [self._head(Connect.kind, city=c + 1) for c in cities]
        self.buy = [self._head(Buy.kind, fuel=f + 1) for f in range(len(rules.fuel_ids))]
        # moves never change: those that come back again and again are made once
        self.connects = [Connect(id) for id in rules.city_ids]
        self.buys = [Buy(id, 1) for id in rules.fuel_ids]
        self.printed = [option_piece(number=c.number or 0, burns=c.burns, cities=c.cities) for c in rules.cards]
        self.not_printed = option_zeros("number", "cities")
        self.places = [option_piece(place_cost=cost) for cost in rules.place_costs]
        self.no_most = option_zeros("most", "most")
        self.after_most = option_zeros("number", "amount")
        self.after_money = option_zeros("most", "amount")
        self.after_printed = option_zeros("powers", "amount")
        self.before_powers = option_zeros("most", "cities")
        self.after_cities = option_zeros("supplied", "amount")
        self.before_amount = option_zeros("powers", "burnt")
        # what comes back again and again, in this game and in others of its kind
        self.deltas: dict[int, SuppliedDelta] = {}
        self.run_ends: dict[int, bytes] = {}

    def _head(self, kind: str, card: int = 0, city: int = 0, fuel: int = 0) -> bytes:
        if kind not in self.kind_numbers:
            return b""
        return option_piece(kind=self.kind_numbers[kind], card=card, city=city, fuel=fuel)


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def pieces_of(rules: Rules) -> OptionPieces:
    return OptionPieces(rules)


def kinds_of(rules: Rules) -> list[str]:
    """The kinds of moves by the numbers that they have in options."""
    return list(dict.fromkeys([move.kind for one in rules.deciders.values() for move in one.accepts]))


class OptionEncoder:
    """Writes the options of decisions."""

    def __init__(self, rules: Rules, supplies: SupplyCaches) -> None:
        self.rules = rules
        self._pieces = pieces_of(rules)
        self._supplies = supplies
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._hundredths, self._twentieths = IN_HUNDREDTHS, IN_TWENTIETHS
        self._company = rules.hooks.supply is not None
        self._paid_otherwise = bool(rules.hooks.paid_cities)
        self._key = -1
        self._delta = SuppliedDelta(0, 0, 0)
        """`SuppliedDelta` of the last options, valid for ``_key``."""
        self._plain_kind = ""
        self._plain_rows: list[bytes] = []
        """Rows by money of the last move without fields."""
        # of the decision that is being written
        self._p = Position()
        self._supply = SupplyCache(rules, (), (), ())
        self._money = self._cities = 0

    def write(self, p: Position, most: int) -> tuple[list[Move], bytes]:
        """Up to so many options of the deciding seat: their moves, and their rows one after another."""
        rules, seat = self.rules, p.seat
        self._begin(p)
        moves: list[Move] = []
        out: list[bytes] = []
        for span in rules.deciders[p.kind].ranges(rules, p, seat):
            if len(moves) == most:
                break
            high = span.low + span.size - 1
            if isinstance(span, FixedMove):
                moves.append(span.move)
                out.append(self._plain(span.kind))
            elif isinstance(span, BuyRange):
                fuel = rules.fuel_index[span.fuel]
                moves.append(self._pieces.buys[fuel])
                self._bought(fuel, 1, high, out)
            elif isinstance(span, ConnectRange):
                self._connected(span, moves, most, out)
            elif isinstance(span, RunRange):
                self._runs(span, moves, most, out)
            elif isinstance(span, OpenRange):
                card = rules.card_index[span.plant]
                moves.append(Open(span.plant, span.low))
                self._plant(self._pieces.open[card], card, span.low, high, out)
            elif isinstance(span, BidRange) and (auction := running(p)) is not None:
                moves.append(Bid(span.low))
                self._plant(self._pieces.bid[auction.card], auction.card, span.low, high, out)
            else:
                self._others(span, moves, most, out)
        return moves, b"".join(out)

    def row(self, p: Position, move: Move, highest: int) -> bytes:
        """The row of a single move of the deciding seat; ``highest``: how high its amount could go."""
        self._begin(p)
        out: list[bytes] = []
        self._one(move, highest, out)
        return b"".join(out)

    def _begin(self, p: Position) -> None:
        seat = p.seat
        self._p, self._supply = p, self._supplies.of(p, seat)
        self._money, self._cities = p.money[seat], p.cities[seat]

    def _plain(self, kind: str) -> bytes:
        """The row of a move that has no fields."""
        money = self._money
        if money > MAX_AMOUNT or money < 0:
            return self._pieces.plain[kind] + self._hundred(money) + self._pieces.after_money
        if self._plain_kind is not kind:
            known = self._pieces.plain_rows.get(kind)
            if known is None:
                known = self._pieces.plain_rows[kind] = [b""] * (MAX_AMOUNT + 1)
            self._plain_kind, self._plain_rows = kind, known
        rows = self._plain_rows
        found = rows[money]
        if not found:
            found = rows[money] = self._pieces.plain[kind] + self._hundred(money) + self._pieces.after_money
        return found

    def _others(self, span: MoveRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        """The moves of any other kind, each a row. The lowest of several amounts stands for all of them."""
        highest = span.low + span.size - 1
        for i in range(span.low, highest + 1):
            if len(moves) == most:
                return
            move = span.make(i)
            moves.append(move)
            self._one(move, highest, out)
            if isinstance(move, (Open, Bid, Buy)):
                return

    def _one(self, move: Move, highest: int, out: list[bytes]) -> None:
        """The pieces of a row."""
        rules, pieces = self.rules, self._pieces
        if not move.fields:
            out.append(self._plain(move.kind))
        elif isinstance(move, Scrap):
            self._scrapped(rules.card_index[move.plant], out)
        elif isinstance(move, Open):
            card = rules.card_index[move.plant]
            self._plant(pieces.open[card], card, move.bid, highest, out)
        elif isinstance(move, Bid):
            auction = running(self._p)
            if auction is not None:
                self._plant(pieces.bid[auction.card], auction.card, move.amount, highest, out)
            else:  # for something that is no card
                out.append(pieces.bid_without_card)
                self._paid(move.amount, out)
                out.append(self._hundred(highest))
                out.append(pieces.after_most)
        elif isinstance(move, Connect):
            self._connected_one(rules.city_index[move.city], out)
        elif isinstance(move, Buy):
            self._bought(rules.fuel_index[move.fuel], move.count, highest, out)
        elif isinstance(move, Run):
            output = run_output(rules, self._p, self._p.seat, move)
            out.append(self._run_head())
            out.append(self._run_end(output, sum([count for _, count in move.burn or ()])))
        else:
            self._named(move, out)

    # --- the kinds of moves -----------------------------------------------------------------------------------------

    def _named(self, move: Move, out: list[bytes]) -> None:
        """Any other move: the card, city, fuel, region or amount that its fields name."""
        rules = self.rules
        card = city = fuel = amount = 0
        printed = self._pieces.not_printed
        for name in move.fields:
            value: object = getattr(move, name)
            if name == "plant":
                index = rules.card_index[value]  # type: ignore[index]
                card, printed = index + 1, self._pieces.printed[index]
            elif name == "city":
                city = rules.city_index.get(str(value), -1) + 1
            elif name == "region":
                fuel = rules.region_index.get(str(value), -1) + 1
            elif isinstance(value, int):
                amount = value
            elif isinstance(value, tuple):
                amount = len(value)
        out.append(PACK_HEAD(self._pieces.kind_numbers[move.kind], card, city, fuel, 0))
        out.append(self._hundred(self._money))
        out.append(self._pieces.no_most)
        out.append(printed)
        out.append(self._pieces.before_amount)
        out.append(number(amount / TENTHS))

    def _connected(self, span: ConnectRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        costs, heads = self.rules.place_costs, self._pieces.connect
        occupants, reach, connects = self._p.occupants, self._p.reach[self._p.seat], self._pieces.connects
        now, cities = self._now_powers(), self._cities + 1
        delta = self._delta_of(now, now, cities).connected
        tails = self._tails(cities)
        for city in span.cities:
            if len(moves) == most:
                return
            moves.append(connects[city])
            taken, connection = len(occupants[city]), reach[city]
            out.append(heads[city])
            self._paid(costs[taken] + connection, out)
            out.append(delta)
            if connection < MAX_NEAR_COST:
                tail = tails[taken * MAX_NEAR_COST + connection]
                if not tail:
                    tail = tails[taken * MAX_NEAR_COST + connection] = self._tail(taken, connection, cities)
                out.append(tail)
            else:
                out.append(self._tail(taken, connection, cities))

    def _connected_one(self, city: int, out: list[bytes]) -> None:
        p, now, cities = self._p, self._now_powers(), self._cities + 1
        taken, connection = len(p.occupants[city]), p.reach[p.seat][city]
        out.append(self._pieces.connect[city])
        self._paid(self.rules.place_costs[taken] + connection, out)
        out.append(self._delta_of(now, now, cities).connected)
        out.append(self._tail(taken, connection, cities))

    def _tails(self, cities: int) -> list[bytes]:
        found = self._pieces.tails.get(cities)
        if found is None:
            found = self._pieces.tails[cities] = [b""] * (MAX_NEAR_COST * len(self.rules.place_costs))
        return found

    def _tail(self, taken: int, connection: int, cities: int) -> bytes:
        """What place and connection cost, and how many cities the seat has then."""
        then = self._twentieths[cities] if cities <= 60 else number(cities / TWENTIETHS)
        return self._pieces.places[taken] + self._hundred(connection) + then + self._pieces.after_cities

    def _bought(self, fuel: int, count: int, highest: int, out: list[bytes]) -> None:
        out.append(self._pieces.buy[fuel])
        self._paid(self.rules.fuel_cost(self._p, fuel, count), out)
        out.append(self._hundred(highest))
        if self._company:
            out.append(self._pieces.after_most)
            return
        powers = self._supply.with_fuel(fuel, count).powers
        out.append(self._delta_of(powers, self._now_powers(), self._cities).bought)

    def _plant(self, head: bytes, card: int, bid: int, highest: int, out: list[bytes]) -> None:
        out.append(head)
        self._paid(bid_cost(self.rules, self._p, self._p.seat, bid), out)
        out.append(self._hundred(highest))
        out.append(self._pieces.printed[card])
        if self._company:
            out.append(self._pieces.after_printed)
            return
        powers = self._supply.with_card(card).powers
        out.append(self._delta_of(powers, self._now_powers(), self._cities).won)

    def _scrapped(self, card: int, out: list[bytes]) -> None:
        out.append(self._pieces.scrap[card])
        out.append(self._hundred(self._money))
        out.append(self._pieces.no_most)
        out.append(self._pieces.printed[card])
        if self._company:
            out.append(self._pieces.after_printed)
            return
        powers = self._supply.without(card).powers
        out.append(self._delta_of(powers, self._now_powers(), self._cities).won)

    def _runs(self, span: RunRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        runs = self._supply.runs
        if not isinstance(runs, RunRows):
            runs = self._supply.runs = RunRows()
        if runs.ways is not span.ways:
            runs.ways = span.ways
            runs.moves = [span.make(i) for i in range(span.size)]
            runs.cities = -1
        if runs.cities != self._cities or self._paid_otherwise:
            runs.cities = self._cities
            runs.ends = [b"", *[self._run_end(output, sum(burnt)) for _, burnt, output in span.ways]]
        left = most - len(moves)
        if span.size <= left:
            moves += runs.moves
            out.append(self._run_head().join(runs.ends))
        else:
            moves += runs.moves[:left]
            out.append(self._run_head().join(runs.ends[: left + 1]))

    def _run_head(self) -> bytes:
        """How the row of a run begins: the money, and nothing else up to what it could supply."""
        heads, money = self._pieces.run_heads, self._money
        found = heads[money] if 0 <= money <= MAX_AMOUNT else b""
        if not found:
            found = self._pieces.plain[Run.kind] + self._hundred(money) + self._pieces.before_powers
            if 0 <= money <= MAX_AMOUNT:
                heads[money] = found
        return found

    def _run_end(self, output: int, markers: int) -> bytes:
        """What a run could supply, supplies, pays and burns, with the zeros between."""
        rules, supplied = self.rules, output if output < self._cities else self._cities
        if self._paid_otherwise:
            return run_end(output, supplied, rules.income(self._p, self._p.seat, supplied), markers)
        key = output << 20 | supplied << 10 | markers
        found = self._pieces.run_ends.get(key)
        if found is None:
            if len(self._pieces.run_ends) >= PIECE_CACHE_SIZE:
                self._pieces.run_ends.clear()
            found = self._pieces.run_ends[key] = run_end(output, supplied, rules.payment(supplied), markers)
        return found

    # --- pieces -----------------------------------------------------------------------------------------------------

    def _hundred(self, n: int) -> bytes:
        return self._hundredths[n] if 0 <= n <= 1000 else number(n / COINS)

    def _paid(self, cost: int, out: list[bytes]) -> None:
        out.append(self._hundred(cost))
        out.append(self._hundred(self._money - cost))

    def _now_powers(self) -> int:
        """What the plants can supply with the fuel that is there; 0 for a company that does not burn any."""
        return 0 if self._company else self._supply.now().powers

    def _delta_of(self, powers: int, now: int, cities: int) -> SuppliedDelta:
        """What could be supplied then, with so many cities, how much more that is than now, and what more it pays."""
        then, paid = powers if powers < cities else cities, now if now < self._cities else self._cities
        key = ((powers << 10 | now) << 10 | then) << 10 | paid
        if key == self._key:
            return self._delta
        found = self._pieces.deltas.get(key)
        if found is None:
            if len(self._pieces.deltas) >= PIECE_CACHE_SIZE:
                self._pieces.deltas.clear()
            more = self.rules.payment(then) - self.rules.payment(paid)
            found = self._pieces.deltas[key] = SuppliedDelta(powers, powers - now, more)
        self._key, self._delta = key, found
        return found


def run_end(output: int, supplied: int, income: int, markers: int) -> bytes:
    return (
        option_piece(powers=output)
        + option_zeros("powers more", "cities then")
        + option_piece(supplied=supplied, income=income, burnt=markers, amount=0)
    )


# --- the outlook of options -------------------------------------------------------------------------------------------

PACK_LOOK: Final = Struct(f"{LOOK_SIZE}f").pack


class LookRow:
    """The outlook of an option: a whole number for each column of `LOOK`."""

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
        """The numbers in the order and in the scales of the columns."""
        return PACK_LOOK(
            self.fuel / COINS,
            self.money_after_fuel / COINS,
            self.affords / FIFTHS,
            self.affords_after_fuel / FIFTHS,
            self.capacity / TWENTIETHS,
            self.capacity_over_cities / TENTHS,
            self.supplies / TWENTIETHS,
            self.income / INCOMES,
            self.supplies_then / TWENTIETHS,
            self.income_then / INCOMES,
            self.lead_in_supply / TENTHS,
            self.lead_in_supply_then / TENTHS,
            self.next_1 / COINS,
            self.next_2 / COINS,
            self.next_3 / COINS,
            self.reaches_the_end,
            self.to_the_end / TWENTIETHS,
            self.reaches_step_2,
            self.lead_in_cities / TENTHS,
            self.rivals_behind / FIFTHS,
            self.larger_cards / FIFTHS,
            self.fuel_of_the_card / COINS,
            self.capacity_more / TENTHS,
            self.rivals_who_can_pay / FIFTHS,
            self.plants_with_its_fuel / FIFTHS,
            self.replaced / TENTHS,
            self.above_the_minimum / BIDS,
            self.missing_fuel / TENTHS,
            self.in_market_then / MARKERS,
            self.supplies_again / TWENTIETHS,
        )


class OptionOutlook:
    """How the deciding seat stands after each of its options."""

    def __init__(self, outlook: Outlook, p: Position, own: CompanyStanding) -> None:
        rules = outlook.rules
        seat = p.seat
        self.outlook, self.rules, self.p, self.own = outlook, rules, p, own
        self.seat = seat
        self.money = p.money[seat]
        self.supply = outlook.supplies.of(p, seat)
        self.sites: Sites | None = None
        self.behind = self.behind_then = 0
        """Rivals with fewer cities than now, and than with one more."""
        for other in range(rules.players):
            if other != seat:
                self.behind += 1 if p.cities[other] < own.cities else 0
                self.behind_then += 1 if p.cities[other] <= own.cities else 0

    def of(self, move: Move) -> bytes:
        """The row of a move."""
        row = LookRow()
        model = self.outlook.model
        if model is not None:
            self._foreseen(row, model, move)
        elif isinstance(move, Connect):
            self._connected(row, self.rules.city_index[move.city])
        elif isinstance(move, Buy):
            self._bought(row, self.rules.fuel_index[move.fuel], move.count)
        elif isinstance(move, Open):
            self._plant(row, self.rules.card_index[move.plant], move.bid, (1 << self.rules.players) - 1)
        elif isinstance(move, Bid):
            auction = running(self.p)
            if auction is None:
                self._unchanged(row, self.money - move.amount)
            else:
                self._plant(row, auction.card, move.amount, auction.able)
        elif isinstance(move, Run):
            self._ran(row, move)
        elif isinstance(move, Scrap) and self.outlook.burns_fuel:
            self._supplied(row, self.money, self.supply.without(self.rules.card_index[move.plant]))
        else:
            self._unchanged(row, self.money)
        return row.pack()

    def _unchanged(self, row: LookRow, money: int) -> None:
        """With the plants and the fuel that it has."""
        own = self.own
        if self.outlook.burns_fuel:
            row.missing_fuel = self.outlook.fuels.missing(self.supply.now())
        self._fill(row, money, own.fuel, own.capacity, own.powers, own.cities, own.totals)

    def _supplied(self, row: LookRow, money: int, supply: Supply) -> None:
        """With other plants or other fuel."""
        own, fuels = self.own, self.outlook.fuels
        row.capacity_more = supply.capacity - own.capacity
        row.missing_fuel = fuels.missing(supply)
        fuel = fuels.cost(self.p, supply)
        self._fill(row, money, fuel, supply.capacity, supply.powers, own.cities, own.totals)

    def _fill(
        self, row: LookRow, money: int, fuel: int, capacity: int, powers: int, cities: int, totals: list[int]
    ) -> None:
        rules, outlook = self.rules, self.outlook
        affords, after = affordable(totals, money), affordable(totals, money - fuel)
        supplies, then = min(powers, cities), min(capacity, cities + after)
        row.fuel = fuel
        row.money_after_fuel = money - fuel
        row.affords = affords
        row.affords_after_fuel = after
        row.capacity = capacity
        row.capacity_over_cities = capacity - cities
        row.supplies = supplies
        row.income = rules.payment(supplies)
        row.supplies_then = then
        row.income_then = rules.payment(then)
        row.lead_in_supply = supplies - outlook.most_supplies
        row.lead_in_supply_then = then - outlook.most_then
        known = len(totals)
        row.next_1 = min(totals[0], TOP) if known > 0 else TOP
        row.next_2 = min(totals[1], TOP) if known > 1 else TOP
        row.next_3 = min(totals[2], TOP) if known > 2 else TOP
        row.reaches_the_end = 1 if cities >= rules.end_at else 0
        row.to_the_end = rules.end_at - cities
        row.reaches_step_2 = 1 if cities >= rules.step_2_at and self.p.step == 1 else 0
        row.lead_in_cities = cities - outlook.most_cities
        row.rivals_behind = self.behind if cities == self.own.cities else self.behind_then

    def _connected(self, row: LookRow, city: int) -> None:
        p, own = self.p, self.own
        cost = self.rules.place_costs[len(p.occupants[city])] + p.reach[self.seat][city]
        cities = own.cities + 1
        if self.outlook.burns_fuel:
            row.missing_fuel = self.outlook.fuels.missing(self.supply.now())
        totals = self._next_totals(city, cities, self.money - cost)
        self._fill(row, self.money - cost, own.fuel, own.capacity, own.powers, cities, totals)

    def _next_totals(self, city: int, cities: int, money: int) -> list[int]:
        """What the next cities cost together once a city is connected."""
        if self.sites is None:
            self.sites = Sites(self.rules, self.p, self.seat)
        return self.sites.after(city, LOOKAHEAD_CITIES if cities < self.rules.build_limit else 0, money)

    def _bought(self, row: LookRow, fuel: int, count: int) -> None:
        p = self.p
        money = self.money - self.rules.fuel_cost(p, fuel, count)
        if not self.outlook.burns_fuel:
            self._unchanged(row, money)
            row.in_market_then = p.stock[fuel] - count
            return
        p.stock[fuel] -= count  # what the rest costs then, and back again
        self._supplied(row, money, self.supply.with_fuel(fuel, count))
        row.in_market_then = p.stock[fuel]
        p.stock[fuel] += count

    def _plant(self, row: LookRow, card: int, bid: int, able: int) -> None:
        rules, p = self.rules, self.p
        bid = max(0, bid_cost(rules, p, self.seat, bid))
        if self.outlook.burns_fuel:
            supply = self.supply.with_card(card)
            self._supplied(row, self.money - bid, supply)
            row.replaced = supply.replaced
            row.fuel_of_the_card = self.outlook.fuels.cost(p, self.supply.of_card(card))
        else:
            self._unchanged(row, self.money - bid)
        self._compared(row, card, bid, able)
        row.above_the_minimum = bid - rules.minimum_bid[card]

    def _compared(self, row: LookRow, card: int, bid: int, able: int) -> None:
        """A card that is bid for beside the others, and who could outbid, as far as known."""
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

    def _ran(self, row: LookRow, move: Run) -> None:
        rules, p, own = self.rules, self.p, self.own
        output = run_output(rules, p, self.seat, move)
        supplied = min(output, own.cities)
        income = rules.income(p, self.seat, supplied)
        if self.outlook.burns_fuel:
            pool = list(p.fuel[self.seat])
            for name, count in move.burn or ():
                pool[rules.fuel_index[name]] -= count
            self._supplied(row, self.money + income, self.supply.with_pool(tuple(pool)))
        else:
            self._unchanged(row, self.money + income)
        row.supplies_again = row.supplies  # with the fuel that is left
        row.supplies, row.income = supplied, income
        row.lead_in_supply = supplied - self.outlook.most_supplies

    def _foreseen(self, row: LookRow, model: CompanyModel, move: Move) -> None:
        """Where fuel alone does not tell what a company can do."""
        rules, p, own = self.rules, self.p, self.own
        card, bid, able = -1, 0, (1 << rules.players) - 1
        if isinstance(move, Open):
            card, bid = rules.card_index[move.plant], move.bid
        elif isinstance(move, Bid):
            auction = running(p)
            if auction is None:
                self._unchanged(row, self.money - move.amount)
                return
            card, bid, able = auction.card, move.amount, auction.able
        then = model.after(rules, p, self.seat, move, card)
        totals = own.totals
        if then.cities > own.cities:
            city = rules.city_index.get(str(getattr(move, "city", "")), -1)
            if city >= 0:
                totals = self._next_totals(city, then.cities, self.money - then.cost)
        self._fill(row, self.money - then.cost, then.fuel, then.capacity, then.powers, then.cities, totals)
        if card >= 0:
            self._compared(row, card, bid, able)
            row.above_the_minimum = bid - rules.lowest_bid(p, card)
        row.fuel_of_the_card = then.cost
        row.capacity_more = then.capacity - own.capacity
        row.missing_fuel = then.missing
        row.in_market_then = p.stock[0]
        row.supplies_again = then.most
