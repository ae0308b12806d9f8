"""The end of the game: who would win if it ended now, and how far to build without ending it for a rival."""

from __future__ import annotations

from .board import BoardNumbers, CompanyNumbers, city_costs

Standing = tuple[int, int]
"""Supplied cities and money."""


def is_last(table: BoardNumbers) -> bool:
    """Whether a company has enough cities to end the game in this round."""
    return any(company.cities >= table.end_at for company in table.companies)


def final_result(table: BoardNumbers, company: CompanyNumbers, least: int = 0) -> Standing:
    """Return the result of a company that builds what it can supply, and at least ``least`` more cities."""
    money, cities = company.money, company.cities
    for count, cost in enumerate(city_costs(table, company, max(least, company.powers - cities))):
        if cost > money or (cities >= company.powers and count >= least):
            break
        money -= cost
        cities += 1
    return min(cities, company.powers), money


def best_rival_result(table: BoardNumbers) -> Standing:
    """Return the best final result of the rivals; those who have acted cannot build any more."""
    to_come = table.view.next_seats
    return max(
        (final_result(table, c) if c.seat in to_come else (min(c.cities, c.powers), c.money) for c in table.rivals),
        default=(-1, 0),
    )


def can_end(table: BoardNumbers) -> int | None:
    """Return the number of cities missing to end the game, if they are affordable."""
    missing = table.end_at - table.me.cities
    if missing <= 0:
        return None
    line = city_costs(table, table.me, missing)
    return missing if len(line) == missing and sum(line) <= table.me.money else None


def wins_now(table: BoardNumbers, missing: int) -> bool:
    """Whether ending the game with this many more cities wins it."""
    return final_result(table, table.me, missing) > best_rival_result(table)


def others_end(table: BoardNumbers) -> bool:
    """Whether a rival who builds later in this round can end the game, so that holding back is useless."""
    for rival in table.rivals:
        missing = table.end_at - rival.cities
        if rival.seat in table.view.next_seats and rival.powers >= table.end_at - 1:
            line = city_costs(table, rival, missing)
            if len(line) == missing and sum(line) <= rival.money:
                return True
    return False
