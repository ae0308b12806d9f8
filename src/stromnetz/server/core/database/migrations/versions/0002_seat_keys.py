"""A recovery link opens its seat alone, and a guest can log out everywhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # only columns that are added: no table is copied, and what refers to it stays
    op.add_column("guests", sa.Column("generation", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_guests_generation", "guests", ["generation"])
    op.add_column("seats", sa.Column("link", sa.String(32), nullable=True))
    op.create_table(
        "seat_keys",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "guest", name="pk_seat_keys"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seat_keys_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seat_keys_guest"),
    )
    op.create_index("ix_seat_keys_guest", "seat_keys", ["guest"])


def downgrade() -> None:
    op.drop_table("seat_keys")
    op.drop_index("ix_guests_generation", "guests")
    op.drop_column("seats", "link")
    op.drop_column("guests", "generation")
