"""Interfaces to other servers on the same database; the classes here serve a server that is alone.

A `Bus` tells other servers that something changed, not what: that is in the database. A lost message loses nothing,
since servers also poll the database (:mod:`stromnetz.server.multiprocess.consumer`). A `Cluster` decides which server
tracks viewers, plays a bot's turn or expires a turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, select

from stromnetz.server.core.database.db_schema import turns
from stromnetz.tables.table import Table

from .events import EventBus
from .rate_limits import TokenBuckets

if TYPE_CHECKING:
    from .database.database import Database

MAX_OVERDUE = 50
"""Overdue turns that are expired in one step."""
ROWS, TABLE, LOOK, GONE = "rows", "table", "look", "gone"
"""A game has rows up to ``number``; a table has revision ``number``; check this table; it was removed."""
CHAT, PRESET_MOVES, PRESENCE = "chat", "preset-moves", "presence"
"""A chat message was posted (1: by players); a pre-set move of seat ``number`` was used; a player came or went."""
PEOPLE, JOB, SEEKS, RATED = "people", "job", "seeks", "rated"
"""A guest logged out or got an account; a job was added; the seeks changed; a game was rated."""


class BusMessage(NamedTuple):
    kind: str
    about: str = "-"
    """The id of a table or a guest."""
    number: int = 0

    def text(self, sender: str) -> str:
        return f"{sender} {self.kind} {self.about} {self.number}"


def read_bus_message(text: str) -> tuple[str, BusMessage] | None:
    """Return sender and message; None for an unknown format, for example of another version."""
    parts = text.split(" ")
    if len(parts) != 4 or not parts[3].isdecimal():
        return None
    return parts[0], BusMessage(parts[1], parts[2], int(parts[3]))


@dataclass(frozen=True, slots=True)
class BusMessageReceived:
    """Another server on the same database sent a message."""

    message: BusMessage


@dataclass(frozen=True, slots=True)
class BusReconnected:
    """Messages arrive again after an interruption, in which some may have been lost."""


class Bus:
    """Tells other servers of changes. This one is for a server that is alone: nobody listens."""

    kind = "none"
    """The name shown by /healthz."""
    shared = False
    """Whether other servers may use the same database."""

    def __init__(self) -> None:
        self.server_id = secrets.token_hex(4)
        """How other servers identify this one while it runs."""

    @property
    def up(self) -> bool:
        """Whether the connection works."""
        return True

    def publish(self, c: Connection, *messages: BusMessage) -> None:
        """Send messages to other servers if this transaction is committed."""

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        """Wrap a transaction: a bus outside the database sends its messages after the commit."""
        yield

    async def start(self, events: EventBus) -> None:
        """Start publishing messages of other servers as events."""

    async def stop(self) -> None:
        """Stop receiving messages."""


class Cluster:
    """What servers on one database agree on. This one is for a server that is alone."""

    overdue_poll_seconds = 5.0
    """Seconds after which overdue turns are checked again: the server that claimed them may have stopped."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, limits: Mapping[str, TokenBuckets]) -> None:
        """Join the cluster; these rate limits are shared by all servers."""

    async def stop(self) -> None:
        """Leave the cluster."""

    async def run(self) -> None:
        """Follow the other servers until cancelled."""

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        """Count a live connection to a table and return its number; raise if there are too many on all servers."""
        return 0

    def release_viewer(self, number: int) -> None:
        """Forget a live connection that has ended."""

    async def ensure_fresh(self, id: str) -> bool:
        """Reload a table that another server has changed; return whether it was stale."""
        return False

    def record_change(self, c: Connection, before: Table, after: Table) -> None:
        """In the commit of a table: tell other servers, and record whether a bot has to move."""

    async def claim_overdue_turns(self, now: int) -> list[str]:
        """Claim the tables whose turn is overdue, oldest first."""
        query = select(turns.c.table_id).where(turns.c.deadline <= now).order_by(turns.c.deadline).limit(MAX_OVERDUE)
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    def others_run(self, c: Connection) -> bool:
        """Return whether other servers use the same database."""
        return False
