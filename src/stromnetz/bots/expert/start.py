"""The start city: where the race for cities is cheapest, away from others."""

from __future__ import annotations

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters
from stromnetz.engine.moves import Connect
from stromnetz.engine.options import ConnectOption

from .board import BoardNumbers, nearest_cities, race_costs

RACE_CITIES = 10
"""Number of cities in the race."""
REPORTED_CITIES = 6
"""Number of cities in the explanation."""


def start(table: BoardNumbers, cities: list[ConnectOption], w: BotParameters) -> Explanation:
    """Choose the first city by the cost of a race."""
    number = table.distances.number
    rivals = [city for company in table.rivals for city in company.own]
    near = nearest_cities(table.distances, rivals)
    scored = []
    got: dict[str, tuple[int, ...]] = {}
    for option in cities:
        city = number[option.city]
        got[option.city] = race_costs(table, table.me, RACE_CITIES, city)
        score = -option.cost - race_cost(got[option.city], w)
        score -= w.start_near_cost * max(0.0, w.start_near - near[city])
        scored.append((Connect(option.city), score))
    out = explain_scores(scored)
    move = out.move
    assert isinstance(move, Connect)
    first = got[move.city][: REPORTED_CITIES - 1]
    cost = sum(first) + next(option.cost for option in cities if option.city == move.city)
    out.reasons.append(Reason("start", {"city": move.city, "count": len(first) + 1, "cost": cost}))
    return out


def race_cost(got: tuple[int, ...], w: BotParameters) -> float:
    """Return the discounted cost of the cities in a race, with a penalty for missing ones."""
    weight, total = 1.0, 0.0
    for cost in got:
        total += weight * cost
        weight *= w.start_fade
    return total + w.start_missing * (RACE_CITIES - len(got))


def cheap_start(table: BoardNumbers, cities: list[ConnectOption]) -> Explanation:
    """Choose the first city by the cost of the next two only."""
    far, number, places = table.distances.far, table.distances.number, table.places
    scored = []
    for option in cities:
        row = sorted(far[number[option.city]])[1:3]
        scored.append((Connect(option.city), -float(option.cost + sum(row) + len(row) * places[0])))
    out = explain_scores(scored)
    out.reasons.append(Reason("cheap-start", {}))
    return out
