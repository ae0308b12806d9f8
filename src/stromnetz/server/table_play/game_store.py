"""SQL of games: add, append rows and read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, func, insert, select, update

from stromnetz.play.files.position_json import dump
from stromnetz.play.game import Game
from stromnetz.server.core.database.db_schema import games, rows, seats, snapshots, tables, to_compact_json
from stromnetz.server.tables.store import update_table
from stromnetz.tables.move_times import TimedRow
from stromnetz.tables.session import Change
from stromnetz.tables.settings import NONE
from stromnetz.tables.time import now_ms

from .clock_store import save_turn

# Built once, since every move uses them.
_INSERT_ROW = insert(rows)
_INSERT_SNAPSHOT = insert(snapshots)
_UPDATE_POSITION = update(games).where(games.c.table_id == bindparam("of_table"))
_AFTER = (
    select(tables.c.revision, tables.c.changed_at, rows.c.row_json)
    .outerjoin(rows, and_(rows.c.table_id == tables.c.id, rows.c.seq > bindparam("after")))
    .where(tables.c.id == bindparam("of_table"))
    .order_by(rows.c.seq)
)
_BY_KEY = select(rows.c.seq, rows.c.digest).where(
    rows.c.table_id == bindparam("of_table"), rows.c.key == bindparam("of_key")
)


@dataclass(slots=True)
class StoredGame:
    """A game as stored in the database."""

    header: dict[str, Any]
    position: dict[str, Any]
    rows: list[dict[str, Any]]
    snapshots: list[tuple[int, dict[str, Any]]]


def add_game(c: Connection, table_id: str, game: Game) -> None:
    """Add a game that begins, or that was played elsewhere."""
    record = game.to_json()
    header = {key: value for key, value in record.items() if key not in ("rows", "snapshots")}
    shots = [(seq, to_compact_json(dump(game.rules, position))) for seq, position in game.snapshots]
    position = to_compact_json(dump(game.rules, game.position))
    add_texts(c, table_id, header, position, [to_compact_json(row) for row in record["rows"]], shots)


def add_texts(
    c: Connection,
    table_id: str,
    header: Mapping[str, Any],
    position: str,
    all_rows: Sequence[str],
    snapshot_texts: Sequence[tuple[int, str]],
) -> None:
    """Add a game from rows and positions that are JSON already."""
    at = now_ms()
    c.execute(insert(games).values(table_id=table_id, header_json=to_compact_json(header), position_json=position))
    row_values = [{"table_id": table_id, "seq": seq, "row_json": text, "at": at} for seq, text in enumerate(all_rows)]
    c.execute(insert(rows), row_values)
    values = [{"table_id": table_id, "seq": seq, "position_json": text} for seq, text in snapshot_texts]
    c.execute(insert(snapshots), values)


def append_rows(c: Connection, change: Change, key: str | None = None, digest: str | None = None) -> None:
    """Append the rows of one request, and update position and turn.

    Key and digest of the request are stored with the last row. If another process has changed the table meanwhile,
    nothing is written, since its seats may have changed. The primary key (table, seq) lets only one writer add a row.
    """
    before, table = change.before.table, change.after.table
    fields = {"state": table.state, "version": table.version, "to_act": table.to_act, "changed_at": table.changed_at}
    update_table(c, before, {**fields, "round": table.round, "started_from": table.started_from})
    if table.settings.clock.kind != NONE:
        save_turn(c, before, table)
    values = [
        {"table_id": table.id, "seq": row["seq"], "row_json": to_compact_json(row), "at": table.changed_at}
        for row in change.rows
    ]
    *others, last = values
    if others:
        c.execute(_INSERT_ROW, others)
    c.execute(_INSERT_ROW, {**last, "key": key, "digest": digest})
    for seq, position in change.snapshots:
        c.execute(_INSERT_SNAPSHOT, {"table_id": table.id, "seq": seq, "position_json": to_compact_json(position)})
    c.execute(_UPDATE_POSITION, {"of_table": table.id, "position_json": to_compact_json(change.position)})


def count_bot_games(c: Connection, started_from: str) -> int:
    """Count the running games without people that were started from one address."""
    person = exists().where(
        seats.c.table_id == tables.c.id, seats.c.kind == "person", ~seats.c.invited, seats.c.stand_in.is_(None)
    )
    query = select(func.count()).select_from(tables)
    return c.execute(query.where(tables.c.started_from == started_from, ~person)).scalar_one()


def update_rules_revision(
    c: Connection, table_id: str, header: Mapping[str, Any], seq: int, position: Mapping[str, Any]
) -> None:
    """Record from which row on changed rules apply, and store the position there."""
    c.execute(update(games).where(games.c.table_id == table_id).values(header_json=to_compact_json(header)))
    where = (snapshots.c.table_id == table_id, snapshots.c.seq == seq)
    if c.execute(select(snapshots.c.seq).where(*where)).first() is None:
        c.execute(insert(snapshots).values(table_id=table_id, seq=seq, position_json=to_compact_json(position)))


def read_game(c: Connection, table_id: str) -> StoredGame | None:
    game = c.execute(select(games).where(games.c.table_id == table_id)).mappings().one_or_none()
    if game is None:
        return None
    query = select(rows.c.row_json).where(rows.c.table_id == table_id).order_by(rows.c.seq)
    return StoredGame(
        json.loads(game["header_json"]),
        json.loads(game["position_json"]),
        [json.loads(text) for text in c.execute(query).scalars()],
        read_snapshots(c, table_id),
    )


def read_times(c: Connection, table_id: str) -> list[TimedRow]:
    """Return who moved when."""
    query = select(rows.c.row_json, rows.c.at).where(rows.c.table_id == table_id).order_by(rows.c.seq)
    found = [(json.loads(text), at) for text, at in c.execute(query)]
    return [TimedRow(row.get("seat") if "move" in row else None, at) for row, at in found]


def rows_after(c: Connection, table_id: str, version: int) -> tuple[int, int, list[dict[str, Any]]] | None:
    """Return revision and time of change of a table, and the rows after a version; None if it was deleted."""
    found = c.execute(_AFTER, {"of_table": table_id, "after": version}).all()
    if not found:
        return None
    return found[0][0], found[0][1], [json.loads(text) for _, _, text in found if text is not None]


def read_snapshots(c: Connection, table_id: str, up_to: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    query = select(snapshots.c.seq, snapshots.c.position_json).where(snapshots.c.table_id == table_id)
    if up_to is not None:
        query = query.where(snapshots.c.seq <= up_to)
    return [(seq, json.loads(text)) for seq, text in c.execute(query.order_by(snapshots.c.seq))]


def row_by_key(c: Connection, table_id: str, key: str) -> tuple[int, str] | None:
    """Return row and digest of the request with this key."""
    row = c.execute(_BY_KEY, {"of_table": table_id, "of_key": key}).one_or_none()
    return None if row is None else (row[0], row[1])


# --- imported records ---


def table_of_record(c: Connection, digest: str) -> str | None:
    """Return the table of an imported record, and mark it as used."""
    id = c.execute(select(tables.c.id).where(tables.c.record == digest)).scalar_one_or_none()
    if id is not None:
        c.execute(update(tables).where(tables.c.id == id).values(changed_at=now_ms()))
    return id


def set_record_digest(c: Connection, id: str, digest: str) -> None:
    c.execute(update(tables).where(tables.c.id == id).values(record=digest))
