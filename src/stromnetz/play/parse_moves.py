"""Moves and plans from callers: as objects or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import Move, move_from_json


def parse_plan(moves: object) -> list[Any]:
    if isinstance(moves, Mapping | str | bytes) or not isinstance(moves, Iterable):
        raise BadInput(f"a plan is a list of moves, not {short_repr(moves)}", {"moves": short_repr(moves)})
    plan = list(moves)
    if not plan:
        raise BadInput("a plan has at least one move", {"moves": "[]"})
    return plan


def parse_move(move: object) -> Move:
    return move if isinstance(move, Move) else move_from_json(move)
