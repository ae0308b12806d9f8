"""Clocks, who was last there, stand-ins, and the nights and holidays of a guest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("bank", sa.BigInteger, nullable=True))
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("stand_in", sa.String(32), nullable=True))
    op.add_column("seats", sa.Column("votes_json", sa.Text, nullable=True))
    op.add_column("seats", sa.Column("seen_at", sa.BigInteger, nullable=True))
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("out", sa.Boolean, nullable=False),
        sa.Column("before_json", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_turns"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_turns_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_turns_deadline", "turns", ["deadline"])
    op.create_table(
        "rests",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("rest_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_rests"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_rests_guest", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("rests")
    op.drop_table("turns")
    for name in ("seen_at", "votes_json", "stand_in", "missed", "bank"):
        op.drop_column("seats", name)
