"""The statements about passkeys, providers' logins, and whatever waits for its second half."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from .accounts_schema import logins, passkeys, pending
from .text import compact, now_ms


class Passkey(NamedTuple):
    id: str
    guest: str
    public_key: str
    sign_count: int
    label: str
    created_at: int
    used_at: int | None


_COLUMNS = (
    passkeys.c.id,
    passkeys.c.guest,
    passkeys.c.public_key,
    passkeys.c.sign_count,
    passkeys.c.label,
    passkeys.c.created_at,
    passkeys.c.used_at,
)


def passkeys_of(c: Connection, guest: str) -> list[Passkey]:
    """The passkeys of an account, the oldest first."""
    query = select(*_COLUMNS).where(passkeys.c.guest == guest).order_by(passkeys.c.created_at, passkeys.c.id)
    return [Passkey(*row) for row in c.execute(query)]


def passkey(c: Connection, id: str) -> Passkey | None:
    row = c.execute(select(*_COLUMNS).where(passkeys.c.id == id)).one_or_none()
    return None if row is None else Passkey(*row)


def add_passkey(c: Connection, id: str, guest: str, public_key: str, sign_count: int, label: str) -> None:
    row = {"id": id, "guest": guest, "public_key": public_key, "sign_count": sign_count, "label": label}
    c.execute(insert(passkeys).values(**row, created_at=now_ms(), used_at=None))


def label_passkey(c: Connection, id: str, guest: str, label: str) -> bool:
    """Name somebody's passkey; False where it is not theirs."""
    here = (passkeys.c.id == id, passkeys.c.guest == guest)
    return c.execute(update(passkeys).where(*here).values(label=label)).rowcount == 1


def remove_passkey(c: Connection, id: str, guest: str) -> bool:
    return c.execute(delete(passkeys).where(passkeys.c.id == id, passkeys.c.guest == guest)).rowcount == 1


def used(c: Connection, id: str, sign_count: int) -> None:
    c.execute(update(passkeys).where(passkeys.c.id == id).values(sign_count=sign_count, used_at=now_ms()))


# --- providers -------------------------------------------------------------------------------------------------------


def login_of(c: Connection, issuer: str, subject: str) -> str | None:
    """Whose login it is with a provider."""
    query = select(logins.c.guest).where(logins.c.issuer == issuer, logins.c.subject == subject)
    return c.execute(query).scalar_one_or_none()


def add_login(c: Connection, issuer: str, subject: str, guest: str) -> None:
    c.execute(insert(logins).values(issuer=issuer, subject=subject, guest=guest, created_at=now_ms()))


def logins_of(c: Connection, guest: str) -> list[str]:
    """The issuers by which an account is known."""
    return list(c.execute(select(logins.c.issuer).where(logins.c.guest == guest).order_by(logins.c.issuer)).scalars())


def remove_login(c: Connection, issuer: str, guest: str) -> bool:
    return c.execute(delete(logins).where(logins.c.issuer == issuer, logins.c.guest == guest)).rowcount > 0


# --- what waits ------------------------------------------------------------------------------------------------------


class Begun(NamedTuple):
    guest: str | None
    data: dict[str, Any]


def begin(c: Connection, id: str, kind: str, guest: str | None, data: dict[str, Any], minutes: int) -> None:
    now = now_ms()
    c.execute(delete(pending).where(pending.c.expires_at < now))
    row = {"id": id, "kind": kind, "guest": guest, "data_json": compact(data)}
    c.execute(insert(pending).values(**row, expires_at=now + minutes * 60_000))


def take(c: Connection, id: str, kind: str) -> Begun | None:
    """What was begun, once; None where it is over, or was never begun."""
    here = (pending.c.id == id, pending.c.kind == kind)
    query = select(pending.c.guest, pending.c.data_json).where(*here, pending.c.expires_at >= now_ms())
    row = c.execute(query).one_or_none()
    if row is None or c.execute(delete(pending).where(*here)).rowcount != 1:
        return None
    return Begun(row[0], json.loads(row[1]))
