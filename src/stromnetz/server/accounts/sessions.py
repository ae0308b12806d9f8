"""Which sessions of accounts are valid, and which guests exist, as the database says."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import Unavailable

from . import guest_store
from . import store as sql

CACHE_SIZE = 20_000
"""Sessions and guests that are cached; those used longest ago go first."""
BATCH_SIZE = 500


class Sessions:
    """Looks sessions up in the database, and caches what it says, since every request asks.

    Whatever ends sessions here, or hears of it, tells the cache; all of it is looked up again from time to time. A
    session that has ended stays so: an answer that was read before comes too late.
    """

    def __init__(self, store: Database) -> None:
        self._store = store
        self._guests: OrderedDict[str, str | None] = OrderedDict()
        """Whose session it is; None for one that has ended or never was."""

    async def guest_of(self, session: str) -> str | None:
        """Whose session this is; None if it is not valid. May raise ``Unavailable``."""
        if session not in self._guests:
            found = await self._store.read(lambda c: sql.session_guests(c, [session]))
            self._guests.setdefault(session, found.get(session))
            if len(self._guests) > CACHE_SIZE:
                self._guests.popitem(last=False)
        else:
            self._guests.move_to_end(session)
        return self._guests.get(session)

    def end(self, *sessions: str) -> None:
        """They have ended in the database."""
        self._guests.update(dict.fromkeys(sessions))

    def clear(self) -> None:
        self._guests.clear()

    async def refresh(self) -> set[str]:
        """Look all of them up again: the guests of those that have ended meanwhile."""
        known = [session for session, guest in self._guests.items() if guest is not None]
        ended = set()
        for at in range(0, len(known), BATCH_SIZE):
            batch = known[at : at + BATCH_SIZE]
            found = await self._store.read(partial(sql.session_guests, ids=batch))
            ended |= {guest for session in batch if session not in found and (guest := self._guests.get(session))}
            self.end(*(session for session in batch if session not in found))
        return ended


class KnownGuests:
    """Looks guests up in the database, and caches those that are there.

    Those who did nothing are deleted after a day, and their cookies then say nothing.
    """

    def __init__(self, store: Database) -> None:
        self._store = store
        self._known: OrderedDict[str, None] = OrderedDict()

    async def has(self, guest: str) -> bool:
        """Whether a guest exists; yes if the database cannot be asked."""
        if guest in self._known:
            self._known.move_to_end(guest)
            return True
        try:
            found = await self._store.read(lambda c: guest_store.guest_name(c, guest)) is not None
        except Unavailable:
            return True
        if found:
            self._known[guest] = None
            if len(self._known) > CACHE_SIZE:
                self._known.popitem(last=False)
        return found

    def clear(self) -> None:
        self._known.clear()
