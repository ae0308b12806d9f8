"""JSON as the database stores it."""

from __future__ import annotations

import json
from typing import Any


def to_compact_json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))
