"""The key that signs cookies, tokens and links: created at the first start, replaced by admins."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from stromnetz.server.accounts.guest_store import get_or_create, set_meta, set_recovery
from stromnetz.server.admin.store import log_action
from stromnetz.server.core.identity import new_key, seat_token, token_digest
from stromnetz.tables.table import FINISHED
from stromnetz.tables.time import now_ms

from .db_schema import accounts, pending_logins, programs, seats, sessions, tables

META_NAME = "cookie-key"
"""Name of the key in the table ``meta``."""
NEW_KEY = "new-key"
"""Admin action that replaces the key."""


class Affected(NamedTuple):
    """Numbers of log-ins that a new key would end."""

    sessions: int
    """Devices with a logged-in account."""
    seats: int
    """Seats of guests without an account at unfinished tables."""
    programs: int


def signing_key(c: Connection) -> str:
    return get_or_create(c, META_NAME, new_key)


def affected(c: Connection) -> Affected:
    """Count the log-ins that a new key would end."""
    valid = (~sessions.c.ended, sessions.c.expires_at > now_ms())
    here = select(func.count()).select_from(seats.join(tables, seats.c.table_id == tables.c.id))
    named = select(accounts.c.guest)
    tokens = select(programs.c.guest)
    guests_only = (seats.c.guest.is_not(None), seats.c.guest.not_in(named), seats.c.guest.not_in(tokens))
    return Affected(
        c.execute(select(func.count()).select_from(sessions).where(*valid)).scalar_one(),
        c.execute(here.where(tables.c.state != FINISHED, *guests_only)).scalar_one(),
        c.execute(select(func.count()).select_from(programs)).scalar_one(),
    )


def replace_key(c: Connection, who: str | None) -> Affected:
    """Replace the key, which invalidates everything signed with the old one."""
    found = affected(c)
    key = new_key()
    set_meta(c, META_NAME, key)
    c.execute(update(sessions).where(~sessions.c.ended).values(ended=True))
    # links to reset a password, and log-ins in progress
    c.execute(delete(pending_logins))
    linked = select(seats.c.table_id, seats.c.seat, seats.c.link).where(seats.c.link.is_not(None))
    for table, seat, nonce in c.execute(linked.where(seats.c.recovery.is_not(None))).all():
        set_recovery(c, table, {seat: token_digest(seat_token(table, seat, nonce, key))})
    log_action(c, who, NEW_KEY, **found._asdict())
    return found
