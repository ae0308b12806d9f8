"""Checks uploaded records by replaying them in a separate process, one at a time.

The server passes on bytes and receives texts for the database, without parsing or encoding JSON.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, NamedTuple

from fastapi import Depends

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.bot_process_main import check_record
from stromnetz.server.core.dependencies import provided
from stromnetz.server.table_play.bot_turns import BotProcess, BotProcessError

CHECK_SECONDS = 30.0


class CheckedRecord(NamedTuple):
    """A valid record, with positions and rows as JSON."""

    digest: str
    """Independent of the order of keys."""
    header: dict[str, Any]
    position: str
    """The last position."""
    rows: list[str]
    snapshots: list[tuple[int, str]]


class RecordChecks:
    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._lock = asyncio.Semaphore(1)

    async def check(self, record: bytes) -> CheckedRecord:
        """Replay a record; refuse one that is wrong or of an unfinished game."""
        async with self._lock:
            facts, raw = await self._checked(record)
        texts = raw.decode().split("\n")
        seqs, rows = facts["snapshots"], facts["rows"]
        snapshots = list(zip(seqs, texts[rows:], strict=True))
        return CheckedRecord(facts["digest"], facts["header"], snapshots[-1][1], texts[:rows], snapshots)

    async def _checked(self, record: bytes) -> tuple[dict[str, Any], bytes]:
        if not self._processes:
            return await asyncio.to_thread(check_record, {"raw": record})
        worker = BotProcess()
        try:
            return await worker.exchange({"op": "record"}, record, CHECK_SECONDS)
        except BotProcessError as error:
            raise BadInput(f"the record could not be checked: {error}", {}) from None
        finally:
            await worker.stop()


RecordChecksDep = Annotated[RecordChecks, Depends(provided(RecordChecks))]
