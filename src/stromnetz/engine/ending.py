"""The end of the game: everybody supplies what they can (E1)."""

from __future__ import annotations

from . import events as ev
from .position import NOBODY, Position
from .rules import Rules
from .storage import runs


def best_supply(rules: Rules, p: Position, seat: int) -> int:
    """The most own cities that a seat can supply with its plants and fuel."""
    if rules.hooks.supply is not None:
        return rules.hooks.supply(rules, p, seat)
    # which plants can run does not depend on where the fuel lies, only what they burn (P4a)
    output = max([out for _, _, out in runs(p.fuel[seat], rules.runnable(p, seat))])
    return min(output, p.cities[seat])


def end_game(rules: Rules, p: Position) -> None:
    p.agenda.clear()
    p.seat = NOBODY
    p.kind = ""
    p.ended = True
    if p.events is not None:
        p.events.append(ev.GameEnded([best_supply(rules, p, seat) for seat in range(rules.players)]))
