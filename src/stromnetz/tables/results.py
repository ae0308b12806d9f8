"""The final result of a table, with players who resigned last."""

from __future__ import annotations

from typing import Any

from stromnetz.play.game import Game
from stromnetz.play.results import Result, standings

from .endings import WITHOUT_WINNER
from .table import Table


def resigned_seats(table: Table) -> set[int]:
    return {seat.seat for seat in table.seats if seat.resigned}


def final_result(table: Table, game: Game) -> Result:
    """Return the ranking, in which players who resigned share the last rank; empty for endings without a winner."""
    found = game.result or standings(game.rules, game.position)
    if table.ending in WITHOUT_WINNER:
        return Result([], found.neutral)
    gone = resigned_seats(table)
    stayed = [row for row in found.ranking if row.seat not in gone]
    ranks = {row.seat: 1 + sum(other.rank < row.rank for other in stayed) for row in stayed}
    last = [row for row in found.ranking if row.seat in gone]
    for row in found.ranking:
        row.rank = ranks.get(row.seat, len(stayed) + 1)
    return Result([*stayed, *last], found.neutral)


def final_fields(table: Table, game: Game) -> dict[str, Any]:
    """Return the fields of a view that describe the end of the game."""
    result = final_result(table, game)
    gone = resigned_seats(table)
    winners = [seat for seat in result.winners if seat not in gone]
    return {"decision": None, "result": {**result.to_json(), "winners": winners}}
