"""News between the servers on one database: that something has happened at a table, never what.

What happened stands in the database. News that is lost loses nothing: whoever follows a table looks there from time to
time anyway (:mod:`stromnetz.server.multiprocess.consumer`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from .events import EventBus
from .rate_limits import TokenBuckets

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


class NullBus:
    """The bus of a server that is alone: there is nobody to be told anything."""

    kind = "none"
    shared = False
    """Whether other servers may work on the same database."""

    def __init__(self) -> None:
        self.me = secrets.token_hex(4)
        """By this name others know this server as long as it runs."""

    @property
    def up(self) -> bool:
        """Whether news comes and goes."""
        return True

    def publish(self, c: Connection, *news: BusMessage) -> None:
        """Tell others with the commit of this transaction; nothing where it is not committed."""

    @contextmanager
    def deliver_after_commit(self, c: Connection) -> Iterator[None]:
        """Around a transaction: a bus that is no part of the database tells afterwards what was told in it."""
        yield

    async def start(self, events: EventBus) -> None:
        """Publish what other servers send."""

    async def stop(self) -> None:
        """Listen no more."""


class SingleServer:
    def __init__(self) -> None:
        self.buckets: dict[str, TokenBuckets] = {}
        """What is limited, by name: known to all servers by that."""

    async def start(self) -> None:
        """Say that this server runs."""

    async def stop(self) -> None:
        """Say that it ends."""

    async def run(self) -> None:
        """Say again and again that it runs."""

    async def admit_viewer(self, id: str, guest: str | None, address: str) -> int:
        """Let somebody look at a table; the number of the socket. Too many, over all servers, are refused."""
        return 0

    def release_viewer(self, number: int) -> None:
        """Somebody has gone."""

    async def update_presence(self, ids: Iterable[str]) -> None:
        """Learn who looks at tables by other servers."""
