"""Moves and plans as callers give them: moves, or what their JSON says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.move_json import move_from_json
from stromnetz.engine.moves import Move


def as_plan(moves: object) -> list[Any]:
    if isinstance(moves, Mapping | str | bytes) or not isinstance(moves, Iterable):
        raise BadInput(f"a plan is a list of moves, not {shown(moves)}", {"moves": shown(moves)})
    plan = list(moves)
    if not plan:
        raise BadInput("a plan has at least one move", {"moves": "[]"})
    return plan


def as_move(move: object) -> Move:
    return move if isinstance(move, Move) else move_from_json(move)
