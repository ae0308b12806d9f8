"""Whose cookie a request brings: a guest's, nobody's, or one that cannot be read here."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from stromnetz.server.database.store import Store

from .database import guests
from .errors import Unavailable
from .people import COOKIE, PROGRAM, cookies_named, sign, sign_program, signed_guest, signed_program

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


@dataclass(slots=True)
class Identities:
    key: str
    """It signs cookies and the links of seats."""
    generations: dict[str, int] = field(default_factory=dict)
    """Guests who have logged out, and how often."""

    def read(self, header: str) -> Identity:
        values = cookies_named(header, COOKIE)
        for value in values:
            found = signed_guest(value, self.key)
            if found is not None and found[1] == self.generations.get(found[0], 0):
                return Identity(found[0])
        return Identity(unreadable=any(values))

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


async def read_on(identities: Identities, store: Store) -> None:
    """Who has logged out at another server on the same database is out here too, a minute later."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            identities.generations.update(await store.read(guests.generations))
        except Unavailable as error:
            log.warning("whether somebody has logged out cannot be read: %s", error)
