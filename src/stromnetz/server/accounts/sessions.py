"""Caches of valid sessions and existing guests."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import Unavailable

from . import guest_store
from . import store as sql

CACHE_SIZE = 20_000
"""Cached sessions and guests; the least recently used are dropped."""
BATCH_SIZE = 500


class Sessions:
    """Caches which sessions are valid, since every request asks.

    Sessions that end on this server or are reported by others are updated at once, and `refresh` reloads all of them.
    An ended session stays ended, even if an older read finishes later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._guests: OrderedDict[str, str | None] = OrderedDict()
        """The guest of each session; None if it has ended or never existed."""

    async def guest_of(self, session: str) -> str | None:
        """Return the guest of a session; None if it is not valid. May raise ``Unavailable``."""
        if session not in self._guests:
            found = await self._database.read(lambda c: sql.session_guests(c, [session]))
            self._guests.setdefault(session, found.get(session))
            if len(self._guests) > CACHE_SIZE:
                self._guests.popitem(last=False)
        else:
            self._guests.move_to_end(session)
        return self._guests.get(session)

    def end(self, *sessions: str) -> None:
        """Mark sessions as ended."""
        self._guests.update(dict.fromkeys(sessions))

    def clear(self) -> None:
        self._guests.clear()

    async def refresh(self) -> set[str]:
        """Reload all sessions; return the guests of those that have ended meanwhile."""
        known = [session for session, guest in self._guests.items() if guest is not None]
        ended = set()
        for at in range(0, len(known), BATCH_SIZE):
            batch = known[at : at + BATCH_SIZE]
            found = await self._database.read(partial(sql.session_guests, ids=batch))
            ended |= {guest for session in batch if session not in found and (guest := self._guests.get(session))}
            self.end(*(session for session in batch if session not in found))
        return ended


class KnownGuests:
    """Caches which guests exist.

    Guests without any activity are deleted after a day; their cookies become invalid.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, None] = OrderedDict()

    async def has(self, guest: str) -> bool:
        """Return whether a guest exists; assume so if the database is unavailable."""
        if guest in self._known:
            self._known.move_to_end(guest)
            return True
        try:
            found = await self._database.read(lambda c: guest_store.guest_name(c, guest)) is not None
        except Unavailable:
            return True
        if found:
            self._known[guest] = None
            if len(self._known) > CACHE_SIZE:
                self._known.popitem(last=False)
        return found

    def clear(self) -> None:
        self._known.clear()
