"""The statements about clocks: turns that run, seats that were last seen, nights and holidays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from stromnetz.server.accounts.guest_store import get_meta, set_meta
from stromnetz.server.core.database.db_schema import rests, seats, tables, to_compact_json, turns
from stromnetz.tables.clocks import Before, Turn
from stromnetz.tables.rest_hours import RestHours
from stromnetz.tables.settings import LIVE
from stromnetz.tables.table import Table

ALIVE = "alive-at"
"""The server's own value: when it was last running."""
DELAY = 60 * 60 * 1000
"""How long after a start a deadline by correspondence lies at least."""
MAX_BATCH = 200
"""Turns that are claimed in one go."""

_SEEN = (
    update(seats)
    .where(seats.c.table_id == bindparam("of_table"), seats.c.seat == bindparam("of_seat"))
    .where(or_(seats.c.seen_at.is_(None), seats.c.seen_at < bindparam("at")))
    .values(seen_at=bindparam("at"))
)


def save_turn(c: Connection, before: Table, table: Table) -> None:
    """Write the turn that runs, and the banks of the seats; nothing where nothing has changed."""
    if table.turn != before.turn:
        values = None if table.turn is None else _turn_values(table.turn)
        if values is None:
            c.execute(delete(turns).where(turns.c.table_id == table.id))
        elif c.execute(update(turns).where(turns.c.table_id == table.id).values(**values)).rowcount == 0:
            c.execute(insert(turns).values(table_id=table.id, **values))
    for old, seat in zip(before.seats, table.seats, strict=True):
        if (old.bank, old.missed) != (seat.bank, seat.missed):
            where = (seats.c.table_id == table.id, seats.c.seat == seat.seat)
            c.execute(update(seats).where(*where).values(bank=seat.bank, missed=seat.missed))


def _turn_values(turn: Turn) -> dict[str, Any]:
    out = asdict(turn)
    before = out.pop("before")
    return {**out, "before_json": None if before is None else to_compact_json(before), "lease_until": None}


def turns_of(c: Connection, ids: list[str]) -> dict[str, Turn]:
    out = {}
    for row in c.execute(select(turns).where(turns.c.table_id.in_(ids))).mappings():
        before = None if row["before_json"] is None else Before(**json.loads(row["before_json"]))
        fields = (row["seat"], row["stage"], row["since"], row["deadline"], row["out"], before)
        out[row["table_id"]] = Turn(*fields)
    return out


def next_deadline(c: Connection) -> int | None:
    query = select(turns.c.deadline).where(turns.c.deadline.is_not(None)).order_by(turns.c.deadline).limit(1)
    return c.execute(query).scalar_one_or_none()


# --- while the server is down ----------------------------------------------------------------------------------------


def note_alive(c: Connection, now: int) -> None:
    """The server runs: only live clocks want to know, so nothing is written where none does."""
    if c.execute(_running_clocks().limit(1)).first() is not None:
        set_meta(c, ALIVE, str(now))


def _running_clocks() -> Any:
    query = select(turns.c.table_id, turns.c.since, turns.c.deadline, tables.c.settings_json)
    return query.join(tables, tables.c.id == turns.c.table_id).where(turns.c.deadline.is_not(None))


def shift_deadlines(c: Connection, now: int) -> None:
    """The server has started: live clocks go on where they stood, the others give everybody a while.

    Where another process has been running all along, hardly any time has passed since the last note.
    """
    alive = int(get_meta(c, ALIVE) or now)
    for id, since, deadline, settings in c.execute(_running_clocks()).all():
        values: dict[str, int] = {}
        if json.loads(settings)["clock"]["kind"] == LIVE:
            stood = max(0, now - max(alive, since))
            values = {"since": since + stood, "deadline": deadline + stood}
        elif deadline < now + DELAY:
            values = {"deadline": now + DELAY}
        if values:
            c.execute(update(turns).where(turns.c.table_id == id).values(**values))
            # whoever has the table in memory looks again
            c.execute(update(tables).where(tables.c.id == id).values(revision=tables.c.revision + 1))
    set_meta(c, ALIVE, str(now))


# --- who is there ----------------------------------------------------------------------------------------------------


def note_seen(c: Connection, seen: Mapping[tuple[str, int], int]) -> None:
    """Somebody was at these seats of tables; what is known to be later stays."""
    if seen:
        c.execute(_SEEN, [{"of_table": id, "of_seat": seat, "at": at} for (id, seat), at in seen.items()])


def last_seen(c: Connection, ids: Iterable[str]) -> dict[tuple[str, int], int]:
    """When somebody was last at the seats of these tables; other processes note it too."""
    query = select(seats.c.table_id, seats.c.seat, seats.c.seen_at)
    query = query.where(seats.c.table_id.in_(list(ids)), seats.c.seen_at.is_not(None))
    return {(id, seat): at for id, seat, at in c.execute(query)}


# --- nights and holidays ---------------------------------------------------------------------------------------------


def rest_of(c: Connection, guest: str) -> RestHours | None:
    found = c.execute(select(rests.c.rest_json).where(rests.c.guest == guest)).scalar_one_or_none()
    return None if found is None else RestHours.from_json(json.loads(found))


def rests_of(c: Connection, guests: Iterable[str]) -> dict[str, RestHours]:
    found = c.execute(select(rests.c.guest, rests.c.rest_json).where(rests.c.guest.in_(list(guests))))
    return {guest: RestHours.from_json(json.loads(text)) for guest, text in found}


def set_rest(c: Connection, guest: str, rest: RestHours) -> None:
    text = to_compact_json(rest.stored())
    if c.execute(update(rests).where(rests.c.guest == guest).values(rest_json=text)).rowcount == 0:
        c.execute(insert(rests).values(guest=guest, rest_json=text))


def running_tables_of(c: Connection, guest: str) -> list[str]:
    """The games at which a guest sits."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    return list(c.execute(query.where(tables.c.state == "running", seats.c.guest == guest).distinct()).scalars())
