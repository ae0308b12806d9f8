"""The end of the game: who would win if it ended now, and what a company can supply at most in this round."""

from __future__ import annotations

from typing import NamedTuple

from .labour import Wages
from .table import Companies, Firm

MAX_HOUSES_PER_ROUND = 12
"""Maximum number of houses that a company builds in a round."""


class Final(NamedTuple):
    """The result of spending everything on supplied cities in the last round; larger is better."""

    supplied: int
    money: int
    plants: int = 0
    """Number of plant buildings."""
    housings: int = 0
    houses: int = 0


def is_last(table: Companies) -> bool:
    """Whether a company has enough cities to end the game in this round."""
    return any(firm.cities >= table.end_at for firm in table.firms)


def final(table: Companies, firm: Firm, wages: Wages, least: int = 0) -> Final:
    """Return the best final result of a company with at least ``least`` more houses."""
    plants, housings = table.site_costs(firm)
    line = table.house_costs(firm, MAX_HOUSES_PER_ROUND)
    best = Final(-1, 0)
    for a in range(min(len(plants), firm.board.idle[0]) + 1):
        for b in range(min(len(housings), firm.board.idle[1]) + 1):
            left = firm.money - sum(plants[:a]) - sum(housings[:b])
            best = max(best, _run(table, firm, wages, Final(0, left, a, b), line, least))
    return best


def _run(table: Companies, firm: Firm, wages: Wages, plan: Final, line: tuple[int, ...], least: int) -> Final:
    """Return the best run and its houses, given the number of buildings."""
    board = firm.hand.with_slots(plan.plants, plan.housings).board()
    free = board.places + firm.hand.robots + firm.seasonal
    best = Final(-1, 0)
    for output, workers in board.runs:
        hire = max(0, workers - free)
        if hire >= len(wages):
            break
        money, houses = plan.money - wages[hire], 0
        while money >= 0 and (firm.cities + houses < output or houses < least):
            if houses >= len(line) or line[houses] > money:
                break
            money -= line[houses]
            houses += 1
        if money < 0 or houses < least:
            continue
        supplied = min(output, firm.cities + houses)
        best = max(best, Final(supplied, money + table.income(supplied), plan.plants, plan.housings, houses))
    return best


def rivals_final(table: Companies, wages: Wages) -> Final:
    """Return the best final result of the rivals; those who have acted cannot build any more."""
    best = Final(-1, 0)
    for firm in table.rivals:
        if firm.seat in table.view.to_come:
            best = max(best, final(table, firm, wages))
        else:
            best = max(best, Final(firm.supplies, firm.money + table.income(firm.supplies)))
    return best


def can_end(table: Companies) -> int | None:
    """Return the number of houses missing to end the game, if they are affordable."""
    missing = table.end_at - table.me.cities
    line = table.house_costs(table.me, missing)
    return missing if len(line) == missing and sum(line) <= table.me.money else None


def wins_now(table: Companies, missing: int, wages: Wages) -> Final | None:
    """Return the final result of building the missing houses, if it wins the game."""
    mine = final(table, table.me, wages, missing)
    return mine if mine[:2] > rivals_final(table, wages)[:2] else None
