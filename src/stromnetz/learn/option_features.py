"""The features of options: what plants and fuel could supply, and the cost and effects of each option
(docs/learning.md).

`OptionEncoder` writes a row of `OPTION` for each option of a decision. Rows are joined from pieces: byte strings of
some columns, cached by what they stand for. Most pieces recur, and joining a dozen takes a fraction of the time of
packing twenty numbers. The outlook of options (`outlook`) hardly ever recurs.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

from stromnetz.engine.move_ranges import BidRange, BuyRange, ConnectRange, FixedMove, MoveRange, OpenRange
from stromnetz.engine.moves import Bid, Buy, Connect, Move, Open, Run, Scrap
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.phases.income import RunRange
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, Pool, Runs, strongest_run

from .columns import (
    COIN_SCALE,
    IN_HUNDREDTHS,
    IN_TWENTIETHS,
    TENTHS,
    TWENTIETHS,
    option_piece,
    option_zeros,
    pack_float,
)
from .tables import TABLES_CACHE_SIZE

# --- supply ---------------------------------------------------------------------------------------------------------

NO_FUEL: Final[Pool] = (-1,)
"""A pool that no company has."""
SUPPLY_CACHE_SIZE: Final = 1 << 13
"""Combinations of fuel and plants that are cached."""


class Supply:
    """Plants and fuel of a company, now or after a move, and the cities that they can supply."""

    def __init__(self, pool: Pool, plants: tuple[Plant, ...], replaced_cities: int = 0) -> None:
        self.pool = pool
        self.plants = plants
        self.replaced_cities = replaced_cities
        """Cities of the plant that was replaced."""
        self.powers = strongest_run(pool, plants)[1]
        """Cities supplied by the strongest run."""
        self.capacity = capacity_of(plants)
        """Cities supplied by all plants together."""
        self.missing = -1
        """Markers missing for one run of all plants; -1 until `FuelCosts` has counted them."""


class SupplyCache:
    """Caches the `Supply` of a company with its current fuel and plants, and after moves."""

    def __init__(self, rules: Rules, pool: Pool, cards: tuple[int, ...], plants: tuple[Plant, ...]) -> None:
        self.rules = rules
        self.pool = pool
        self.cards = cards
        self.plants = plants
        """The cards in the form in which the engine runs them."""
        self.encoded_stock = b""
        """Encoded fuel, room and plants; empty until needed."""
        self.powers = 0
        """Encoded number of cities that it can supply."""
        self.runs: object = None
        """`RunRows` of the option encoder, if it has cached them."""
        self._now: Supply | None = None
        self._with_card: dict[int, Supply] = {}
        self._card_alone: dict[int, Supply] = {}
        self._without: dict[int, Supply] = {}
        self._with_pool: dict[Pool, Supply] = {}
        self._with_marker: list[Supply | None] = [None] * len(pool)
        """Supplies with one more marker, by fuel."""

    def now(self) -> Supply:
        """The current supply."""
        found = self._now
        if found is None:
            found = self._now = Supply(self.pool, self.plants)
        return found

    def with_card(self, card: int) -> Supply:
        """The supply with one more plant, which replaces the weakest if there is no free place."""
        found = self._with_card.get(card)
        if found is None:
            plants, replaced_cities = list(self.plants), 0
            if len(plants) >= self.rules.plant_limit:
                weakest = plants[0]
                for plant in plants:
                    if plant[2] < weakest[2]:
                        weakest = plant
                plants.remove(weakest)
                replaced_cities = weakest[2]
            plants.append(self._printed(card))
            found = self._with_card[card] = Supply(self.pool, tuple(plants), replaced_cities)
        return found

    def without(self, card: int) -> Supply:
        """The supply without one of the plants."""
        found = self._without.get(card)
        if found is None:
            kept = [plant for c, plant in zip(self.cards, self.plants, strict=True) if c != card]
            found = self._without[card] = Supply(self.pool, tuple(kept))
        return found

    def card_alone(self, card: int) -> Supply:
        """The supply of a single plant without fuel."""
        found = self._card_alone.get(card)
        if found is None:
            found = self._card_alone[card] = Supply(self.rules.no_fuel, (self._printed(card),))
        return found

    def with_fuel(self, fuel: int, count: int) -> Supply:
        """The supply with more markers of a fuel."""
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
        """The supply with other fuel, such as the rest after a run."""
        found = self._with_pool.get(pool)
        if found is None:
            found = self._with_pool[pool] = Supply(pool, self.plants)
        return found

    def _printed(self, card: int) -> Plant:
        printed = self.rules.cards[card]
        return self.rules.mask[card], printed.burns, printed.cities


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def shared_supplies(rules: Rules) -> dict[tuple[Pool, tuple[int, ...]], SupplyCache]:
    """The supply caches of a kind of game by fuel and plants, shared by all encoders."""
    return {}


class SupplyCaches:
    """Finds the `SupplyCache` of a company. The last one of each seat is recognised by the identity of its fuel and
    plants."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._burns_fuel = rules.hooks.supply is None
        self._depends_on_plants_only = not rules.hooks.more_output
        """Whether the output of plants depends on the plants alone."""
        self._shared = shared_supplies(rules)
        none = SupplyCache(rules, (), (), ())
        self._last: list[tuple[Pool, tuple[int, ...], SupplyCache]] = [(NO_FUEL, (), none)] * rules.seats

    def of(self, p: Position, seat: int) -> SupplyCache:
        pool, cards = p.fuel[seat], p.plants[seat]
        if not self._depends_on_plants_only:
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


def capacity_of(plants: tuple[Plant, ...]) -> int:
    out = 0
    for _, _, cities in plants:
        out += cities
    return out


# --- rows of options --------------------------------------------------------------------------------------------------

PIECE_CACHE_SIZE: Final = 1 << 13
"""Cached pieces of each kind."""
PACK_HEAD: Final = Struct("5f").pack
"""Packs the columns from "kind" to "cost"."""
MAX_CACHED_AMOUNT: Final = 1000
"""Larger amounts are not cached."""
MIN_UNCACHED_CONNECTION: Final = 100
"""Connections from this price on are not cached."""


def bid_cost(rules: Rules, p: Position, seat: int, bid: int) -> int:
    """The price of a plant that a seat wins with a bid."""
    return bid - rules.rebate(p, seat) if rules.hooks.rebates else bid


def run_output(rules: Rules, p: Position, seat: int, move: Run) -> int:
    """The number of cities that the plants of a run could supply."""
    output = 0
    for ref in move.plants:
        output += rules.output(p, seat, rules.card_index[ref])
    return output


class RunRows:
    """Cached moves and rows of the runs that a company can choose from."""

    def __init__(self) -> None:
        self.ways: Runs = ()
        self.moves: list[Move] = []
        self.cities = -1
        self.ends: list[bytes] = []
        """The ends of the rows for so many cities, after an empty string."""


class SuppliedDelta:
    """The columns from "powers" to "income more", with the zeros around them, for each kind of row."""

    def __init__(self, powers: int, more: int, income: int) -> None:
        changed_columns = option_piece(powers=powers, powers_more=more, income_more=income)
        rest = option_zeros("place cost", "amount")
        self.connected = option_zeros("most", "cities") + changed_columns
        self.bought = option_zeros("number", "cities") + changed_columns + rest
        self.won = changed_columns + rest


class OptionPieces:
    """The pieces of the rows of one kind of game, shared by its encoders."""

    def __init__(self, rules: Rules) -> None:
        self.kind_numbers = {kind: i for i, kind in enumerate(kinds_of(rules))}
        cards, cities = range(len(rules.cards)), range(len(rules.city_ids))
        self.plain = {kind: self._head(kind) + option_piece(cost=0) for kind in self.kind_numbers}
        """The rows of moves without fields up to the cost, by kind."""
        self.plain_rows: dict[str, list[bytes]] = {}
        """Cached rows of moves without fields, by kind and by the seat's money; empty until needed."""
        self.run_heads = [b""] * (MAX_CACHED_AMOUNT + 1)
        """Cached starts of the rows of runs, by the seat's money; empty until needed."""
        self.tails: dict[int, list[bytes]] = {}
        """Cached ends of the rows of cities, by the seat's number of cities, and by the prices of place and
        connection; empty until needed."""
        self.open = [self._head(Open.kind, card=c + 1) for c in cards]
        self.bid = [self._head(Bid.kind, card=c + 1) for c in cards]
        self.bid_without_card = self._head(Bid.kind)
        self.scrap = [self._head(Scrap.kind, card=c + 1) + option_piece(cost=0) for c in cards]
        self.connect = [self._head(Connect.kind, city=c + 1) for c in cities]
        self.buy = [self._head(Buy.kind, fuel=f + 1) for f in range(len(rules.fuel_ids))]
        # moves are immutable, so these are created once
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
        # caches for all games of this kind
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
    """The kinds of moves, in the order of their numbers in options."""
    return list(dict.fromkeys([move.kind for one in rules.deciders.values() for move in one.accepts]))


class OptionEncoder:
    """Encodes the options of decisions."""

    def __init__(self, rules: Rules, supplies: SupplyCaches) -> None:
        self.rules = rules
        self._pieces = pieces_of(rules)
        self._supplies = supplies
        # attributes: compiled code would look up names of other modules in dictionaries
        self._hundredths, self._twentieths = IN_HUNDREDTHS, IN_TWENTIETHS
        self._has_companies = rules.hooks.supply is not None
        self._has_own_payment = bool(rules.hooks.paid_cities)
        self._delta_key = -1
        self._delta = SuppliedDelta(0, 0, 0)
        """The last `SuppliedDelta`, for `_delta_key`."""
        self._plain_kind = ""
        self._plain_rows_of_kind: list[bytes] = []
        """Cached rows by money, for `_plain_kind`."""
        # the current decision
        self._p = Position()
        self._supply = SupplyCache(rules, (), (), ())
        self._money = self._cities = 0

    def write(self, p: Position, max_rows: int) -> tuple[list[Move], bytes]:
        """Encode at most so many options of the deciding seat: their moves, and their rows as one byte string."""
        rules, seat = self.rules, p.seat
        self._set_position(p)
        moves: list[Move] = []
        out: list[bytes] = []
        for span in rules.deciders[p.kind].ranges(rules, p, seat):
            if len(moves) == max_rows:
                break
            high = span.low + span.size - 1
            if isinstance(span, FixedMove):
                moves.append(span.move)
                out.append(self._plain_row(span.kind))
            elif isinstance(span, BuyRange):
                fuel = rules.fuel_index[span.fuel]
                moves.append(self._pieces.buys[fuel])
                self._add_purchase(fuel, 1, high, out)
            elif isinstance(span, ConnectRange):
                self._add_connections(span, moves, max_rows, out)
            elif isinstance(span, RunRange):
                self._add_runs(span, moves, max_rows, out)
            elif isinstance(span, OpenRange):
                card = rules.card_index[span.plant]
                moves.append(Open(span.plant, span.low))
                self._add_bid(self._pieces.open[card], card, span.low, high, out)
            elif isinstance(span, BidRange) and (auction := current_auction(p)) is not None:
                moves.append(Bid(span.low))
                self._add_bid(self._pieces.bid[auction.card], auction.card, span.low, high, out)
            else:
                self._add_others(span, moves, max_rows, out)
        return moves, b"".join(out)

    def row(self, p: Position, move: Move, highest: int) -> bytes:
        """The row of a single move of the deciding seat; ``highest``: its highest possible amount."""
        self._set_position(p)
        out: list[bytes] = []
        self._add_row(move, highest, out)
        return b"".join(out)

    def _set_position(self, p: Position) -> None:
        seat = p.seat
        self._p, self._supply = p, self._supplies.of(p, seat)
        self._money, self._cities = p.money[seat], p.cities[seat]

    def _plain_row(self, kind: str) -> bytes:
        """The row of a move without fields."""
        money = self._money
        if money > MAX_CACHED_AMOUNT or money < 0:
            return self._pieces.plain[kind] + self._money_bytes(money) + self._pieces.after_money
        if self._plain_kind is not kind:
            known = self._pieces.plain_rows.get(kind)
            if known is None:
                known = self._pieces.plain_rows[kind] = [b""] * (MAX_CACHED_AMOUNT + 1)
            self._plain_kind, self._plain_rows_of_kind = kind, known
        rows = self._plain_rows_of_kind
        found = rows[money]
        if not found:
            found = rows[money] = self._pieces.plain[kind] + self._money_bytes(money) + self._pieces.after_money
        return found

    def _add_others(self, span: MoveRange, moves: list[Move], max_rows: int, out: list[bytes]) -> None:
        """Add the moves of any other kind, each as a row. For amounts, only the lowest."""
        highest = span.low + span.size - 1
        for i in range(span.low, highest + 1):
            if len(moves) == max_rows:
                return
            move = span.make(i)
            moves.append(move)
            self._add_row(move, highest, out)
            if isinstance(move, (Open, Bid, Buy)):
                return

    def _add_row(self, move: Move, highest: int, out: list[bytes]) -> None:
        """Add the pieces of a row."""
        rules, pieces = self.rules, self._pieces
        if not move.fields:
            out.append(self._plain_row(move.kind))
        elif isinstance(move, Scrap):
            self._add_scrapping(rules.card_index[move.plant], out)
        elif isinstance(move, Open):
            card = rules.card_index[move.plant]
            self._add_bid(pieces.open[card], card, move.bid, highest, out)
        elif isinstance(move, Bid):
            auction = current_auction(self._p)
            if auction is not None:
                self._add_bid(pieces.bid[auction.card], auction.card, move.amount, highest, out)
            else:  # a bid that is not for a card
                out.append(pieces.bid_without_card)
                self._add_cost(move.amount, out)
                out.append(self._money_bytes(highest))
                out.append(pieces.after_most)
        elif isinstance(move, Connect):
            self._add_connection(rules.city_index[move.city], out)
        elif isinstance(move, Buy):
            self._add_purchase(rules.fuel_index[move.fuel], move.count, highest, out)
        elif isinstance(move, Run):
            output = run_output(rules, self._p, self._p.seat, move)
            out.append(self._run_head())
            out.append(self._run_end(output, sum([count for _, count in move.burn or ()])))
        else:
            self._add_by_fields(move, out)

    # --- the kinds of moves -----------------------------------------------------------------------------------------

    def _add_by_fields(self, move: Move, out: list[bytes]) -> None:
        """Add the row of any other move, with the card, city, fuel, region or amount in its fields."""
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
        out.append(self._money_bytes(self._money))
        out.append(self._pieces.no_most)
        out.append(printed)
        out.append(self._pieces.before_amount)
        out.append(pack_float(amount / TENTHS))

    def _add_connections(self, span: ConnectRange, moves: list[Move], max_rows: int, out: list[bytes]) -> None:
        costs, heads = self.rules.place_costs, self._pieces.connect
        occupants, reach, connects = self._p.occupants, self._p.reach[self._p.seat], self._pieces.connects
        now, cities = self._powers_now(), self._cities + 1
        delta = self._delta_of(now, now, cities).connected
        tails = self._tails(cities)
        for city in span.cities:
            if len(moves) == max_rows:
                return
            moves.append(connects[city])
            taken, connection = len(occupants[city]), reach[city]
            out.append(heads[city])
            self._add_cost(costs[taken] + connection, out)
            out.append(delta)
            if connection < MIN_UNCACHED_CONNECTION:
                tail = tails[taken * MIN_UNCACHED_CONNECTION + connection]
                if not tail:
                    tail = tails[taken * MIN_UNCACHED_CONNECTION + connection] = self._tail(taken, connection, cities)
                out.append(tail)
            else:
                out.append(self._tail(taken, connection, cities))

    def _add_connection(self, city: int, out: list[bytes]) -> None:
        p, now, cities = self._p, self._powers_now(), self._cities + 1
        taken, connection = len(p.occupants[city]), p.reach[p.seat][city]
        out.append(self._pieces.connect[city])
        self._add_cost(self.rules.place_costs[taken] + connection, out)
        out.append(self._delta_of(now, now, cities).connected)
        out.append(self._tail(taken, connection, cities))

    def _tails(self, cities: int) -> list[bytes]:
        found = self._pieces.tails.get(cities)
        if found is None:
            found = self._pieces.tails[cities] = [b""] * (MIN_UNCACHED_CONNECTION * len(self.rules.place_costs))
        return found

    def _tail(self, taken: int, connection: int, cities: int) -> bytes:
        """The end of the row of a city: the prices of place and connection, and the seat's number of cities then."""
        then = self._twentieths[cities] if cities <= 60 else pack_float(cities / TWENTIETHS)
        return self._pieces.places[taken] + self._money_bytes(connection) + then + self._pieces.after_cities

    def _add_purchase(self, fuel: int, count: int, highest: int, out: list[bytes]) -> None:
        out.append(self._pieces.buy[fuel])
        self._add_cost(self.rules.fuel_cost(self._p, fuel, count), out)
        out.append(self._money_bytes(highest))
        if self._has_companies:
            out.append(self._pieces.after_most)
            return
        powers = self._supply.with_fuel(fuel, count).powers
        out.append(self._delta_of(powers, self._powers_now(), self._cities).bought)

    def _add_bid(self, head: bytes, card: int, bid: int, highest: int, out: list[bytes]) -> None:
        out.append(head)
        self._add_cost(bid_cost(self.rules, self._p, self._p.seat, bid), out)
        out.append(self._money_bytes(highest))
        out.append(self._pieces.printed[card])
        if self._has_companies:
            out.append(self._pieces.after_printed)
            return
        powers = self._supply.with_card(card).powers
        out.append(self._delta_of(powers, self._powers_now(), self._cities).won)

    def _add_scrapping(self, card: int, out: list[bytes]) -> None:
        out.append(self._pieces.scrap[card])
        out.append(self._money_bytes(self._money))
        out.append(self._pieces.no_most)
        out.append(self._pieces.printed[card])
        if self._has_companies:
            out.append(self._pieces.after_printed)
            return
        powers = self._supply.without(card).powers
        out.append(self._delta_of(powers, self._powers_now(), self._cities).won)

    def _add_runs(self, span: RunRange, moves: list[Move], max_rows: int, out: list[bytes]) -> None:
        runs = self._supply.runs
        if not isinstance(runs, RunRows):
            runs = self._supply.runs = RunRows()
        if runs.ways is not span.runs:
            runs.ways = span.runs
            runs.moves = [span.make(i) for i in range(span.size)]
            runs.cities = -1
        if runs.cities != self._cities or self._has_own_payment:
            runs.cities = self._cities
            runs.ends = [b"", *[self._run_end(output, sum(burnt)) for _, burnt, output in span.runs]]
        left = max_rows - len(moves)
        if span.size <= left:
            moves += runs.moves
            out.append(self._run_head().join(runs.ends))
        else:
            moves += runs.moves[:left]
            out.append(self._run_head().join(runs.ends[: left + 1]))

    def _run_head(self) -> bytes:
        """The start of the row of a run: the money, and zeros up to the output."""
        heads, money = self._pieces.run_heads, self._money
        found = heads[money] if 0 <= money <= MAX_CACHED_AMOUNT else b""
        if not found:
            found = self._pieces.plain[Run.kind] + self._money_bytes(money) + self._pieces.before_powers
            if 0 <= money <= MAX_CACHED_AMOUNT:
                heads[money] = found
        return found

    def _run_end(self, output: int, markers: int) -> bytes:
        """The end of the row of a run: what it could supply, supplies, pays and burns, with the zeros between."""
        rules, supplied = self.rules, output if output < self._cities else self._cities
        if self._has_own_payment:
            return run_end(output, supplied, rules.income(self._p, self._p.seat, supplied), markers)
        key = output << 20 | supplied << 10 | markers
        found = self._pieces.run_ends.get(key)
        if found is None:
            if len(self._pieces.run_ends) >= PIECE_CACHE_SIZE:
                self._pieces.run_ends.clear()
            found = self._pieces.run_ends[key] = run_end(output, supplied, rules.payment(supplied), markers)
        return found

    # --- pieces -----------------------------------------------------------------------------------------------------

    def _money_bytes(self, n: int) -> bytes:
        return self._hundredths[n] if 0 <= n <= 1000 else pack_float(n / COIN_SCALE)

    def _add_cost(self, cost: int, out: list[bytes]) -> None:
        out.append(self._money_bytes(cost))
        out.append(self._money_bytes(self._money - cost))

    def _powers_now(self) -> int:
        """Cities that the plants can supply with the current fuel; 0 for companies that do not burn fuel."""
        return 0 if self._has_companies else self._supply.now().powers

    def _delta_of(self, powers: int, now: int, cities: int) -> SuppliedDelta:
        """The change of supply and income: ``powers`` cities instead of ``now`` could be supplied, with so many
        cities."""
        then, paid = powers if powers < cities else cities, now if now < self._cities else self._cities
        key = ((powers << 10 | now) << 10 | then) << 10 | paid
        if key == self._delta_key:
            return self._delta
        found = self._pieces.deltas.get(key)
        if found is None:
            if len(self._pieces.deltas) >= PIECE_CACHE_SIZE:
                self._pieces.deltas.clear()
            more = self.rules.payment(then) - self.rules.payment(paid)
            found = self._pieces.deltas[key] = SuppliedDelta(powers, powers - now, more)
        self._delta_key, self._delta = key, found
        return found


def run_end(output: int, supplied: int, income: int, markers: int) -> bytes:
    return (
        option_piece(powers=output)
        + option_zeros("powers more", "cities then")
        + option_piece(supplied=supplied, income=income, burnt=markers, amount=0)
    )
