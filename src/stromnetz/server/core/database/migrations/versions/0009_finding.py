"""People seek a game, choose colours, and archive tables; a table knows its round and how it came about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("round", sa.Integer, nullable=True))
    op.add_column("seats", sa.Column("colour", sa.Integer, nullable=True))
    op.create_table(
        "shelves",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("guest", "table_id", name="pk_shelves"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_shelves_guest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_shelves_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "seeks",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("map", sa.String(64), nullable=True),
        sa.Column("players", sa.Integer, nullable=True),
        sa.Column("clock", sa.String(16), nullable=True),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.Column("fill_after", sa.Integer, nullable=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("guest", name="pk_seeks"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seeks_guest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seeks_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seeks_seen_at", "seeks", ["seen_at"])


def downgrade() -> None:
    for name in ("seeks", "shelves"):
        op.drop_table(name)
    op.drop_column("seats", "colour")
    for name in ("round", "origin"):
        op.drop_column("tables", name)
