"""The companies as one seat sees them: money, cities, fuel and plants, and what they can supply."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.ending import best_run, best_supply
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, room

from .rows import OptionRows
from .tables import COINS, COMPANY_PIECES, NEUTRAL, PLAYED, TENTHS, TWENTIETHS, UNKNOWN, Tables, row

NEVER: Final = -3


class Part:
    """The numbers of a company, and from what they were worked out last."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
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


class Companies:
    """All companies. Of what was worked out last, only what has changed is worked out again."""

    def __init__(self, rules: Rules, hidden_money: bool, tables: Tables, rows: OptionRows) -> None:
        self._rules = rules
        self._hidden_money = hidden_money
        self._tables = tables
        self._rows = rows
        self._players = rules.players
        parts = [Part(seat) for seat in range(rules.seats)]
        self._around = [[parts[other] for other in _seen_by(rules, seat)] for seat in range(rules.players)]
        """Per seat the companies, as it sees them."""
        self._side = [b""] * max(rules.seats, COMPANY_PIECES)
        """Their numbers, as the seat sees them that was asked for last."""
        self._more = rules.seats > COMPANY_PIECES
        self._lasting = tables.plain and not (tables.module_numbers or rules.hooks.paid_cities)
        """Whether the numbers of a company follow from what its part holds."""
        self._tenths, self._twentieths = TENTHS, TWENTIETHS
        self._coins, self._neutral, self._unknown = COINS, NEUTRAL + UNKNOWN, PLAYED + UNKNOWN
        # lists that never change: as long as one is the same, so is all that is in it
        self._order: list[int] = []
        self._cities: list[int] = []
        self._plants: list[tuple[int, ...]] = []
        self._bought = self._left = NEVER
        self._stands = [0] * rules.seats
        """Per company its place in the order, and whether it has bought or left."""
        self.cards_moved = True
        """Whether a company has other plants than it had; whoever has seen to that takes it back."""

    def look(self, p: Position, seat: int) -> list[bytes]:
        """The numbers of all companies, the seat's own first, in so many pieces as there always are."""
        again = not self._lasting or self._plants is not p.plants or self._cities is not p.cities
        if self._bought != p.bought or self._left != p.left or self._order is not p.order:
            again = True
            for i, one in enumerate(p.order):
                self._stands[one] = i << 2 | (p.bought >> one & 1) | (p.left >> one & 1) << 1
        side = self._side
        shown = self._players if p.ended or not self._hidden_money else 0
        pools, moneys = p.fuel, p.money
        for at, part in enumerate(self._around[seat]):
            other = part.seat
            fuel = pools[other]
            if again or part.fuel is not fuel:
                self._look_at(p, part, fuel)
            if other < shown or other == seat or (other < self._players and other in self._rules.automatic):
                money = moneys[other]
                if part.money != money:
                    part.money = money
                    part.full = self._coins[money if money < 1000 else 1000] + part.data
                side[at] = part.full
            else:
                if not part.veiled:
                    part.veiled = (self._unknown if other < self._players else self._neutral) + part.data
                side[at] = part.veiled
        if again:
            self._plants, self._cities, self._order = p.plants, p.cities, p.order
            self._bought, self._left = p.bought, p.left
        return [*side[: COMPANY_PIECES - 1], b"".join(side[COMPANY_PIECES - 1 :])] if self._more else side

    def _look_at(self, p: Position, part: Part, fuel: Pool) -> None:
        """Work out what has changed of a company."""
        seat = part.seat
        plants, cities, stands = p.plants[seat], p.cities[seat], self._stands[seat]
        if not (part.fuel is fuel and part.plants is plants and self._lasting):
            if part.plants is not plants:
                self.cards_moved = True
            part.fuel, part.plants = fuel, plants
            self._hold(p, seat, part)
            self._tell(p, seat, part, cities, stands)
        elif part.cities != cities or part.stands != stands:
            self._tell(p, seat, part, cities, stands)

    def _tell(self, p: Position, seat: int, part: Part, cities: int, stands: int) -> None:
        """Put the numbers of a company together."""
        part.cities, part.stands, part.money, part.veiled = cities, stands, NEVER, b""
        rules, tables, powers = self._rules, self._tables, part.powers
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
        rules, tables = self._rules, self._tables
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


def _seen_by(rules: Rules, seat: int) -> list[int]:
    """The own company, then the others in the order in which they sit, then those that nobody plays."""
    return [*range(seat, rules.players), *range(seat), *range(rules.players, rules.seats)]
