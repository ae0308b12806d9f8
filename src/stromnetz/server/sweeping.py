"""Tables that never began go away after a while; games stay."""

from __future__ import annotations

import asyncio
import logging

from .desk import Desk
from .errors import NotFound, Stale, Unavailable
from .storage import store as sql
from .storage.store import Store
from .storage.text import now_ms
from .tables import LOBBY

log = logging.getLogger("stromnetz.server")

EVERY = 3600.0
"""Seconds between two rounds."""
DAY = 24 * 60 * 60 * 1000


async def sweep(desk: Desk, store: Store, days: float) -> int:
    """Close the lobbies that nobody has touched for so many days and nobody looks at; how many they were."""
    before = now_ms() - int(days * DAY)
    closed = 0
    for id in await store.read(lambda c: sql.lobbies_before(c, before)):
        try:
            async with desk.alone(id) as opened:
                table = opened.table
                if table.state != LOBBY or table.changed_at >= before or desk.watched(id):
                    continue  # somebody has come in the meantime
                await desk.remove(opened)
                closed += 1
        except (NotFound, Stale):
            continue
    if closed:
        log.info("closed %d tables that never began", closed)
    return closed


async def sweep_on(desk: Desk, store: Store, days: float) -> None:
    """Sweep now and every hour, as long as the server runs."""
    while True:
        try:
            await sweep(desk, store, days)
        except Unavailable as error:
            log.warning("tables that never began cannot be looked at: %s", error)
        await asyncio.sleep(EVERY)
