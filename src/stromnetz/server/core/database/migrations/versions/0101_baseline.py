"""The schema of 0.3.0, which new databases get as a whole (:func:`stromnetz.server.core.database.engine.migrate`)."""

from __future__ import annotations

from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Every database starts here: nothing to change."""
