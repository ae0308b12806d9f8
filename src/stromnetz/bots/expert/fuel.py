"""Fuel: its cost, the demand of others, and which plants to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters
from stromnetz.engine.moves import Run
from stromnetz.engine.options import RunOption

from .board import BoardNumbers, Plant
from .game_end import is_last

SOLD_OUT = 1 << 12
"""Cost of a run without available fuel."""
MAX_MARKER_COST = 9
"""Maximum long-term cost of a marker."""
Amounts = Mapping[str, int]


def bill(table: BoardNumbers, plants: Sequence[Plant], held: Amounts, ahead: Amounts) -> tuple[int, dict[str, int]]:
    """Return the cost of one run of these plants beyond the fuel held, and the fuel to buy for it.

    ``ahead``: markers that others are expected to buy first. Hybrid plants buy last, always the cheapest fuel.
    """
    left = dict(held)
    gone = dict(ahead)
    buy: dict[str, int] = {}
    cost = 0
    for plant in sorted(plants, key=_choice):
        for _ in range(_missing(plant, left)):
            fuel = _cheapest(table, plant.fuels, gone)
            if fuel is None:
                return SOLD_OUT, buy
            cost += table.rows[fuel][gone.get(fuel, 0)]
            gone[fuel] = gone.get(fuel, 0) + 1
            buy[fuel] = buy.get(fuel, 0) + 1
    return cost, buy


def _choice(plant: Plant) -> int:
    return len(plant.fuels)


def _missing(plant: Plant, left: dict[str, int]) -> int:
    """Return the markers that a plant lacks for a run, and remove those it uses from ``left``."""
    need = plant.burns
    for fuel in plant.fuels:
        used = min(need, left.get(fuel, 0))
        if used:
            left[fuel] -= used
            need -= used
    return need


def _cheapest(table: BoardNumbers, fuels: Sequence[str], gone: Amounts) -> str | None:
    """Return the fuel with the cheapest next marker."""
    best, price = None, SOLD_OUT
    for fuel in fuels:
        row = table.rows[fuel]
        taken = gone.get(fuel, 0)
        if taken < len(row) and row[taken] < price:
            best, price = fuel, row[taken]
    return best


def fleets(plants: Sequence[Plant]) -> list[tuple[Plant, ...]]:
    """Return every selection of plants to run, including none and all."""
    return [some for size in range(len(plants) + 1) for some in combinations(plants, size)]


def run_cost(table: BoardNumbers, plant: Plant, ahead: Amounts) -> float:
    """Estimate the cost of a plant's run, without fuel in storage."""
    return float(min(bill(table, [plant], {}, ahead)[0], MAX_MARKER_COST * plant.burns)) if plant.fuels else 0.0


def demand(table: BoardNumbers, seats: Sequence[int]) -> dict[str, int]:
    """Return the fuel that these seats are expected to buy: one run of all their plants."""
    need: dict[str, int] = {}
    for seat in seats:
        company = table.companies[seat]
        left = dict(company.fuel)
        for plant in company.plants:
            missing = _missing(plant, left)
            if missing:
                fuel = _cheapest(table, plant.fuels, need) or plant.fuels[0]
                need[fuel] = need.get(fuel, 0) + missing
    return need


def bought_before(table: BoardNumbers) -> dict[str, int]:
    """Return the fuel that is expected to be bought before the deciding company's turn."""
    builders = table.builders
    return demand(table, builders[: builders.index(table.seat)]) if table.seat in builders else {}


class Supplies:
    """Estimates how reliably plants get their fuel, in this round and later."""

    def __init__(self, table: BoardNumbers) -> None:
        self.table = table
        self.ahead = bought_before(table)
        """Fuel bought before the deciding company's turn."""
        self._wanted = wanted(table)

    def reliability(self, plant: Plant, rounds: int) -> float:
        """Return the share of its fuel that a plant will get, if the company buys last in later rounds."""
        if not plant.fuels:
            return 1.0
        now = sum(max(0, len(self.table.rows[f]) - self.ahead.get(f, 0)) for f in plant.fuels) / plant.burns
        if rounds <= 1:
            return min(1.0, now)
        return (min(1.0, now) + min(1.0, self._later(plant, rounds - 1))) / 2

    def _later(self, plant: Plant, rounds: int) -> float:
        """Return what is left in the market for the plant, at least its share of the refill."""
        view, left, part = self.table.view, 0.0, 0.0
        for fuel in plant.fuels:
            comes = view.refills[fuel][min(self.table.step, len(view.refills[fuel]) - 1)]
            others = self._wanted.get(fuel, 0.0)
            left += max(0.0, len(self.table.rows[fuel]) / rounds + comes - others)
            part += comes * plant.burns / (others + plant.burns)
        return max(left, part / 2) / plant.burns


def wanted(table: BoardNumbers) -> dict[str, float]:
    """Return the fuel that rivals burn per round; hybrids are split evenly."""
    need: dict[str, float] = {}
    for rival in table.rivals:
        for plant in rival.plants:
            for fuel in plant.fuels:
                need[fuel] = need.get(fuel, 0.0) + plant.burns / len(plant.fuels)
    return need


SOLD_OUT_MARKER_COST = 8
"""Assumed cost of a marker that is sold out."""


def run_plants(table: BoardNumbers, runs: list[RunOption], w: BotParameters) -> Explanation:
    """Choose the run with the highest income minus fuel; in the last round, the most cities."""
    last = is_last(table)

    def score(option: RunOption) -> float:
        burnt = sum(
            count * (table.rows[fuel][0] if table.rows[fuel] else SOLD_OUT_MARKER_COST)
            for fuel, count in option.burn.items()
        )
        return option.income - w.save * burnt + (w.city * option.supplied if last else 0.0)

    ordered = sorted(runs, key=lambda option: len(option.plants))
    best = max(ordered, key=score)
    reason = Reason("run", {"supplied": best.supplied, "income": best.income})
    return explain_scores([(Run(option.plants, option.burn), score(option)) for option in ordered], reason)
