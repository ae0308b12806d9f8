"""What it takes to fuel plants for one run: a good guess, quickly, not the best of all ways."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Plant, Pool

DEAR: Final = 20
"""What a marker counts that the market does not have."""


class Refuelling:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._fuels = len(rules.fuel_ids)

    def cost(self, p: Position, pool: Pool, plants: tuple[Plant, ...]) -> int:
        """What it costs now to have fuel for one run of all plants; of hybrids each marker the cheapest."""
        left = list(pool)
        buys = [0] * self._fuels
        hybrids = False
        for mask, need, _ in plants:
            if mask & (mask - 1):
                hybrids = True
            elif need:
                f = mask.bit_length() - 1
                had = min(left[f], need)
                left[f] -= had
                buys[f] += need - had
        if hybrids:
            self._hybrids(p, left, buys, plants)
        cost = 0
        for f in range(self._fuels):
            if buys[f]:
                cost += self._price(p, f, buys[f])
        return cost

    def _price(self, p: Position, fuel: int, count: int) -> int:
        there = min(count, p.stock[fuel])
        return self.rules.fuel_cost(p, fuel, there) + (count - there) * DEAR

    def _hybrids(self, p: Position, left: list[int], buys: list[int], plants: tuple[Plant, ...]) -> None:
        for mask, need, _ in plants:
            if not mask & (mask - 1):
                continue
            for _ in range(self._taken(left, mask, need)):
                best, at = 1 << 30, 0
                for f in range(self._fuels):
                    if mask >> f & 1:
                        price = self._price(p, f, buys[f] + 1) - self._price(p, f, buys[f])
                        if price < best:
                            best, at = price, f
                buys[at] += 1

    def missing(self, pool: Pool, plants: tuple[Plant, ...]) -> int:
        """Markers that are missing for one run of all plants."""
        left = list(pool)
        out = 0
        for second in (False, True):
            for mask, need, _ in plants:
                if bool(mask & (mask - 1)) == second:
                    out += self._taken(left, mask, need)
        return out

    def _taken(self, left: list[int], mask: int, need: int) -> int:
        """Take markers of these fuels, as far as they go; returns how many are missing."""
        for f in range(self._fuels):
            if mask >> f & 1:
                had = min(left[f], need)
                left[f] -= had
                need -= had
        return need


def capacity_of(plants: tuple[Plant, ...]) -> int:
    out = 0
    for _, _, cities in plants:
        out += cities
    return out
