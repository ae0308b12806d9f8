"""Events of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stromnetz.tables.table import Table

    from .cache import LoadedTable


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table was changed by this server (after the commit), or loaded."""

    opened: LoadedTable


@dataclass(frozen=True, slots=True)
class PersonDue:
    """A person has to act at a table that was changed or loaded."""

    table: Table


@dataclass(frozen=True, slots=True)
class BotDue:
    """A bot or a program has to act at a table that was changed or loaded."""

    table: Table


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """A turn runs until this time, in milliseconds since 1970, at a table that was changed or loaded."""

    at: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A table whose game is over was changed or loaded."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableSynced:
    """A table was updated with changes by another server, which handles their consequences."""

    opened: LoadedTable


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table was closed, on this server or another."""

    table: str


@dataclass(frozen=True, slots=True)
class TablesEdited:
    """An admin has changed tables directly in the database."""
