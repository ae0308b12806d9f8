"""The rows of a decision's options, put together from pieces that come back; the numbers are those of ``options``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import running
from stromnetz.engine.phases.income import Runs
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.spans import Bids, Buys, Connects, Opens, Span
from stromnetz.engine.storage import Plant, Pool, strongest

from .options import OPTION_SIZE, PACK, OptionNumbers, without_weakest
from .tables import HUNDREDTHS, KEPT_KINDS, TWENTIETHS, number, row

KEPT: Final = 1 << 13
"""Answers that are remembered of each kind."""
NO_CARD: Final = -1
Ways = tuple[tuple[int, Pool, int], ...]


class Stocked:
    """What a company with some fuel and some plants could supply."""

    def __init__(self, fuel: Pool, plants: tuple[int, ...]) -> None:
        self.fuel = fuel
        self.plants = plants
        self.now = -1
        """With what it has; -1 until somebody asks."""
        self.winning: dict[int, int] = {}
        """By a card that it wins."""
        self.buying: dict[int, int] = {}
        """By a fuel of which it buys one marker."""
        self.ways: Ways = ()
        self.runs: list[Move] = []
        """The moves of these ways to run the plants."""
        self.burning: list[int] = []
        """For each what it could supply and burns, as one number."""


class OptionPieces:
    """What the options of one kind of game are put together from."""

    def __init__(self, rules: Rules, kinds: list[str]) -> None:
        self._kinds = kinds
        cards, cities = range(len(rules.cards)), range(len(rules.city_ids))
        self.plain = {kind: row(i, 0, 0, 0, 0) for i, kind in enumerate(kinds)}
        """By kind of move: kind, card, city, fuel and cost of one that has no more to it."""
        self.open = [self._named(Open.kind, c + 1, 0, 0) for c in cards]
        self.bid = [self._named(Bid.kind, c + 1, 0, 0) for c in cards]
        self.scrap = [self._named(Scrap.kind, c + 1, 0, 0) + number(0) for c in cards]
        self.connect = [self._named(Connect.kind, 0, c + 1, 0) for c in cities]
        self.buy = [self._named(Buy.kind, 0, 0, f + 1) for f in range(len(rules.fuel_ids))]
        self.printed = [row((c.number or 0) / 50, c.burns / 3, c.cities / 7) for c in rules.cards]
        self.places = [number(cost / 20) for cost in rules.place_costs]
        self.zeros = [bytes(4 * n) for n in range(OPTION_SIZE)]
        # what comes back again and again, in this game and in others of its kind
        self.stocked: dict[tuple[Pool, tuple[int, ...]], Stocked] = {}
        """By fuel and plants."""
        self.then: dict[int, bytes] = {}
        self.ran: dict[int, bytes] = {}

    def _named(self, kind: str, card: int, city: int, fuel: int) -> bytes:
        return row(self._kinds.index(kind), card, city, fuel) if kind in self._kinds else b""


@lru_cache(maxsize=KEPT_KINDS)
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
        self._pieces = pieces_of(rules)
        self._zeros = self._pieces.zeros
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._hundredths, self._twentieths = HUNDREDTHS, TWENTIETHS
        self._company = rules.hooks.supply is not None
        self._lasting = not rules.hooks.more_output
        """Whether what plants can do follows from the plants alone."""
        self._last = [Stocked((), ()) for _ in range(rules.players)]
        """Of each seat what it was when it last decided."""
        # of the decision that is being written
        self._p = Position()
        self._stocked = Stocked((), ())
        self._money = self._cities = 0

    def write(self, p: Position, most: int) -> tuple[list[Move], bytes]:
        """Up to so many options of the deciding seat: their moves, and their rows one after another."""
        rules, seat = self.rules, p.seat
        self._p, self._stocked = p, self._stock_of(seat, p.fuel[seat], p.plants[seat])
        self._money, self._cities = p.money[seat], p.cities[seat]
        moves: list[Move] = []
        out: list[bytes] = []
        for span in rules.deciders[p.kind].spans(rules, p, seat):
            if len(moves) == most:
                break
            if isinstance(span, Bids) and (auction := running(p)) is not None:
                moves.append(Bid(span.low))
                self._plant(self._pieces.bid[auction.card], auction.card, span, span.low, out)
                for bid in self._jumped(span, most - len(moves)):
                    moves.append(Bid(bid))
                    self._plant(self._pieces.bid[auction.card], auction.card, span, bid, out)
            elif isinstance(span, Buys):
                moves.append(Buy(span.fuel, span.low))
                self._bought(rules.fuel_index[span.fuel], span, out)
            elif isinstance(span, Opens):
                card = rules.card_index[span.plant]
                moves.append(Open(span.plant, span.low))
                self._plant(self._pieces.open[card], card, span, span.low, out)
                for bid in self._jumped(span, most - len(moves)):
                    moves.append(Open(span.plant, bid))
                    self._plant(self._pieces.open[card], card, span, bid, out)
            elif isinstance(span, Connects):
                self._connected(span, moves, most, out)
            elif isinstance(span, Runs):
                self._runs(span, moves, most, out)
            else:
                self._others(span, moves, most, out)
        return moves, b"".join(out)

    def _stock_of(self, seat: int, fuel: Pool, plants: tuple[int, ...]) -> Stocked:
        """What is known of a company with this fuel and these plants."""
        if not self._lasting:
            return Stocked(fuel, plants)
        last = self._last[seat]
        if last.fuel is fuel and last.plants is plants:
            return last
        key = (fuel, plants)
        found = self._pieces.stocked.get(key)
        if found is None:
            if len(self._pieces.stocked) >= KEPT:
                self._pieces.stocked.clear()
            found = self._pieces.stocked[key] = Stocked(fuel, plants)
        self._last[seat] = found
        return found

    def _others(self, span: Span, moves: list[Move], most: int, out: list[bytes]) -> None:
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
            out.append(self._pieces.plain[move.kind])
            out.append(self._hundred(self._money))
            out.append(self._zeros[14])
        elif type(move) is Scrap:
            self._scrapped(self.rules.card_index[move.plant], out)
        else:
            out.append(PACK(*OptionNumbers(self.rules, self._p, self.kinds).of(move, highest)))
            return isinstance(move, (Open, Bid, Buy))
        return False

    # --- the kinds of moves -----------------------------------------------------------------------------------------

    def _connected(self, span: Connects, moves: list[Move], most: int, out: list[bytes]) -> None:
        rules, pieces = self.rules, self._pieces
        occupants, reach, ids = self._p.occupants, self._p.reach[self._p.seat], span.ids
        now, cities = self._now_powers(), self._cities + 1
        then = self._zeros[4] + self._then_of(now, now, cities)
        last = (self._twentieths[cities] if cities <= 60 else number(cities / 20)) + self._zeros[4]
        for city in span.cities:
            if len(moves) == most:
                return
            moves.append(Connect(ids[city]))
            taken, connection = len(occupants[city]), reach[city]
            out.append(pieces.connect[city])
            self._paid(rules.place_costs[taken] + connection, out)
            out.append(then)
            out.append(pieces.places[taken])
            out.append(self._hundred(connection))
            out.append(last)

    def _bought(self, fuel: int, span: Span, out: list[bytes]) -> None:
        out.append(self._pieces.buy[fuel])
        self._paid(self.rules.fuel_cost(self._p, fuel, span.low), out)
        out.append(self._hundred(span.low + span.size - 1))
        out.append(self._zeros[3])
        if self._company:
            out.append(self._zeros[10])
            return
        stocked = self._stocked
        powers = stocked.buying.get(fuel, -1)
        if powers < 0:
            pool = list(stocked.fuel)
            pool[fuel] += span.low
            powers = stocked.buying[fuel] = self._power(tuple(pool), stocked.plants, NO_CARD)
        out.append(self._then_of(powers, self._now_powers(), self._cities))
        out.append(self._zeros[7])

    def _jumped(self, span: Span, most: int) -> list[int]:
        """Bids above the least that have rows of their own."""
        highest = span.low + span.size - 1
        return [span.low + jump for jump in self._jumps if span.low + jump <= highest][:most]

    def _plant(self, head: bytes, card: int, span: Span, bid: int, out: list[bytes]) -> None:
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
        out.append(self._then_of(powers, self._now_powers(), self._cities))
        out.append(self._zeros[7])

    def _scrapped(self, card: int, out: list[bytes]) -> None:
        out.append(self._pieces.scrap[card])
        out.append(self._hundred(self._money))
        out.append(self._zeros[1])
        out.append(self._pieces.printed[card])
        if self._company:
            out.append(self._zeros[10])
            return
        stocked = self._stocked
        powers = self._power(stocked.fuel, tuple([c for c in stocked.plants if c != card]), NO_CARD)
        out.append(self._then_of(powers, self._now_powers(), self._cities))
        out.append(self._zeros[7])

    def _runs(self, span: Runs, moves: list[Move], most: int, out: list[bytes]) -> None:
        stocked = self._stocked
        if stocked.ways is not span.ways:
            stocked.ways = span.ways
            stocked.runs = [span.make(i) for i in range(span.size)]
            stocked.burning = [output << 10 | sum(burnt) for _, burnt, output in span.ways]
        head = self._pieces.plain[Run.kind] + self._hundred(self._money) + self._zeros[4]
        left = most - len(moves)
        moves += stocked.runs if span.size <= left else stocked.runs[:left]
        for burning in stocked.burning:
            if left == 0:
                return
            left -= 1
            out.append(head)
            out.append(self._ran_of(burning >> 10, burning & 1023))

    def _ran_of(self, output: int, markers: int) -> bytes:
        """What a run could supply, supplies, pays and burns, with the zeros between."""
        rules, supplied = self.rules, output if output < self._cities else self._cities
        if rules.hooks.paid_cities:
            income = rules.income(self._p, self._p.seat, supplied)
            return row(output / 20, 0, 0, 0, 0, 0, supplied / 20, income / 150, markers / 10, 0)
        key = output << 20 | supplied << 10 | markers
        found = self._pieces.ran.get(key)
        if found is None:
            if len(self._pieces.ran) >= KEPT:
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

    def _then_of(self, powers: int, now: int, cities: int) -> bytes:
        """What could be supplied then, with so many cities, how much more that is than now, and what more it pays."""
        then, paid = min(powers, cities), min(now, self._cities)
        key = ((powers << 10 | now) << 10 | then) << 10 | paid
        found = self._pieces.then.get(key)
        if found is None:
            if len(self._pieces.then) >= KEPT:
                self._pieces.then.clear()
            more = self.rules.payment(then) - self.rules.payment(paid)
            found = self._pieces.then[key] = row(powers / 20, (powers - now) / 20, more / 150)
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
