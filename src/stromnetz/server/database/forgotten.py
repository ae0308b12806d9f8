"""The statements about forgotten passwords: a link that sets a new one, once, for a while."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, select

from .accounts_schema import pending
from .passkeys import begin, take
from .text import now_ms

RESET = "reset"


def _digest(token: str) -> str:
    """By what a link is found: whoever reads the database cannot follow it."""
    return hashlib.sha256(f"reset {token}".encode()).hexdigest()


def issue(c: Connection, guest: str, minutes: int) -> str:
    """The secret of a new link for an account. Links from before are worth nothing."""
    c.execute(delete(pending).where(pending.c.kind == RESET, pending.c.guest == guest))
    token = secrets.token_urlsafe(32)
    begin(c, _digest(token), RESET, guest, {}, minutes)
    return token


def whose(c: Connection, token: str) -> str | None:
    """Whose link it is; None where it was used, or is too old."""
    here = (pending.c.id == _digest(token), pending.c.kind == RESET, pending.c.expires_at >= now_ms())
    return c.execute(select(pending.c.guest).where(*here)).scalar_one_or_none()


def use(c: Connection, token: str) -> bool:
    """Take a link out; False where somebody was faster."""
    return take(c, _digest(token), RESET) is not None
