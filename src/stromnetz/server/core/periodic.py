"""Helpers for background tasks, most of which run periodically."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from stromnetz.tables.errors import Unavailable


@contextmanager
def log_failures(log: logging.Logger, waits: str, failed: str) -> Iterator[None]:
    """Log errors of one round: ``waits`` if the database is unavailable, ``failed`` otherwise."""
    try:
        yield
    except Unavailable as error:
        log.warning("%s: %s", waits, error)
    except Exception:
        log.exception(failed)


async def wait_or_timeout(event: asyncio.Event, seconds: float) -> bool:
    """Wait until the event is set, and clear it, or the next round is due; return whether it was set."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    event.clear()
    return True


async def stop_tasks(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
