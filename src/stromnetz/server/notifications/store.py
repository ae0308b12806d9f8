"""SQL of notifications, push subscriptions and email addresses."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, union_all, update

from stromnetz.server.core.database.db_schema import (
    addresses,
    email_requests,
    notifications,
    pushes,
    rows,
    seat_keys,
    seats,
    tables,
    turns,
)

PUSH, MAIL = "push", "mail"
LEASE_MS = 5 * 60_000
"""Time after which a notification that was claimed but not sent is retried."""
MAX_TRIES = 5
PUSH_RETRY_MS = LEASE_MS
"""Pause of an endpoint after a timeout."""
MAX_PUSH_TIMEOUTS = 3
"""Timeouts in a row after which an endpoint is dropped."""
MIN_INTERVAL_MS = {PUSH: 0, MAIL: 60 * 60_000}
"""Minimum time between notifications about one table."""
MAX_BATCH = 200
"""Due turns per query."""


class DueTurn(NamedTuple):
    """A player has to act at a table and has not watched it since."""

    table: str
    seat: int
    guest: str
    version: int
    settings: dict[str, Any]
    since: int


@dataclass(frozen=True, slots=True)
class Push:
    id: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    browser: str
    created_at: int
    timeouts: int = 0
    """Timeouts in a row."""


@dataclass(frozen=True, slots=True)
class Address:
    guest: str
    address: str
    language: str
    created_at: int
    asked_at: int | None
    confirmed_at: int | None
    turn_mails: bool
    """Whether to send emails about turns; otherwise the address only serves to reset a password."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- due notifications ------------------------------------------------------------------------------------------------


def due(c: Connection, channel: str, now: int, after: int) -> list[DueTurn]:
    """Find players to notify about turns that began at least ``after`` milliseconds ago.

    The first turn of every user comes before the second of any, so that many tables of one user delay no one else.
    """
    who = union_all(
        select(seats.c.table_id, seats.c.seat, seats.c.guest),
        select(seat_keys.c.table_id, seat_keys.c.seat, seat_keys.c.guest),
    ).subquery()
    reached = (
        exists().where(pushes.c.guest == who.c.guest, _ready(now))
        if channel == PUSH
        else exists().where(
            addresses.c.guest == who.c.guest, addresses.c.confirmed_at.is_not(None), addresses.c.turn_mails
        )
    )
    others = seats.alias()
    with_others = exists().where(
        others.c.table_id == tables.c.id, others.c.kind == "person", ~others.c.invited, others.c.guest != seats.c.guest
    )
    sent = and_(
        notifications.c.table_id == tables.c.id,
        notifications.c.guest == who.c.guest,
        notifications.c.channel == channel,
    )
    unsent = or_(
        notifications.c.version.is_(None),
        notifications.c.version != tables.c.version,
        and_(~notifications.c.sent, notifications.c.claimed_at < now - LEASE_MS, notifications.c.tries < MAX_TRIES),
    )
    nth = func.row_number().over(partition_by=who.c.guest, order_by=rows.c.at)
    query = (
        select(tables.c.id, seats.c.seat, who.c.guest, tables.c.version, tables.c.settings_json, rows.c.at)
        .join(seats, and_(seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act))
        .join(who, and_(who.c.table_id == tables.c.id, who.c.seat == tables.c.to_act))
        .join(rows, and_(rows.c.table_id == tables.c.id, rows.c.seq == tables.c.version))
        .outerjoin(turns, and_(turns.c.table_id == tables.c.id, turns.c.timed_out))
        .outerjoin(notifications, sent)
        .where(tables.c.state == "running", seats.c.kind == "person", seats.c.stand_in.is_(None))
        .where(turns.c.table_id.is_(None), rows.c.at <= now - after)
        .where(or_(seats.c.seen_at.is_(None), seats.c.seen_at < rows.c.at), with_others, reached, unsent)
        .where(or_(notifications.c.sent_at.is_(None), notifications.c.sent_at <= now - MIN_INTERVAL_MS[channel]))
        .order_by(nth, rows.c.at)
        .limit(MAX_BATCH)
    )
    return [DueTurn(*row[:4], json.loads(row[4]), row[5]) for row in c.execute(query)]


def claim(c: Connection, channel: str, one: DueTurn, now: int) -> bool:
    """Claim a notification; return False if another process has."""
    here = (
        notifications.c.table_id == one.table,
        notifications.c.guest == one.guest,
        notifications.c.channel == channel,
    )
    known = c.execute(
        select(notifications.c.version, notifications.c.tries, notifications.c.claimed_at).where(*here)
    ).one_or_none()
    if known is None:
        values = {"table_id": one.table, "guest": one.guest, "channel": channel, "version": one.version}
        c.execute(insert(notifications).values(**values, claimed_at=now, tries=1, sent=False))
        return True
    tries = known[1] + 1 if known[0] == one.version else 1
    same = (notifications.c.version == known[0], notifications.c.claimed_at == known[2])
    values = {"version": one.version, "claimed_at": now, "tries": tries, "sent": False}
    return c.execute(update(notifications).where(*here, *same).values(**values)).rowcount == 1


def mark_sent(c: Connection, channel: str, one: DueTurn, now: int) -> None:
    here = (
        notifications.c.table_id == one.table,
        notifications.c.guest == one.guest,
        notifications.c.channel == channel,
    )
    c.execute(update(notifications).where(*here).values(sent=True, sent_at=now))


# --- browsers ---------------------------------------------------------------------------------------------------------


def _ready(now: int) -> ColumnElement[bool]:
    """Condition: the endpoint is not paused after a timeout."""
    return or_(pushes.c.retry_at.is_(None), pushes.c.retry_at <= now)


def _push(row: Any) -> Push:
    return Push(*(row[name] for name in Push.__slots__))


def pushes_of(c: Connection, guest: str) -> list[Push]:
    query = select(pushes).where(pushes.c.guest == guest).order_by(pushes.c.created_at)
    return [_push(row) for row in c.execute(query).mappings()]


def ready_pushes(c: Connection, guest: str, now: int) -> list[Push]:
    """Return the browsers of a user that are not paused, those with timeouts last."""
    query = select(pushes).where(pushes.c.guest == guest, _ready(now))
    return [_push(row) for row in c.execute(query.order_by(pushes.c.timeouts, pushes.c.created_at)).mappings()]


def push_answered(c: Connection, id: str) -> None:
    """Reset the timeouts of a browser whose service has responded."""
    c.execute(update(pushes).where(pushes.c.id == id, pushes.c.timeouts > 0).values(timeouts=0, retry_at=None))


def push_timed_out(c: Connection, id: str, now: int, counts: bool) -> bool:
    """Pause an endpoint, or drop it after too many timeouts in a row; return whether it was dropped."""
    here = pushes.c.id == id
    values = {"timeouts": pushes.c.timeouts + int(counts), "retry_at": now + PUSH_RETRY_MS}
    c.execute(update(pushes).where(here).values(**values))
    return c.execute(delete(pushes).where(here, pushes.c.timeouts >= MAX_PUSH_TIMEOUTS)).rowcount == 1


def add_push(c: Connection, push: Push) -> None:
    """Add a subscription; a browser belongs to the guest who subscribed last."""
    c.execute(delete(pushes).where(pushes.c.digest == digest(push.endpoint)))
    values = {name: getattr(push, name) for name in Push.__slots__}
    c.execute(insert(pushes).values(**values, digest=digest(push.endpoint)))


def drop_push(c: Connection, id: str, guest: str | None = None) -> bool:
    mine = () if guest is None else (pushes.c.guest == guest,)
    return c.execute(delete(pushes).where(pushes.c.id == id, *mine)).rowcount == 1


# --- addresses --------------------------------------------------------------------------------------------------------


def _address(row: Any) -> Address:
    return Address(*(row[name] for name in Address.__slots__))


def address_of(c: Connection, guest: str) -> Address | None:
    row = c.execute(select(addresses).where(addresses.c.guest == guest)).mappings().one_or_none()
    return None if row is None else _address(row)


def set_address(c: Connection, guest: str, address: str, language: str, now: int) -> None:
    c.execute(delete(addresses).where(addresses.c.guest == guest))
    c.execute(insert(addresses).values(guest=guest, address=address, language=language, created_at=now))


def set_turn_mails(c: Connection, guest: str, on: bool) -> bool:
    """Switch emails about turns on or off; return whether there is an address."""
    return c.execute(update(addresses).where(addresses.c.guest == guest).values(turn_mails=on)).rowcount == 1


def drop_address(c: Connection, guest: str) -> None:
    c.execute(delete(addresses).where(addresses.c.guest == guest))


def confirm(c: Connection, guest: str, address: str, now: int) -> None:
    here = (addresses.c.guest == guest, addresses.c.address == address, addresses.c.confirmed_at.is_(None))
    c.execute(update(addresses).where(*here).values(confirmed_at=now))


def unconfirmed(c: Connection) -> list[Address]:
    """Return addresses to which no confirmation email has been sent."""
    return [
        _address(row) for row in c.execute(select(addresses).where(addresses.c.asked_at.is_(None)).limit(50)).mappings()
    ]


def mark_asked(c: Connection, one: Address, now: int) -> None:
    here = (addresses.c.guest == one.guest, addresses.c.address == one.address)
    c.execute(update(addresses).where(*here).values(asked_at=now))


def count_request(c: Connection, guest: str, address: str, now: int, span: int) -> tuple[int, int]:
    """Count a requested email; return how many there were before for the guest and for the address."""
    c.execute(delete(email_requests).where(email_requests.c.at < now - span))
    mark = digest(address.lower())
    query = select(func.count()).select_from(email_requests)
    mine = c.execute(query.where(email_requests.c.guest == guest)).scalar_one()
    there = c.execute(query.where(email_requests.c.digest == mark)).scalar_one()
    c.execute(insert(email_requests).values(guest=guest, digest=mark, at=now))
    return mine, there
