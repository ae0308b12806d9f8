"""What is constant about the features of one kind of game: the columns it has, and pieces of them that come back.

A position is put together from pieces: strings of bytes that hold one or several numbers of 32 bits, looked up by what
they stand for. Joining some hundred pieces takes a fraction of the time of writing as many numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.board import AREA_CACHE_SIZE, Area
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .columns import (
    AHEAD,
    AUCTION,
    BURNT,
    CITY,
    COMPANY,
    FLAGS,
    FUEL,
    IN_HUNDREDTHS,
    IN_TENTHS,
    IN_TWENTIETHS,
    INCOMES,
    MARKERS,
    NUMBERS,
    ONE,
    STATUS,
    SUPPLIED,
    TABLE,
    TENTHS,
    TWENTIETHS,
    UNKNOWN,
    ZERO,
    Section,
    number,
    numbers_up_to,
    one_hot,
    row,
)
from .company_model import company_model

MARKET_PLACES: Final = 12
"""Cards of the market that are told; there are never more, but where an edition piles them up."""
MAX_PLANTS: Final = 8
"""Plants of a company that are told where an edition knows no limit."""
COMPANY_PIECES: Final = 6
"""In so many pieces companies are told, of which the last ones may be empty; there are hardly ever more."""
TABLES_CACHE_SIZE: Final = 64
"""Kinds of game of which tables are kept, each with some 100 kB."""


def _within(n: int) -> int:
    """A number as scales have it."""
    return min(max(n, 0), 60)


class Houses:
    """The houses in a city, as one seat sees them in one step."""

    def __init__(self, own: bool, taken: int, free: bool, cost: int) -> None:
        self.free = free
        """Whether there is a place for the seat."""
        self.cost = cost
        """What that place costs."""
        self._told = row(float(own), taken / 3, float(free), cost / 20 if free else 1.0)
        self._pieces: list[bytes] = []
        """By what the connection costs."""

    def piece(self, connection: int) -> bytes:
        """The numbers of such a city that is so far away."""
        pieces = self._pieces
        if connection < len(pieces):
            return pieces[connection]
        if connection < 1000:
            pieces += [self._told + IN_HUNDREDTHS[n] for n in range(len(pieces), connection + 1)]
            return pieces[connection]
        return self._told + IN_HUNDREDTHS[1000]


class Tables:
    def __init__(self, rules: Rules) -> None:
        fuels, cards = len(rules.fuel_ids), len(rules.cards)
        self.seats = rules.seats
        self.slots = min(rules.plant_limit + 1, MAX_PLANTS)
        self.card_columns = ("there", "number", "burns", "cities", *[f"burns {id}" for id in rules.fuel_ids])
        self.cards = [self._card(rules, c) for c in range(cards)]
        self.no_card = bytes(4 * len(self.card_columns))
        self.status = [one_hot(len(STATUS), i - 1) for i in range(len(STATUS) + 1)]
        self.phases: dict[str, bytes] = {}
        ids = list(dict.fromkeys([phase.id for round in (1, 2) for phase in rules.phases(round)]))
        for i, id in enumerate(ids):
            self.phases[id] = one_hot(len(ids), i)
        self.no_phase = bytes(4 * len(ids))
        self.kinds = {kind: one_hot(len(rules.deciders), i) for i, kind in enumerate(rules.deciders)}
        self.no_kind = bytes(4 * len(rules.deciders))
        steps = [one_hot(3, i) for i in range(3)]
        self.steps = [[[a + b + (ONE if mine else ZERO) for mine in (0, 1)] for b in steps] for a in steps]
        """By step (from 0), by what has become of "Step 3", and by whether the seat decides."""
        self.most = [
            IN_TWENTIETHS[n] + IN_TWENTIETHS[_within(rules.step_2_at - n)] + IN_TWENTIETHS[_within(rules.end_at - n)]
            for n in range(61)
        ]
        """By the most cities that anybody has."""
        self.stock = [self._stocks(rules, f) for f in range(fuels)]
        self.supply = [
            [
                [there + number(n / TENTHS) for there in numbers_up_to(rules.markers[f], MARKERS)]
                for n in rules.refill[f]
            ]
            for f in range(fuels)
        ]
        """By fuel, step (from 0) and what lies in the supply: how much, and what a refill brings."""
        self.standing = [
            [IN_TWENTIETHS[n] + IN_TENTHS[place] + flags for place in range(rules.seats) for flags in FLAGS]
            for n in range(61)
        ]
        """By a company's cities, and by four times its place in the order plus whether it has bought or left."""
        self.bids = [ONE + IN_HUNDREDTHS[bid] for bid in range(1001)]
        """An auction that is going on, and its highest bid."""
        self.bidders = [self._bidders(rules.players, seat) for seat in range(rules.players)]
        self.supplied = [row(n / TWENTIETHS, rules.payment(n) / INCOMES) for n in range(61)]
        self.plain = not (
            rules.hooks.more_output or rules.hooks.more_stores or rules.hooks.supply or rules.hooks.working
        )
        """Whether what plants can do follows from the plants alone."""
        self.outside = bytes(4 * len(CITY))
        self.offered = [self._offers(rules, current) for current in (False, True)]
        """By whether it is for sale now, and by card: the card and its minimum bid, where nothing changes that."""
        self.no_offers = [(self.no_card + UNKNOWN) * n for n in range(MARKET_PLACES + 1)]
        """By number: places of the market without a card."""
        # what comes back again and again, in this game and in others of its kind
        self.houses: list[list[dict[tuple[int, ...], Houses]]] = [[{}, {}, {}, {}] for _ in range(rules.players)]
        """By seat, by step and by who has a house in a city: what that means for the seat."""
        self._kinds_of_houses: dict[tuple[bool, int, bool], Houses] = {}
        self._place_costs = rules.place_costs
        self._near: dict[Area, list[list[int]]] = {}
        self.model = company_model(rules)
        self.model_columns = () if self.model is None else self.model.columns()
        self.sections = self._sections(rules, ids)
        self.size = sum([one.rows * len(one.columns) for one in self.sections])
        self.form = self._form(len(ids), len(rules.deciders))
        """The pieces of which the encoder puts a position together, as ``struct`` writes them."""
        self.company_size = len(self.sections[3].columns)

    def _card(self, rules: Rules, c: int) -> bytes:
        card, mask = rules.cards[c], rules.mask[c]
        fuels = [float(mask >> f & 1) for f in range(len(rules.fuel_ids))]
        return row(1.0, (card.number or 0) / NUMBERS, card.burns / BURNT, card.cities / SUPPLIED, *fuels)

    def _bidders(self, players: int, seat: int) -> list[list[bytes]]:
        """By whether a seat has bid most, and by who is in: its bid, whether it is in, how many rivals are."""
        own = 1 << seat
        return [
            [
                highest + (ONE if able & own else ZERO) + IN_TENTHS[(able & ~own).bit_count()]
                for able in range(1 << players)
            ]
            for highest in (ZERO, ONE)
        ]

    def _offers(self, rules: Rules, current: bool) -> list[bytes]:
        out = []
        for c in range(len(rules.cards)):
            sold = ONE if current and rules.for_sale[c] else ZERO
            out.append(self.cards[c] + sold + IN_HUNDREDTHS[min(rules.minimum_bid[c], 1000)])
        return out

    def house(self, own: bool, taken: int, free: bool) -> Houses:
        """A city in which the seat has a house, or others have, and whether there is a place for it."""
        key = (own, taken, free)
        found = self._kinds_of_houses.get(key)
        if found is None:
            cost = self._place_costs[taken] if free else 0
            found = self._kinds_of_houses[key] = Houses(own, taken, free, cost)
        return found

    def near(self, area: Area, cities: int) -> list[list[int]]:
        """Per city room for a list of the others by their distance, shared by all that look at this area."""
        found = self._near.get(area)
        if found is None:
            if len(self._near) >= AREA_CACHE_SIZE:
                self._near.clear()
            found = self._near[area] = [[] for _ in range(cities)]
        return found

    def _stocks(self, rules: Rules, f: int) -> list[bytes]:
        """By what lies in the market: how much, and what the next marker, the next three and the next six cost."""
        out = []
        p = Position()
        p.stock = [0] * len(rules.fuel_ids)
        for there in range(rules.markers[f] + 1):
            p.stock[f] = there
            costs = [rules.fuel_cost(p, f, min(n, there)) / (16 * n) if there else 1.0 for n in (1, 3, 6)]
            out.append(row(there / MARKERS, *costs))
        return out

    def _form(self, phases: int, kinds: int) -> str:
        """The table is told in three pieces, as is an auction, companies in several, every other section in one."""
        table, auction, fuels, companies, *rest = [one.rows * len(one.columns) for one in self.sections]
        each = companies // self.seats
        parts = [each if i < self.seats else 0 for i in range(COMPANY_PIECES)]
        parts[-1] += each * max(0, self.seats - COMPANY_PIECES)
        sizes = [table - phases - kinds, phases, kinds, 2, 3, auction - 5, fuels, *parts, *rest]
        return "".join([f"{4 * size}s" for size in sizes])

    def _sections(self, rules: Rules, phases: list[str]) -> list[Section]:
        held = [f"{what} {id}" for what in ("fuel", "room") for id in rules.fuel_ids]
        card = self.card_columns
        company = ("there", "neutral", *COMPANY, *self.model_columns, *held, "output")
        plants = [f"plant {i + 1} {name}" for i in range(self.slots) for name in card]
        parts: list[tuple[str, int, tuple[str, ...]]] = [
            ("table", 1, (*TABLE, *[f"phase {id}" for id in phases], *[f"asked {kind}" for kind in rules.deciders])),
            ("auction", 1, (*AUCTION, *card)),
            ("fuels", len(rules.fuel_ids), FUEL),
            ("companies", rules.seats, (*company, *plants)),
            ("market", MARKET_PLACES, (*card, "current", "minimum bid")),
            ("cards", len(rules.cards), STATUS),
            ("cities", len(rules.city_ids), CITY),
            ("ahead", 1, AHEAD),
        ]
        out, offset = [], 0
        for name, rows, columns in parts:
            out.append(Section(name, offset, rows, columns))
            offset += rows * len(columns)
        return out


@lru_cache(maxsize=TABLES_CACHE_SIZE)
def tables_of(rules: Rules) -> Tables:
    return Tables(rules)
