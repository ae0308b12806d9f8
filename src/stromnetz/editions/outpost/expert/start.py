"""The start city: cheap connections to further cities, with company places for the cards at hand."""

from __future__ import annotations

from stromnetz.bots.expert.board import race_costs
from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.editions.outpost.company_rules import HOUSE
from stromnetz.editions.outpost.moves import Build
from stromnetz.editions.outpost.options import BuildOption

from .labour import wages
from .table import SITE_COST, OutpostBoardNumbers
from .weights import CompanyWeights

RACE_CITIES = 9
"""Number of cities in the race."""
IDLE_PLANT_COST = 3
"""Cost of each unit of money missing to run a plant in the first round, because an idle plant earns nothing."""
NEARBY_CITIES, START_CANDIDATES = 6, 10
"""The race is computed for the ``START_CANDIDATES`` cities whose next ``NEARBY_CITIES`` are nearest."""
REPORTED_CITIES = 6
"""Number of cities in the explanation."""


def start(table: OutpostBoardNumbers, houses: list[BuildOption], w: CompanyWeights) -> Explanation:
    """Choose the start city by racing for cities from the best candidates."""
    number = table.distances.number
    scored, got = [], {}
    first_look = cheap_start(table, houses, NEARBY_CITIES).candidates[:START_CANDIDATES]
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
    """Return the discounted cost of the cities in a race, with a penalty for missing ones."""
    weight, total = 1.0, 0.0
    for cost in got:
        total += weight * cost
        weight *= w.start_fade
    return total + w.start_missing * (RACE_CITIES - len(got))


def site_cost(table: OutpostBoardNumbers, city: int) -> float:
    """Return the cost of the buildings that the cards need at once, starting from a city."""
    far, hand = table.distances.far[city], table.me.hand
    total = 0.0
    for cards, places in ((hand.plants, table.places[0]), (hand.housings, table.places[1])):
        near = sorted(far[place] for place in places)[: max(1, len(cards))]
        total += sum(SITE_COST + way for way in near[: len(cards)]) + 0.3 * sum(near[len(cards) :])
    return total


def first_round(table: OutpostBoardNumbers, city: int, w: CompanyWeights) -> int:
    """Return the cost of running the plant with the fewest workers at once: its building, and wages."""
    hand, places = table.me.hand, table.places[0]
    if not hand.plants or not places:
        return 0
    row = wages(table, 1, w, hand.wage_rebate)[0]
    hands = min(workers for workers, _ in hand.plants)
    return SITE_COST + min(table.distances.far[city][place] for place in places) + row[min(hands, len(row) - 1)]


def cheap_start(table: OutpostBoardNumbers, houses: list[BuildOption], count: int = 2) -> Explanation:
    """Choose the start city by the cost of the next few cities and the first buildings only."""
    far, number = table.distances.far, table.distances.number
    scored = []
    for option in houses:
        city = number[option.city]
        near = sorted(far[city])[1 : count + 1]
        scored.append((Build(HOUSE, option.city), -float(option.cost + sum(near)) - site_cost(table, city)))
    out = explain_scores(scored)
    out.reasons.append(Reason("cheap-start", {}))
    return out
