"""Encodes positions and options as numbers, from the view of one seat."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from struct import Struct
from typing import Any, Final

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.play.game import Game
from stromnetz.play.views import View

from .columns import IN_HUNDREDTHS, IN_TENTHS, IN_TWENTIETHS, ONE, OPTION_SIZE, STATUS, ZERO, Section, pack_floats
from .option_features import OptionEncoder, SupplyCaches, kinds_of
from .position_features import NEVER, CityEncoder, CompanyEncoder
from .tables import MARKET_PLACES, TABLES_CACHE_SIZE, tables_of


class Encoder:
    """Writes encoded positions of one kind of game into the caller's memory.

    It caches the last position, so one encoder per game is faster than one for several games in turns. Constant data is
    shared by encoders of the same kind of game.

    >>> from array import array
    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> encoder = Encoder(game.rules, hidden_money=False)
    >>> numbers = array("f", bytes(4 * encoder.size))
    >>> encoder.state(game.position, 0, numbers)
    >>> len(numbers) == encoder.size, any(numbers)
    (True, True)
    """

    def __init__(self, rules: Rules, hidden_money: bool) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self._tables = tables_of(rules)
        self.size = self._tables.size
        """Number of values of a position."""
        self.moves = kinds_of(rules)
        """The kinds of moves, in the order of their numbers in options."""
        self._supplies = SupplyCaches(rules)
        self._options = OptionEncoder(rules, self._supplies)
        self._pack: Callable[..., None] = Struct(self._tables.piece_format).pack_into
        """Writes the pieces of a position directly into the caller's memory."""
        self._companies = CompanyEncoder(rules, hidden_money, self._tables, self._supplies)
        # attributes: compiled code would look up names of other modules in dictionaries
        self._one, self._zero = ONE, ZERO
        self._tenths, self._twentieths, self._hundredths = IN_TENTHS, IN_TWENTIETHS, IN_HUNDREDTHS
        self._no_card, self._no_bid, self._nobody = self._tables.no_card, pack_floats(0, 0), pack_floats(0, 0, 0)
        self._bids_change = bool(rules.hooks.minimum_bids)
        """Whether minimum bids can change while the cards stay the same."""
        # cached parts, and what they were computed from
        self._round = self._step = self._step_3 = self._deck = self._under = self._places = NEVER
        self._decides = self._phase = self._phase_round = NEVER
        self._kind = ""
        self._table_data = self._phase_data = self._kind_data = b""
        self._bid_data = self._bidders = self._auction_card = b""
        self._stock = [NEVER] * len(rules.fuel_ids)
        self._supply = self._stock
        self._fuel_step = NEVER
        self._fuel_parts = [b"", b""] * len(rules.fuel_ids)
        self._fuel_data = b""
        # lists are never changed in place: the same list has the same content; views have lists of their own
        self._city_counts: list[int] = []
        self._market: list[int] = []
        self._boxed: list[int] = []
        self._put_under: list[int] = []
        self._card_step = NEVER
        self._market_data = self._public_card_data = b""
        """The market, and the place of each card for a company without plants."""
        self._card_data = [b""] * rules.players
        """The places of the cards as each seat sees them; empty if outdated."""
        self._cities = [CityEncoder(rules, seat) for seat in range(rules.players)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled without its caches."""
        return (Encoder, (self.rules, self.hidden_money))

    @property
    def layout(self) -> list[Section]:
        """The sections of an encoded position."""
        return list(self._tables.sections)

    # --- public methods ---------------------------------------------------------------------------------------------

    def state(self, p: Position, seat: object, out: Any) -> None:
        """Write the encoding of a position, with what a seat knows."""
        self.write(p, self.check_seat(seat), out)

    def write(self, p: Position, own: int, out: Any) -> None:
        """Like `state`, for a valid seat."""
        size = check_buffer(out)
        if size < self.size:
            raise BadInput(
                f"a position takes {self.size} floats of 32 bits; there is memory for {size}", {"size": self.size}
            )
        self._update_table(p, own)
        self._update_auction(p, own)
        fuels, companies = self._encode_fuels(p), self._companies.update(p, own)
        cards = self._encode_cards(p, own)
        cities = self._cities[own]
        cities.update(p)
        self._pack(
            out,
            0,
            self._table_data,
            self._phase_data,
            self._kind_data,
            self._bid_data,
            self._bidders,
            self._auction_card,
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
            cities.next_costs,
        )

    def options(self, p: Position, out: Any) -> list[Move]:
        """Write a row for each option of the deciding seat; returns the moves in the same order."""
        size = check_buffer(out)
        if size < OPTION_SIZE:
            raise BadInput(
                f"an option takes {OPTION_SIZE} floats of 32 bits; there is memory for {size}", {"size": OPTION_SIZE}
            )
        if p.seat < 0:
            return []
        moves, data = self._options.write(p, size // OPTION_SIZE)
        write_rows(out, data, len(moves))
        return moves

    def option(self, p: Position, move: Move, highest: int) -> bytes:
        """The row of a single move of the deciding seat; ``highest``: its highest possible amount."""
        return self._options.row(p, move, highest)

    def check_seat(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(
                f"a seat is a number from 0 to {self.rules.players - 1}, not {short_repr(seat)}",
                {"seat": short_repr(seat)},
            )
        return seat

    # --- parts of a position ----------------------------------------------------------------------------------------

    def _update_table(self, p: Position, seat: int) -> None:
        deck, under, decides = len(p.deck), len(p.under_deck), 1 if p.seat == seat else 0
        if not (
            self._decides == decides
            and self._city_counts is p.cities
            and self._round == p.round
            and self._deck == deck
            and self._under == under
            and self._step == p.step
            and self._step_3 == p.step_3
            and self._places == p.places
        ):
            self._decides, self._city_counts, self._round = decides, p.cities, p.round
            self._deck, self._under, self._step, self._step_3 = deck, under, p.step, p.step_3
            self._places = p.places
            self._table_data = self._encode_table(p)
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

    def _encode_table(self, p: Position) -> bytes:
        tables, most = self._tables, 0
        for cities in p.cities:
            if cities > most:
                most = cities
        out = [
            tables.steps[p.step - 1][p.step_3][self._decides],
            self._twentieths[min(p.round, 60)],
            self._hundredths[self._deck],
            self._hundredths[self._under],
            self._tenths[min(p.places, 60)],
            tables.most[min(most, 60)],
        ]
        return b"".join(out)

    def _update_auction(self, p: Position, seat: int) -> None:
        auction = current_auction(p)
        if auction is None:
            self._bid_data, self._bidders, self._auction_card = self._no_bid, self._nobody, self._no_card
            return
        tables, bid = self._tables, auction.bid
        self._bid_data = tables.bids[bid if bid < 1000 else 1000]
        highest = 1 if bid and auction.high == seat else 0
        self._bidders = tables.bidders[seat][highest][auction.able]
        self._auction_card = tables.cards[auction.card]

    def _encode_fuels(self, p: Position) -> bytes:
        step_changed = self._fuel_step != p.step
        if not step_changed and self._stock == p.stock and self._supply == p.supply:
            return self._fuel_data
        tables, parts, step = self._tables, self._fuel_parts, p.step
        if step_changed or self._stock != p.stock:
            for f, stock in enumerate(p.stock):
                parts[2 * f] = tables.stock[f][stock]
            self._stock = p.stock[:]
        if step_changed or self._supply != p.supply:
            for f, supply in enumerate(p.supply):
                parts[2 * f + 1] = tables.supply[f][step - 1][supply]
            self._supply = p.supply[:]
        self._fuel_step = step
        self._fuel_data = b"".join(parts)
        return self._fuel_data

    def _encode_cards(self, p: Position, seat: int) -> bytes:
        """The places of the cards as a seat sees them. Updates the market, too."""
        if (
            self._companies.plants_changed
            or self._card_step != p.step
            or (self._market is not p.market and self._market != p.market)
            or (self._boxed is not p.out_of_game and self._boxed != p.out_of_game)
            or (self._put_under is not p.under_deck and self._put_under != p.under_deck)
            or self._bids_change
        ):
            self._card_step, self._market, self._boxed, self._put_under = p.step, p.market, p.out_of_game, p.under_deck
            self._companies.plants_changed = False
            self._update_cards(p)
        data = self._card_data[seat]
        if not data:
            data = self._card_data[seat] = self._cards_for(p.plants[seat])
        return data

    def _cards_for(self, plants: tuple[int, ...]) -> bytes:
        """The places of the cards for a company with these plants, which are sorted."""
        public, start, i = self._public_card_data, 0, 0
        out = [self._tables.status[3]] * (2 * len(plants) + 1)
        for card in plants:
            end = card * STATUS_SIZE
            out[i] = public[start:end]
            start = end + STATUS_SIZE
            i += 2
        out[i] = public[start:]
        return b"".join(out)

    def _update_cards(self, p: Position) -> None:
        """Update the public places of the cards, and the market."""
        rules, tables = self.rules, self._tables
        status, offered = tables.status, tables.offered
        places, market = [status[0]] * len(rules.cards), []
        current = len(p.market) if p.step == 3 else rules.current
        for i, card in enumerate(p.market):
            sold = i < current and rules.for_sale[card]
            places[card] = status[1 if sold else 2]
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
                places[card] = status[4]
        for card in p.under_deck:
            places[card] = status[5]
        for card in p.out_of_game:
            places[card] = status[6]
        self._public_card_data, self._market_data = b"".join(places), b"".join(market)
        self._card_data = [b""] * rules.players


STATUS_SIZE: Final = 4 * len(STATUS)
"""Bytes of the place of a card."""


# --- encoders of games and views --------------------------------------------------------------------------------------


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def encoder_of(rules: Rules, hidden_money: bool = False) -> Encoder:
    """The shared encoder of a kind of game.

    >>> from stromnetz.play.new import new_game
    >>> first, second = (new_game("classic-2004", players=3, seed=seed) for seed in (1, 2))
    >>> encoder_of(first.rules) is encoder_of(second.rules)
    True
    """
    return Encoder(rules, hidden_money)


class LastEncoder:
    """The last kind of game, and its encoder."""

    def __init__(self, rules: Rules, options: object, encoder: Encoder) -> None:
        self.rules = rules
        self.options = options
        self.encoder = encoder


_last: Final[list[LastEncoder | None]] = [None]
"""The last encoder, which is mostly the next one, too."""


def _encoder(game: Game) -> Encoder:
    """The encoder of a game. (Copies of a game share its options.)"""
    last = _last[0]
    if last is not None and last.rules is game.rules and last.options is game.options:
        return last.encoder
    found = encoder_of(game.rules, game.options["money"] == "hidden")
    _last[0] = LastEncoder(game.rules, game.options, found)
    return found


def encode(source: Game | View, seat: Any, out: Any, options: Any = None) -> list[Move]:
    """Encode what a seat knows of a game into ``out``, and a row for each of its options into ``options``.

    Both are memory of 32-bit floats: ``array("f", ...)``, a ``memoryview``, a numpy array. Returns the moves of the
    rows, which are none if the seat does not decide or without ``options``.

    >>> from array import array
    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> state, rows = array("f", bytes(4 * encoder_of(game.rules).size)), array("f", bytes(4 * 64 * 20))
    >>> encode(game, 1, state, rows)
    [Open(3, 3), Open(4, 4), Open(5, 5), Open(6, 6)]
    >>> encode(game.view(0), 0, state)
    []
    """
    if isinstance(source, Game):
        encoder, p = _encoder(source), source.position
    elif isinstance(source, View):
        rules, p, hidden = source.known_position()
        last = _last[0]
        known = last is not None and last.rules is rules and last.encoder.hidden_money == hidden
        encoder = last.encoder if last is not None and known else encoder_of(rules, hidden)
        if seat != source.seat:
            raise BadInput(
                f"this is the view of {_viewer_name(source.seat)}, not of {_viewer_name(seat)}",
                {"seat": short_repr(seat)},
            )
    else:
        raise BadInput(f"a game or a view is encoded, not {short_repr(source)}", {"value": short_repr(source)})
    own = encoder.check_seat(seat)
    encoder.write(p, own, out)
    return encoder.options(p, options) if options is not None and p.seat == own else []


def _viewer_name(seat: Any) -> str:
    return "a spectator" if seat is None else f"seat {short_repr(seat)}"


# --- memory of callers ------------------------------------------------------------------------------------------------

ROW_COUNT_CACHE_SIZE: Final = 512
"""Numbers of rows whose writers are cached."""
ARRAY: Final = array
"""Compiled code would look up the name of another module."""
_writers: Final[list[Callable[[Any, int, bytes], None]]] = []
"""Writers by number of rows."""


def check_buffer(out: Any) -> int:
    """The size of a caller's buffer in floats; raises `BadInput` if it is not memory of 32-bit floats."""
    if type(out) is ARRAY:
        if out.typecode == "f":
            return len(out)
    else:
        try:
            memory = out if type(out) is memoryview else memoryview(out)
            if memory.format == "f" and memory.c_contiguous and not memory.readonly:
                return memory.nbytes >> 2
        except TypeError:
            pass  # not a buffer
    raise BadInput(f"numbers are written into memory of 32-bit floats, in one piece, not {short_repr(out)}")


def write_rows(out: Any, data: bytes, count: int) -> None:
    """Write so many rows of options at the start of a caller's buffer of any type."""
    if count >= ROW_COUNT_CACHE_SIZE:
        Struct(f"{len(data)}s").pack_into(out, 0, data)
        return
    while len(_writers) <= count:
        _writers.append(Struct(f"{4 * OPTION_SIZE * len(_writers)}s").pack_into)
    _writers[count](out, 0, data)
