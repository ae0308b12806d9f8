"""Offers to abandon a game, and players whom the host removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("offer_json", sa.Text, nullable=True))
    op.create_table(
        "removals",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest", name="pk_removals"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_removals_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_removals_guest", ondelete="CASCADE"),
    )
    op.create_index("ix_removals_guest", "removals", ["guest"])


def downgrade() -> None:
    op.drop_table("removals")
    op.drop_column("tables", "offer_json")
