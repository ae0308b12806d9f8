"""Removes old tables and unused guests. Games are removed only if the host wants it, after archiving their records."""

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

from stromnetz.server.accounts import privacy_store, store
from stromnetz.server.admin.store import delete_expired_address_bans
from stromnetz.server.analysis import lesson_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.identity import KnownGuests
from stromnetz.tables.errors import NotFound, Stale, Unavailable
from stromnetz.tables.table import FINISHED, LOBBY, RUNNING
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .cache import LoadedTable
from .service import TableService

log = logging.getLogger("stromnetz.server")

CLEANUP_LOCK = 7_265_113
"""Arbitrary number of the advisory lock, which must never change."""
META_NAME = "swept-at"
"""Name of the time of the last cleanup in the table ``meta``."""
CLEANUP_SECONDS = 3600.0
UNUSED_DAYS = 1
"""How long unused tables of lessons and puzzles are kept, and guests without data. Progress in lessons is kept."""
MIN_PLAUSIBLE_TIME = 1_420_070_400_000
"""The beginning of 2015, before any table existed: an earlier time means that the machine's clock is not set."""


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """Days after which unused tables are removed, by state."""

    days: dict[str, float]
    archive: Path | None = None
    """Folder for the records of removed games."""

    @classmethod
    def of(cls, config: ServerConfig) -> RetentionPolicy:
        days = {LOBBY: config.lobby_days, FINISHED: config.finished_days, RUNNING: config.abandoned_days}
        archive = None if config.archive in ("", "none") else Path(config.archive).expanduser()
        return cls({state: each for state, each in days.items() if each}, archive)


async def remove_expired(table_service: TableService, database: Database, policy: RetentionPolicy) -> int:
    """Remove unused tables that nobody watches; return their number."""
    now = now_ms()
    if now < MIN_PLAUSIBLE_TIME:
        return 0
    await database.write(lambda c: sql.correct_times(c, MIN_PLAUSIBLE_TIME, now))
    removed = 0
    old = now - UNUSED_DAYS * DAY_MS
    for id, state in await database.read(lambda c: lesson_store.practice_tables_before(c, old)):
        removed += await _remove(table_service, database, id, state, old, None)
    for state, days in policy.days.items():
        before = now - int(days * DAY_MS)
        for id in await database.read(lambda c, state=state, before=before: sql.tables_before(c, state, before)):  # type: ignore[misc]
            removed += await _remove(table_service, database, id, state, before, policy.archive)
    if removed:
        log.info("removed %d unused tables", removed)
    return removed


async def remove_unused_guests(database: Database, known: KnownGuests) -> int:
    """Delete guests without data, and expired bans of addresses; return the number of guests."""
    now = now_ms()
    if now < MIN_PLAUSIBLE_TIME:
        return 0
    await database.write(delete_expired_address_bans)
    try:
        removed = await database.write(lambda c: privacy_store.delete_unused_guests(c, now - UNUSED_DAYS * DAY_MS))
    except IntegrityError:
        return 0  # one of them did something at that moment; retried in the next round
    known.clear()
    if removed:
        log.info("removed %d unused guests", removed)
    return removed


async def _remove(
    table_service: TableService, database: Database, id: str, state: str, before: int, archive: Path | None
) -> bool:
    try:
        async with table_service.cache.locked(id) as opened:
            table = opened.table
            if table.state != state or table.changed_at >= before or id in table_service.cache.usage.watched:
                return False  # used meanwhile
            if await database.read(lambda c: sql.is_watched(c, id)):
                return False  # watched on another server
            if opened.game is not None and archive is not None:
                await asyncio.to_thread(_archive, archive, opened, await table_service.history.whole_record(opened))
            await table_service.remove(opened)
            return True
    except (NotFound, Stale):
        return False
    except OSError as error:
        log.error("a game is not removed, as its record cannot be written: %s", error, extra={"table": id})
        return False


def _archive(archive: Path, opened: LoadedTable, record: dict[str, Any]) -> None:
    """Write a record to the archive, completely or not at all."""
    archive.mkdir(parents=True, exist_ok=True)
    file = archive / f"{opened.table.id}.json"
    part = file.with_suffix(".part")
    with part.open("w", encoding="utf-8") as out:
        json.dump(record, out)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


def _is_due(c: Connection) -> bool:
    """Return whether the last cleanup by any server was long enough ago, and record the current one."""
    last, now = int(store.get_meta(c, META_NAME) or 0), now_ms()
    if 0 <= now - last < CLEANUP_SECONDS * 900:  # 90 % of the interval
        return False
    store.set_meta(c, META_NAME, str(now))
    return True


async def clean_up_periodically(
    table_service: TableService, database: Database, policy: RetentionPolicy, known: KnownGuests, alone: bool
) -> None:
    """Clean up now and every hour until cancelled."""
    while True:
        try:
            async with database.advisory_lock(CLEANUP_LOCK) as mine:
                if mine and (alone or await database.write(_is_due)):
                    await remove_expired(table_service, database, policy)
                    await remove_unused_guests(database, known)
        except Unavailable as error:
            log.warning("the cleanup waits for the database: %s", error)
        await asyncio.sleep(CLEANUP_SECONDS)
        known.clear()  # another server may have deleted guests
        gc.collect()  # automatic collections are restricted to young objects (`collect_rarely` in serve.py)
