"""Every statement that the server makes. Functions that take a connection run inside the writer's transaction."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from stromnetz.server.errors import Conflict, Unavailable
from stromnetz.server.tables import Seat, Settings, Table

from .schema import games, guests, meta, rows, seats, snapshots, tables
from .writer import Writer

T = TypeVar("T")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


@dataclass(slots=True)
class StoredGame:
    """A game as it was kept."""

    header: dict[str, Any]
    position: dict[str, Any]
    rows: list[dict[str, Any]]
    snapshots: list[tuple[int, dict[str, Any]]]


@dataclass(slots=True)
class NewRow:
    """What one move adds."""

    seq: int
    row: dict[str, Any]
    position: dict[str, Any]
    snapshot: bool
    key: str | None = None
    digest: str | None = None


class Store:
    """Reading in threads, writing through the one writer."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        # what is read in several statements must belong together; SQLite's transactions are like that anyway
        consistent = engine.dialect.name == "postgresql"
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ") if consistent else engine

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self.writer.write(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(run)
        except SQLAlchemyError as error:
            raise Unavailable("the database cannot be read now", case="no-database") from error

    async def ping(self) -> None:
        """Whether the database answers and has our tables."""
        await self.read(lambda c: c.execute(select(meta.c.name).limit(1)).all())


# --- the server's own values -----------------------------------------------------------------------------------------


def get_meta(c: Connection, name: str) -> str | None:
    return c.execute(select(meta.c.value).where(meta.c.name == name)).scalar_one_or_none()


def set_meta(c: Connection, name: str, value: str) -> None:
    c.execute(insert(meta).values(name=name, value=value))


# --- guests ----------------------------------------------------------------------------------------------------------


def add_guest(c: Connection, id: str, name: str) -> None:
    c.execute(insert(guests).values(id=id, name=name, created_at=now_ms()))


def rename_guest(c: Connection, id: str, name: str) -> None:
    c.execute(update(guests).where(guests.c.id == id).values(name=name))


def guest_name(c: Connection, id: str) -> str | None:
    return c.execute(select(guests.c.name).where(guests.c.id == id)).scalar_one_or_none()


# --- tables ----------------------------------------------------------------------------------------------------------


def add_table(c: Connection, table: Table) -> None:
    c.execute(insert(tables).values(id=table.id, created_at=table.created_at, **_table_values(table)))
    c.execute(insert(seats), [_seat_values(table.id, seat) for seat in table.seats])


def save_table(c: Connection, table: Table, revision: int) -> None:
    """Write a table whose last known state was ``revision``; somebody else's change in between is a conflict."""
    done = c.execute(
        update(tables).where(tables.c.id == table.id, tables.c.revision == revision).values(**_table_values(table))
    )
    if done.rowcount != 1:
        facts = {"table": table.id}
        raise Conflict("somebody else changed the table at the same time; look again", facts, "changed-meanwhile")
    for seat in table.seats:
        values = _seat_values(table.id, seat)
        c.execute(update(seats).where(seats.c.table_id == table.id, seats.c.seat == seat.seat).values(**values))


def delete_table(c: Connection, table: Table) -> None:
    c.execute(delete(tables).where(tables.c.id == table.id, tables.c.revision == table.revision))


def read_table(c: Connection, id: str) -> Table | None:
    row = c.execute(select(tables).where(tables.c.id == id)).mappings().one_or_none()
    return _with_seats(c, [row])[0] if row is not None else None


def table_by_code(c: Connection, code: str) -> str | None:
    return c.execute(select(tables.c.id).where(tables.c.code == code)).scalar_one_or_none()


Place = tuple[int, str]
"""Where a page of a list ends: when its last table was changed, and which that is."""


def list_public(c: Connection, state: str, limit: int, before: Place | None) -> list[Table]:
    """Public tables, the newest first."""
    return _listed(c, and_(tables.c.public, tables.c.state == state), limit, before)


def list_of_guest(c: Connection, guest: str, limit: int, before: Place | None) -> list[Table]:
    """The tables at which a guest sits or which it opened, the newest first."""
    sits = exists().where(and_(seats.c.table_id == tables.c.id, seats.c.guest == guest))
    return _listed(c, or_(tables.c.host == guest, sits), limit, before)


def _listed(c: Connection, where: ColumnElement[bool], limit: int, before: Place | None) -> list[Table]:
    query = select(tables).where(where)
    if before is not None:
        query = query.where(tuple_(tables.c.changed_at, tables.c.id) < tuple_(*before))
    query = query.order_by(tables.c.changed_at.desc(), tables.c.id.desc()).limit(limit)
    return _with_seats(c, c.execute(query).mappings().all())


def rematch_of(c: Connection, id: str) -> str | None:
    """The table at which the game of another is played again."""
    return c.execute(select(tables.c.id).where(tables.c.rematch_of == id)).scalar_one_or_none()


def lobbies_before(c: Connection, at: int) -> list[str]:
    """The tables that never began and were last touched before a time."""
    return list(c.execute(select(tables.c.id).where(tables.c.state == "lobby", tables.c.changed_at < at)).scalars())


def tables_with_bots_due(c: Connection) -> list[str]:
    return list(c.execute(select(tables.c.id).where(tables.c.to_act_kind == "bot")).scalars())


def set_recovery(c: Connection, table_id: str, digests: Mapping[int, str | None]) -> None:
    for seat, digest in digests.items():
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(recovery=digest))


def seat_by_recovery(c: Connection, digest: str) -> tuple[str, int, str | None] | None:
    """(table, seat, guest) of a recovery link."""
    row = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.guest).where(seats.c.recovery == digest)
    ).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def _with_seats(c: Connection, found: Iterable[RowMapping]) -> list[Table]:
    found = list(found)
    ids = [row["id"] for row in found]
    if not ids:
        return []
    at: dict[str, list[Seat]] = {id: [] for id in ids}
    query = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    for row in c.execute(query).mappings():
        at[row["table_id"]].append(
            Seat(
                row["seat"],
                row["kind"],
                guest=row["guest"],
                name=row["name"],
                bot=row["bot"],
                invited=row["invited"],
                resigned=row["resigned"],
            )
        )
    again = select(tables.c.rematch_of, tables.c.id).where(tables.c.rematch_of.in_(ids))
    rematches: dict[str, str] = {row[0]: row[1] for row in c.execute(again)}
    return [_table(row, at[row["id"]], rematches.get(row["id"])) for row in found]


def _table(row: RowMapping, seats: list[Seat], rematch: str | None) -> Table:
    return Table(
        id=row["id"],
        code=row["code"],
        state=row["state"],
        public=row["public"],
        settings=Settings.from_json(json.loads(row["settings_json"])),
        host=row["host"],
        seats=seats,
        revision=row["revision"],
        version=row["version"],
        to_act=row["to_act"],
        to_act_kind=row["to_act_kind"],
        commitment=row["commitment"],
        rematch_of=row["rematch_of"],
        rematch=rematch,
        imported=row["imported"],
        created_at=row["created_at"],
        changed_at=row["changed_at"],
    )


def _table_values(table: Table) -> dict[str, Any]:
    return {
        "code": table.code,
        "state": table.state,
        "public": table.public,
        "settings_json": compact(table.settings.to_json()),
        "host": table.host,
        "revision": table.revision,
        "version": table.version,
        "to_act": table.to_act,
        "to_act_kind": table.to_act_kind,
        "commitment": table.commitment,
        "rematch_of": table.rematch_of,
        "imported": table.imported,
        "changed_at": table.changed_at,
    }


def _seat_values(table_id: str, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "seat": seat.seat,
        "kind": seat.kind,
        "guest": seat.guest,
        "name": seat.name,
        "bot": seat.bot,
        "invited": seat.invited,
        "resigned": seat.resigned,
    }


# --- games -----------------------------------------------------------------------------------------------------------


def add_game(
    c: Connection,
    table_id: str,
    header: Mapping[str, Any],
    position: Mapping[str, Any],
    all_rows: Iterable[Mapping[str, Any]],
    kept: Iterable[tuple[int, Mapping[str, Any]]],
) -> None:
    """A game that begins, or one that is taken in whole."""
    at = now_ms()
    c.execute(insert(games).values(table_id=table_id, header_json=compact(header), position_json=compact(position)))
    c.execute(
        insert(rows), [{"table_id": table_id, "seq": r["seq"], "row_json": compact(r), "at": at} for r in all_rows]
    )
    c.execute(
        insert(snapshots), [{"table_id": table_id, "seq": seq, "position_json": compact(dump)} for seq, dump in kept]
    )


def append_row(c: Connection, table: Table, new: NewRow) -> None:
    """One row more: row, position, and who is to act, together or not at all.

    The key (table, seq) lets only one writer make a row; the loser gets an integrity error.
    """
    c.execute(
        insert(rows).values(
            table_id=table.id,
            seq=new.seq,
            row_json=compact(new.row),
            key=new.key,
            digest=new.digest,
            at=table.changed_at,
        )
    )
    position = compact(new.position)
    if new.snapshot:
        c.execute(insert(snapshots).values(table_id=table.id, seq=new.seq, position_json=position))
    c.execute(update(games).where(games.c.table_id == table.id).values(position_json=position))
    c.execute(
        update(tables)
        .where(tables.c.id == table.id)
        .values(
            state=table.state,
            version=table.version,
            to_act=table.to_act,
            to_act_kind=table.to_act_kind,
            changed_at=table.changed_at,
        )
    )


def adopt_revision(
    c: Connection, table_id: str, header: Mapping[str, Any], seq: int, position: Mapping[str, Any]
) -> None:
    """The rules have changed since the last move: note from which row on the new ones hold, and keep its position."""
    c.execute(update(games).where(games.c.table_id == table_id).values(header_json=compact(header)))
    where = (snapshots.c.table_id == table_id, snapshots.c.seq == seq)
    if c.execute(select(snapshots.c.seq).where(*where)).first() is None:
        c.execute(insert(snapshots).values(table_id=table_id, seq=seq, position_json=compact(position)))


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


def read_snapshots(c: Connection, table_id: str, up_to: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    query = select(snapshots.c.seq, snapshots.c.position_json).where(snapshots.c.table_id == table_id)
    if up_to is not None:
        query = query.where(snapshots.c.seq <= up_to)
    return [(seq, json.loads(text)) for seq, text in c.execute(query.order_by(snapshots.c.seq))]


def row_by_key(c: Connection, table_id: str, key: str) -> tuple[int, str] | None:
    """(row, digest) of the request that came with this key."""
    row = c.execute(
        select(rows.c.seq, rows.c.digest).where(rows.c.table_id == table_id, rows.c.key == key)
    ).one_or_none()
    return None if row is None else (row[0], row[1])
