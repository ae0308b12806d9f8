"""The rows of a decision's options, put together from pieces that come back; the numbers are those of ``options``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.move_ranges import BidRange, BuyRange, ConnectRange, FixedMove, MoveRange, OpenRange
from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import running
from stromnetz.engine.phases.income import RunRange
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, Pool, Ways, strongest

from .options import OPTION_SIZE, PACK, OptionNumbers, without_weakest
from .tables import HUNDREDTHS, TABLES_CACHE_SIZE, TWENTIETHS, number, row

ROWS_CACHE_SIZE: Final = 1 << 13
"""Answers that are remembered of each kind."""
MAX_AMOUNT: Final = 1000
"""Up to there amounts are looked up."""
MAX_NEAR_COST: Final = 100
"""Connections below this price too."""
NO_CARD: Final = -1


class SupplyCache:
    """What a company with some fuel and some plants could supply."""

    def __init__(self, fuel: Pool, plants: tuple[int, ...]) -> None:
        self.fuel = fuel
        self.plants = plants
        self.held = b""
        """Fuel, room and plants as numbers, and"""
        self.powers = 0
        """what it can supply: what the encoder tells of it; empty until it asks."""
        self.now = -1
        """With what it has; -1 until somebody asks."""
        self.winning: dict[int, int] = {}
        """By a card that it wins."""
        self.buying = [-1] * len(fuel)
        """By a fuel of which it buys one marker."""
        self.scrapping: dict[int, int] = {}
        """By a card that it gives up."""
        self.ways: Ways = ()
        self.runs: list[Move] = []
        """The moves of these ways to run the plants."""
        self.ran_with = -1
        self.ran: list[bytes] = []
        """How the rows of these runs end with so many cities, after an empty one."""


class SuppliedDelta:
    """What could be supplied then, how much more that is than now, and what more it pays; with the zeros around it."""

    def __init__(self, told: bytes) -> None:
        self.connected = bytes(16) + told
        self.bought = bytes(12) + told + bytes(28)
        self.won = told + bytes(28)


class OptionPieces:
    """What the options of one kind of game are put together from."""

    def __init__(self, rules: Rules, kinds: list[str]) -> None:
        self._kinds = kinds
        cards, cities = range(len(rules.cards)), range(len(rules.city_ids))
        self.plain = {kind: row(i, 0, 0, 0, 0) for i, kind in enumerate(kinds)}
        """By kind of move: kind, card, city, fuel and cost of one that has no more to it."""
        self.plain_rows: dict[str, list[bytes]] = {}
        """By kind of such a move and by the seat's money: its row; empty until somebody asks."""
        self.run_heads = [b""] * (MAX_AMOUNT + 1)
        """By the seat's money: how the row of a run begins; empty until somebody asks."""
        self.tails: dict[int, list[bytes]] = {}
        """By the cities that a seat has then, and by the price of a place and of its connection: how the row of that
        city ends; empty until somebody asks."""
        self.open = [self._named(Open.kind, c + 1, 0, 0) for c in cards]
        self.bid = [self._named(Bid.kind, c + 1, 0, 0) for c in cards]
        self.scrap = [self._named(Scrap.kind, c + 1, 0, 0) + number(0) for c in cards]
        self.connect = [self._named(Connect.kind, 0, c + 1, 0) for c in cities]
        self.buy = [self._named(Buy.kind, 0, 0, f + 1) for f in range(len(rules.fuel_ids))]
        # moves never change: those that come back again and again are made once
        self.connects = [Connect(id) for id in rules.city_ids]
        self.buys = [Buy(id, 1) for id in rules.fuel_ids]
        self.printed = [row((c.number or 0) / 50, c.burns / 3, c.cities / 7) for c in rules.cards]
        self.places = [number(cost / 20) for cost in rules.place_costs]
        self.zeros = [bytes(4 * n) for n in range(OPTION_SIZE)]
        # what comes back again and again, in this game and in others of its kind
        self.stocks: dict[tuple[Pool, tuple[int, ...]], SupplyCache] = {}
        """By the fuel and the plants of a company."""
        self.then: dict[int, SuppliedDelta] = {}
        self.ran: dict[int, bytes] = {}

    def _named(self, kind: str, card: int, city: int, fuel: int) -> bytes:
        return row(self._kinds.index(kind), card, city, fuel) if kind in self._kinds else b""


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def pieces_of(rules: Rules) -> OptionPieces:
    return OptionPieces(rules, kinds_of(rules))


def kinds_of(rules: Rules) -> list[str]:
    """The kinds of moves by the numbers that they have in options."""
    return list(dict.fromkeys([move.kind for one in rules.deciders.values() for move in one.accepts]))


class OptionRows:
    """Writes the options of decisions."""

    def __init__(self, rules: Rules, kinds: list[str], jumps: tuple[int, ...]) -> None:
        self.rules = rules
        self.kinds = kinds
        self._jumps = jumps
        self._no_jumps: list[int] = []
        self._pieces = pieces_of(rules)
        self._zeros = self._pieces.zeros
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._hundredths, self._twentieths = HUNDREDTHS, TWENTIETHS
        self._company = rules.hooks.supply is not None
        self._paid_otherwise = bool(rules.hooks.paid_cities)
        self._lasting = not rules.hooks.more_output
        """Whether what plants can do follows from the plants alone."""
        self._key = -1
        self._then = SuppliedDelta(b"")
        """`SuppliedDelta` of the last options, valid for ``_key``."""
        self._plain_kind = ""
        self._plain_rows: list[bytes] = []
        """Rows by money of the last move without fields."""
        self._last_stocks: list[tuple[Pool, tuple[int, ...], SupplyCache]]
        self._last_stocks = [((), (), SupplyCache((), ()))] * rules.seats
        """Per seat the fuel and the plants that were looked up last."""
        # of the decision that is being written
        self._p = Position()
        self._stocked = SupplyCache((), ())
        self._money = self._cities = 0

    def write(self, p: Position, most: int) -> tuple[list[Move], bytes]:
        """Up to so many options of the deciding seat: their moves, and their rows one after another."""
        rules, seat = self.rules, p.seat
        self._p, self._stocked = p, self.stock_of(p, seat)
        self._money, self._cities = p.money[seat], p.cities[seat]
        moves: list[Move] = []
        out: list[bytes] = []
        for span in rules.deciders[p.kind].ranges(rules, p, seat):
            if len(moves) == most:
                break
            if isinstance(span, FixedMove):
                moves.append(span.move)
                out.append(self._plain(span.kind))
            elif isinstance(span, BuyRange):
                fuel = rules.fuel_index[span.fuel]
                moves.append(self._pieces.buys[fuel])
                self._bought(fuel, span, out)
            elif isinstance(span, ConnectRange):
                self._connected(span, moves, most, out)
            elif isinstance(span, RunRange):
                self._runs(span, moves, most, out)
            elif isinstance(span, OpenRange):
                card = rules.card_index[span.plant]
                moves.append(Open(span.plant, span.low))
                self._plant(self._pieces.open[card], card, span, span.low, out)
                for bid in self._jumped(span, most - len(moves)):
                    moves.append(Open(span.plant, bid))
                    self._plant(self._pieces.open[card], card, span, bid, out)
            elif isinstance(span, BidRange) and (auction := running(p)) is not None:
                moves.append(Bid(span.low))
                self._plant(self._pieces.bid[auction.card], auction.card, span, span.low, out)
                for bid in self._jumped(span, most - len(moves)):
                    moves.append(Bid(bid))
                    self._plant(self._pieces.bid[auction.card], auction.card, span, bid, out)
            else:
                self._others(span, moves, most, out)
        return moves, b"".join(out)

    def stock_of(self, p: Position, seat: int) -> SupplyCache:
        """What is known of a company with the fuel and the plants of a seat."""
        if not self._lasting:
            return SupplyCache(p.fuel[seat], p.plants[seat])
        fuel, plants = p.fuel[seat], p.plants[seat]
        last = self._last_stocks[seat]
        if last[0] is fuel and last[1] is plants:
            return last[2]
        key, stocks = (fuel, plants), self._pieces.stocks
        found = stocks.get(key)
        if found is None:
            if len(stocks) >= ROWS_CACHE_SIZE:
                stocks.clear()
            found = stocks[key] = SupplyCache(fuel, plants)
        self._last_stocks[seat] = (fuel, plants, found)
        return found

    def _plain(self, kind: str) -> bytes:
        """The row of a move that has no fields."""
        money = self._money
        if money > MAX_AMOUNT or money < 0:
            return self._pieces.plain[kind] + self._hundred(money) + self._zeros[14]
        if self._plain_kind is not kind:
            known = self._pieces.plain_rows.get(kind)
            if known is None:
                known = self._pieces.plain_rows[kind] = [b""] * (MAX_AMOUNT + 1)
            self._plain_kind, self._plain_rows = kind, known
        rows = self._plain_rows
        found = rows[money]
        if not found:
            found = rows[money] = self._pieces.plain[kind] + self._hundred(money) + self._zeros[14]
        return found

    def _others(self, span: MoveRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        """The moves of any other kind, each a row."""
        highest = span.low + span.size - 1
        for i in range(span.low, highest + 1):
            if len(moves) == most:
                return
            move = span.make(i)
            moves.append(move)
            if self._one(move, highest, out):
                return

    def _one(self, move: Move, highest: int, out: list[bytes]) -> bool:
        """The pieces of a row. True where it stands for all amounts: the lowest, and how high it can go."""
        if not move.fields:
            out.append(self._plain(move.kind))
        elif type(move) is Scrap:
            self._scrapped(self.rules.card_index[move.plant], out)
        else:
            out.append(PACK(*OptionNumbers(self.rules, self._p, self.kinds).of(move, highest)))
            return isinstance(move, (Open, Bid, Buy))
        return False

    # --- the kinds of moves -----------------------------------------------------------------------------------------

    def _connected(self, span: ConnectRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        costs, heads = self.rules.place_costs, self._pieces.connect
        occupants, reach, connects = self._p.occupants, self._p.reach[self._p.seat], self._pieces.connects
        now, cities = self._now_powers(), self._cities + 1
        then = self._then_of(now, now, cities).connected
        tails = self._pieces.tails.get(cities)
        if tails is None:
            tails = self._pieces.tails[cities] = [b""] * (MAX_NEAR_COST * len(costs))
        for city in span.cities:
            if len(moves) == most:
                return
            moves.append(connects[city])
            taken, connection = len(occupants[city]), reach[city]
            out.append(heads[city])
            self._paid(costs[taken] + connection, out)
            out.append(then)
            if connection < MAX_NEAR_COST:
                tail = tails[taken * MAX_NEAR_COST + connection]
                if not tail:
                    tail = tails[taken * MAX_NEAR_COST + connection] = self._tail(taken, connection, cities)
                out.append(tail)
            else:
                out.append(self._tail(taken, connection, cities))

    def _tail(self, taken: int, connection: int, cities: int) -> bytes:
        """What place and connection cost, and how many cities the seat has then."""
        then = self._twentieths[cities] if cities <= 60 else number(cities / 20)
        return self._pieces.places[taken] + self._hundred(connection) + then + self._zeros[4]

    def _bought(self, fuel: int, span: MoveRange, out: list[bytes]) -> None:
        out.append(self._pieces.buy[fuel])
        self._paid(self.rules.fuel_cost(self._p, fuel, span.low), out)
        out.append(self._hundred(span.low + span.size - 1))
        if self._company:
            out.append(self._zeros[13])
            return
        stocked = self._stocked
        powers = stocked.buying[fuel]
        if powers < 0:
            pool = list(stocked.fuel)
            pool[fuel] += span.low
            powers = stocked.buying[fuel] = self._power(tuple(pool), stocked.plants, NO_CARD)
        out.append(self._then_of(powers, self._now_powers(), self._cities).bought)

    def _jumped(self, span: MoveRange, most: int) -> list[int]:
        """Bids above the least that have rows of their own."""
        if not self._jumps:
            return self._no_jumps
        highest = span.low + span.size - 1
        return [span.low + jump for jump in self._jumps if span.low + jump <= highest][:most]

    def _plant(self, head: bytes, card: int, span: MoveRange, bid: int, out: list[bytes]) -> None:
        rules = self.rules
        out.append(head)
        self._paid(bid - rules.rebate(self._p, self._p.seat) if rules.hooks.rebates else bid, out)
        out.append(self._hundred(span.low + span.size - 1))
        out.append(self._pieces.printed[card])
        if self._company:
            out.append(self._zeros[10])
            return
        stocked = self._stocked
        powers = stocked.winning.get(card, -1)
        if powers < 0:
            powers = stocked.winning[card] = self._power(stocked.fuel, stocked.plants, card)
        out.append(self._then_of(powers, self._now_powers(), self._cities).won)

    def _scrapped(self, card: int, out: list[bytes]) -> None:
        out.append(self._pieces.scrap[card])
        out.append(self._hundred(self._money))
        out.append(self._zeros[1])
        out.append(self._pieces.printed[card])
        if self._company:
            out.append(self._zeros[10])
            return
        stocked = self._stocked
        powers = stocked.scrapping.get(card, -1)
        if powers < 0:
            kept = tuple([c for c in stocked.plants if c != card])
            powers = stocked.scrapping[card] = self._power(stocked.fuel, kept, NO_CARD)
        out.append(self._then_of(powers, self._now_powers(), self._cities).won)

    def _runs(self, span: RunRange, moves: list[Move], most: int, out: list[bytes]) -> None:
        stocked = self._stocked
        if stocked.ways is not span.ways:
            stocked.ways = span.ways
            stocked.runs = [span.make(i) for i in range(span.size)]
            stocked.ran_with = -1
        if stocked.ran_with != self._cities or self._paid_otherwise:
            stocked.ran_with = self._cities
            stocked.ran = [b"", *[self._ran_of(output, sum(burnt)) for _, burnt, output in span.ways]]
        left = most - len(moves)
        if span.size <= left:
            moves += stocked.runs
            out.append(self._run_head().join(stocked.ran))
        else:
            moves += stocked.runs[:left]
            out.append(self._run_head().join(stocked.ran[: left + 1]))

    def _run_head(self) -> bytes:
        """How the row of a run begins: the money, and nothing else."""
        heads, money = self._pieces.run_heads, self._money
        found = heads[money] if 0 <= money <= MAX_AMOUNT else b""
        if not found:
            found = self._pieces.plain[Run.kind] + self._hundred(money) + self._zeros[4]
            if 0 <= money <= MAX_AMOUNT:
                heads[money] = found
        return found

    def _ran_of(self, output: int, markers: int) -> bytes:
        """What a run could supply, supplies, pays and burns, with the zeros between."""
        rules, supplied = self.rules, output if output < self._cities else self._cities
        if self._paid_otherwise:
            income = rules.income(self._p, self._p.seat, supplied)
            return row(output / 20, 0, 0, 0, 0, 0, supplied / 20, income / 150, markers / 10, 0)
        key = output << 20 | supplied << 10 | markers
        found = self._pieces.ran.get(key)
        if found is None:
            if len(self._pieces.ran) >= ROWS_CACHE_SIZE:
                self._pieces.ran.clear()
            paid = rules.payment(supplied) / 150
            found = self._pieces.ran[key] = row(output / 20, 0, 0, 0, 0, 0, supplied / 20, paid, markers / 10, 0)
        return found

    # --- pieces -----------------------------------------------------------------------------------------------------

    def _hundred(self, n: int) -> bytes:
        return self._hundredths[n] if 0 <= n <= 1000 else number(n / 100)

    def _paid(self, cost: int, out: list[bytes]) -> None:
        out.append(self._hundred(cost))
        out.append(self._hundred(self._money - cost))

    def _now_powers(self) -> int:
        """What the plants can supply with the fuel that is there; 0 for a company that does not burn any."""
        stocked = self._stocked
        if stocked.now < 0:
            stocked.now = 0 if self._company else self._power(stocked.fuel, stocked.plants, NO_CARD)
        return stocked.now

    def _then_of(self, powers: int, now: int, cities: int) -> SuppliedDelta:
        """What could be supplied then, with so many cities, how much more that is than now, and what more it pays."""
        then, paid = powers if powers < cities else cities, now if now < self._cities else self._cities
        key = ((powers << 10 | now) << 10 | then) << 10 | paid
        if key == self._key:
            return self._then
        found = self._pieces.then.get(key)
        if found is None:
            if len(self._pieces.then) >= ROWS_CACHE_SIZE:
                self._pieces.then.clear()
            more = self.rules.payment(then) - self.rules.payment(paid)
            found = self._pieces.then[key] = SuppliedDelta(row(powers / 20, (powers - now) / 20, more / 150))
        self._key, self._then = key, found
        return found

    def _power(self, fuel: Pool, plants: tuple[int, ...], card: int) -> int:
        """What the strongest run of these plants supplies, where a card is won with that one too."""
        return strongest(fuel, self._with(plants, card))[1]

    def _with(self, plants: tuple[int, ...], card: int) -> tuple[Plant, ...]:
        rules, p = self.rules, self._p
        out = [(rules.mask[c], rules.cards[c].burns, rules.output(p, p.seat, c)) for c in plants]
        if card != NO_CARD:
            if len(out) >= rules.plant_limit:
                without_weakest(out)
            printed = rules.cards[card]
            out.append((rules.mask[card], printed.burns, printed.cities))
        return tuple(out)
