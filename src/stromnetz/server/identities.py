"""Whose cookie a request brings: a guest's, that of an account, nobody's, or one that cannot be read here."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace

from stromnetz.server.database.store import Store

from .cookies import cookie_name, host_key
from .database import accounts, guests
from .database.text import now_ms
from .errors import Unavailable
from .known_guests import KnownGuests
from .people import (
    COOKIE,
    COOKIE_DAYS,
    PROGRAM,
    SigningKey,
    cookies_named,
    sign,
    sign_program,
    sign_session,
    signed_guest,
    signed_program,
    signed_session,
)
from .sessions import Sessions

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
    unavailable: bool = False
    """The database could not be asked whether the session is valid: nobody knows who it is."""
    replacement: str | None = None
    """The value of a new cookie; None unless it came by one of the old name."""


@dataclass(slots=True)
class Identities:
    signing: SigningKey
    """It signs cookies and the links of seats."""
    sessions: Sessions
    guests: KnownGuests
    generations: dict[str, int] = field(default_factory=dict)
    """Guests who have logged out, and how often."""
    named: set[str] = field(default_factory=set)
    """Guests who have an account: they are known by their sessions alone."""
    secure: bool = False
    """Whether players come by https; cookies have another name then."""

    @property
    def key(self) -> str:
        return self.signing.text

    @property
    def cookie_name(self) -> str:
        return cookie_name(COOKIE, self.secure)

    @property
    def _cookie_key(self) -> str:
        return host_key(self.key) if self.secure else self.key

    async def read(self, header: str) -> Identity:
        values, key = cookies_named(header, self.cookie_name), self._cookie_key
        # cookies from before there was https, or from before they had another name there
        old = self.secure and not values
        if old:
            values, key = cookies_named(header, COOKIE), self.key
        for value in values:
            identity = self._guest(value, key) or await self._session(value, key)
            if identity is not None and identity.guest is not None and not await self.guests.has(identity.guest):
                return Identity()  # whoever did nothing here starts afresh
            if identity is not None:
                return self._replaced(identity, value) if old else identity
        return Identity(unreadable=any(values))

    def _replaced(self, identity: Identity, value: str) -> Identity:
        """The same, with the cookie that takes the place of the old one; a session's holds no longer than that."""
        if identity.guest is None:
            return identity
        if identity.session is None:
            return replace(identity, replacement=self.cookie(identity.guest))
        found = signed_session(value, self.key)
        assert found is not None
        return replace(identity, replacement=self.session_cookie(identity.guest, identity.session, found[3]))

    def _guest(self, value: str, key: str) -> Identity | None:
        found = signed_guest(value, key)
        if found is None or found[1] != self.generations.get(found[0], 0) or found[0] in self.named:
            return None
        return Identity(found[0])

    async def _session(self, value: str, key: str) -> Identity | None:
        found = signed_session(value, key)
        if found is None:
            return None
        guest, generation, session, day = found
        if generation < self.generations.get(guest, 0) or day < today():
            return None
        try:
            valid = await self.sessions.guest_of(session) == guest
        except Unavailable:
            return Identity(unavailable=True)
        return Identity(guest, session=session) if valid else None

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
        return sign(guest, self._cookie_key, self.generations.get(guest, 0))

    def session_cookie(self, guest: str, session: str, day: int | None = None) -> str:
        """The cookie of a session, valid until a day since 1970 (by default as long as a cookie can be)."""
        last = today() + COOKIE_DAYS if day is None else day
        return sign_session(guest, self._cookie_key, self.generations.get(guest, 0), session, last)


def today() -> int:
    """Days since 1970."""
    return now_ms() // accounts.DAY


async def known_accounts(identities: Identities, store: Store) -> None:
    """Who has an account."""
    identities.named = await store.read(accounts.all_named)


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
            await identities.sessions.refresh()
        except Unavailable as error:
            log.warning("whether somebody has logged out cannot be read: %s", error)
