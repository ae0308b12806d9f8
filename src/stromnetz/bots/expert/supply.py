"""Fuel: which plants to run this round, and what to buy for them."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters
from stromnetz.engine.moves import Buy, Done
from stromnetz.engine.options import BuyOption

from .board import BoardNumbers, city_costs
from .fuel import bill, fleets, wanted

CAPACITY_TIE_BREAK = 0.01
"""Breaks ties between equal choices in favour of more capacity."""


def supply(table: BoardNumbers, offers: dict[str, BuyOption], w: BotParameters, rounds: int) -> Explanation:
    """Buy fuel for the most profitable plants and affordable cities, then for the next round."""
    me = table.me
    plan = _plan(table, w, rounds)
    reason = Reason("fuel", {"supplied": plan.supplied, "cost": plan.cost, "income": table.income(plan.supplied)})
    for fuel, count in plan.buy.items():
        if fuel in offers and offers[fuel].costs:
            return explain_scores([(Buy(fuel, min(count, len(offers[fuel].costs))), plan.score), (Done(), 0.0)], reason)
    store = _store(table, offers, me.money - plan.building, w) if rounds > 1 else None
    if store is not None:
        return explain_scores([(Buy(store, 1), 1.0), (Done(), 0.0)], Reason("store", {"fuel": store}))
    return explain_scores([(Done(), 0.0)], Reason("fuel-enough", {"supplied": plan.supplied}))


@dataclass(slots=True, frozen=True)
class Plan:
    """A purchase for this round, and its result."""

    score: float
    buy: dict[str, int]
    cost: int
    supplied: int
    building: int
    """Cost of the cities to build."""


def _plan(table: BoardNumbers, w: BotParameters, rounds: int) -> Plan:
    me = table.me
    line = city_costs(table, me, max((plant.cities for plant in me.plants), default=0) + 6)
    best: Plan | None = None
    for fleet in fleets(me.plants):
        cost, buy = bill(table, fleet, me.fuel, {})
        if cost > me.money:
            continue
        output = sum(plant.cities for plant in fleet)
        count = _affordable(line, me.money - cost, output - me.cities)
        supplied = min(output, me.cities + count)
        score = table.income(supplied) - cost + CAPACITY_TIE_BREAK * output
        if rounds <= 1:
            score += w.city * supplied
        if best is None or score > best.score:
            best = Plan(score, buy, cost, supplied, sum(line[:count]))
    assert best is not None  # running nothing is always possible
    return best


def _store(table: BoardNumbers, offers: dict[str, BuyOption], money: int, w: BotParameters) -> str | None:
    """Return a cheap fuel that may be sold out in the next round, to store it."""
    me, view = table.me, table.view
    need: dict[str, float] = {}
    for plant in me.plants:
        for fuel in plant.fuels:
            need[fuel] = need.get(fuel, 0.0) + plant.burns / len(plant.fuels)
    others = wanted(table)
    for fuel, burnt in need.items():
        offer = offers.get(fuel)
        if offer is None or not offer.costs or offer.costs[0] > min(w.store, money):
            continue
        comes = view.fuels[fuel].expected_refill or 0
        there = len(table.rows[fuel]) + comes - others.get(fuel, 0.0)
        spare = me.fuel.get(fuel, 0) - burnt
        if there + spare < burnt:
            return fuel
    return None


def _affordable(line: list[int], money: int, most: int) -> int:
    count = 0
    for cost in line:
        if count >= most or cost > money:
            break
        money -= cost
        count += 1
    return count
