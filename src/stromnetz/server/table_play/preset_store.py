"""SQL of pre-set moves, the only access to their table, which is private to each seat."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from stromnetz.server.core.database.db_schema import preset_moves, tables, to_compact_json
from stromnetz.tables.errors import Stale
from stromnetz.tables.preset_moves import PresetMoves


def read_presets(c: Connection, table_id: str, seat: int, *, for_update: bool = False) -> PresetMoves | None:
    query = select(preset_moves.c.moves_json).where(preset_moves.c.table_id == table_id, preset_moves.c.seat == seat)
    # if two servers use the same pre-set move, the second waits and finds it used
    found = c.execute(query.with_for_update() if for_update else query).scalar_one_or_none()
    return None if found is None else PresetMoves.from_json(json.loads(found))


def save_presets(c: Connection, table_id: str, seat: int, presets: PresetMoves | None) -> None:
    if presets is None or presets.empty:
        c.execute(delete(preset_moves).where(preset_moves.c.table_id == table_id, preset_moves.c.seat == seat))
        return
    text = to_compact_json(presets.to_json())
    insert = (postgresql if c.dialect.name == "postgresql" else sqlite).insert(preset_moves)
    row = insert.values(table_id=table_id, seat=seat, moves_json=text)
    c.execute(row.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"moves_json": text}))


def revoke_undone(c: Connection, table_id: str, seat: int, undone: Sequence[tuple[int, str]]) -> None:
    """Revoke the pre-set moves of undone decisions, given as (round, kind): they would only repeat the move."""
    presets = read_presets(c, table_id, seat, for_update=True)
    for round, kind in undone:
        if presets is not None:
            save_presets(c, table_id, seat, presets.after_undo(round, kind))


def consume_preset(c: Connection, table_id: str, seat: int, before: PresetMoves, after: PresetMoves) -> None:
    """Replace pre-set moves by what is left of them; raise if they were changed meanwhile."""
    if read_presets(c, table_id, seat, for_update=True) != before:
        raise Stale(case="changed-meanwhile")
    save_presets(c, table_id, seat, after)


def tables_with_presets_due(c: Connection, since: int | None = None, until: int | None = None) -> list[str]:
    """Return running games whose seat to act has pre-set moves, optionally only those changed in a period."""
    due = and_(preset_moves.c.table_id == tables.c.id, preset_moves.c.seat == tables.c.to_act)
    query = select(tables.c.id).join(preset_moves, due).where(tables.c.state == "running")
    if since is not None and until is not None:
        query = query.where(tables.c.changed_at.between(since, until))
    return list(c.execute(query).scalars())


def tables_tried_since(c: Connection, ids: Sequence[str], since: int) -> set[str]:
    """Return which of these tables have changed since a time and have pre-set moves of the seat to act."""
    due = and_(preset_moves.c.table_id == tables.c.id, preset_moves.c.seat == tables.c.to_act)
    query = select(tables.c.id).join(preset_moves, due).where(tables.c.id.in_(ids), tables.c.changed_at > since)
    return set(c.execute(query).scalars()) if ids else set()
