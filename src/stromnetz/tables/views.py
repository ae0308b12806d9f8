"""What players and spectators of a table receive."""

from __future__ import annotations

from typing import Any

from stromnetz.play.decision import Decision
from stromnetz.play.files.record_types import RowJson
from stromnetz.play.game import Game
from stromnetz.play.view_parts import DecisionJson

from .endings import final_fields
from .table import FINISHED, Table


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


class TableViews:
    """The views and rows of one version of a game; what several viewers may see is computed once."""

    def __init__(self, table: Table, game: Game) -> None:
        self._table = table
        self._game = game
        self._final = final_fields(table, game) if table.state == FINISHED else {}
        self._public = game.view(None).to_json()
        self._views: dict[int | None, dict[str, Any]] = {None: {**self._public, **self._final}}

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what `view_json` returns, from the view of a spectator and the few fields that differ."""
        if seat not in self._views:
            view = self._game.view(seat)
            own = view.private_json(self._public)
            if seat in self._table.program_seats() and view.decision is not None:
                own["decision"] = decision_json(view.decision)
            self._views[seat] = {**self._public, **own, **self._final}
        return self._views[seat]

    def views(self, seats: tuple[int, ...]) -> list[dict[str, Any]]:
        """Return the views of a player of these seats, one each; without seats, that of a spectator."""
        return [self.view(seat) for seat in seats or (None,)]

    def rows(self, seats: tuple[int, ...], after: int) -> list[RowJson]:
        """Return the rows after a version, as far as these seats may see them."""
        return [row.seen_by(seats) for row in self._game.rows[after + 1 :]]

    def update(self, seats: tuple[int, ...], after: int | None) -> dict[str, Any]:
        """Return a message with everything since a version, or with the whole state if it is None."""
        game = self._game
        version, undo, views = game.version, self._table.undo_seat(game), self.views(seats)
        if after is None:
            return {"type": "state", "version": version, "undo": undo, "views": views}
        rows = self.rows(seats, after)
        return {"type": "rows", "after": after, "version": version, "undo": undo, "rows": rows, "views": views}
