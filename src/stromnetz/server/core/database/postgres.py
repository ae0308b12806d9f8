"""A PostgreSQL that has stopped answering holds nobody up: what takes too long ends its connection.

The limits of PostgreSQL itself (``statement_timeout``) are kept by the very program that hangs. This one is kept here,
whatever is waited for: a statement, a commit, or the question whether the connection is still good.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url

from .engine import new_engine
from .errors import DatabaseTimeout


class StatementTimeout(DatabaseTimeout, psycopg.OperationalError):
    """The same, as psycopg tells of what goes wrong."""


class TimedConnection(psycopg.Connection[Any]):
    """A connection on which nothing is waited for longer than so many seconds."""

    seconds = 5.0

    def wait(self, gen: Any, *arguments: Any, **more: Any) -> Any:
        try:
            return super().wait(_limited(gen, self.seconds), *arguments, **more)
        except StatementTimeout:
            self.pgconn.finish()  # nobody knows where it stands
            raise


def _limited(steps: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    """The same steps; psycopg wakes them ten times a second, also when nothing has come."""
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
    """An engine whose every wait is limited: for a connection, for a place in the pool, for a statement."""
    own: dict[str, Any] = {"connect_timeout": max(2, round(seconds))}
    if "options" not in make_url(url).query:
        # what we have given up, the database gives up too
        own["options"] = f"-c statement_timeout={round(seconds * 1000)} -c lock_timeout={round(seconds * 1000)}"
    engine = new_engine(url, pool_pre_ping=True, pool_timeout=seconds, connect_args=own)

    @event.listens_for(engine, "do_connect")
    def connect(dialect: object, record: object, arguments: list[Any], parameters: dict[str, Any]) -> Any:
        out = TimedConnection.connect(*arguments, **parameters)
        out.seconds = seconds
        return out

    return engine
