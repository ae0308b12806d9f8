"""The log: lines for people, or JSON objects for programs."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The name of the request that is being answered."""


def name_request(record: logging.LogRecord) -> bool:
    """A filter that keeps every record, and writes on it which request it belongs to."""
    name = REQUEST.get()
    if name is not None:
        record.request = name
    return True


class JsonLines(logging.Formatter):
    """One object a line: time, level, part, message, and whatever else the record carries."""

    def format(self, record: logging.LogRecord) -> str:
        out: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
        }
        out |= {key: value for key, value in vars(record).items() if key not in _OWN and key not in out}
        if record.exc_info:
            out["trace"] = self.formatException(record.exc_info)
        return json.dumps(out, default=str)


class Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")


def set_up(level: str, as_json: bool) -> None:
    """To standard error; standard output is for what a user asked for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Plain())
    handler.addFilter(name_request)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # requests are logged by the guard, without the addresses of tables; uvicorn would log those of live connections
    for name in ("uvicorn.access", "uvicorn.error", "alembic.runtime.migration", "alembic.runtime.plugins"):
        logging.getLogger(name).setLevel("WARNING" if level != "debug" else "DEBUG")
