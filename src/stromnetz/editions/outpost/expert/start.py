"""Where to start: where the tiles make the race for cities cheap, with company places for the cards one has."""

from __future__ import annotations

from stromnetz.bots.expert.board import race_costs
from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.editions.outpost.company_rules import HOUSE
from stromnetz.editions.outpost.moves import Build
from stromnetz.editions.outpost.options import BuildOption

from .labour import wages
from .table import SITE_COST, Companies
from .weights import CompanyWeights

RACE_CITIES = 9
"""Cities that the race looks at."""
IDLE_PLANT_COST = 3
"""Each unit of money that is missing to run a plant in the first round costs so much: idle, it earns nothing."""
CLOSE, LOOKED_AT = 6, 10
"""The race is run from so many cities, those whose next six are closest."""
REPORTED_CITIES = 6
"""Cities that are told of."""


def start(table: Companies, houses: list[BuildOption], w: CompanyWeights) -> Explanation:
    """The first city."""
    number = table.ground.number
    scored, got = [], {}
    first_look = cheap_start(table, houses, CLOSE).candidates[:LOOKED_AT]
    there = {option.city: option for option in houses}
    for option in [there[str(one.move.city)] for one in first_look if isinstance(one.move, Build)]:
        city = number[option.city]
        got[option.city] = race_costs(table.common, table.common.me, RACE_CITIES, city)
        score = -option.cost - race_cost(got[option.city], w) - site_cost(table, city)
        score -= IDLE_PLANT_COST * max(0, option.cost + first_round(table, city, w) - table.me.money)
        scored.append((Build(HOUSE, option.city), score))
    out = explain_scores(scored)
    move = out.move
    assert isinstance(move, Build)
    city_name = str(move.city)
    first = got[city_name][: REPORTED_CITIES - 1]
    cost = sum(first) + next(option.cost for option in houses if option.city == city_name)
    out.reasons.append(Reason("start", {"city": city_name, "count": len(first) + 1, "cost": cost}))
    return out


def race_cost(got: tuple[int, ...], w: CompanyWeights) -> float:
    """The cities of a race, the later ones for less, and what it costs to get fewer than one wanted."""
    weight, total = 1.0, 0.0
    for cost in got:
        total += weight * cost
        weight *= w.start_fade
    return total + w.start_missing * (RACE_CITIES - len(got))


def site_cost(table: Companies, city: int) -> float:
    """What the buildings cost from there that the cards want at once."""
    far, hand = table.ground.far[city], table.me.hand
    total = 0.0
    for cards, places in ((hand.plants, table.places[0]), (hand.housings, table.places[1])):
        near = sorted(far[place] for place in places)[: max(1, len(cards))]
        total += sum(SITE_COST + way for way in near[: len(cards)]) + 0.3 * sum(near[len(cards) :])
    return total


def first_round(table: Companies, city: int, w: CompanyWeights) -> int:
    """What the plant that needs fewest workers costs at once: its building, and wages."""
    hand, places = table.me.hand, table.places[0]
    if not hand.plants or not places:
        return 0
    row = wages(table, 1, w, hand.wage_rebate)[0]
    hands = min(workers for workers, _ in hand.plants)
    return SITE_COST + min(table.ground.far[city][place] for place in places) + row[min(hands, len(row) - 1)]


def cheap_start(table: Companies, houses: list[BuildOption], count: int = 2) -> Explanation:
    """The first city of somebody who only sees what the next few, and the first buildings, would cost."""
    far, number = table.ground.far, table.ground.number
    scored = []
    for option in houses:
        city = number[option.city]
        near = sorted(far[city])[1 : count + 1]
        scored.append((Build(HOUSE, option.city), -float(option.cost + sum(near)) - site_cost(table, city)))
    out = explain_scores(scored)
    out.reasons.append(Reason("cheap-start", {}))
    return out
