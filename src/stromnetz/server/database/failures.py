"""What can go wrong with a database, known without loading what works with it."""

from __future__ import annotations


class NewerDatabase(Exception):
    """The database has a schema that this version does not know."""


class NoAnswer(Exception):
    """The database did not answer in time."""
