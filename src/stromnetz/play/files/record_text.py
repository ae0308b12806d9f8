"""Records as JSON text, written directly (see ``stromnetz.engine.json_text``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stromnetz.engine.json_text import encoded, json_text
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .position_json import dump
from .record_types import Row


def record_text(
    header: Mapping[str, Any], rows: Iterable[Row], rules: Rules, kept: Iterable[tuple[int, Position]]
) -> str:
    """Return the text of a record: its header, its rows, and its positions."""
    parts = [encoded(header)[:-1], ', "rows": [', ", ".join([row_text(row) for row in rows]), '], "snapshots": [']
    shots = [f'{{"seq": {seq}, "position": {encoded(dump(rules, p))}}}' for seq, p in kept]
    return "".join([*parts, ", ".join(shots), "]}"])


def row_text(row: Row) -> str:
    """Return the same text as ``json.dumps(row.to_json())``."""
    seq, seat, move, events, undoes, plan, _, _ = row
    told = events[0].to_text() if len(events) == 1 else ", ".join([event.to_text() for event in events])
    if seat is not None and move is not None and plan is None:
        return f'{{"seq": {seq}, "seat": {json_text(seat)}, "move": {move.to_text()}, "events": [{told}]}}'
    out = f'{{"seq": {seq}'
    if seat is not None:
        out += f', "seat": {json_text(seat)}'  # old records may have other types
    if undoes is not None:
        return f'{out}, "undo": {undoes}}}'
    if plan is not None:
        out += f', "plan": {plan}'
    if move is not None:
        out += f', "move": {move.to_text()}'
    return f'{out}, "events": [{told}]}}'
