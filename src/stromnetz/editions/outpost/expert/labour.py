"""Workers: the cost of hiring them in this round and later ones."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from .table import OutpostBoardNumbers, OutpostCompanyNumbers
from .weights import CompanyWeights

Wages = tuple[int, ...]
"""Cost of 0, 1, 2, … seasonal workers, as many as are available."""
MAX_GROWTH_PER_ROUND = 3
"""Number of cities that a company may gain in a round and hire workers for."""


def seasonal(company: OutpostCompanyNumbers, more: int = MAX_GROWTH_PER_ROUND) -> int:
    """Estimate the seasonal workers that a company will hire for the cities that it will have."""
    plants, housings = company.board.idle
    board = company.hand.with_slots(min(1, plants), min(1, housings)).board()
    hands = 0
    for cities, workers in board.runs:
        hands = workers
        if cities >= company.cities + more:
            break
    return max(0, hands - board.places - company.hand.robots)


def hired_before(table: OutpostBoardNumbers) -> int:
    """Return the workers that others will take before the deciding company acts, both seasonal and permanent."""
    if table.view.decision is not None and table.view.decision.kind not in ("auction", "bid"):
        return 0  # it is already this company's turn
    gone = 0
    for seat in reversed(table.view.order):
        if seat == table.seat:
            break
        if seat < len(table.companies):
            company = table.companies[seat]
            gone += seasonal(company) + max(0, company.board.places - company.permanent)
    return gone


def wages(table: OutpostBoardNumbers, rounds: int, w: CompanyWeights, rebate: int = 0) -> tuple[Wages, ...]:
    """Return the wages of each remaining round, starting with this one."""
    view = table.view
    (name,) = view.fuels
    row = tuple(view.price_row(name))
    missing = sum(company.permanent + company.seasonal for company in table.companies)
    others = sum(max(0, company.board.places) for company in table.companies)
    hires = [seasonal(company) for company in table.rivals]
    fewer = sum(company.cities <= table.me.cities for company in table.rivals)
    before = sum(hires) * (0.25 + 0.5 * fewer / max(1, len(table.rivals)))
    per_round = (len(table.companies) * w.grow_places, 0.5 * len(table.rivals) * max(0.0, w.grow_hands - w.grow_places))
    start = (row, missing, others, hired_before(table), round(before, 1))
    return _wages(start, rounds, per_round, rebate)


@lru_cache(maxsize=1024)
def _wages(
    start: tuple[tuple[int, ...], int, int, int, float], rounds: int, per_round: tuple[float, float], rebate: int
) -> tuple[Wages, ...]:
    row, missing, lodgers, now, before = start
    # workers without a place return to the cheap end of the market
    require_int = (*_cheap(row, missing), *row)
    out = [_summed(row[now:], rebate)]
    for later in range(1, rounds):
        gone = lodgers + later * per_round[0] + before + later * per_round[1]
        out.append(_summed(require_int[min(len(require_int), round(gone)) :], rebate))
    return tuple(out)


def _cheap(row: tuple[int, ...], count: int) -> list[int]:
    """Return the prices of workers outside the market, assuming evenly rising prices."""
    top = row[0] if row else 10
    return [max(1, round(1 + (top - 1) * i / count)) for i in range(count)]


def _summed(row: tuple[int, ...], rebate: int) -> Wages:
    return (0, *accumulate(max(0, price - rebate) for price in row))
