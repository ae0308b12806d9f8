"""The current time, which tests can replace."""

from __future__ import annotations

import time
from collections.abc import Callable

DAY_MS = 86_400_000

clock_ns: Callable[[], int] = time.time_ns
"""The current time in nanoseconds since 1970."""


def now_ms() -> int:
    return clock_ns() // 1_000_000
