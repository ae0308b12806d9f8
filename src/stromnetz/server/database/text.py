"""How times and JSON data are kept."""

from __future__ import annotations

import json
import time
from typing import Any


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))
