"""Uploaded records: each is played again in a process of its own, one at a time.

The server neither reads nor writes their JSON: it passes on bytes and gets the texts that the database keeps.
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
    """A record that came out as it is written, as the database keeps it: positions and rows as JSON."""

    digest: str
    """The same for every copy of a record, whatever the order of its keys."""
    header: dict[str, Any]
    position: str
    """The last one."""
    rows: list[str]
    snapshots: list[tuple[int, str]]


class RecordChecks:
    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._one_at_a_time = asyncio.Semaphore(1)

    async def check(self, record: bytes) -> CheckedRecord:
        """Play a record again; refuse one that is not true, or of a game that is not over."""
        async with self._one_at_a_time:
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
