"""Projection of the rest of the game in money: the yield of a fleet of plants until the likely end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from stromnetz.bots.parameters import BotParameters

from .board import BoardNumbers, CompanyNumbers, Plant, city_costs, race_costs
from .final_worth import Fleet, Projection
from .fuel import Supplies, run_cost

CITIES_NOW, CITIES_LATER = 9, 12
"""Number of cities to plan ahead, in this round and in total."""
MAX_ROUNDS = 15
"""Maximum length of a game in rounds."""


def rounds_left(table: BoardNumbers, w: BotParameters) -> int:
    """Return the number of incomes left, including this round's, given the fastest company."""
    rounds = min(rounds_to_end(table, company, w) for company in table.companies)
    return rounds if rounds > 1 or any(may_end(table, company, w) for company in table.companies) else 2


def may_end(table: BoardNumbers, company: CompanyNumbers, w: BotParameters) -> bool:
    """Whether a company can pay for the cities that end the game this round, and supply nearly all of them."""
    missing = table.end_at - company.cities
    if missing <= 0:
        return True
    more = 0.0 if company.bought or table.view.phase != "auctions" else w.grow_output
    if company.output + more < table.end_at - w.end_short:
        return False
    line = city_costs(table, company, missing)
    return len(line) == missing and sum(line) <= company.money - w.end_fuel


def rounds_to_end(table: BoardNumbers, company: CompanyNumbers, w: BotParameters) -> int:
    """Return the rounds until a company has the cities that end the game, if it builds what it can supply."""
    cash, output, cities = float(company.money), float(company.output), float(company.cities)
    for round in range(1, MAX_ROUNDS):
        if (round > 1 or not company.bought) and output < cities + 4:
            output += w.grow_output
            cash = max(0.0, cash - w.grow_price * w.grow_output)
        grown = max(cities, min(cities + cash / w.grow_cost, output + w.grow_over))
        if grown >= table.end_at - 0.5:
            return round
        cash += w.grow_net * table.income(int(min(grown, output))) - (grown - cities) * w.grow_cost
        cities = grown
    return MAX_ROUNDS


@lru_cache(maxsize=4096)
def max_price(projection: Projection, fleet: Fleet, money: int, cities: int, base: float, least: int) -> float:
    """Return the highest price for a fleet without ending worse off; below ``least`` if that is too much."""
    at_least = projection.worth(fleet, money - least, cities)
    if at_least < base:
        return least + projection.in_money(at_least - base)
    return float(highest(lambda price: projection.worth(fleet, money - price, cities) >= base, least, money))


def highest(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the highest price up to ``high`` for which ``holds``; it is true for ``low`` and monotonic."""
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


_project = lru_cache(maxsize=1024)(Projection)
"""Equal inputs share one projection and its caches."""


def project(table: BoardNumbers, w: BotParameters, rounds: int | None = None) -> Projection:
    """Return the projection of the deciding company."""
    me = table.me
    now = tuple(city_costs(table, me, CITIES_NOW))
    later = (
        race_costs(table, me, CITIES_LATER)
        if me.own
        else tuple(table.places[0] + 2 + 2 * i for i in range(CITIES_LATER))
    )
    game = (table.end_at, table.limit, table.pay)
    return _project(rounds or rounds_left(table, w), now, later, _coming(table, w), game, w)


def _coming(table: BoardNumbers, w: BotParameters) -> tuple[int, float, float]:
    """Return a typical later plant: its cities, its price and the cost of a run."""
    view = table.view
    found = sorted(
        (plant.cities, view.plant(ref).minimum_bid + w.premium, plant.burns * w.marker)
        for ref in (*view.current, *view.future)
        if view.is_plant(ref)
        for plant in (table.plant(ref),)
    )
    return found[min(len(found) - 1, int(len(found) * w.coming))] if found else (4, 30.0, 8.0)


class RunWorth:
    """The cost of runs in this round, and the cities that they can be expected to supply."""

    def __init__(self, table: BoardNumbers, rounds: int, w: BotParameters) -> None:
        self._table = table
        self._supplies = Supplies(table)
        self._rounds = rounds
        self._w = w
        self._known: dict[Plant, tuple[int, float]] = {}

    def plant(self, plant: Plant) -> tuple[int, float]:
        """Return a plant's expected cities, and the expected cost of a run."""
        if plant not in self._known:
            sure = self._supplies.reliability(plant, self._rounds) ** self._w.scarce
            cost = run_cost(self._table, plant, self._supplies.ahead)
            self._known[plant] = (int(plant.cities * sure + 0.5), cost * sure)
        return self._known[plant]

    def fleet(self, plants: list[Plant]) -> Fleet:
        return tuple(self.plant(plant) for plant in plants)
