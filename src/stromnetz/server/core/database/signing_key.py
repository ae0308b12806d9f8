"""The key that signs cookies, tokens and links: made when a server first starts, and replaced by an admin."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from stromnetz.server.accounts.guest_store import get_or_create, set_meta, set_recovery
from stromnetz.server.admin.store import log_action
from stromnetz.server.core.identity import new_key, seat_token, token_digest
from stromnetz.tables.table import FINISHED
from stromnetz.tables.time import now_ms

from .db_schema import accounts, pending, programs, seats, sessions, tables

NAME = "cookie-key"
"""What the key is called among the server's own values."""
NEW_KEY = "new-key"
"""The action of whoever replaces it."""


class Affected(NamedTuple):
    """Whom a new key logs out."""

    sessions: int
    """Devices on which an account is logged in."""
    seats: int
    """Seats of guests without an account at tables that are not over."""
    programs: int


def signing_key(c: Connection) -> str:
    return get_or_create(c, NAME, new_key)


def affected(c: Connection) -> Affected:
    """Count whom a new key would log out."""
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
    """Replace the key: nothing that was signed with the old one is valid any more."""
    found = affected(c)
    key = new_key()
    set_meta(c, NAME, key)
    c.execute(update(sessions).where(~sessions.c.ended).values(ended=True))
    # links to set a password, and what was begun to log in
    c.execute(delete(pending))
    linked = select(seats.c.table_id, seats.c.seat, seats.c.link).where(seats.c.link.is_not(None))
    for table, seat, nonce in c.execute(linked.where(seats.c.recovery.is_not(None))).all():
        set_recovery(c, table, {seat: token_digest(seat_token(table, seat, nonce, key))})
    log_action(c, who, NEW_KEY, **found._asdict())
    return found
