"""A position as numbers, from one seat's side, as far as that seat may know it."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.auction import running
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .city_features import Cities
from .company_features import NEVER, Companies
from .memory import room_in, write_rows
from .options import OPTION_SIZE
from .rows import OptionRows, kinds_of
from .tables import HUNDREDTHS, MARKET_PLACES, ONE, STATUS, TENTHS, TWENTIETHS, ZERO, Section, row, tables_of


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
        self.jumps = jumps
        self._tables = tables_of(rules)
        self.size = self._tables.size
        """How many numbers a position has."""
        self.moves = kinds_of(rules)
        """The kinds of moves by the numbers that they have in options."""
        self._rows = OptionRows(rules, self.moves, jumps)
        self._pack: Callable[..., None] = Struct(self._tables.form).pack_into
        """Writes the pieces of a position one after another, straight into a caller's memory."""
        self._companies = Companies(rules, hidden_money, self._tables, self._rows)
        # what is an attribute is found at once by compiled code, what is a name of a module is looked up
        self._one, self._zero = ONE, ZERO
        self._tenths, self._twentieths, self._hundredths = TENTHS, TWENTIETHS, HUNDREDTHS
        self._no_card, self._no_bid, self._nobody = self._tables.no_card, row(0, 0), row(0, 0, 0)
        self._bids_change = bool(rules.hooks.minimum_bids)
        """Whether what has to be bid may change though the cards do not."""
        # what was worked out last, and from what
        self._round = self._step = self._step_3 = self._deck = self._under = self._places = NEVER
        self._mine = self._phase = self._phase_round = NEVER
        self._kind = ""
        self._table_data = self._phase_data = self._kind_data = b""
        self._bid_data = self._bidders = self._card_up = b""
        self._stock = [NEVER] * len(rules.fuel_ids)
        self._supply = self._stock
        self._fuel_step = NEVER
        self._fuel_parts = [b"", b""] * len(rules.fuel_ids)
        self._fuel_data = b""
        # lists that never change: as long as one is the same, so is all that is in it; views have lists of their own
        self._city_counts: list[int] = []
        self._market: list[int] = []
        self._boxed: list[int] = []
        self._put_under: list[int] = []
        self._card_step = NEVER
        self._market_data = self._lying_data = b""
        """What is on offer, and where each card is, for somebody who has none."""
        self._card_data = [b""] * rules.players
        """Per seat the cards as it sees them; empty where that has to be worked out."""
        self._cities = [Cities(rules, self._tables, seat) for seat in range(rules.players)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled without what it has worked out."""
        return (Encoder, (self.rules, self.hidden_money, self.jumps))

    @property
    def layout(self) -> list[Section]:
        """What the numbers are, part by part."""
        return list(self._tables.sections)

    # --- for callers ------------------------------------------------------------------------------------------------

    def state(self, p: Position, seat: object, out: Any) -> None:
        """Write the numbers of a position as a seat knows it."""
        self.write(p, self.checked(seat), out)

    def write(self, p: Position, own: int, out: Any) -> None:
        """Like `state`, for a seat that was checked already."""
        there = room_in(out)
        if there < self.size:
            raise BadInput(
                f"a position takes {self.size} floats of 32 bits; there is memory for {there}", {"size": self.size}
            )
        self._table(p, own)
        self._auction(p, own)
        fuels, companies = self._fuels(p), self._companies.look(p, own)
        cards = self._cards(p, own)
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
            companies[0],
            companies[1],
            companies[2],
            companies[3],
            companies[4],
            companies[5],
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
                f"a seat is a number from 0 to {self.rules.players - 1}, not {short_repr(seat)}",
                {"seat": short_repr(seat)},
            )
        return seat

    # --- the vector -------------------------------------------------------------------------------------------------

    def _table(self, p: Position, seat: int) -> None:
        deck, under, mine = len(p.deck), len(p.under), 1 if p.seat == seat else 0
        if not (
            self._mine == mine
            and self._city_counts is p.cities
            and self._round == p.round
            and self._deck == deck
            and self._under == under
            and self._step == p.step
            and self._step_3 == p.step_3
            and self._places == p.places
        ):
            self._mine, self._city_counts, self._round = mine, p.cities, p.round
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
        tables, most = self._tables, 0
        for cities in p.cities:
            if cities > most:
                most = cities
        out = [
            tables.steps[p.step - 1][p.step_3][self._mine],
            self._twentieths[min(p.round, 60)],
            self._hundredths[self._deck],
            self._hundredths[self._under],
            self._tenths[min(p.places, 60)],
            tables.most[min(most, 60)],
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
        if again or self._stock != p.stock:
            for f, stock in enumerate(p.stock):
                parts[2 * f] = tables.stock[f][stock]
            self._stock = p.stock[:]
        if again or self._supply != p.supply:
            for f, supply in enumerate(p.supply):
                parts[2 * f + 1] = tables.supply[f][step - 1][supply]
            self._supply = p.supply[:]
        self._fuel_step = step
        self._fuel_data = b"".join(parts)
        return self._fuel_data

    def _cards(self, p: Position, seat: int) -> bytes:
        """Where the cards are, as a seat sees them; what is on offer beside it."""
        if (
            self._companies.cards_moved
            or self._card_step != p.step
            or (self._market is not p.market and self._market != p.market)
            or (self._boxed is not p.boxed and self._boxed != p.boxed)
            or (self._put_under is not p.under and self._put_under != p.under)
            or self._bids_change
        ):
            self._card_step, self._market, self._boxed, self._put_under = p.step, p.market, p.boxed, p.under
            self._companies.cards_moved = False
            self._lay(p)
        data = self._card_data[seat]
        if not data:
            data = self._card_data[seat] = self._lying_for(p.plants[seat])
        return data

    def _lying_for(self, plants: tuple[int, ...]) -> bytes:
        """The cards as somebody sees them who has these plants, which lie in their order."""
        all_cards, start, i = self._lying_data, 0, 0
        out = [self._tables.status[3]] * (2 * len(plants) + 1)
        for card in plants:
            end = card * STATUS_SIZE
            out[i] = all_cards[start:end]
            start = end + STATUS_SIZE
            i += 2
        out[i] = all_cards[start:]
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
            if i >= MARKET_PLACES:
                continue
            if self._bids_change:
                bid = self._hundredths[min(rules.lowest_bid(p, card), 1000)]
                market.append(tables.cards[card] + (self._one if sold else self._zero) + bid)
            else:
                market.append(offered[1 if sold else 0][card])
        market.append(tables.no_offers[MARKET_PLACES - len(market)])
        for plants in p.plants:
            for card in plants:
                lying[card] = status[4]
        for card in p.under:
            lying[card] = status[5]
        for card in p.boxed:
            lying[card] = status[6]
        self._lying_data, self._market_data = b"".join(lying), b"".join(market)
        self._card_data = [b""] * rules.players


STATUS_SIZE: Final = 4 * len(STATUS)
"""Bytes of where a card is."""
