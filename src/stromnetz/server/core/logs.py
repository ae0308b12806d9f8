"""The log: plain lines, or JSON objects."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the current request."""

_SECRET = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22,}(?![A-Za-z0-9_-])")
"""Text as long as an id, a seed, a key or a token, all of which are random."""
_WORDS = re.compile(
    r"[a-z_-]+|(?!.{22}$)"
    r"(_*[A-Z]?[a-z]{2,}((?:[A-Z]|[_-]+[A-Z]?)[a-z]{2,})*[_-]*|((?:[a-z]{2,}\d{0,4}|\d{1,4})[_-]+)+[a-z]*\d{0,4})"
)
"""Long names of code, files and machines; of exactly the length of an id only without capitals."""


def log_digest(secret: str) -> str:
    """Return a pseudonym for an id, a seed or a key."""
    return f"#{hashlib.sha256(secret.encode()).hexdigest()[:12]}"


def redact(text: str) -> str:
    """Replace everything that looks random by its digest."""
    return _SECRET.sub(lambda found: found[0] if _WORDS.fullmatch(found[0]) else log_digest(found[0]), text)


def add_request_id(record: logging.LogRecord) -> bool:
    """Add the id of the request to a record; a logging filter that keeps all records."""
    name = REQUEST.get()
    if name is not None:
        record.request = name
    return True


class JsonFormatter(logging.Formatter):
    """One JSON object per line: time, level, part, message and extra fields, redacted."""

    def format(self, record: logging.LogRecord) -> str:
        out: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": redact(record.getMessage()),
        }
        more = {key: value for key, value in vars(record).items() if key not in _OWN and key not in out}
        # the id of a request may come from a proxy; it is no secret, and the same in both logs
        out |= {
            key: redact(value) if isinstance(value, str) and key != "request" else value for key, value in more.items()
        }
        if record.exc_info:
            out["trace"] = redact(self.formatException(record.exc_info))
        return json.dumps(out, default=str)


class PlainFormatter(logging.Formatter):
    """Plain lines, redacted."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def configure_logging(level: str, as_json: bool) -> None:
    """Log to standard error; standard output is for the results of commands."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else PlainFormatter())
    handler.addFilter(add_request_id)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # RequestLogMiddleware logs requests without the ids of tables; uvicorn would log those of WebSockets
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel("WARNING" if level != "debug" else "DEBUG")
