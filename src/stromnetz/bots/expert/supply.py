"""Fuel: which plants to run this round, and what to buy for it."""

from __future__ import annotations

from stromnetz.bots.explain import Explanation, Reason, thought
from stromnetz.bots.weights import Weights
from stromnetz.engine.moves import Buy, Done
from stromnetz.engine.options import BuyOption

from .fuel import bill, fleets
from .reach import costs
from .table import Table

PART = 0.01
"""Of equal choices the one that can supply more, in case there are more cities than expected."""


def supply(table: Table, offers: dict[str, BuyOption], w: Weights, rounds: int) -> Explanation:
    """Fuel for the plants that pay best with the cities that can be built for what is left."""
    me = table.me
    line = costs(table, me, max((plant.cities for plant in me.plants), default=0) + 6)
    best: tuple[float, dict[str, int], int, int, int] | None = None
    for fleet in fleets(me.plants):
        cost, buy = bill(table, fleet, me.fuel, {})
        if cost > me.money:
            continue
        output = sum(plant.cities for plant in fleet)
        supplied = min(output, me.cities + _affordable(line, me.money - cost, output - me.cities))
        score = table.income(supplied) - cost + PART * output
        if rounds <= 1:
            score += w.city * supplied
        if best is None or score > best[0]:
            best = (score, buy, supplied, cost, table.income(supplied))
    assert best is not None
    _, buy, supplied, cost, income = best
    reason = Reason("fuel", {"supplied": supplied, "cost": cost, "income": income})
    for fuel, count in buy.items():
        if fuel in offers and offers[fuel].costs:
            return thought([(Buy(fuel, min(count, len(offers[fuel].costs))), best[0]), (Done(), 0.0)], reason)
    return thought([(Done(), 0.0)], Reason("fuel-enough", {"supplied": supplied}))


def _affordable(line: list[int], money: int, most: int) -> int:
    count = 0
    for cost in line:
        if count >= most or cost > money:
            break
        money -= cost
        count += 1
    return count
