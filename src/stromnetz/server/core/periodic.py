"""What a server does again and again, as long as it runs: a round that fails is logged, and the next one comes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from stromnetz.tables.errors import Unavailable


@contextmanager
def log_failures(log: logging.Logger, waits: str, failed: str) -> Iterator[None]:
    """One round: ``waits`` says what the database keeps from being done, ``failed`` what went wrong otherwise."""
    try:
        yield
    except Unavailable as error:
        log.warning("%s: %s", waits, error)
    except Exception:
        log.exception(failed)


async def wait_or_timeout(event: asyncio.Event, seconds: float) -> bool:
    """Wait until the next round is due, or somebody calls for it: whether they did."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
