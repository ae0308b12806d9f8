"""The two interfaces to other servers on the same database, and what implements them where there are none.

A `Bus` tells other servers that something has happened, never what: that is in the database. A lost message loses
nothing, since servers also poll the database (:mod:`stromnetz.server.multiprocess.consumer`). A `Cluster` is what
servers agree on: who watches a table, who plays a bot's turn, who expires a turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import Connection, select

from stromnetz.server.core.database.db_schema import turns
from stromnetz.tables.table import Table

from .events import EventBus
from .rate_limits import TokenBuckets

if TYPE_CHECKING:
    from .database.database import Database

MAX_OVERDUE = 50
"""Overdue turns that are expired at a time."""
ROWS, TABLE, LOOK, GONE = "rows", "table", "look", "gone"
"""A game has gone on to row ``number``; a table is of revision ``number``; look at it again; it is no more."""
CHAT, ANSWERS, PRESENCE = "chat", "answers", "presence"
"""Something was said (1: by players); answers of seat ``number`` were used; somebody came or went."""
PEOPLE, JOB, SEEKS, RATED = "people", "job", "seeks", "rated"
"""Who may act has changed: the guest ``about`` has logged out, or has an account; there is something to be done; who
seeks a game has changed; the game of a table has been rated."""


class BusMessage(NamedTuple):
    kind: str
    about: str = "-"
    """The id of a table, or of a guest."""
    number: int = 0

    def text(self, sender: str) -> str:
        return f"{sender} {self.kind} {self.about} {self.number}"


def read_bus_message(text: str) -> tuple[str, BusMessage] | None:
    """(who sent it, the news); None for what is none, as of another version."""
    parts = text.split(" ")
    if len(parts) != 4 or not parts[3].isdecimal():
        return None
    return parts[0], BusMessage(parts[1], parts[2], int(parts[3]))


@dataclass(frozen=True, slots=True)
class BusMessageReceived:
    """Another server on the same database says that something has happened."""

    message: BusMessage


@dataclass(frozen=True, slots=True)
class BusReconnected:
    """Messages come again after they did not: some were missed."""


class Bus(Protocol):
    kind: str
    """Its name in /healthz."""
    shared: bool
    """Whether other servers may work on the same database."""
    server_id: str
    """The name by which other servers know this one as long as it runs."""

    @property
    def up(self) -> bool:
        """Whether messages come and go."""

    def publish(self, c: Connection, *news: BusMessage) -> None:
        """Tell other servers with the commit of this transaction; nothing where it is not committed."""

    def deliver_after_commit(self, c: Connection) -> AbstractContextManager[None]:
        """Around a transaction: a bus outside of the database delivers afterwards what was published in it."""

    async def start(self, events: EventBus) -> None:
        """Publish what other servers send."""

    async def stop(self) -> None:
        """Receive no more."""


class NullBus:
    """The bus of a single server: there is nobody to be told anything."""

    kind = "none"
    shared = False

    def __init__(self) -> None:
        self.server_id = secrets.token_hex(4)

    @property
    def up(self) -> bool:
        return True

    def publish(self, c: Connection, *news: BusMessage) -> None:
        pass

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        yield

    async def start(self, events: EventBus) -> None:
        pass

    async def stop(self) -> None:
        pass


class Cluster(Protocol):
    overdue_poll_seconds: float
    """Seconds until overdue turns are checked again: the server that claimed them may have stopped."""

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        """Join the other servers; what is spent of these limits counts on all of them."""

    async def stop(self) -> None:
        """Leave the other servers."""

    async def run(self) -> None:
        """Follow the other servers until this one stops."""

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        """Count a live connection to a table; its number. Too many, over all servers, are refused."""

    def release_viewer(self, number: int) -> None:
        """A live connection has ended."""

    async def ensure_fresh(self, id: str) -> bool:
        """Whether a table in memory was behind the database; it is not any more."""

    def update_bot_turn(self, c: Connection, before: Table, after: Table) -> bool:
        """In the commit of a table: note whether a bot is to act; whether other servers are to be told."""

    async def claim_overdue_turns(self, now: int) -> list[str]:
        """The tables whose turn is over its deadline, the longest first, and which no other server has claimed."""

    def others_run(self, c: Connection) -> bool:
        """Whether other servers run on the same database."""


class SingleServer:
    """A server that has its database to itself."""

    overdue_poll_seconds = 5.0

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def run(self) -> None:
        pass

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        return 0

    def release_viewer(self, number: int) -> None:
        pass

    async def ensure_fresh(self, id: str) -> bool:
        return False

    def update_bot_turn(self, c: Connection, before: Table, after: Table) -> bool:
        return False

    async def claim_overdue_turns(self, now: int) -> list[str]:
        query = select(turns.c.table_id).where(turns.c.deadline <= now).order_by(turns.c.deadline).limit(MAX_OVERDUE)
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    def others_run(self, c: Connection) -> bool:
        return False
