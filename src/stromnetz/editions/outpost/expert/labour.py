"""Workers: what it costs to hire so many, in this round and in those to come."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from .table import Companies, Firm
from .weights import CompanyWeights

Wages = tuple[int, ...]
"""What 0, 1, 2, … seasonal workers cost; more than that there are not."""
MAX_GROWTH_PER_ROUND = 3
"""Cities by which a company may grow in a round, for which it will hire."""


def seasonal(firm: Firm, more: int = MAX_GROWTH_PER_ROUND) -> int:
    """The seasonal workers that a company will hire, about: for what it can supply of the cities it will have."""
    plants, housings = firm.board.idle
    board = firm.hand.with_slots(min(1, plants), min(1, housings)).board()
    hands = 0
    for cities, workers in board.runs:
        hands = workers
        if cities >= firm.cities + more:
            break
    return max(0, hands - board.places - firm.hand.robots)


def hired_before(table: Companies) -> int:
    """The workers that others will take this round before the deciding company can: seasonal ones, and new lodgers."""
    if table.view.decision is not None and table.view.decision.kind not in ("auction", "bid"):
        return 0  # it is its turn
    gone = 0
    for seat in reversed(table.view.order):
        if seat == table.seat:
            break
        if seat < len(table.firms):
            firm = table.firms[seat]
            gone += seasonal(firm) + max(0, firm.board.places - firm.permanent)
    return gone


def wages(table: Companies, rounds: int, w: CompanyWeights, rebate: int = 0) -> tuple[Wages, ...]:
    """The wages of each round that is left, this one first."""
    view = table.view
    (name,) = view.fuels
    row = tuple(view.price_row(name))
    missing = sum(firm.permanent + firm.seasonal for firm in table.firms)
    others = sum(max(0, firm.board.places) for firm in table.firms)
    hires = [seasonal(firm) for firm in table.rivals]
    fewer = sum(firm.cities <= table.me.cities for firm in table.rivals)
    before = sum(hires) * (0.25 + 0.5 * fewer / max(1, len(table.rivals)))
    per_round = (len(table.firms) * w.grow_places, 0.5 * len(table.rivals) * max(0.0, w.grow_hands - w.grow_places))
    start = (row, missing, others, hired_before(table), round(before, 1))
    return _wages(start, rounds, per_round, rebate)


@lru_cache(maxsize=1024)
def _wages(
    start: tuple[tuple[int, ...], int, int, int, float], rounds: int, per_round: tuple[float, float], rebate: int
) -> tuple[Wages, ...]:
    row, missing, lodgers, now, before = start
    # workers away from the market come back to its cheap end, as long as they have no place
    whole = (*_cheap(row, missing), *row)
    out = [_summed(row[now:], rebate)]
    for later in range(1, rounds):
        gone = lodgers + later * per_round[0] + before + later * per_round[1]
        out.append(_summed(whole[min(len(whole), round(gone)) :], rebate))
    return tuple(out)


def _cheap(row: tuple[int, ...], count: int) -> list[int]:
    """What the workers cost that are away, if every space holds as many as the dearest but one."""
    top = row[0] if row else 10
    return [max(1, round(1 + (top - 1) * i / count)) for i in range(count)]


def _summed(row: tuple[int, ...], rebate: int) -> Wages:
    return (0, *accumulate(max(0, price - rebate) for price in row))
