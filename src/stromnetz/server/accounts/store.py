"""SQL of guests, accounts, sessions and ways to log in.

A person is a guest: seats and tables refer to ``guest``, which stays the same when a guest gets an account. ``named``
says whether there is one, so that the name is unique; ``admin`` whether it may use the admin pages.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stromnetz.server.core.database.db_schema import (
    accounts,
    guests,
    logins,
    meta,
    passkeys,
    password_attempts,
    pending_logins,
    seats,
    sessions,
    tables,
    to_compact_json,
)
from stromnetz.tables.errors import NotFound
from stromnetz.tables.names import exact_digest, name_digest
from stromnetz.tables.time import DAY_MS, now_ms

Work = Callable[[Connection], None]
"""A write in the same commit."""


class Person(NamedTuple):
    guest: str
    name: str
    named: bool
    """Whether they have an account, so that the name is unique."""
    admin: bool


def person_of(c: Connection, guest: str | None) -> Person | None:
    """Return a person by guest id; None if unknown."""
    return None if guest is None else people_of(c, [guest]).get(guest)


def people_of(c: Connection, ids: Iterable[str]) -> dict[str, Person]:
    """Return several persons by guest id."""
    query = select(guests.c.id, guests.c.name, accounts.c.name, accounts.c.admin).outerjoin(
        accounts, accounts.c.guest == guests.c.id
    )
    found = c.execute(query.where(guests.c.id.in_(list(ids))))
    return {row[0]: Person(row[0], row[2] or row[1], row[2] is not None, bool(row[3])) for row in found}


def find_person_by_name(c: Connection, name: str) -> Person | None:
    """Return the person with an account of this name."""
    found = find_by_name(c, name)
    return None if found is None else person_of(c, found.guest)


def set_admin(c: Connection, guest: str, admin: bool) -> bool:
    """Make an account an admin, or no longer; return whether it exists."""
    return c.execute(update(accounts).where(accounts.c.guest == guest).values(admin=admin)).rowcount == 1


def all_named(c: Connection) -> set[str]:
    """Return all guests with an account."""
    return set(c.execute(select(accounts.c.guest)).scalars())


# --- accounts --------------------------------------------------------------------------------------------------------


class Account(NamedTuple):
    guest: str
    name: str
    password: str | None
    admin: bool
    created_at: int


_ACCOUNT = select(accounts.c.guest, accounts.c.name, accounts.c.password, accounts.c.admin, accounts.c.created_at)


def account_of(c: Connection, guest: str) -> Account | None:
    row = c.execute(_ACCOUNT.where(accounts.c.guest == guest)).one_or_none()
    return None if row is None else Account(*row)


def find_by_name(c: Connection, name: str) -> Account | None:
    """Return the account with this exact name, else the one whose name looks the same."""
    exact = exact_digest(name)
    rows = c.execute(
        _ACCOUNT.add_columns(accounts.c.confusable_key).where(accounts.c.confusable_key.in_([exact, name_digest(name)]))
    ).all()
    rows = sorted(rows, key=lambda row: row.confusable_key != exact)
    return Account(*rows[0][:-1]) if rows else None


def add_account(c: Connection, guest: str, name: str, confusable_key: str) -> int:
    """Create an account for a guest, whose cookies become invalid; return the generation of new ones."""
    row = {"guest": guest, "name": name, "confusable_key": confusable_key, "admin": False}
    c.execute(insert(accounts).values(**row, created_at=now_ms()))
    rename_guest(c, guest, name)
    return log_out(c, guest)


def rename_account(c: Connection, guest: str, name: str, confusable_key: str) -> None:
    c.execute(update(accounts).where(accounts.c.guest == guest).values(name=name, confusable_key=confusable_key))
    rename_guest(c, guest, name)


def set_password(c: Connection, guest: str, password: str | None) -> None:
    c.execute(update(accounts).where(accounts.c.guest == guest).values(password=password))


# --- sessions --------------------------------------------------------------------------------------------------------


class Session(NamedTuple):
    id: str
    device: str
    created_at: int
    seen_at: int


def add_session(c: Connection, id: str, guest: str, device: str, expires_at: int) -> None:
    now = now_ms()
    row = {"id": id, "guest": guest, "device": device, "created_at": now, "seen_at": now}
    c.execute(insert(sessions).values(**row, expires_at=expires_at, ended=False))


def sessions_of(c: Connection, guest: str) -> list[Session]:
    """Return the sessions of an account, most recently used first."""
    query = select(sessions.c.id, sessions.c.device, sessions.c.created_at, sessions.c.seen_at)
    query = query.where(sessions.c.guest == guest, ~sessions.c.ended, sessions.c.expires_at > now_ms())
    return [Session(*row) for row in c.execute(query.order_by(sessions.c.seen_at.desc(), sessions.c.id))]


def session_expiry(c: Connection, id: str) -> tuple[int, int] | None:
    """Return when a valid session was last used and when it expires."""
    query = select(sessions.c.seen_at, sessions.c.expires_at).where(sessions.c.id == id, ~sessions.c.ended)
    row = c.execute(query).one_or_none()
    return None if row is None else (row[0], row[1])


def touch_session(c: Connection, id: str, device: str, expires_at: int) -> None:
    values = {"device": device, "seen_at": now_ms(), "expires_at": expires_at}
    c.execute(update(sessions).where(sessions.c.id == id).values(**values))


def end_sessions(c: Connection, guest: str, only: str | None = None, but: str | None = None) -> list[str]:
    """End one session of an account, or all but one; return those that were ended."""
    query = select(sessions.c.id).where(sessions.c.guest == guest, ~sessions.c.ended)
    if only is not None:
        query = query.where(sessions.c.id == only)
    ids = [id for id in c.execute(query).scalars() if id != but]
    c.execute(update(sessions).where(sessions.c.id.in_(ids)).values(ended=True))
    return ids


def session_guests(c: Connection, ids: Iterable[str]) -> dict[str, str]:
    """Return the guests of those sessions that are valid."""
    query = select(sessions.c.id, sessions.c.guest).where(sessions.c.id.in_(list(ids)))
    return {row[0]: row[1] for row in c.execute(query.where(~sessions.c.ended, sessions.c.expires_at > now_ms()))}


def delete_expired(c: Connection) -> None:
    """Delete expired sessions, old password attempts and log-ins that were never finished."""
    now = now_ms()
    c.execute(delete(sessions).where(sessions.c.expires_at < now))
    c.execute(delete(password_attempts).where(password_attempts.c.at < now - DAY_MS, password_attempts.c.until < now))
    c.execute(delete(pending_logins).where(pending_logins.c.expires_at < now))


# --- ways to log in --------------------------------------------------------------------------------------------------


def count_login_methods(c: Connection, guest: str) -> int:
    """Count the ways to log in to an account."""
    account = account_of(c, guest)
    keys = c.execute(select(passkeys.c.id).where(passkeys.c.guest == guest)).scalars().all()
    others = c.execute(select(logins.c.subject).where(logins.c.guest == guest)).scalars().all()
    return (account is not None and account.password is not None) + len(keys) + len(others)


# --- password attempts -----------------------------------------------------------------------------------------------


def attempts_of(c: Connection, digest: str) -> tuple[int, int, int] | None:
    """Return number, last time and end of the waiting time of attempts by a name or an address."""
    query = select(password_attempts.c.count, password_attempts.c.at, password_attempts.c.until).where(
        password_attempts.c.digest == digest
    )
    row = c.execute(query).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def set_attempts(c: Connection, digest: str, count: int, until: int) -> None:
    values = {"count": count, "at": now_ms(), "until": until}
    if c.execute(update(password_attempts).where(password_attempts.c.digest == digest).values(**values)).rowcount == 0:
        c.execute(insert(password_attempts).values(digest=digest, **values))


def clear_attempts(c: Connection, digest: str) -> None:
    c.execute(delete(password_attempts).where(password_attempts.c.digest == digest))


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
    """Return the passkeys of an account, oldest first."""
    query = select(*_COLUMNS).where(passkeys.c.guest == guest).order_by(passkeys.c.created_at, passkeys.c.id)
    return [Passkey(*row) for row in c.execute(query)]


def passkey(c: Connection, id: str) -> Passkey | None:
    row = c.execute(select(*_COLUMNS).where(passkeys.c.id == id)).one_or_none()
    return None if row is None else Passkey(*row)


def add_passkey(c: Connection, id: str, guest: str, public_key: str, sign_count: int, label: str) -> None:
    row = {"id": id, "guest": guest, "public_key": public_key, "sign_count": sign_count, "label": label}
    c.execute(insert(passkeys).values(**row, created_at=now_ms(), used_at=None))


def label_passkey(c: Connection, id: str, guest: str, label: str) -> bool:
    """Rename a passkey; return whether the guest has it."""
    here = (passkeys.c.id == id, passkeys.c.guest == guest)
    return c.execute(update(passkeys).where(*here).values(label=label)).rowcount == 1


def remove_passkey(c: Connection, id: str, guest: str) -> bool:
    return c.execute(delete(passkeys).where(passkeys.c.id == id, passkeys.c.guest == guest)).rowcount == 1


def use_passkey(c: Connection, id: str, sign_count: int) -> None:
    c.execute(update(passkeys).where(passkeys.c.id == id).values(sign_count=sign_count, used_at=now_ms()))


# --- providers -------------------------------------------------------------------------------------------------------


def login_of(c: Connection, issuer: str, subject: str) -> str | None:
    """Return the guest of a log-in at a provider."""
    query = select(logins.c.guest).where(logins.c.issuer == issuer, logins.c.subject == subject)
    return c.execute(query).scalar_one_or_none()


def add_login(c: Connection, issuer: str, subject: str, guest: str) -> None:
    c.execute(insert(logins).values(issuer=issuer, subject=subject, guest=guest))


def logins_of(c: Connection, guest: str) -> list[str]:
    """Return the issuers at which an account has a log-in."""
    return list(c.execute(select(logins.c.issuer).where(logins.c.guest == guest).order_by(logins.c.issuer)).scalars())


def remove_login(c: Connection, issuer: str, guest: str) -> bool:
    return c.execute(delete(logins).where(logins.c.issuer == issuer, logins.c.guest == guest)).rowcount > 0


# --- log-ins in progress ---------------------------------------------------------------------------------------------


class PendingLogin(NamedTuple):
    guest: str | None
    data: dict[str, Any]


def begin(c: Connection, id: str, kind: str, guest: str | None, data: dict[str, Any], minutes: int) -> None:
    now = now_ms()
    c.execute(delete(pending_logins).where(pending_logins.c.expires_at < now))
    row = {"id": id, "kind": kind, "guest": guest, "data_json": to_compact_json(data)}
    c.execute(insert(pending_logins).values(**row, expires_at=now + minutes * 60_000))


def take(c: Connection, id: str, kind: str) -> PendingLogin | None:
    """Return and delete a log-in in progress; None if it is unknown or expired."""
    here = (pending_logins.c.id == id, pending_logins.c.kind == kind)
    query = select(pending_logins.c.guest, pending_logins.c.data_json).where(
        *here, pending_logins.c.expires_at >= now_ms()
    )
    row = c.execute(query).one_or_none()
    if row is None or c.execute(delete(pending_logins).where(*here)).rowcount != 1:
        return None
    return PendingLogin(row[0], json.loads(row[1]))


RESET = "reset"


def _digest(token: str) -> str:
    """Return the digest under which a link is stored, so that the database does not reveal it."""
    return hashlib.sha256(f"reset {token}".encode()).hexdigest()


def create_reset_link(c: Connection, guest: str, minutes: int) -> str:
    """Return the token of a new reset link; earlier ones become invalid."""
    c.execute(delete(pending_logins).where(pending_logins.c.kind == RESET, pending_logins.c.guest == guest))
    token = secrets.token_urlsafe(32)
    begin(c, _digest(token), RESET, guest, {}, minutes)
    return token


def reset_link_owner(c: Connection, token: str) -> str | None:
    """Return the guest of a reset link; None if it was used or has expired."""
    here = (
        pending_logins.c.id == _digest(token),
        pending_logins.c.kind == RESET,
        pending_logins.c.expires_at >= now_ms(),
    )
    return c.execute(select(pending_logins.c.guest).where(*here)).scalar_one_or_none()


def use_reset_link(c: Connection, token: str) -> bool:
    """Use up a reset link; return whether it was valid."""
    return take(c, _digest(token), RESET) is not None


# --- values of the server --------------------------------------------------------------------------------------------


def get_meta(c: Connection, name: str) -> str | None:
    return c.execute(select(meta.c.value).where(meta.c.name == name)).scalar_one_or_none()


def set_meta(c: Connection, name: str, value: str) -> None:
    """Insert or update a value; safe if two servers do so at the same time."""
    row = _insert_meta(c).values(name=name, value=value)
    c.execute(row.on_conflict_do_update(index_elements=[meta.c.name], set_={"value": value}))


def get_or_create(c: Connection, name: str, make: Callable[[], str]) -> str:
    """Return a value, created if missing; if servers create it at the same time, the first one counts."""
    found = get_meta(c, name)
    if found is None:
        c.execute(_insert_meta(c).values(name=name, value=make()).on_conflict_do_nothing())
        found = get_meta(c, name)
        assert found is not None
    return found


def _insert_meta(c: Connection) -> Any:
    return (postgresql if c.dialect.name == "postgresql" else sqlite).insert(meta)


# --- guests ----------------------------------------------------------------------------------------------------------


def add_guest(c: Connection, id: str, name: str) -> None:
    c.execute(insert(guests).values(id=id, name=name, created_at=now_ms()))


def rename_guest(c: Connection, id: str, name: str) -> None:
    c.execute(update(guests).where(guests.c.id == id).values(name=name))


def guest_name(c: Connection, id: str) -> str | None:
    return c.execute(select(guests.c.name).where(guests.c.id == id)).scalar_one_or_none()


def unfinished_tables_of(c: Connection, id: str) -> list[str]:
    """Return the unfinished tables at which a guest has a seat or an invitation."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    return list(c.execute(query.where(tables.c.state != "finished", seats.c.guest == id).distinct()).scalars())


def log_out(c: Connection, id: str) -> int:
    """Invalidate all cookies of a guest; return the generation of new ones."""
    query = update(guests).where(guests.c.id == id).values(generation=guests.c.generation + 1)
    made: int = c.execute(query.returning(guests.c.generation)).scalar_one()
    return made


def generation(c: Connection, id: str) -> int:
    """Return how often a guest has logged out."""
    found: int = c.execute(select(guests.c.generation).where(guests.c.id == id)).scalar_one()
    return found


def generations(c: Connection) -> dict[str, int]:
    """Return all guests who have logged out, and how often."""
    found = c.execute(select(guests.c.id, guests.c.generation).where(guests.c.generation > 0))
    return {row[0]: row[1] for row in found}


# --- recovery links of seats -----------------------------------------------------------------------------------------


def set_recovery(c: Connection, table_id: str, digests: Mapping[int, str | None]) -> None:
    for seat, digest in digests.items():
        where = (seats.c.table_id == table_id, seats.c.seat == seat)
        c.execute(update(seats).where(*where).values(recovery=digest))


def seat_by_recovery(c: Connection, digest: str) -> tuple[str, int, str | None] | None:
    """Return table, seat and guest of a recovery link."""
    row = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.guest).where(seats.c.recovery == digest)
    ).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def require_recovery(c: Connection, digest: str) -> None:
    """Refuse a recovery link that was replaced while it was being used."""
    if seat_by_recovery(c, digest) is None:
        raise no_seat_link()


def no_seat_link() -> NotFound:
    return NotFound(case="no-seat-link")
