"""A position as numbers, from one seat's side, as far as that seat may know it."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from stromnetz.engine.ending import best_run, best_supply
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.auction import running
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, room

from .cities import Cities
from .memory import room_in, write_rows
from .options import OPTION_SIZE
from .rows import OptionRows, kinds_of
from .tables import (
    COINS,
    HUNDREDTHS,
    NEUTRAL,
    ONE,
    PLACES,
    PLAYED,
    STATUS,
    TENTHS,
    TWENTIETHS,
    UNKNOWN,
    ZERO,
    Section,
    row,
    tables_of,
)


class Part:
    """The numbers of a company, and from what they were worked out last."""

    def __init__(self) -> None:
        self.fuel: Pool = (NEVER,)
        self.plants: tuple[int, ...] = ()
        self.cities = self.stands = NEVER
        self.held = b""
        """Its fuel, room and plants."""
        self.powers = 0
        """What they can supply."""
        self.data = b""
        self.money = NEVER
        self.full = b""
        """The same with so much money, and"""
        self.veiled = b""
        """where nobody may know how much; empty until somebody asks."""


class Encoder:
    """Writes positions of one kind of game into a caller's memory.

    It keeps what it has worked out last: one encoder for each game that is followed is quicker than one for many games
    in turns. Encoders of the same kind of game share what is constant about it.

    >>> from array import array
    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> encoder = Encoder(game.rules, hidden_money=False)
    >>> numbers = array("f", bytes(4 * encoder.size))
    >>> encoder.state(game.position, 0, numbers)
    >>> len(numbers) == encoder.size, any(numbers)
    (True, True)
    """

    def __init__(self, rules: Rules, hidden_money: bool, jumps: tuple[int, ...] = ()) -> None:
        """``jumps``: how far above the least bid there are rows of their own; else one row stands for all bids."""
        self.rules = rules
        self.hidden_money = hidden_money
        self._tables = tables_of(rules)
        self.size = self._tables.size
        """How many numbers a position has."""
        self.moves = kinds_of(rules)
        """The kinds of moves by the numbers that they have in options."""
        self._rows = OptionRows(rules, self.moves, jumps)
        self._pack: Callable[..., None] = Struct(self._tables.form).pack_into
        """Writes the pieces of a position one after another, straight into a caller's memory."""
        self._players = rules.players
        self._around = [_seen_by(rules, seat) for seat in range(rules.players)]
        self._side = [b""] * rules.seats
        """The numbers of the companies, as the seat sees them that was asked for last."""
        self._parts = [Part() for _ in range(rules.seats)]
        self._lasting = self._tables.plain and not (self._tables.module_numbers or rules.hooks.paid_cities)
        """Whether the numbers of a company follow from what its part holds."""
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._one, self._zero = ONE, ZERO
        self._tenths, self._twentieths, self._hundredths = TENTHS, TWENTIETHS, HUNDREDTHS
        self._coins, self._neutral, self._unknown = COINS, NEUTRAL + UNKNOWN, PLAYED + UNKNOWN
        self._no_card, self._no_bid, self._nobody = self._tables.no_card, row(0, 0), row(0, 0, 0)
        self._bids_change = bool(rules.hooks.minimum_bids)
        """Whether what has to be bid may change though the cards do not."""
        # what was worked out last, and from what
        self._round = self._step = self._step_3 = self._deck = self._under = self._places = NEVER
        self._most = self._mine = self._phase = self._phase_round = NEVER
        self._kind = ""
        self._table_data = self._phase_data = self._kind_data = b""
        self._bid_data = self._bidders = self._card_up = b""
        self._stock = [NEVER] * len(rules.fuel_ids)
        self._supply = self._stock
        self._fuel_step = NEVER
        self._fuel_parts = [b"", b""] * len(rules.fuel_ids)
        self._fuel_data = b""
        self._order: list[int] = []
        self._bought = self._left = NEVER
        self._stands = [0] * rules.seats
        """Per company its place in the order, and whether it has bought or left."""
        self._card_step = NEVER
        self._market: list[int] = []
        self._boxed: list[int] = []
        self._put_under: list[int] = []
        self._market_data = self._lying_data = b""
        """What is on offer, and where each card is, for somebody who has none."""
        self._card_data = [b""] * rules.players
        """Per seat the cards as it sees them; empty where that has to be worked out."""
        self._cities = [Cities(rules, self._tables, seat) for seat in range(rules.players)]

    @property
    def layout(self) -> list[Section]:
        """What the numbers are, part by part."""
        return list(self._tables.sections)

    # --- for callers ------------------------------------------------------------------------------------------------

    def state(self, p: Position, seat: object, out: Any) -> None:
        """Write the numbers of a position as a seat knows it."""
        self.write(p, self.checked(seat), out)

    def write(self, p: Position, own: int, out: Any) -> None:
        """The same for a seat that is known to be one."""
        there = room_in(out)
        if there < self.size:
            raise BadInput(
                f"a position takes {self.size} floats of 32 bits; there is memory for {there}", {"size": self.size}
            )
        self._table(p, own)
        self._auction(p, own)
        fuels, companies, cards = self._fuels(p), self._companies(p, own), self._cards(p, own)
        cities = self._cities[own]
        cities.look(p)
        self._pack(
            out,
            0,
            self._table_data,
            self._phase_data,
            self._kind_data,
            self._bid_data,
            self._bidders,
            self._card_up,
            fuels,
            companies,
            self._market_data,
            cards,
            cities.data,
            cities.ahead,
        )

    def options(self, p: Position, out: Any) -> list[Move]:
        """Write a row of numbers for each option of the deciding seat; returns the moves, in the same order."""
        there = room_in(out)
        if there < OPTION_SIZE:
            raise BadInput(
                f"an option takes {OPTION_SIZE} floats of 32 bits; there is memory for {there}", {"size": OPTION_SIZE}
            )
        if p.seat < 0:
            return []
        moves, data = self._rows.write(p, there // OPTION_SIZE)
        write_rows(out, data, len(moves))
        return moves

    def checked(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(
                f"a seat is a number from 0 to {self.rules.players - 1}, not {shown(seat)}", {"seat": shown(seat)}
            )
        return seat

    # --- the vector -------------------------------------------------------------------------------------------------

    def _table(self, p: Position, seat: int) -> None:
        most = 0
        for cities in p.cities:
            if cities > most:
                most = cities
        deck, under, mine = len(p.deck), len(p.under), 1 if p.seat == seat else 0
        if not (
            self._mine == mine
            and self._most == most
            and self._round == p.round
            and self._deck == deck
            and self._under == under
            and self._step == p.step
            and self._step_3 == p.step_3
            and self._places == p.places
        ):
            self._mine, self._most, self._round = mine, most, p.round
            self._deck, self._under, self._step, self._step_3 = deck, under, p.step, p.step_3
            self._places = p.places
            self._table_data = self._table_of(p)
        tables = self._tables
        if p.ended:
            self._phase, self._phase_data = NEVER, tables.no_phase
        elif self._phase != p.phase or self._phase_round != p.round:
            self._phase, self._phase_round = p.phase, p.round
            self._phase_data = tables.phases.get(self.rules.phase(p).id, tables.no_phase)
        if p.seat < 0:
            self._kind, self._kind_data = "", tables.no_kind
        elif self._kind is not p.kind:
            self._kind, self._kind_data = p.kind, tables.kinds[p.kind]

    def _table_of(self, p: Position) -> bytes:
        tables = self._tables
        out = [
            tables.steps[p.step - 1][p.step_3][self._mine],
            self._twentieths[min(p.round, 60)],
            self._hundredths[self._deck],
            self._hundredths[self._under],
            self._tenths[min(p.places, 60)],
            tables.most[min(self._most, 60)],
        ]
        return b"".join(out)

    def _auction(self, p: Position, seat: int) -> None:
        auction = running(p)
        if auction is None:
            self._bid_data, self._bidders, self._card_up = self._no_bid, self._nobody, self._no_card
            return
        tables, bid = self._tables, auction.bid
        self._bid_data = tables.bids[bid if bid < 1000 else 1000]
        highest = 1 if bid and auction.high == seat else 0
        self._bidders = tables.bidders[seat][highest][auction.able]
        self._card_up = tables.cards[auction.card]

    def _fuels(self, p: Position) -> bytes:
        again = self._fuel_step != p.step
        if not again and self._stock == p.stock and self._supply == p.supply:
            return self._fuel_data
        tables, parts, step = self._tables, self._fuel_parts, p.step
        for f, stock in enumerate(p.stock):
            if again or self._stock[f] != stock:
                parts[2 * f] = tables.stock[f][stock]
            if again or self._supply[f] != p.supply[f]:
                parts[2 * f + 1] = tables.supply[f][step - 1][p.supply[f]]
        self._fuel_step, self._stock, self._supply = step, p.stock[:], p.supply[:]
        self._fuel_data = b"".join(parts)
        return self._fuel_data

    def _companies(self, p: Position, seat: int) -> bytes:
        if self._bought != p.bought or self._left != p.left or self._order != p.order:
            self._order, self._bought, self._left = p.order[:], p.bought, p.left
            for i, one in enumerate(p.order):
                self._stands[one] = i << 2 | (p.bought >> one & 1) | (p.left >> one & 1) << 1
        all_shown, lasting, side = p.ended or not self.hidden_money, self._lasting, self._side
        for at, other in enumerate(self._around[seat]):
            part, cities, stands = self._parts[other], p.cities[other], self._stands[other]
            fuel, plants = p.fuel[other], p.plants[other]
            if not (part.fuel is fuel and part.plants is plants and lasting):
                if part.plants is not plants:
                    self._card_step = NEVER  # cards have moved
                part.fuel, part.plants = fuel, plants
                self._hold(p, other, part)
                self._tell(p, other, part, cities, stands)
            elif part.cities != cities or part.stands != stands:
                self._tell(p, other, part, cities, stands)
            if other < self._players and (all_shown or other == seat or other in self.rules.automatic):
                money = p.money[other]
                if part.money != money:
                    part.money = money
                    part.full = self._coins[money if money < 1000 else 1000] + part.data
                side[at] = part.full
            else:
                if not part.veiled:
                    part.veiled = (self._unknown if other < self._players else self._neutral) + part.data
                side[at] = part.veiled
        return b"".join(side)

    def _tell(self, p: Position, seat: int, part: Part, cities: int, stands: int) -> None:
        """Put the numbers of a company together."""
        part.cities, part.stands, part.money, part.veiled = cities, stands, NEVER, b""
        rules, tables, powers = self.rules, self._tables, part.powers
        supplies = powers if powers < cities else cities
        if self._lasting:
            supplied = tables.supplied[supplies if supplies < 60 else 60]
            part.data = tables.standing[cities][stands] + supplied + part.held
            return
        out = [tables.standing[cities][stands]]
        if rules.hooks.paid_cities:
            out.append(row(supplies / 20, rules.income(p, seat, supplies) / 150))
        else:
            out.append(tables.supplied[supplies if supplies < 60 else 60])
        if tables.module_numbers:
            for module in p.modules:
                out += [self._tenths[min(value, 60)] for value in module.numbers(seat)]
        out.append(part.held)
        part.data = b"".join(out)

    def _hold(self, p: Position, seat: int, part: Part) -> None:
        """Fuel, room and plants of a company, and what it can supply; remembered where that follows from them."""
        if not self._tables.plain:
            part.held, part.powers = self._power_of(p, seat)
            return
        stocked = self._rows.stock_of(p, seat)
        if not stocked.held:
            stocked.held, stocked.powers = self._power_of(p, seat)
        part.held, part.powers = stocked.held, stocked.powers

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

    def _cards(self, p: Position, seat: int) -> bytes:
        """Where the cards are, as a seat sees them; what is on offer beside it."""
        if (
            self._card_step != p.step
            or (self._boxed is not p.boxed and self._boxed != p.boxed)
            or (self._put_under is not p.under and self._put_under != p.under)
            or self._market != p.market
            or self._bids_change
        ):
            self._card_step, self._market = p.step, p.market[:]
            self._boxed, self._put_under = p.boxed, p.under  # which never change
            self._lay(p)
        data = self._card_data[seat]
        if not data:
            data = self._card_data[seat] = self._lying_for(p.plants[seat])
        return data

    def _lying_for(self, plants: tuple[int, ...]) -> bytes:
        """The cards as somebody sees them who has these plants, which lie in their order."""
        all_cards, own, start = self._lying_data, self._tables.status[3], 0
        out: list[bytes] = []
        for card in plants:
            end = card * STATUS_SIZE
            out.append(all_cards[start:end])
            out.append(own)
            start = end + STATUS_SIZE
        out.append(all_cards[start:])
        return b"".join(out)

    def _lay(self, p: Position) -> None:
        """Where the cards are, for everybody."""
        rules, tables = self.rules, self._tables
        status, offered = tables.status, tables.offered
        lying, market = [status[0]] * len(rules.cards), []
        current = len(p.market) if p.step == 3 else rules.current
        for i, card in enumerate(p.market):
            sold = i < current and rules.for_sale[card]
            lying[card] = status[1 if sold else 2]
            if i >= PLACES:
                continue
            if self._bids_change:
                bid = self._hundredths[min(rules.lowest_bid(p, card), 1000)]
                market.append(tables.cards[card] + (self._one if sold else self._zero) + bid)
            else:
                market.append(offered[1 if sold else 0][card])
        market.append(tables.no_offers[PLACES - len(market)])
        for plants in p.plants:
            for card in plants:
                lying[card] = status[4]
        for card in p.under:
            lying[card] = status[5]
        for card in p.boxed:
            lying[card] = status[6]
        self._lying_data, self._market_data = b"".join(lying), b"".join(market)
        self._card_data = [b""] * rules.players


def _seen_by(rules: Rules, seat: int) -> list[int]:
    """The own company, then the others in the order in which they sit, then those that nobody plays."""
    return [*range(seat, rules.players), *range(seat), *range(rules.players, rules.seats)]


STATUS_SIZE: Final = 4 * len(STATUS)
"""Bytes of where a card is."""
NEVER: Final = -3
