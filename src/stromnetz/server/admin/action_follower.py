"""What those who look after the server have done, here, in another process or at the command line, and what follows.

Every action is a row of the database. A server looks every few seconds whether there are new ones.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import Depends

from stromnetz.server.accounts import guest_store
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.signing_key import NEW_KEY, signing_key
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
"""Seconds between two looks."""


class AdminActionFollower:
    def __init__(
        self,
        store: Database,
        table_service: TableService,
        hub: LiveHub,
        identities: IdentityRegistry,
        events: EventBus,
        bans: Bans,
    ) -> None:
        self._store = store
        self._table_service = table_service
        self._hub = hub
        self._events = events
        self._bans = bans
        self._identities = identities
        self._last = 0
        self._alone = asyncio.Lock()

    async def start(self) -> None:
        """What was done before has had its effect: it stands in the database."""
        self._last = await self._store.read(sql.last_action)
        await self._read_key()
        await self._bans.read()

    async def _read_key(self) -> None:
        """Take the signing key of the database: whether somebody has replaced it."""
        key = await self._store.write(signing_key)
        if key != self._identities.key:
            self._identities.signing.text = key
            self._identities.sessions.clear()
            self._events.publish(GuestLoggedOut(None))

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            with log_failures(
                log,
                "whether something was done about people or tables cannot be read",
                "what was done about people or tables could not be followed",
            ):
                await self.apply_new()

    async def apply_new(self) -> None:
        """Follow what is new. If the database is away, the rest waits; an action that fails otherwise is skipped."""
        async with self._alone:
            for action in await self._store.read(lambda c: sql.actions(c, self._last)):
                log.info("admin action %d: %s", action.id, action.what)
                try:
                    await self._follow(action)
                except Unavailable:
                    raise
                except Exception:
                    log.exception("admin action %d could not be followed", action.id)
                self._last = action.id

    async def _follow(self, action: sql.Action) -> None:
        about = action.about
        if action.what == sql.BROADCAST:
            self._hub.announce(about["texts"])
        if action.what == NEW_KEY:
            await self._read_key()
        if action.what in (sql.BAN, sql.UNBAN):
            await self._bans.read()
        if action.what in (sql.DELETE_PERSON,):
            self._identities.generations.update(await self._store.read(guest_store.generations))
            await self._identities.sessions.refresh()
            self._events.publish(GuestLoggedOut(about["guest"]))
        changed = [*about.get("tables", []), *([about["table"]] if "table" in about else [])]
        for id in changed:
            await self._renew(id)
        if changed:
            self._events.publish(TablesEdited())

    async def _renew(self, id: str) -> None:
        """A table was changed under our hands: what is in memory goes, and whoever looks on is told."""
        opened = self._table_service.cache.get_cached(id)
        if opened is not None:
            self._table_service.cache.evict(opened)
        try:
            # loading it tells viewers, and lets bots move that are due
            await self._table_service.get(id)
        except NotFound:
            self._events.publish(TableClosed(id))


AdminActionFollowerDep = Annotated[AdminActionFollower, Depends(provided(AdminActionFollower))]
