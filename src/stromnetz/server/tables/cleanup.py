"""Tables that never began go away after a while; games only where the host wants it, and their records are kept."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.server.accounts import guest_store, privacy_store
from stromnetz.server.accounts.sessions import KnownGuests
from stromnetz.server.admin.store import delete_expired_address_bans
from stromnetz.server.analysis import lesson_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.tables.errors import NotFound, Stale, Unavailable
from stromnetz.tables.table import FINISHED, LOBBY, RUNNING
from stromnetz.tables.time import now_ms

from . import store as sql
from .cache import LoadedTable
from .service import TableService

log = logging.getLogger("stromnetz.server")

SWEEPING = 7_265_113
"""The lock under which one server sweeps: any number, as long as it stays the same."""
SWEPT = "swept-at"
SWEEP_SECONDS = 3600.0
"""Seconds between two rounds."""
DAY = 24 * 60 * 60 * 1000
UNUSED_DAYS = 1
"""How long tables of lessons and exercises wait for whoever left them, and guests who have nothing here are known.

That a lesson was done is known for ever."""
CLOCK_IS_SET = 1_420_070_400_000
"""The beginning of 2015, long before there was a table: a machine that says it is earlier does not know the time."""


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """How many days tables are kept that nobody touches, by their state; 0 for ever."""

    days: dict[str, float]
    archive: Path | None = None
    """Where the records of games go before they are removed."""

    @classmethod
    def of(cls, config: ServerConfig) -> RetentionPolicy:
        days = {LOBBY: config.lobby_days, FINISHED: config.finished_days, RUNNING: config.abandoned_days}
        archive = None if config.archive in ("", "none") else Path(config.archive).expanduser()
        return cls({state: each for state, each in days.items() if each}, archive)


async def remove_expired(table_service: TableService, store: Database, keeping: RetentionPolicy) -> int:
    """Remove the tables that nobody has touched for so many days and nobody looks at; how many they were."""
    now = now_ms()
    if now < CLOCK_IS_SET:
        return 0
    await store.write(lambda c: sql.touch_before(c, CLOCK_IS_SET, now))
    removed = 0
    old = now - UNUSED_DAYS * DAY
    for id, state in await store.read(lambda c: lesson_store.practice_tables_before(c, old)):
        removed += await _remove(table_service, store, id, state, old, None)
    for state, days in keeping.days.items():
        before = now - int(days * DAY)
        for id in await store.read(lambda c, state=state, before=before: sql.tables_before(c, state, before)):  # type: ignore[misc]
            removed += await _remove(table_service, store, id, state, before, keeping.archive)
    if removed:
        log.info("removed %d tables that nobody has touched for long", removed)
    return removed


async def sweep_guests(store: Database, known: KnownGuests) -> int:
    """Delete the guests who have had nothing here for a day, and bans of addresses that are over; how many guests."""
    now = now_ms()
    if now < CLOCK_IS_SET:
        return 0
    await store.write(delete_expired_address_bans)
    try:
        removed = await store.write(lambda c: privacy_store.delete_unused_guests(c, now - UNUSED_DAYS * DAY))
    except IntegrityError:
        return 0  # one of them did something at that moment: they are looked at again in the next round
    known.clear()
    if removed:
        log.info("removed %d guests who have nothing here", removed)
    return removed


async def _remove(
    table_service: TableService, store: Database, id: str, state: str, before: int, archive: Path | None
) -> bool:
    try:
        async with table_service.cache.locked(id) as opened:
            table = opened.table
            if table.state != state or table.changed_at >= before or id in table_service.cache.usage.watched:
                return False  # somebody has come in the meantime
            if await store.read(lambda c: sql.looked_at(c, id)):
                return False  # somebody looks on by another server
            if opened.game is not None and archive is not None:
                await asyncio.to_thread(_keep, archive, opened, await table_service.history.whole_record(opened))
            await table_service.remove(opened)
            return True
    except (NotFound, Stale):
        return False
    except OSError as error:
        log.error("a game is not removed, as its record cannot be written: %s", error, extra={"table": id})
        return False


def _keep(archive: Path, opened: LoadedTable, record: dict[str, Any]) -> None:
    """Write a record: whole, or not at all."""
    archive.mkdir(parents=True, exist_ok=True)
    file = archive / f"{opened.table.id}.json"
    half = file.with_suffix(".part")
    with half.open("w", encoding="utf-8") as out:
        json.dump(record, out)
        out.flush()
        os.fsync(out.fileno())
    half.replace(file)


def _is_time(c: Connection) -> bool:
    """Whether nobody has swept for as long as it takes until the next time; it is noted that somebody does now."""
    last, now = int(guest_store.get_meta(c, SWEPT) or 0), now_ms()
    if 0 <= now - last < SWEEP_SECONDS * 900:
        return False
    guest_store.set_meta(c, SWEPT, str(now))
    return True


async def sweep_on(
    table_service: TableService, store: Database, keeping: RetentionPolicy, known: KnownGuests, alone: bool
) -> None:
    """Sweep now and every hour, as long as the server runs."""
    while True:
        try:
            async with store.advisory_lock(SWEEPING) as mine:
                if mine and (alone or await store.write(_is_time)):
                    await remove_expired(table_service, store, keeping)
                    await sweep_guests(store, known)
        except Unavailable as error:
            log.warning("tables that nobody touches cannot be looked at: %s", error)
        await asyncio.sleep(SWEEP_SECONDS)
        known.clear()  # another server may have deleted some
        gc.collect()  # in between only young objects are looked through: see serve
