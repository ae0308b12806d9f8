"""A bound for bots that never answer, where the system has alarms and this is the main thread of its process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LONGEST = 60.0
"""Seconds for one decision: far more than any bot needs, so that games come out the same on slow machines."""


class Stalled(Exception):
    """A bot has not answered in time."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """What takes longer is interrupted."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stalled(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
