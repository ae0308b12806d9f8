"""The end of the game: every company supplies as many cities as it can (E1)."""

from __future__ import annotations

from . import events as ev
from .position import NOBODY, Position
from .rules import Rules


def max_supplied_cities(rules: Rules, p: Position, seat: int) -> int:
    """Return the most own cities that a seat can supply with its plants and fuel."""
    if rules.hooks.supply is not None:
        return rules.hooks.supply(rules, p, seat)
    return min(rules.best_run(p, seat)[1], p.cities[seat])


def end_game(rules: Rules, p: Position) -> None:
    p.agenda.clear()
    p.seat = NOBODY
    p.kind = ""
    p.ended = True
    if p.events is not None:
        p.events.append(ev.GameEnded([max_supplied_cities(rules, p, seat) for seat in range(rules.players)]))
