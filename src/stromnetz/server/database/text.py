"""How times and JSON data are kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

source: Callable[[], int] = time.time_ns
"""What time it is, in nanoseconds since 1970; tests say it themselves."""


def now_ms() -> int:
    return source() // 1_000_000


def compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))
