"""SQL of clocks: running turns, presence, nights and holidays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from stromnetz.server.accounts.store import get_meta, set_meta
from stromnetz.server.core.database.db_schema import rest_hours, seats, tables, to_compact_json, turns
from stromnetz.tables.clocks import PreviousTurn, Turn
from stromnetz.tables.rest_hours import RestHours
from stromnetz.tables.settings import LIVE
from stromnetz.tables.table import Table

ALIVE = "alive-at"
"""Name of the time when the server was last running, in the table ``meta``."""
GRACE_MS = 60 * 60 * 1000
"""Minimum time to a deadline by correspondence after a start."""

_SEEN = (
    update(seats)
    .where(seats.c.table_id == bindparam("of_table"), seats.c.seat == bindparam("of_seat"))
    .where(or_(seats.c.seen_at.is_(None), seats.c.seen_at < bindparam("at")))
    .values(seen_at=bindparam("at"))
)


def save_turn(c: Connection, before: Table, table: Table) -> None:
    """Save changes of the running turn and of the seats' time banks."""
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
    previous = out.pop("previous")
    return {**out, "previous_json": None if previous is None else to_compact_json(previous), "lease_until": None}


def turns_of(c: Connection, ids: list[str]) -> dict[str, Turn]:
    out = {}
    for row in c.execute(select(turns).where(turns.c.table_id.in_(ids))).mappings():
        previous = None if row["previous_json"] is None else PreviousTurn(**json.loads(row["previous_json"]))
        fields = (row["seat"], row["stage"], row["since"], row["deadline"], row["timed_out"], previous)
        out[row["table_id"]] = Turn(*fields)
    return out


def next_deadline(c: Connection) -> int | None:
    found: int | None = c.execute(select(func.min(turns.c.deadline))).scalar_one()
    return found


# --- downtime of the server ------------------------------------------------------------------------------------------


def save_alive(c: Connection, now: int) -> None:
    """Record that the server runs, if any clock runs."""
    if c.execute(select(_running_clocks().exists())).scalar_one():
        set_meta(c, ALIVE, str(now))


def _running_clocks() -> Any:
    query = select(turns.c.table_id, turns.c.since, turns.c.deadline, tables.c.settings_json)
    return query.join(tables, tables.c.id == turns.c.table_id).where(turns.c.deadline.is_not(None))


def shift_deadlines(c: Connection, now: int) -> None:
    """Correct deadlines after a start: live clocks continue where they stopped, others get a grace period.

    If another process was running all along, hardly any time has passed since its last record.
    """
    alive = int(get_meta(c, ALIVE) or now)
    for id, since, deadline, settings in c.execute(_running_clocks()).all():
        values: dict[str, int] = {}
        if json.loads(settings)["clock"]["kind"] == LIVE:
            stood = max(0, now - max(alive, since))
            values = {"since": since + stood, "deadline": deadline + stood}
        elif deadline < now + GRACE_MS:
            values = {"deadline": now + GRACE_MS}
        if values:
            c.execute(update(turns).where(turns.c.table_id == id).values(**values))
            # servers that have loaded the table will notice
            c.execute(update(tables).where(tables.c.id == id).values(revision=tables.c.revision + 1))
    set_meta(c, ALIVE, str(now))


# --- presence --------------------------------------------------------------------------------------------------------


def save_seen(c: Connection, seen: Mapping[tuple[str, int], int]) -> None:
    """Record when players were last present; later times in the database stay."""
    if seen:
        c.execute(_SEEN, [{"of_table": id, "of_seat": seat, "at": at} for (id, seat), at in seen.items()])


def last_seen(c: Connection, ids: Iterable[str]) -> dict[tuple[str, int], int]:
    """Return when players of these tables were last present, also according to other processes."""
    query = select(seats.c.table_id, seats.c.seat, seats.c.seen_at)
    query = query.where(seats.c.table_id.in_(list(ids)), seats.c.seen_at.is_not(None))
    return {(id, seat): at for id, seat, at in c.execute(query)}


# --- rest hours ------------------------------------------------------------------------------------------------------


def rest_hours_of(c: Connection, guest: str) -> RestHours | None:
    found = c.execute(select(rest_hours.c.rest_json).where(rest_hours.c.guest == guest)).scalar_one_or_none()
    return None if found is None else RestHours.from_json(json.loads(found))


def rest_hours_by_guest(c: Connection, guests: Iterable[str]) -> dict[str, RestHours]:
    found = c.execute(select(rest_hours.c.guest, rest_hours.c.rest_json).where(rest_hours.c.guest.in_(list(guests))))
    return {guest: RestHours.from_json(json.loads(text)) for guest, text in found}


def set_rest_hours(c: Connection, guest: str, rest: RestHours) -> None:
    text = to_compact_json(rest.to_stored_json())
    if c.execute(update(rest_hours).where(rest_hours.c.guest == guest).values(rest_json=text)).rowcount == 0:
        c.execute(insert(rest_hours).values(guest=guest, rest_json=text))


def running_tables_of(c: Connection, guest: str) -> list[str]:
    """Return the running games of a guest."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    return list(c.execute(query.where(tables.c.state == "running", seats.c.guest == guest).distinct()).scalars())
