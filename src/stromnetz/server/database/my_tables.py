"""The statements about somebody's own tables: where it is their turn, and in which order they are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, or_, select, tuple_, union

from stromnetz.server.tables import Table

from .schema import seat_keys, seats, shelves, tables, turns
from .store import NO_LESSON, with_seats

MAX_TURNS = 100
"""Tables that are named where it is somebody's turn; more are only counted."""


class Place(NamedTuple):
    """Where a page of the list ends: how its last table is sorted, and which that is."""

    group: int
    value: int
    table: str


@dataclass(frozen=True, slots=True)
class Turns:
    """The tables that wait for somebody."""

    count: int
    tables: list[str]
    """The most urgent first."""
    running: int
    """All of their games that run."""


def _opened(guest: str) -> ColumnElement[bool]:
    """Whether somebody has a seat open by its link."""
    return exists().where(
        seat_keys.c.table_id == seats.c.table_id, seat_keys.c.seat == seats.c.seat, seat_keys.c.guest == guest
    )


def _mine(guest: str) -> ColumnElement[bool]:
    """The tables at which a guest sits or sat, which it opened, or of which it opened a seat by its link."""
    # four look-ups by an index: with EXISTS, SQLite would look through all tables of the server
    mine = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(seats.c.guest == guest),
        select(seats.c.table_id).where(seats.c.resigned_by == guest),
        select(seat_keys.c.table_id).where(seat_keys.c.guest == guest),
    )
    return and_(tables.c.id.in_(mine), NO_LESSON)


def _shelved(guest: str) -> ColumnElement[bool]:
    return exists().where(shelves.c.table_id == tables.c.id, shelves.c.guest == guest)


def _waits_for(guest: str) -> ColumnElement[bool]:
    """Whether somebody is to act at a table, and no bot does it for them."""
    due = exists().where(
        seats.c.table_id == tables.c.id,
        seats.c.seat == tables.c.to_act,
        seats.c.kind == "person",
        seats.c.stand_in.is_(None),
        or_(seats.c.guest == guest, _opened(guest)),
    )
    over = exists().where(turns.c.table_id == tables.c.id, turns.c.out)
    return and_(tables.c.state == "running", due, ~over)


def _order(guest: str) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """My turn with a clock by the time left, then without one by how long the others wait, and invitations; then what
    waits or runs, then what is over, the newest first."""
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
    c: Connection, guest: str, show: str, limit: int, before: Place | None
) -> tuple[list[Table], Place | None]:
    """A page of somebody's tables, and where it ends, if it is full. Archived ones have a list of their own."""
    group, value = _order(guest)
    query = select(tables, group.label("sort_group"), value.label("sort_value")).where(_mine(guest))
    query = query.where(_shelved(guest) if show == "archived" else ~_shelved(guest))
    if show == "turn":
        query = query.where(_waits_for(guest))
    elif show in ("lobby", "running", "finished"):
        query = query.where(tables.c.state == show)
    if before is not None:
        query = query.where(tuple_(group, value, tables.c.id) > tuple_(*before))
    rows = c.execute(query.order_by(group, value, tables.c.id).limit(limit)).mappings().all()
    end = [Place(row["sort_group"], row["sort_value"], row["id"]) for row in rows[limit - 1 :]]
    return with_seats(c, rows), end[0] if end else None


def turns_of_guest(c: Connection, guest: str) -> Turns:
    """Where somebody is waited for, but not at tables that they have archived."""
    group, value = _order(guest)
    here = and_(_mine(guest), ~_shelved(guest))
    due = and_(here, _waits_for(guest))
    ids = c.execute(select(tables.c.id).where(due).order_by(group, value, tables.c.id).limit(MAX_TURNS)).scalars()
    count = select(func.count()).select_from(tables)
    running = c.execute(count.where(here, tables.c.state == "running")).scalar_one()
    return Turns(c.execute(count.where(due)).scalar_one(), list(ids), running)
