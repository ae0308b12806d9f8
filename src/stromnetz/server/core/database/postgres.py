"""PostgreSQL connections with timeouts that are enforced on this side.

PostgreSQL's own limits (``statement_timeout``) do not help if PostgreSQL hangs. This one covers statements, commits and
connection checks.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url

from .engine import DatabaseTimeout, new_engine


class StatementTimeout(DatabaseTimeout, psycopg.OperationalError):
    """A `DatabaseTimeout` that SQLAlchemy recognises as a driver error."""


class TimedConnection(psycopg.Connection[Any]):
    """A connection on which every wait has a timeout."""

    seconds = 5.0

    def wait(self, gen: Any, *arguments: Any, **more: Any) -> Any:
        try:
            return super().wait(_limited(gen, self.seconds), *arguments, **more)
        except StatementTimeout:
            self.pgconn.finish()  # its state is unknown
            raise


def _limited(steps: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    """Run psycopg's generator with a deadline; it is resumed ten times a second even if nothing arrives."""
    end = time.monotonic() + seconds
    try:
        awaited = next(steps)
        while True:
            ready = yield awaited
            if time.monotonic() > end:
                raise StatementTimeout(f"the database did not answer within {seconds:g} s")
            awaited = steps.send(ready)
    except StopIteration as done:
        return done.value


def postgresql(url: str, seconds: float) -> Engine:
    """Create an engine with timeouts for connecting, for the pool and for statements."""
    own: dict[str, Any] = {"connect_timeout": max(2, round(seconds))}
    if "options" not in make_url(url).query:
        # what we give up, PostgreSQL should give up, too
        own["options"] = f"-c statement_timeout={round(seconds * 1000)} -c lock_timeout={round(seconds * 1000)}"
    engine = new_engine(url, pool_pre_ping=True, pool_timeout=seconds, connect_args=own)

    @event.listens_for(engine, "do_connect")
    def connect(dialect: object, record: object, arguments: list[Any], parameters: dict[str, Any]) -> Any:
        out = TimedConnection.connect(*arguments, **parameters)
        out.seconds = seconds
        return out

    return engine
