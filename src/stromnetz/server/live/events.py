"""Events of live connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableWatched:
    """A table got its first viewer on this server."""

    table: str


@dataclass(frozen=True, slots=True)
class RemoteViewersChanged:
    """The viewers of a table on other servers: guests, and when they came."""

    table: str
    viewers: list[tuple[str | None, int]]


@dataclass(frozen=True, slots=True)
class ServerDraining:
    """The server stops: viewers should reconnect to another one within so many milliseconds."""

    within: int
