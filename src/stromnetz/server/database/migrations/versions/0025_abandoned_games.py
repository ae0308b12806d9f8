"""Offers to abandon a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("offer_json", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "offer_json")
