"""Events of live connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableWatched:
    """Somebody watches a table that nobody watched on this server before."""

    table: str


@dataclass(frozen=True, slots=True)
class RemoteViewersChanged:
    """Who watches a table by other servers: the guests, and since when."""

    table: str
    viewers: list[tuple[str | None, int]]


@dataclass(frozen=True, slots=True)
class ServerDraining:
    """The server is being stopped: its viewers connect to another one within so many milliseconds."""

    within: int
