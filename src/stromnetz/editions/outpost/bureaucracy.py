"""Phase 4: income (L17), return of workers (L18); and what a company can supply with its workers."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine import events as ev
from stromnetz.engine.frames import Frame
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .company import has_technology, permanent, places, state
from .company_rules import LABORATORIES
from .events import WorkersDismissed, WorkersKept


def working(rules: Rules, p: Position, seat: int) -> tuple[int, ...]:
    """Return the placed cards that supply cities."""
    company = state(rules, p)
    return tuple([c for c in company.placed[seat] if company.plan.workers[c]])


def laboratories(rules: Rules, p: Position, seat: int, card: int) -> int:
    """Return the cities that Laboratories add: one for every placed plant (L30)."""
    if not has_technology(rules, p, seat, LABORATORIES):
        return 0
    plan = state(rules, p).plan
    return plan.value[plan.effects[LABORATORIES]]


def best_run(
    rules: Rules, p: Position, seat: int, seasonal: int = 0, fixed: int = 0
) -> tuple[int, int, tuple[int, ...]]:
    """Return (cities supplied, workers used, plants) for the most own cities with the fewest workers and plants.

    ``seasonal`` and ``fixed`` (permanent) workers are added to those that the seat has.

    Workers are not used up, so it never pays to run less. The worker that makes a robot runs no plant (L27a). It is a
    seasonal one if there is one, because permanent workers can work anywhere and Moon Base needs them (L31a).
    """
    company = state(rules, p)
    plan, cities = company.plan, p.cities[seat]
    seasonal += company.seasonal[seat]
    fixed += permanent(rules, p, seat) + company.robots[seat]
    hands = seasonal + fixed
    if company.made >> seat & 1:
        hands -= 1
        if not seasonal:
            fixed -= 1
    best = (0, 0, 0)
    chosen: tuple[int, ...] = ()
    runs: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for card in working(rules, p, seat):
        workers = plan.workers[card]
        if plan.is_base[card] and workers > fixed:
            continue
        output = rules.output(p, seat, card)
        runs += [(out + output, n + workers, (*cards, card)) for out, n, cards in runs if n + workers <= hands]
    for out, n, cards in runs:
        key = (min(out, cities), -n, -len(cards))
        if key > best:
            best, chosen = key, cards
    return best[0], -best[1], chosen


def supply(rules: Rules, p: Position, seat: int) -> int:
    return best_run(rules, p, seat)[0]


class Income(Frame):
    """Pays the income, in order (L17)."""

    __slots__ = ()
    name: ClassVar[str] = "income"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        for seat in p.order:
            if seat < rules.players:
                supplied, workers, plants = best_run(rules, p, seat)
                paid = rules.payment(supplied)
                p.money[seat] += paid
                if p.events is not None:
                    at_work = {rules.fuel_ids[0]: workers} if workers else {}
                    p.events.append(ev.PlantsRan(seat, rules.refs(plants), at_work, supplied, paid))


class Dismissal(Frame):
    """Returns workers without a place to the market (L18, L35).

    Places that a short market left empty are first filled with own seasonal workers (L18a).
    """

    __slots__ = ()
    name: ClassVar[str] = "dismissal"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        company = state(rules, p)
        company.made = 0
        for seat in p.order:
            workers, before = p.fuel[seat][0], permanent(rules, p, seat)
            staying = min(workers, places(rules, p, seat))
            p.fuel[seat] = (staying,)
            p.stock[0] += workers - staying
            company.seasonal[seat] = 0
            if p.events is not None and staying > before:
                p.events.append(WorkersKept(seat, staying - before))
            if p.events is not None and workers > staying:
                p.events.append(WorkersDismissed(seat, workers - staying))
