"""Events of tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TablesEdited:
    """An admin has changed tables in the database, past the table service."""
