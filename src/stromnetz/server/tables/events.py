"""Events of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cache import LoadedTable


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table was changed here, after the commit, or loaded."""

    opened: LoadedTable


@dataclass(frozen=True, slots=True)
class TableSynced:
    """A table in memory has caught up with changes of another server, which sees to what follows."""

    opened: LoadedTable


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table was given up, here or elsewhere."""

    table: str


@dataclass(frozen=True, slots=True)
class TablesEdited:
    """An admin has changed tables in the database, past the table service."""
