"""Reports have a reason, a note, and a copy of the messages around the reported one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat_reports", sa.Column("reason", sa.String(16), nullable=True))
    op.add_column("chat_reports", sa.Column("note", sa.Text, nullable=True))
    op.create_table(
        "chat_report_lines",
        sa.Column("report", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("phrase", sa.String(32), nullable=True),
        sa.Column("text", sa.Text, nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("report", "seq", name="pk_chat_report_lines"),
        sa.ForeignKeyConstraint(
            ["report"], ["chat_reports.id"], name="fk_chat_report_lines_report", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_chat_report_lines_guest"),
    )
    op.create_index("ix_chat_report_lines_guest", "chat_report_lines", ["guest"])


def downgrade() -> None:
    op.drop_table("chat_report_lines")
    for name in ("note", "reason"):
        op.drop_column("chat_reports", name)
