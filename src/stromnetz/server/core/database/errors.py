"""Database errors, in a module that loads no database libraries."""

from __future__ import annotations

from stromnetz.engine.errors import BadInput


class NewerDatabase(Exception):
    """The schema is newer than this version."""


class OlderDatabase(Exception):
    """The schema is older than the oldest one that can be upgraded."""


class DatabaseTimeout(Exception):
    """The database did not respond in time."""


def invalid_value() -> BadInput:
    """Return the refusal of a value that the database does not accept."""
    return BadInput(case="not-kept")
