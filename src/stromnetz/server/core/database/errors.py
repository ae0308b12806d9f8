"""What can go wrong with a database, known without loading what works with it."""

from __future__ import annotations

from stromnetz.engine.errors import BadInput


class NewerDatabase(Exception):
    """The database has a schema that this version does not know."""


class OlderDatabase(Exception):
    """The database was made before the first schema that this version can bring up to date."""


class DatabaseTimeout(Exception):
    """The database did not answer in time."""


def invalid_value() -> BadInput:
    """Instead of a database's own error about what it was given or asked for."""
    return BadInput(case="not-kept")
