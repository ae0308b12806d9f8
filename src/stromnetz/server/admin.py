"""What the host of a server is told and does at the command line, whether the server runs or not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from stromnetz.engine.errors import BadInput
from stromnetz.server.database.opening import open_database, writing

from .config import Config
from .database import chat


def reports(config: Config, settle: Sequence[int], everything: bool, as_json: bool) -> str:
    """What players have reported, as text; ``settle`` names reports that are seen to."""
    engine = open_database(config.database_url, config.database_time)
    try:
        with writing(engine).begin() as c:
            unknown = chat.settle(c, settle)
            if unknown:
                raise BadInput(f"there is no report {unknown[0]}", {"report": unknown[0]})
            found = chat.reports(c, everything)
    finally:
        engine.dispose()
    if as_json:
        return json.dumps(found, indent=2)
    return "\n".join(map(_line, found)) or "Nothing is reported."


def _line(report: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(report["said_at"] / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    seen = ", seen to" if report["settled"] else ""
    return f"{report['id']}{seen}: {report['name']} at table {report['table_id']}, {at}: {report['said']}"
