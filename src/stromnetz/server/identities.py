"""Whose cookie a request brings: a guest's, that of an account, nobody's, or one that cannot be read here."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from stromnetz.server.database.store import Store

from .database import accounts, guests
from .database.text import now_ms
from .errors import Unavailable
from .people import (
    COOKIE,
    COOKIE_DAYS,
    PROGRAM,
    cookies_named,
    sign,
    sign_program,
    sign_session,
    signed_guest,
    signed_program,
    signed_session,
)

log = logging.getLogger("stromnetz.server")

EVERY = 60.0
"""Seconds between two looks."""


@dataclass(frozen=True, slots=True)
class Identity:
    guest: str | None = None
    unreadable: bool = False
    """There is a cookie of ours, but not one that this server wrote, or it has ended."""
    program: bool = False
    """A program with a token, or one whose token is not known here."""
    session: str | None = None
    """On which of its devices an account is; None for a guest without one."""


@dataclass(slots=True)
class Identities:
    key: str
    """It signs cookies and the links of seats."""
    generations: dict[str, int] = field(default_factory=dict)
    """Guests who have logged out, and how often."""
    named: set[str] = field(default_factory=set)
    """Guests who have an account: they are known by their sessions alone."""
    ended: set[str] = field(default_factory=set)
    """Sessions that have been ended."""

    def read(self, header: str) -> Identity:
        values = cookies_named(header, COOKIE)
        for value in values:
            identity = self._guest(value) or self._session(value)
            if identity is not None:
                return identity
        return Identity(unreadable=any(values))

    def _guest(self, value: str) -> Identity | None:
        found = signed_guest(value, self.key)
        if found is None or found[1] != self.generations.get(found[0], 0) or found[0] in self.named:
            return None
        return Identity(found[0])

    def _session(self, value: str) -> Identity | None:
        found = signed_session(value, self.key)
        if found is None:
            return None
        guest, generation, session, day = found
        # a server that has not heard yet of an account's first session takes its cookie's word
        over = generation < self.generations.get(guest, 0) or session in self.ended or day < today()
        return None if over else Identity(guest, session=session)

    def read_token(self, header: str) -> Identity | None:
        """Whose token an Authorization header brings; None where it is of another kind, which is none of ours."""
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token.startswith(PROGRAM):
            return None
        found = signed_program(token.strip(), self.key)
        known = found is not None and found[1] == self.generations.get(found[0], 0)
        return Identity(found[0] if found is not None and known else None, program=True)

    def token(self, program: str) -> str:
        return sign_program(program, self.key, self.generations.get(program, 0))

    def cookie(self, guest: str) -> str:
        return sign(guest, self.key, self.generations.get(guest, 0))

    def session_cookie(self, guest: str, session: str) -> str:
        generation = self.generations.get(guest, 0)
        return sign_session(guest, self.key, generation, session, today() + COOKIE_DAYS)


def today() -> int:
    """Days since 1970."""
    return now_ms() // accounts.DAY


async def known_accounts(identities: Identities, store: Store) -> None:
    """Who has an account, and which sessions have ended."""
    identities.named = await store.read(accounts.all_named)
    identities.ended |= await store.read(accounts.ended_sessions)


async def renew(identities: Identities, store: Store) -> None:
    """Who has logged out, wherever that was."""
    identities.generations.update(await store.read(guests.generations))


async def read_on(identities: Identities, store: Store) -> None:
    """Who has logged out at another server on the same database is out here too, a minute later."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await renew(identities, store)
            await known_accounts(identities, store)
        except Unavailable as error:
            log.warning("whether somebody has logged out cannot be read: %s", error)
