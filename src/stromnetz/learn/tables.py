"""Constant encodings for one kind of game: its columns, and packed pieces of them.

An encoded position is joined from pieces: byte strings of one or several 32-bit numbers, looked up by what they stand
for. Joining some hundred pieces takes a fraction of the time of packing as many numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .columns import (
    AHEAD,
    AUCTION,
    BURN_SCALE,
    CITY,
    COMPANY,
    FLAGS,
    FUEL,
    IN_HUNDREDTHS,
    IN_TENTHS,
    IN_TWENTIETHS,
    INCOME_SCALE,
    MARKER_SCALE,
    NUMBER_SCALE,
    ONE,
    STATUS,
    SUPPLY_SCALE,
    TABLE,
    TENTHS,
    TWENTIETHS,
    UNKNOWN,
    ZERO,
    Section,
    one_hot,
    pack_float,
    pack_floats,
    packed_range,
)
from .company_model import company_model

MARKET_PLACES: Final = 12
"""Number of encoded cards of the market. Only some editions can have more."""
MAX_PLANTS: Final = 8
"""Maximum number of encoded plants of a company."""
COMPANY_PIECES: Final = 6
"""Number of pieces of encoded companies. Unused ones are empty; the last one holds all further companies."""
TABLES_CACHE_SIZE: Final = 64
"""Number of kinds of games whose tables are cached; each takes about 100 kB."""


def _clamp(n: int) -> int:
    """Clamp a number to the range of the scales."""
    return min(max(n, 0), 60)


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
        """By step (from 0), state of the "Step 3" card, and whether the seat decides."""
        self.most = [
            IN_TWENTIETHS[n] + IN_TWENTIETHS[_clamp(rules.step_2_at - n)] + IN_TWENTIETHS[_clamp(rules.end_at - n)]
            for n in range(61)
        ]
        """By the highest number of cities of any company."""
        self.stock = [self._stocks(rules, f) for f in range(fuels)]
        self.supply = [
            [
                [there + pack_float(n / TENTHS) for there in packed_range(rules.markers[f], MARKER_SCALE)]
                for n in rules.refill[f]
            ]
            for f in range(fuels)
        ]
        """By fuel, step (from 0) and markers in the supply: the markers, and those of a refill."""
        self.standing = [
            [IN_TWENTIETHS[n] + IN_TENTHS[place] + flags for place in range(rules.seats) for flags in FLAGS]
            for n in range(61)
        ]
        """By a company's cities, and by four times its place in the order plus flags for bought and left."""
        self.bids = [ONE + IN_HUNDREDTHS[bid] for bid in range(1001)]
        """A running auction, by its highest bid."""
        self.bidders = [self._bidders(rules.players, seat) for seat in range(rules.players)]
        self.supplied = [pack_floats(n / TWENTIETHS, rules.payment(n) / INCOME_SCALE) for n in range(61)]
        self.plain = not (
            rules.hooks.more_output or rules.hooks.more_stores or rules.hooks.supply or rules.hooks.working
        )
        """Whether the output of plants depends on the plants alone."""
        self.offered = [self._offers(rules, current) for current in (False, True)]
        """By whether it is for sale now, and by card: the card and its minimum bid, if nothing changes that."""
        self.no_offers = [(self.no_card + UNKNOWN) * n for n in range(MARKET_PLACES + 1)]
        """So many places of the market without a card."""
        self.model = company_model(rules)
        self.model_columns = () if self.model is None else self.model.columns()
        self.sections = self._sections(rules, ids)
        self.size = sum([one.rows * len(one.columns) for one in self.sections])
        self.piece_format = self._piece_format(len(ids), len(rules.deciders))
        """The ``struct`` format of the pieces of a position."""

    def _card(self, rules: Rules, c: int) -> bytes:
        card, mask = rules.cards[c], rules.mask[c]
        fuels = [float(mask >> f & 1) for f in range(len(rules.fuel_ids))]
        return pack_floats(
            1.0, (card.number or 0) / NUMBER_SCALE, card.burns / BURN_SCALE, card.cities / SUPPLY_SCALE, *fuels
        )

    def _bidders(self, players: int, seat: int) -> list[list[bytes]]:
        """By whether a seat has the highest bid, and by the bidders left: these two facts, and the number of rivals
        left."""
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

    def _stocks(self, rules: Rules, f: int) -> list[bytes]:
        """By markers in the market: the markers, and the prices of the next one, three and six."""
        out = []
        p = Position()
        p.stock = [0] * len(rules.fuel_ids)
        for there in range(rules.markers[f] + 1):
            p.stock[f] = there
            costs = [rules.fuel_cost(p, f, min(n, there)) / (16 * n) if there else 1.0 for n in (1, 3, 6)]
            out.append(pack_floats(there / MARKER_SCALE, *costs))
        return out

    def _piece_format(self, phases: int, kinds: int) -> str:
        """The table has three pieces, like the auction; companies have several, every other section one."""
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
