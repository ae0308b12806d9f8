"""The statements about answers in advance. No other statement reads their table."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from stromnetz.server.core.database.db_schema import answers, tables, to_compact_json
from stromnetz.tables.errors import Stale
from stromnetz.tables.preset_moves import PresetMoves


def read_presets(c: Connection, table_id: str, seat: int, *, to_use: bool = False) -> PresetMoves | None:
    query = select(answers.c.answers_json).where(answers.c.table_id == table_id, answers.c.seat == seat)
    # of two servers that want to give the same answer, the second waits and finds it given
    found = c.execute(query.with_for_update() if to_use else query).scalar_one_or_none()
    return None if found is None else PresetMoves.from_json(json.loads(found))


def save_presets(c: Connection, table_id: str, seat: int, said: PresetMoves | None) -> None:
    if said is None or said.empty:
        c.execute(delete(answers).where(answers.c.table_id == table_id, answers.c.seat == seat))
        return
    text = to_compact_json(said.to_json())
    insert = (postgresql if c.dialect.name == "postgresql" else sqlite).insert(answers)
    row = insert.values(table_id=table_id, seat=seat, answers_json=text)
    c.execute(row.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"answers_json": text}))


def revoke_undone(c: Connection, table_id: str, seat: int, undone: Sequence[tuple[int, str]]) -> None:
    """A seat has taken back a move: (round, kind) is what it is asked again."""
    said = read_presets(c, table_id, seat, to_use=True)
    for round, kind in undone:
        if said is not None:
            save_presets(c, table_id, seat, said.after_undo(round, kind))


def consume_preset(c: Connection, table_id: str, seat: int, before: PresetMoves, after: PresetMoves) -> None:
    """Write what is left; nothing where they were changed or revoked meanwhile."""
    if read_presets(c, table_id, seat, to_use=True) != before:
        raise Stale(case="changed-meanwhile")
    save_presets(c, table_id, seat, after)


def tables_with_presets_due(c: Connection, since: int | None = None, until: int | None = None) -> list[str]:
    """The running games at which the seat that is to act has said something; those changed in a time, or all."""
    due = and_(answers.c.table_id == tables.c.id, answers.c.seat == tables.c.to_act)
    query = select(tables.c.id).join(answers, due).where(tables.c.state == "running")
    if since is not None and until is not None:
        query = query.where(tables.c.changed_at.between(since, until))
    return list(c.execute(query).scalars())


def tables_tried_since(c: Connection, ids: Sequence[str], since: int) -> set[str]:
    """Of these tables, those that changed after a time and whose seat to act has said something."""
    due = and_(answers.c.table_id == tables.c.id, answers.c.seat == tables.c.to_act)
    query = select(tables.c.id).join(answers, due).where(tables.c.id.in_(ids), tables.c.changed_at > since)
    return set(c.execute(query).scalars()) if ids else set()
