"""Cities: how many to build, and which."""

from __future__ import annotations

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters
from stromnetz.engine.moves import Connect, Done
from stromnetz.engine.options import ConnectOption

from .board import BoardNumbers, next_cities
from .game_end import can_end, is_last, others_end, wins_now
from .projection import RunWorth, project


def build(
    table: BoardNumbers, cities: list[ConnectOption], w: BotParameters, ending: bool, rounds: int | None
) -> Explanation:
    """Choose the next city, or none. ``ending``: consider who wins; ``rounds``: remaining ones, estimated if None."""
    me = table.me
    if ending and is_last(table):
        return _supplied(table, cities, w)
    most = table.end_at
    missing_now = can_end(table) if ending else None
    if missing_now is not None:
        if wins_now(table, missing_now):
            reason = Reason("end-it", {"cities": table.end_at})
            return _connect(table, cities, max(missing_now, me.powers - me.cities), 0.0, w, reason)
        if others_end(table):
            return _supplied(table, cities, w)
        most -= 1
    return _worthwhile(table, cities, w, most, rounds)


def _supplied(table: BoardNumbers, cities: list[ConnectOption], w: BotParameters) -> Explanation:
    """Build every city that can be supplied, because the round is the last."""
    missing = table.me.powers - table.me.cities
    reason = Reason("last-round", {"supplied": table.me.powers})
    return _connect(table, cities, missing, 0.0, w, reason) if missing > 0 else explain_scores([(Done(), 0.0)], reason)


def _worthwhile(
    table: BoardNumbers, cities: list[ConnectOption], w: BotParameters, most: int, rounds: int | None
) -> Explanation:
    """Build the number of cities that leaves the company best off."""
    me = table.me
    projection = project(table, w, rounds)
    fleet = RunWorth(table, projection.rounds, w).fleet(me.plants)
    money, scores = (
        me.money,
        [projection.worth(fleet, me.money, me.cities, 0, me.powers) - _turn_order_cost(table, 0, w)],
    )
    for count, cost in enumerate(projection.now[: max(0, most - me.cities)], 1):
        money -= cost
        if money < 0:
            break
        scores.append(
            projection.worth(fleet, money, me.cities + count, count, me.powers) - _turn_order_cost(table, count, w)
        )
    best = max(range(len(scores)), key=lambda count: (scores[count], count))
    gain = projection.in_money(scores[best] - scores[0])
    if not best:
        other = projection.in_money(scores[1] - scores[0]) if len(scores) > 1 else 0.0
        return _stay(table, cities, other, most)
    reason = Reason(
        "build", {"count": best, "cost": sum(projection.now[:best]), "supplied": me.powers, "rounds": projection.rounds}
    )
    return _connect(table, cities, best, gain, w, reason)


def _stay(table: BoardNumbers, cities: list[ConnectOption], other: float, most: int) -> Explanation:
    me = table.me
    cheapest = min(cities, key=lambda option: option.cost)
    if me.cities >= most:
        reason = Reason("not-yet", {"cities": table.end_at})
    elif me.cities >= me.powers:
        reason = Reason("enough", {"cities": me.cities, "supplied": me.powers})
    else:
        reason = Reason("too-dear", {"cost": cheapest.cost})
    return explain_scores([(Done(), 0.0), (Connect(cheapest.city), min(0.0, other))], reason)


def _turn_order_cost(table: BoardNumbers, count: int, w: BotParameters) -> float:
    """Return the cost of coming before rivals in turn order with more cities."""
    mine = table.me.cities + count
    return w.order * sum(rival.cities <= mine for rival in table.rivals)


def _connect(
    table: BoardNumbers, cities: list[ConnectOption], count: int, gain: float, w: BotParameters, reason: Reason
) -> Explanation:
    """Choose the first of these cities, those that a rival may take before others."""
    there = {option.city: option.cost for option in cities}
    if not there:
        return explain_scores([(Done(), 0.0)], reason)
    names = table.distances.cities
    line = [names[city] for _, city in next_cities(table, table.me, count, w.claim) if names[city] in there]
    first = line[0] if line else min(there, key=lambda city: there[city])
    return explain_scores([(Connect(first), max(0.0, gain)), (Done(), min(0.0, gain))], reason)
