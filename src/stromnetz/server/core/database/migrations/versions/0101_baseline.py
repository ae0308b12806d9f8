"""The schema of 0.3.0, which new databases get as a whole (:func:`stromnetz.server.core.database.engine.migrate`)."""

from __future__ import annotations

revision = "0101"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every database starts here: nothing to change."""
