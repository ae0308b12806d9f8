"""The projected value of plants and money at the end of the game. Compiled."""

from __future__ import annotations

from typing import Final

from stromnetz.bots.parameters import BotParameters

Fleet = tuple[tuple[int, float], ...]
"""Plants: the cities that each supplies, and the cost of a run."""
MAX_EXTRA_CITIES: Final = 3
"""Number of useful cities beyond the end of the game in the last round: the most supplied cities win."""


class Projection:
    """The shared inputs of all projections in one decision: rounds, costs of cities, the next plant."""

    def __init__(
        self,
        rounds: int,
        now: tuple[int, ...],
        later: tuple[int, ...],
        coming: tuple[int, float, float],
        game: tuple[int, int, tuple[int, ...]],
        w: BotParameters,
    ) -> None:
        self.rounds = rounds
        self.now = now
        self.later = later
        self.next_price = coming[1]
        self.next = (coming[0], coming[2])
        self.end, self.limit, self.pay = game
        self._city, self._cash, self._last_cash = w.city, w.cash, w.last_cash
        self._rise, self._keep, self._late, self._late_output = w.rise, w.keep, w.late, w.late_output
        self._grow_cost, self._grow_price = w.grow_cost, w.grow_price

    def worth(self, fleet: Fleet, cash: float, cities: int, built: int = 0, supply: int = -1) -> float:
        """Return the value of a company at the end: supplied cities, and part of its money.

        ``built``: number of this round's cities that are already paid and counted. ``supply``: number of cities that
        its plants can supply this round, if fuel is settled; -1 if it still has to be bought.
        """
        pay, end = self.pay, self.end
        plants = sorted(fleet)
        output, run = 0, 0.0
        for size, cost in plants:
            output += size
            run += cost
        dear = 0.0
        supplied = 0
        last = self.rounds - 1
        for round in range(self.rounds):
            line = self.later if round else self.now
            if round:
                dear += self._rise
                if output < end and cities + 2 >= output and cash > self.next_price + self._keep:
                    gain = self._replace(plants)
                    if gain[0]:
                        output += gain[0]
                        run += gain[1]
                        cash -= self.next_price
            if round or supply < 0:
                each = run / output if output else 0.0
                top = min(output, end + MAX_EXTRA_CITIES if round == last else end)
                left = cash - each * min(cities, output)
                while cities < top and built < len(line) and line[built] + dear + each <= left:
                    left -= line[built] + dear + each
                    cash -= line[built] + dear
                    built += 1
                    cities += 1
                supplied = min(cities, output)
                cash -= each * supplied
            else:
                supplied = min(cities, supply)
            cash += pay[supplied] if supplied < len(pay) else pay[-1]
        share = self._cash if last else self._last_cash
        return self._city * (supplied + self._unspent_value(cities, output, cash)) + share * cash

    def _replace(self, plants: list[tuple[int, float]]) -> tuple[int, float]:
        """Buy the next plant if it helps; return the increase in output and in the cost of a run."""
        full = len(plants) >= self.limit
        size, run = plants[0] if full else (0, 0.0)
        if self.next[0] - size < 2:
            return 0, 0.0
        if full:
            del plants[0]
        plants.append(self.next)
        plants.sort()
        return self.next[0] - size, self.next[1] - run

    def _unspent_value(self, cities: int, output: int, cash: float) -> float:
        """Return the supplied cities that the remaining money could still have brought."""
        more = 0.0
        if cities > output:
            part = min(cities - output, cash / self._grow_price)
            more += self._late_output * part
            cash -= part * self._grow_price
        elif output > cities:
            part = min(output - cities, cash / self._grow_cost)
            more += self._late * part
            cash -= part * self._grow_cost
        missing = self.end - max(cities, output)
        if missing > 0 and cash > 0:
            more += self._late * self._late_output * min(missing, cash / (self._grow_cost + self._grow_price))
        return more

    def in_money(self, worth: float) -> float:
        """Convert a difference in value into money, at long-term prices."""
        return worth * self._grow_cost / self._city
