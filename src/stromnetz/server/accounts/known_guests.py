"""Guests that exist: those who did nothing are deleted after a day, and their cookies then say nothing."""

from __future__ import annotations

from collections import OrderedDict

from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import Unavailable

from . import guest_store as sql

CACHE_SIZE = 20_000


class KnownGuests:
    """Looks guests up in the database, and caches those that are there."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._known: OrderedDict[str, None] = OrderedDict()

    async def has(self, guest: str) -> bool:
        """Whether a guest exists; yes if the database cannot be asked."""
        if guest in self._known:
            self._known.move_to_end(guest)
            return True
        try:
            found = await self._store.read(lambda c: sql.guest_name(c, guest)) is not None
        except Unavailable:
            return True
        if found:
            self._known[guest] = None
            if len(self._known) > CACHE_SIZE:
                self._known.popitem(last=False)
        return found

    def clear(self) -> None:
        self._known.clear()
