"""Lessons are played at tables of their own, and who has done which is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("lesson", sa.String(60), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("done_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("guest", "lesson", name="pk_lessons"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_lessons_guest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_lessons_table_id", ondelete="SET NULL"),
    )
    op.create_index("ix_lessons_table_id", "lessons", ["table_id"])


def downgrade() -> None:
    op.drop_table("lessons")
