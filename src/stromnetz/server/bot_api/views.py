"""Views for programs, without options that allow no move."""

from __future__ import annotations

from typing import Any

from stromnetz.play.decision import Decision
from stromnetz.play.game import Game
from stromnetz.play.view_parts import DecisionJson
from stromnetz.tables.results import final_fields
from stromnetz.tables.table import FINISHED, Table


def decision_json(decision: Decision) -> DecisionJson:
    """Return a decision without impossible options, which people see greyed out, with the reason."""
    out = decision.to_json()
    if decision.options is not None:
        possible = [option for option in decision.options if any(span.size > 0 for span in option.ranges())]
        out["options"] = [option.to_json() for option in possible]
    return out


def view_json(table: Table, game: Game, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat or a spectator with the final result; programs get possible options only."""
    view = game.view(seat)
    out = view.to_json()
    if seat in table.program_seats() and view.decision is not None:
        out["decision"] = decision_json(view.decision)
    return {**out, **final_fields(table, game)} if table.state == FINISHED else out
