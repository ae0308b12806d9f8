"""The end of the game: who would win if it ended now, and what a company can supply at most in this round."""

from __future__ import annotations

from typing import NamedTuple

from .labour import Wages
from .table import OutpostBoardNumbers, OutpostCompanyNumbers

MAX_HOUSES_PER_ROUND = 12
"""Maximum number of houses that a company builds in a round."""


class FinalResult(NamedTuple):
    """The result of spending everything on supplied cities in the last round; larger is better."""

    supplied: int
    money: int
    plants: int = 0
    """Number of plant buildings."""
    housings: int = 0
    houses: int = 0


def is_last(table: OutpostBoardNumbers) -> bool:
    """Whether a company has enough cities to end the game in this round."""
    return any(company.cities >= table.end_at for company in table.companies)


def final_result(
    table: OutpostBoardNumbers, company: OutpostCompanyNumbers, wages: Wages, least: int = 0
) -> FinalResult:
    """Return the best final result of a company with at least ``least`` more houses."""
    plants, housings = table.site_costs(company)
    line = table.house_costs(company, MAX_HOUSES_PER_ROUND)
    best = FinalResult(-1, 0)
    for a in range(min(len(plants), company.board.idle[0]) + 1):
        for b in range(min(len(housings), company.board.idle[1]) + 1):
            left = company.money - sum(plants[:a]) - sum(housings[:b])
            best = max(best, _run(table, company, wages, FinalResult(0, left, a, b), line, least))
    return best


def _run(
    table: OutpostBoardNumbers,
    company: OutpostCompanyNumbers,
    wages: Wages,
    plan: FinalResult,
    line: tuple[int, ...],
    least: int,
) -> FinalResult:
    """Return the best run and its houses, given the number of buildings."""
    board = company.hand.with_slots(plan.plants, plan.housings).board()
    free = board.places + company.hand.robots + company.seasonal
    best = FinalResult(-1, 0)
    for output, workers in board.runs:
        hire = max(0, workers - free)
        if hire >= len(wages):
            break
        money, houses = plan.money - wages[hire], 0
        while money >= 0 and (company.cities + houses < output or houses < least):
            if houses >= len(line) or line[houses] > money:
                break
            money -= line[houses]
            houses += 1
        if money < 0 or houses < least:
            continue
        supplied = min(output, company.cities + houses)
        best = max(best, FinalResult(supplied, money + table.income(supplied), plan.plants, plan.housings, houses))
    return best


def best_rival_result(table: OutpostBoardNumbers, wages: Wages) -> FinalResult:
    """Return the best final result of the rivals; those who have acted cannot build any more."""
    best = FinalResult(-1, 0)
    for company in table.rivals:
        if company.seat in table.view.next_seats:
            best = max(best, final_result(table, company, wages))
        else:
            best = max(best, FinalResult(company.supplies, company.money + table.income(company.supplies)))
    return best


def can_end(table: OutpostBoardNumbers) -> int | None:
    """Return the number of houses missing to end the game, if they are affordable."""
    missing = table.end_at - table.me.cities
    line = table.house_costs(table.me, missing)
    return missing if len(line) == missing and sum(line) <= table.me.money else None


def wins_now(table: OutpostBoardNumbers, missing: int, wages: Wages) -> FinalResult | None:
    """Return the final result of building the missing houses, if it wins the game."""
    mine = final_result(table, table.me, wages, missing)
    return mine if mine[:2] > best_rival_result(table, wages)[:2] else None
