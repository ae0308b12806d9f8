"""The statements about accounts, and who somebody is.

Whoever needs to know with whom it has to do asks here, inside any read or write::

    person = await server.store.read(lambda c: person_of(c, guest))

A person is a guest: ``guest`` is what seats, tables and everything else name, and it stays the same when a guest takes
an account. ``named`` says whether they have one, so that ``name`` is theirs alone; ``admin`` whether they may do what
the host may. In an operation, ``api.persons`` has both as dependencies: ``me: Named`` and ``me: Admin`` are refused
with 403 to everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from stromnetz.server.naming import exactly, looks_of

from .accounts_schema import accounts, guesses, logins, passkeys, pending, sessions
from .guests import log_out, rename_guest
from .schema import guests
from .text import now_ms

DAY = 24 * 60 * 60 * 1000
Work = Callable[[Connection], None]
"""What is written in the same commit."""


class Person(NamedTuple):
    guest: str
    name: str
    named: bool
    """Whether they have an account: nobody else is called so."""
    admin: bool


def person_of(c: Connection, guest: str | None) -> Person | None:
    """Who a guest is; None for one who is not known."""
    return None if guest is None else people_of(c, [guest]).get(guest)


def people_of(c: Connection, ids: Iterable[str]) -> dict[str, Person]:
    """The same for several."""
    query = select(guests.c.id, guests.c.name, accounts.c.name, accounts.c.admin).outerjoin(
        accounts, accounts.c.guest == guests.c.id
    )
    found = c.execute(query.where(guests.c.id.in_(list(ids))))
    return {row[0]: Person(row[0], row[2] or row[1], row[2] is not None, bool(row[3])) for row in found}


def person_called(c: Connection, name: str) -> Person | None:
    """The account of this name."""
    found = account_called(c, name)
    return None if found is None else person_of(c, found.guest)


def set_admin(c: Connection, guest: str, admin: bool) -> bool:
    """Let an account do what the host may, or no longer; False where there is no such account."""
    return c.execute(update(accounts).where(accounts.c.guest == guest).values(admin=admin)).rowcount == 1


def all_named(c: Connection) -> set[str]:
    """The guests who have an account."""
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


def account_called(c: Connection, name: str) -> Account | None:
    """The account of this name: first the one that is called just so, then the one whose name looks like it."""
    exact = exactly(name)
    rows = c.execute(_ACCOUNT.add_columns(accounts.c.looks).where(accounts.c.looks.in_([exact, looks_of(name)]))).all()
    rows = sorted(rows, key=lambda row: row.looks != exact)
    return Account(*rows[0][:-1]) if rows else None


def add_account(c: Connection, guest: str, name: str, looks: str) -> int:
    """A guest gets an account. Cookies from before are worth nothing; the generation of those to come."""
    row = {"guest": guest, "name": name, "looks": looks, "admin": False}
    c.execute(insert(accounts).values(**row, created_at=now_ms()))
    rename_guest(c, guest, name)
    return log_out(c, guest)


def rename_account(c: Connection, guest: str, name: str, looks: str) -> None:
    c.execute(update(accounts).where(accounts.c.guest == guest).values(name=name, looks=looks))
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
    """Where somebody is logged in, the latest first."""
    query = select(sessions.c.id, sessions.c.device, sessions.c.created_at, sessions.c.seen_at)
    query = query.where(sessions.c.guest == guest, ~sessions.c.ended, sessions.c.expires_at > now_ms())
    return [Session(*row) for row in c.execute(query.order_by(sessions.c.seen_at.desc(), sessions.c.id))]


def session_expiry(c: Connection, id: str) -> tuple[int, int] | None:
    """(last seen, expires) of a session that has not ended."""
    query = select(sessions.c.seen_at, sessions.c.expires_at).where(sessions.c.id == id, ~sessions.c.ended)
    row = c.execute(query).one_or_none()
    return None if row is None else (row[0], row[1])


def touch_session(c: Connection, id: str, device: str, expires_at: int) -> None:
    values = {"device": device, "seen_at": now_ms(), "expires_at": expires_at}
    c.execute(update(sessions).where(sessions.c.id == id).values(**values))


def end_sessions(c: Connection, guest: str, only: str | None = None, but: str | None = None) -> list[str]:
    """End one session of somebody, or all but one; those that are ended now."""
    query = select(sessions.c.id).where(sessions.c.guest == guest, ~sessions.c.ended)
    if only is not None:
        query = query.where(sessions.c.id == only)
    ids = [id for id in c.execute(query).scalars() if id != but]
    c.execute(update(sessions).where(sessions.c.id.in_(ids)).values(ended=True))
    return ids


def session_guests(c: Connection, ids: Iterable[str]) -> dict[str, str]:
    """Whose sessions these are; those that are not valid are left out."""
    query = select(sessions.c.id, sessions.c.guest).where(sessions.c.id.in_(list(ids)))
    return {row[0]: row[1] for row in c.execute(query.where(~sessions.c.ended, sessions.c.expires_at > now_ms()))}


def sweep_accounts(c: Connection) -> None:
    """What nobody needs any more: sessions that are over, guesses of yesterday, halves that were never finished."""
    now = now_ms()
    c.execute(delete(sessions).where(sessions.c.expires_at < now))
    c.execute(delete(guesses).where(guesses.c.at < now - DAY, guesses.c.until < now))
    c.execute(delete(pending).where(pending.c.expires_at < now))


# --- ways in ---------------------------------------------------------------------------------------------------------


def ways_in(c: Connection, guest: str) -> int:
    """How many ways there are to log in to an account."""
    account = account_of(c, guest)
    keys = c.execute(select(passkeys.c.id).where(passkeys.c.guest == guest)).scalars().all()
    others = c.execute(select(logins.c.subject).where(logins.c.guest == guest)).scalars().all()
    return (account is not None and account.password is not None) + len(keys) + len(others)


# --- guessing --------------------------------------------------------------------------------------------------------


def guessed(c: Connection, what: str) -> tuple[int, int, int] | None:
    """(how often, when last, until when nobody may go on) for the digest of a name or an address."""
    row = c.execute(select(guesses.c.count, guesses.c.at, guesses.c.until).where(guesses.c.what == what)).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def set_guesses(c: Connection, what: str, count: int, until: int) -> None:
    values = {"count": count, "at": now_ms(), "until": until}
    if c.execute(update(guesses).where(guesses.c.what == what).values(**values)).rowcount == 0:
        c.execute(insert(guesses).values(what=what, **values))


def forget_guesses(c: Connection, what: str) -> None:
    c.execute(delete(guesses).where(guesses.c.what == what))
