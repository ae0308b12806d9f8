"""Looking a little ahead, as players do in their heads: what the next cities cost, what it takes to fuel all plants,
how many cities that leaves money for, and how all this stands after each option (docs/learning.md).

Numbers beside those of the encoder, for the position and for each option. They take as long as the encoder itself, so
who does not want them does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .city_features import Sites, next_cities
from .columns import COINS, FIFTHS, LOOKAHEAD_CITIES, OUTLOOK_COMPANY, OUTLOOK_RACE, TENTHS, TWENTIETHS
from .company_features import TOP, CompanyStanding, FuelCosts, SupplyCaches, affordable
from .company_model import company_model
from .option_features import OptionOutlook


class Outlook:
    """Writes these numbers of one kind of game into a caller's memory; one for each game that is followed."""

    def __init__(self, rules: Rules, hidden_money: bool) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self.size = len(OUTLOOK_RACE) + rules.players * len(OUTLOOK_COMPANY)
        """How many numbers a position has."""
        self._pack: Callable[..., bytes] = Struct(f"{self.size}f").pack
        self.burns_fuel = rules.hooks.supply is None
        """Whether plants burn fuel to supply cities, each for itself."""
        self.model = company_model(rules)
        """Look-ahead of editions whose plants do not burn fuel."""
        self._standings = [CompanyStanding() for _ in range(rules.players)]
        self.supplies = SupplyCaches(rules)
        self.fuels = FuelCosts(rules)
        # of the rivals of the seat that is looked from
        self.most_cities = self.most_supplies = self.most_then = self.most_capacity = 0

    def state(self, p: Position, seat: int, out: Any) -> None:
        """Write the numbers of a position as a seat knows it."""
        data = self.data(p, seat)
        memoryview(out).cast("B")[: len(data)] = data

    def options(self, p: Position, moves: list[Move], out: Any) -> None:
        """Write a row for each of these moves of the deciding seat."""
        self._look(p, p.seat)
        data = self._rows(p, moves)
        memoryview(out).cast("B")[: len(data)] = data

    def both(self, p: Position, moves: list[Move], state: Any, rows: Any) -> None:
        """Write the numbers of the position and of these moves for the deciding seat, looking once."""
        data = self.data(p, p.seat)
        memoryview(state).cast("B")[: len(data)] = data
        data = self._rows(p, moves)
        memoryview(rows).cast("B")[: len(data)] = data

    def data(self, p: Position, seat: int) -> bytes:
        self._look(p, seat)
        players = self.rules.players
        own = self._standings[seat]
        out: list[float] = [
            (own.cities - self.most_cities) / TENTHS,
            (own.supplies - self.most_supplies) / TENTHS,
            (own.supplies_then - self.most_then) / TENTHS,
            (own.capacity - self.most_capacity) / TENTHS,
        ]
        for i in range(players):
            one = self._standings[(seat + i) % players]
            totals = one.totals
            known = len(totals)
            out += [(min(totals[k], TOP) if k < known else TOP) / COINS for k in range(LOOKAHEAD_CITIES)]
            out.append(one.fuel / COINS)
            out.append(one.affords / FIFTHS)
            out.append(one.after / FIFTHS)
            out.append(one.cities_then / TWENTIETHS)
            out.append(one.supplies_then / TWENTIETHS)
        return self._pack(*out)

    def _rows(self, p: Position, moves: list[Move]) -> bytes:
        options = OptionOutlook(self, p, self._standings[p.seat])
        return b"".join([options.of(move) for move in moves])

    def _look(self, p: Position, seat: int) -> None:
        """Work out how all companies stand, as far as the seat may know."""
        rules = self.rules
        all_shown = p.ended or not self.hidden_money
        cities = supplies = then = capacity = 0
        for other in range(rules.players):
            one = self._standings[other]
            shown = all_shown or other == seat or other in rules.automatic
            self._stand(p, other, one, p.money[other] if shown else 0)
            if other != seat:
                cities = max(cities, one.cities)
                supplies = max(supplies, one.supplies)
                then = max(then, one.supplies_then)
                capacity = max(capacity, one.capacity)
        self.most_cities, self.most_supplies, self.most_then = cities, supplies, then
        self.most_capacity = capacity

    def _stand(self, p: Position, seat: int, one: CompanyStanding, money: int) -> None:
        rules = self.rules
        one.cities = p.cities[seat]
        if not p.reach:  # a draft of regions is going on
            one.totals = []
        elif (
            one.reach is not p.reach[seat]
            or one.step != p.step
            or one.own != one.cities
            or (one.houses is not p.occupants and one.crowded(p.occupants))
        ):
            one.reach, one.step, one.own = p.reach[seat], p.step, one.cities
            one.next = []
            one.totals = next_cities(Sites(rules, p, seat), LOOKAHEAD_CITIES, one.next)
        one.houses = p.occupants
        if self.burns_fuel:
            self._fuelled(p, seat, one)
        elif self.model is not None:
            now = self.model.now(rules, p, seat)
            one.powers, one.capacity, one.fuel = now.powers, now.capacity, now.fuel
        one.affords = affordable(one.totals, money)
        one.after = affordable(one.totals, money - one.fuel)
        one.supplies = min(one.powers, one.cities)
        one.cities_then = one.cities + one.after
        one.supplies_then = min(one.capacity, one.cities_then)

    def _fuelled(self, p: Position, seat: int, one: CompanyStanding) -> None:
        supply = self.supplies.of(p, seat)
        same = one.supply is supply
        if not same:
            one.supply = supply
            one.capacity, one.powers = supply.now().capacity, supply.now().powers
        if not same or one.stock != p.stock:
            one.stock = p.stock[:]
            one.fuel = self.fuels.cost(p, supply.now())
