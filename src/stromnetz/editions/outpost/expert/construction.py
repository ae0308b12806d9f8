"""Houses, plants and housings: how many of each to build, and where."""

from __future__ import annotations

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import Level
from stromnetz.editions.outpost.company_rules import HOUSE
from stromnetz.editions.outpost.moves import Build
from stromnetz.editions.outpost.options import BuildOption
from stromnetz.engine.moves import Done

from .future import OutpostProjection, affordable, project
from .game_end import can_end, final_result, is_last, wins_now
from .start import cheap_start, start
from .table import KINDS, SITE_COST, OutpostBoardNumbers
from .weights import CompanyWeights

Plan = tuple[int, int, int]
"""Plant buildings, housing buildings, houses."""
MISSED_INCOME_SHARE = 0.35
"""Share of the income missed by building later that counts."""
MAX_UNSUPPLIED_HOUSES = 2
"""Maximum number of houses beyond the supplied cities."""


def build(table: OutpostBoardNumbers, sites: list[BuildOption], w: CompanyWeights, level: Level) -> Explanation:
    """Choose the next building, or none."""
    me = table.me
    gift = _free_building(table, sites)
    if gift is not None:
        return explain_scores([(Build(gift.site, gift.city), float(SITE_COST)), (Done(), 0.0)], Reason("gift", {}))
    houses = [option for option in sites if option.site == HOUSE and option.path]
    if not me.network:
        first = [option for option in sites if option.site == HOUSE]
        if first:
            return start(table, first, w) if level.good_start else cheap_start(table, first)
    projection = project(table, w, level.rounds)
    most = table.end_at
    if level.ending:
        wages = (projection.rebated if me.hand.wage_rebate else projection.wages)[0]
        if is_last(table):
            plan = final_result(table, me, wages)
            gain = w.city * max(0, plan.supplied - _supplied_now(table, projection))
            return _explain_plan(table, sites, plan[2:], gain, w, Reason("last-round", {"supplied": plan.supplied}))
        missing = can_end(table)
        if missing is not None:
            won = wins_now(table, missing, wages)
            if won is not None:
                gain = w.city * missing
                return _explain_plan(table, sites, won[2:], gain, w, Reason("end-it", {"cities": table.end_at}))
            most -= 1
    best, gain, other = _best_plan(table, projection, most - me.cities, w)
    if best == (0, 0, 0):
        return _stay(table, sites, houses, other, most)
    now = _supplied_now(table, projection)
    then = min(me.cities + best[2], me.hand.with_slots(best[0], best[1]).board().output)
    loss = table.income(max(now, then)) - table.income(now)
    return _explain_plan(table, sites, best, max(gain, MISSED_INCOME_SHARE * loss), w, _why(table, projection, best))


def _supplied_now(table: OutpostBoardNumbers, projection: OutpostProjection) -> int:
    """Return the cities supplied in this round without further buildings."""
    me = table.me
    wage = (projection.rebated if me.hand.wage_rebate else projection.wages)[0]
    ways = affordable(me.board.runs, me.board.places + me.hand.robots, wage, me.money)
    return min(me.cities, ways[-1][0])


def _why(table: OutpostBoardNumbers, projection: OutpostProjection, best: Plan) -> Reason:
    plants, housings = table.site_costs(table.me)
    cost = sum(projection.costs.now[: best[2]]) + sum(plants[: best[0]]) + sum(housings[: best[1]])
    if best[2]:
        return Reason("build-houses", {"count": best[2], "cost": cost, "rounds": projection.rounds})
    if best[0]:
        output = table.me.hand.with_slots(best[0], best[1]).board().output
        return Reason("build-plant", {"cost": cost, "supplied": output})
    places = table.me.hand.with_slots(0, best[1]).board().places
    return Reason("build-housing", {"cost": cost, "places": places, "rounds": projection.rounds})


def _free_building(table: OutpostBoardNumbers, sites: list[BuildOption]) -> BuildOption | None:
    """Return a free building on a card, unless it is a house that would end the game."""
    for option in sites:
        if not option.cost and not option.path and (option.site != HOUSE or table.me.cities + 1 < table.end_at):
            return option
    return None


def _best_plan(
    table: OutpostBoardNumbers, projection: OutpostProjection, most: int, w: CompanyWeights
) -> tuple[Plan, float, float]:
    """Return the best plan, its gain over building nothing, and the gain of a single house."""
    me = table.me
    plants, housings = table.site_costs(me)
    scores: dict[Plan, float] = {}
    for a in range(min(len(plants), me.board.idle[0]) + 1):
        for b in range(min(len(housings), me.board.idle[1]) + 1):
            hand = me.hand.with_slots(a, b)
            money = me.money - sum(plants[:a]) - sum(housings[:b])
            useful = hand.board().output + MAX_UNSUPPLIED_HOUSES - me.cities
            for houses in range(max(0, min(most, useful, len(projection.costs.now))) + 1):
                if houses:
                    money -= projection.costs.now[houses - 1]
                if money < 0:
                    break
                worth = projection.worth(hand, money, me.cities + houses, houses, settled=True)
                scores[a, b, houses] = worth - _turn_order_cost(table, houses, w)
    best = max(scores, key=lambda plan: (scores[plan], plan))
    none = scores[0, 0, 0]
    return best, projection.in_money(scores[best] - none), projection.in_money(scores.get((0, 0, 1), none) - none)


def _turn_order_cost(table: OutpostBoardNumbers, count: int, w: CompanyWeights) -> float:
    """Return the cost of coming before rivals in turn order with more cities."""
    mine = table.me.cities + count
    return w.order * sum(rival.cities <= mine for rival in table.rivals)


def _stay(
    table: OutpostBoardNumbers, sites: list[BuildOption], houses: list[BuildOption], other: float, most: int
) -> Explanation:
    me = table.me
    if me.cities >= most:
        reason = Reason("not-yet", {"cities": table.end_at})
    elif not houses:
        reason = Reason("no-city", {"money": me.money})
    elif me.cities >= me.board.output:
        reason = Reason("enough-houses", {"cities": me.cities, "supplied": me.board.output})
    else:
        reason = Reason("keep-for-wages", {"cost": min(option.cost for option in houses), "money": me.money})
    if not houses or me.cities >= most:
        return explain_scores([(Done(), 0.0)], reason)
    cheapest = min(houses, key=lambda option: option.cost)
    return explain_scores([(Done(), 0.0), (Build(HOUSE, cheapest.city), min(0.0, other))], reason)


def _explain_plan(
    table: OutpostBoardNumbers, sites: list[BuildOption], plan: Plan, gain: float, w: CompanyWeights, reason: Reason
) -> Explanation:
    """Choose the first building of a plan."""
    chosen = None
    for kind, count in zip((*KINDS, HOUSE), plan, strict=True):
        there = [option for option in sites if option.site == kind and (option.path or option.cost)]
        if count and there:
            chosen = min(there, key=lambda option: _price(table, option, w))
            break
    if chosen is None:
        return explain_scores([(Done(), 0.0)], reason)
    return explain_scores([(Build(chosen.site, chosen.city), max(0.0, gain)), (Done(), min(0.0, gain))], reason)


def _price(table: OutpostBoardNumbers, option: BuildOption, w: CompanyWeights) -> float:
    """Return the price of a building; half of a connection counts if a house and a building can share it."""
    if option.site == HOUSE:
        wanted = table.places[0] if table.me.hand.plant_slots < 4 else table.places[1]
        useful = table.distances.number[option.city] in wanted
        return option.cost - (1.0 if useful else 0.0)
    city = table.distances.number[option.city]
    follows = city not in table.me.houses and table.common.taken[city] < table.view.open_places
    return option.place_cost + option.connection_cost * (w.on_the_way if follows else 1.0)
