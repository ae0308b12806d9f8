"""The company board and its workers: which cards to lay out, how many workers to hire, whether to make a robot."""

from __future__ import annotations

from itertools import combinations

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.editions.outpost.moves import Arrange, Hire, MakeRobot
from stromnetz.editions.outpost.options import ArrangeOption, HireOption, LaidCard
from stromnetz.engine.moves import CardRef, Done, Move

from .game_end import is_last
from .hand import runs
from .labour import wages
from .table import OutpostBoardNumbers
from .weights import CompanyWeights


def arrange(table: OutpostBoardNumbers, option: ArrangeOption, w: CompanyWeights) -> Explanation:
    """Choose the board with the highest profit in this round; of equals, the one that could supply more."""
    worth = {laid.card: laid for laid in option.worth}
    best: tuple[float, int, int] | None = None
    chosen: list[CardRef] = []
    for plants, housings in _boards(option, worth):
        score = _earns(table, [worth[card] for card in plants], sum(worth[card].places for card in housings), w)
        if best is None or score > best:
            best, chosen = score, [*plants, *(c for c in housings if c not in plants)]
    assert best is not None  # the current board is one of them
    order = {laid.card: i for i, laid in enumerate(option.worth)}
    move = Arrange(sorted(chosen, key=order.__getitem__))
    places = sum(worth[card].places for card in chosen)
    return explain_scores([(move, best[0])], Reason("arrange", {"supplied": best[1], "places": places}))


def _boards(
    option: ArrangeOption, worth: dict[CardRef, LaidCard]
) -> list[tuple[tuple[CardRef, ...], tuple[CardRef, ...]]]:
    """Return the possible full boards as (plants, housings)."""
    housings = sorted(option.housings, key=lambda card: -worth[card].places)
    out = []
    for lodging in range(len(option.either) + 1):
        left, right = option.either[lodging:], option.either[:lodging]
        plant_slots, housing_slots = option.plant_slots - len(left), option.housing_slots - len(right)
        if plant_slots < 0 or housing_slots < 0:
            continue
        for plants in combinations(option.plants, min(plant_slots, len(option.plants))):
            working = (*plants, *option.either)
            out.append((working, (*housings[:housing_slots], *option.either)))
    if not out:  # no slot for cards that are both
        ways = combinations(option.plants, min(option.plant_slots, len(option.plants)))
        out = [(plants, tuple(housings[: option.housing_slots])) for plants in ways]
    return out


def _earns(
    table: OutpostBoardNumbers, plants: list[LaidCard], places: int, w: CompanyWeights
) -> tuple[float, int, int]:
    """Return the profit after wages, the supplied cities, and the maximum output."""
    me = table.me
    (row,) = wages(table, 1, w, me.hand.wage_rebate)
    free, last = places + me.hand.robots, is_last(table)
    best = (0.0, 0)
    most = 0
    for output, workers in runs(tuple((card.workers, card.cities) for card in plants), len(plants)):
        hire = max(0, workers - free)
        most = max(most, output)
        if hire < len(row) and row[hire] <= me.money:
            supplied = min(output, me.cities)
            best = max(best, (table.income(supplied) - row[hire] + (w.city * supplied if last else 0.0), supplied))
    return best[0] + 0.3 * places, best[1], most


def hire(table: OutpostBoardNumbers, option: HireOption, w: CompanyWeights) -> Explanation:
    """Hire the number of workers with the highest profit; in the last round, supply the most cities."""
    last = is_last(table)
    scored: list[tuple[Move, float]] = []
    for count, cost in enumerate(option.costs):
        supplied = option.supplies[count]
        scored.append((Hire(count), table.income(supplied) - cost + (w.city * supplied if last else 0.0)))
    out = explain_scores(scored)
    move = out.move
    assert isinstance(move, Hire)
    assert isinstance(move.count, int)
    supplied = option.supplies[move.count]
    facts = {"count": move.count, "cost": option.costs[move.count], "supplied": supplied}
    out.reasons.append(Reason("hire", {**facts, "income": table.income(supplied)}))
    return out


def robot(table: OutpostBoardNumbers) -> Explanation:
    """Always make a robot: it works in all later rounds, and its maker is replaced at once."""
    robots = table.me.hand.robots + 1
    return explain_scores([(MakeRobot(), 1.0), (Done(), 0.0)], Reason("robot", {"robots": robots}))
