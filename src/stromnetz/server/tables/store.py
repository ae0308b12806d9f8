"""SQL of tables, seats and lists of tables.

Functions that take a connection run in the transaction of the caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    tuple_,
    union,
    update,
)

from stromnetz.server.core.database.db_schema import (
    archived_tables,
    lessons,
    rated_games,
    removals,
    seat_keys,
    seats,
    sockets,
    table_events,
    tables,
    to_compact_json,
    turns,
)
from stromnetz.server.table_play.bot_queue import BOTS_ONLY, PEOPLE
from stromnetz.server.table_play.clock_store import rest_hours_by_guest, save_turn, turns_of
from stromnetz.tables.abandonment import Offer
from stromnetz.tables.clocks import Turn
from stromnetz.tables.errors import Stale
from stromnetz.tables.events import TableEvent
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import Seat, Table

T = TypeVar("T")


# --- tables -----------------------------------------------------------------------------------------------------------


def add_table(c: Connection, table: Table) -> None:
    c.execute(insert(tables).values(id=table.id, created_at=table.created_at, **_table_values(table)))
    c.execute(insert(seats), [_seat_values(table.id, seat) for seat in table.seats])
    _save_keys(c, table)


def save_table(c: Connection, table: Table, before: Table) -> None:
    """Save a table that was last known as ``before``; raise `Stale` if another process has changed it."""
    update_table(c, before, _table_values(table))
    for seat in table.seats:
        values = _seat_values(table.id, seat)
        c.execute(update(seats).where(seats.c.table_id == table.id, seats.c.seat == seat.seat).values(**values))
    save_turn(c, before, table)
    save_events(c, before, table)
    save_removals(c, before, table)
    _save_keys(c, table)


_KNOWN = (
    tables.c.id == bindparam("known_id"),
    tables.c.revision == bindparam("known_revision"),
    tables.c.version == bindparam("known_version"),
)
# Built once, since every move uses them: building a statement takes longer than SQLite needs to run it.
_UPDATE = update(tables).where(*_KNOWN)
_DELETE = delete(tables).where(*_KNOWN)


def _known(table: Table) -> dict[str, Any]:
    return {"known_id": table.id, "known_revision": table.revision, "known_version": table.version}


def update_table(c: Connection, before: Table, values: dict[str, Any]) -> None:
    if c.execute(_UPDATE, {**values, **_known(before)}).rowcount != 1:
        raise _stale()


def _stale() -> Stale:
    return Stale(case="changed-meanwhile")


def _save_keys(c: Connection, table: Table) -> None:
    c.execute(delete(seat_keys).where(seat_keys.c.table_id == table.id))
    opened = [(seat.seat, guest) for seat in table.seats for guest in sorted(seat.keys)]
    if opened:
        c.execute(insert(seat_keys), [{"table_id": table.id, "seat": seat, "guest": guest} for seat, guest in opened])


def delete_table(c: Connection, table: Table) -> None:
    if c.execute(_DELETE, _known(table)).rowcount != 1:
        raise _stale()


def read_table(c: Connection, id: str) -> Table | None:
    row = c.execute(select(tables).where(tables.c.id == id)).mappings().one_or_none()
    if row is None:
        return None
    (found,) = with_seats(c, [row])
    found.events = events_of(c, id)
    return found


def states_of(c: Connection, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return revision and version of tables."""
    query = select(tables.c.id, tables.c.revision, tables.c.version).where(tables.c.id.in_(list(ids)))
    return {id: (revision, version) for id, revision, version in c.execute(query)}


def table_by_code(c: Connection, code: str) -> str | None:
    return c.execute(select(tables.c.id).where(tables.c.code == code)).scalar_one_or_none()


PublicCursor = tuple[int, str]
"""End of a page of a list: time of change and id of its last table."""


def list_public(c: Connection, state: str, limit: int, before: PublicCursor | None) -> list[Table]:
    """Return a page of public tables, newest first."""
    return _listed(c, and_(tables.c.public, tables.c.state == state), limit, before)


NO_LESSON = ~exists().where(lessons.c.table_id == tables.c.id)
"""Condition to leave lessons out, which have their own list."""


def _listed(c: Connection, where: ColumnElement[bool], limit: int, before: PublicCursor | None) -> list[Table]:
    query = select(tables).where(where)
    if before is not None:
        query = query.where(tuple_(tables.c.changed_at, tables.c.id) < tuple_(*before))
    query = query.order_by(tables.c.changed_at.desc(), tables.c.id.desc()).limit(limit)
    return with_seats(c, c.execute(query).mappings().all())


def rematch_of(c: Connection, id: str) -> str | None:
    """Return the rematch of a table."""
    return c.execute(select(tables.c.id).where(tables.c.rematch_of == id)).scalar_one_or_none()


def tables_before(c: Connection, state: str, at: int) -> list[str]:
    """Return tables in a state that were last changed before a time, except games that are still to be rated."""
    where = tables.c.state == state, tables.c.changed_at < at
    due = exists().where(rated_games.c.table_id == tables.c.id, rated_games.c.seq.is_(None))
    return list(c.execute(select(tables.c.id).where(*where, ~due if state == "finished" else true())).scalars())


def is_watched(c: Connection, id: str) -> bool:
    """Return whether a table has viewers on one of several servers; a single server has no rows for them."""
    return c.execute(select(exists().where(sockets.c.table_id == id))).scalar_one()


def correct_times(c: Connection, at: int, now: int) -> None:
    """Correct the times of tables that were changed while the machine's clock was not set."""
    c.execute(update(tables).where(tables.c.changed_at < at).values(changed_at=now))


def count_of_guest(c: Connection, guest: str) -> tuple[int, int]:
    """Count the unfinished tables of a guest, and its imported records."""
    query = select(func.count()).select_from(tables).where(tables.c.host == guest, NO_LESSON)
    open = c.execute(query.where(tables.c.state != "finished")).scalar_one()
    return open, c.execute(query.where(tables.c.imported)).scalar_one()


def tables_with_bots_due(c: Connection) -> list[tuple[str, str, int]]:
    """Return running games in which a bot has to move: table, owner and queue."""
    due = and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act)
    clock = and_(turns.c.table_id == tables.c.id, turns.c.timed_out)
    by_bot = or_(seats.c.kind == "bot", seats.c.stand_in.is_not(None), turns.c.timed_out)
    others = seats.alias()
    person = and_(others.c.kind == "person", ~others.c.invited, others.c.stand_in.is_(None))
    people = exists().where(others.c.table_id == tables.c.id, person)
    query = select(tables.c.id, tables.c.started_from, people).join(seats, due).outerjoin(turns, clock)
    found = c.execute(query.where(tables.c.state == "running", by_bot))
    return [(id, owner or id, PEOPLE if people else BOTS_ONLY) for id, owner, people in found]


def with_seats(c: Connection, found: Iterable[RowMapping]) -> list[Table]:
    """Build tables from rows, with their seats and turns."""
    found = list(found)
    ids = [row["id"] for row in found]
    if not ids:
        return []
    at: dict[str, list[Seat]] = {id: [] for id in ids}
    query = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    for row in c.execute(query).mappings():
        at[row["table_id"]].append(_seat(row))
    for row in c.execute(select(seat_keys).where(seat_keys.c.table_id.in_(ids))).mappings():
        at[row["table_id"]][row["seat"]].keys.add(row["guest"])
    again = select(tables.c.rematch_of, tables.c.id).where(tables.c.rematch_of.in_(ids))
    rematches: dict[str, str] = {row[0]: row[1] for row in c.execute(again)}
    turns_there = turns_of(c, ids)
    _with_rests(c, [seat for row in found if row["state"] == "running" for seat in at[row["id"]]])
    removed = removed_from(c, [row["id"] for row in found if row["state"] == "lobby"])
    out = [_table(row, at[row["id"]], rematches.get(row["id"]), turns_there.get(row["id"])) for row in found]
    for table in out:
        table.removed = removed.get(table.id, set())
    return out


def _with_rests(c: Connection, found: list[Seat]) -> None:
    """Add the rest hours of players in running games."""
    guests = {seat.guest for seat in found if seat.guest is not None}
    known = rest_hours_by_guest(c, guests) if guests else {}
    for seat in found:
        seat.rest_hours = known.get(seat.guest or "")


_TABLE_COLUMNS = [c.name for c in tables.columns if c.name in Table.__slots__]
"""Columns that hold a field of a table unchanged."""
_SEAT_COLUMNS = [c.name for c in seats.columns if c.name in Seat.__slots__]
"""Columns that hold a field of a seat unchanged."""
_WRITTEN_ELSEWHERE = ("id", "created_at", "seen_at")
"""Columns that are set once, or by :mod:`stromnetz.server.table_play.clock_store`."""


def _values(of: Table | Seat, columns: list[str]) -> dict[str, Any]:
    return {name: getattr(of, name) for name in columns if name not in _WRITTEN_ELSEWHERE}


def _table(row: RowMapping, seats: list[Seat], rematch: str | None, turn: Turn | None) -> Table:
    return Table(
        **{name: row[name] for name in _TABLE_COLUMNS},
        settings=TableSettings.from_json(json.loads(row["settings_json"])),
        seats=seats,
        rematch=rematch,
        offer=None if row["offer_json"] is None else Offer.from_json(json.loads(row["offer_json"])),
        turn=turn,
    )


def _table_values(table: Table) -> dict[str, Any]:
    return {
        **_values(table, _TABLE_COLUMNS),
        "settings_json": to_compact_json(table.settings.to_json()),
        "offer_json": None if table.offer is None else to_compact_json(table.offer.to_json()),
    }


def _seat(row: RowMapping) -> Seat:
    return Seat(**{name: row[name] for name in _SEAT_COLUMNS}, votes=json.loads(row["votes_json"] or "{}"))


def _seat_values(table_id: str, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table_id,
        **_values(seat, _SEAT_COLUMNS),
        "votes_json": to_compact_json(seat.votes) if seat.votes else None,
    }


MAX_TURN_TABLES = 100
"""Tables that are listed where it is a player's turn; all are counted."""


class MyTablesCursor(NamedTuple):
    """End of a page of a guest's tables: sort keys and id of its last table."""

    group: int
    value: int
    table: str


@dataclass(frozen=True, slots=True)
class Turns:
    """The tables that wait for a guest."""

    count: int
    tables: list[str]
    """The most urgent first."""
    running: int
    """Number of running games."""


def _opened(guest: str) -> ColumnElement[bool]:
    """Condition: a guest has taken the seat by its link."""
    return exists().where(
        seat_keys.c.table_id == seats.c.table_id, seat_keys.c.seat == seats.c.seat, seat_keys.c.guest == guest
    )


def _mine(guest: str) -> ColumnElement[bool]:
    """Condition: a guest sits or sat at the table, opened it, or took a seat by its link."""
    # four index lookups: with EXISTS, SQLite would scan all tables of the server
    mine = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(seats.c.guest == guest),
        select(seats.c.table_id).where(seats.c.resigned_by == guest),
        select(seat_keys.c.table_id).where(seat_keys.c.guest == guest),
    )
    return and_(tables.c.id.in_(mine), NO_LESSON)


def _archived(guest: str) -> ColumnElement[bool]:
    return exists().where(archived_tables.c.table_id == tables.c.id, archived_tables.c.guest == guest)


def _waits_for(guest: str) -> ColumnElement[bool]:
    """Condition: a guest has to act at the table, and no bot acts for them."""
    due = exists().where(
        seats.c.table_id == tables.c.id,
        seats.c.seat == tables.c.to_act,
        seats.c.kind == "person",
        seats.c.stand_in.is_(None),
        or_(seats.c.guest == guest, _opened(guest)),
    )
    over = exists().where(turns.c.table_id == tables.c.id, turns.c.timed_out)
    return and_(tables.c.state == "running", due, ~over)


def _order(guest: str) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return the sort keys of a guest's tables.

    First tables where it is their turn: with a clock by the time left, without by the waiting time, like invitations;
    then waiting and running tables; then finished ones; the latter two newest first.
    """
    deadline = select(turns.c.deadline).where(turns.c.table_id == tables.c.id).scalar_subquery()
    invited = exists().where(seats.c.table_id == tables.c.id, seats.c.guest == guest, seats.c.invited)
    waits = _waits_for(guest)
    group = case(
        (and_(waits, deadline.is_not(None)), 0),
        (or_(waits, and_(tables.c.state == "lobby", invited)), 1),
        (tables.c.state != "finished", 2),
        else_=3,
    )
    return group, case((group == 0, deadline), (group == 1, tables.c.changed_at), else_=-tables.c.changed_at)


def list_of_guest(
    c: Connection, guest: str, show: str, limit: int, before: MyTablesCursor | None
) -> tuple[list[Table], MyTablesCursor | None]:
    """Return a page of a guest's tables, and where it ends if it is full. Archived tables have their own list."""
    group, value = _order(guest)
    query = select(tables, group.label("sort_group"), value.label("sort_value")).where(_mine(guest))
    query = query.where(_archived(guest) if show == "archived" else ~_archived(guest))
    if show == "turn":
        query = query.where(_waits_for(guest))
    elif show in ("lobby", "running", "finished"):
        query = query.where(tables.c.state == show)
    if before is not None:
        query = query.where(tuple_(group, value, tables.c.id) > tuple_(*before))
    rows = c.execute(query.order_by(group, value, tables.c.id).limit(limit)).mappings().all()
    end = [MyTablesCursor(row["sort_group"], row["sort_value"], row["id"]) for row in rows[limit - 1 :]]
    return with_seats(c, rows), end[0] if end else None


def turns_of_guest(c: Connection, guest: str) -> Turns:
    """Return the tables that wait for a guest, except archived ones."""
    group, value = _order(guest)
    here = and_(_mine(guest), ~_archived(guest))
    due = and_(here, _waits_for(guest))
    ids = c.execute(select(tables.c.id).where(due).order_by(group, value, tables.c.id).limit(MAX_TURN_TABLES)).scalars()
    count = select(func.count()).select_from(tables)
    running = c.execute(count.where(here, tables.c.state == "running")).scalar_one()
    return Turns(c.execute(count.where(due)).scalar_one(), list(ids), running)


def save_removals(c: Connection, before: Table, table: Table) -> None:
    """Save changes of the removed guests."""
    if table.removed != before.removed:
        c.execute(delete(removals).where(removals.c.table_id == table.id))
        if table.removed:
            c.execute(insert(removals), [{"table_id": table.id, "guest": guest} for guest in sorted(table.removed)])


def removed_from(c: Connection, ids: Sequence[str]) -> dict[str, set[str]]:
    """Return the removed guests by table."""
    found: dict[str, set[str]] = {}
    if ids:
        for id, guest in c.execute(select(removals.c.table_id, removals.c.guest).where(removals.c.table_id.in_(ids))):
            found.setdefault(id, set()).add(guest)
    return found


def save_events(c: Connection, before: Table, table: Table) -> None:
    """Save new events."""
    known = len(before.events)
    new = [{"table_id": table.id, "seq": known + n, **event.to_json()} for n, event in enumerate(table.events[known:])]
    if new:
        c.execute(insert(table_events), new)


def events_of(c: Connection, table_id: str) -> list[TableEvent]:
    """Return the events of a table in order."""
    columns = [table_events.c[name] for name in TableEvent.__slots__]
    found = c.execute(select(*columns).where(table_events.c.table_id == table_id).order_by(table_events.c.seq))
    return [TableEvent(*row) for row in found]
