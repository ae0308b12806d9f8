"""Applies admin actions, from any process or the command line, to this server.

Actions are rows of the database, which every server polls.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends

from stromnetz.server.accounts import store
from stromnetz.server.admin.store import NEW_KEY, signing_key
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry
from stromnetz.server.core.periodic import log_failures
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.tables.events import TableClosed, TablesEdited
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import NotFound, Unavailable

from . import store as sql
from .bans import Bans

log = logging.getLogger("stromnetz.server")

POLL_SECONDS = 2.0


@dataclass(slots=True)
class AdminActionFollower:
    _database: Database
    _table_service: TableService
    _hub: LiveHub
    _identities: IdentityRegistry
    _events: EventBus
    _bans: Bans
    _last: int = 0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Skip existing actions, whose effects are in the database, and load the key and the bans."""
        self._last = await self._database.read(sql.last_action)
        await self._read_key()
        await self._bans.read()

    async def _read_key(self) -> None:
        """Load the signing key; if it was replaced, log everyone out."""
        key = await self._database.write(signing_key)
        if key != self._identities.key:
            self._identities.signing.text = key
            self._identities.sessions.clear()
            self._events.publish(GuestLoggedOut(None))

    async def run(self) -> None:
        """Poll for new actions until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            with log_failures(log, "admin actions cannot be read", "admin actions could not be applied"):
                await self.apply_new()

    async def apply_new(self) -> None:
        """Apply new actions. If the database is unavailable, the rest waits; other failures are skipped."""
        async with self._lock:
            for action in await self._database.read(lambda c: sql.actions(c, self._last)):
                log.info("admin action %d: %s", action.id, action.action)
                try:
                    await self._apply(action)
                except Unavailable:
                    raise
                except Exception:
                    log.exception("admin action %d could not be applied", action.id)
                self._last = action.id

    async def _apply(self, action: sql.Action) -> None:
        about = action.about
        if action.action == sql.BROADCAST:
            self._hub.announce(about["texts"])
        if action.action == NEW_KEY:
            await self._read_key()
        if action.action in (sql.BAN, sql.UNBAN):
            await self._bans.read()
        if action.action in (sql.DELETE_PERSON,):
            self._identities.generations.update(await self._database.read(store.generations))
            await self._identities.sessions.refresh()
            self._events.publish(GuestLoggedOut(about["guest"]))
        changed = [*about.get("tables", []), *([about["table"]] if "table" in about else [])]
        for id in changed:
            await self._reload(id)
        if changed:
            self._events.publish(TablesEdited())

    async def _reload(self, id: str) -> None:
        """Reload a table that was changed in the database, and update its viewers."""
        opened = self._table_service.cache.get_cached(id)
        if opened is not None:
            self._table_service.cache.evict(opened)
        try:
            # loading it updates viewers and starts bots that have to move
            await self._table_service.get(id)
        except NotFound:
            self._events.publish(TableClosed(id))


AdminActionFollowerDep = Annotated[AdminActionFollower, Depends(provided(AdminActionFollower))]
