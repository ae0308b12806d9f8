"""Answers in advance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("answers_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_answers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_answers_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("answers")
