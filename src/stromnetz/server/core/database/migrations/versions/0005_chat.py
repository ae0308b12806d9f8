"""People at a table can talk, mute each other, and report what was said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("silent", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_chats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chats_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "chat_lines",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("phrase", sa.String(32), nullable=True),
        sa.Column("text", sa.Text, nullable=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "room", "seq", name="pk_chat_lines"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_lines_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_chat_lines_guest"),
        sa.UniqueConstraint("table_id", "guest", "key", name="uq_chat_lines_table_id_guest_key"),
    )
    op.create_index("ix_chat_lines_guest_at", "chat_lines", ["guest", "at"])
    op.create_table(
        "chat_mutes",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("guest", "muted", name="pk_chat_mutes"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_chat_mutes_guest"),
        sa.ForeignKeyConstraint(["muted"], ["guests.id"], name="fk_chat_mutes_muted"),
    )
    op.create_table(
        "chat_reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("said_at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat_reports"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_chat_reports_guest"),
        sa.ForeignKeyConstraint(["reporter"], ["guests.id"], name="fk_chat_reports_reporter"),
        sa.UniqueConstraint("table_id", "room", "seq", "reporter", name="uq_chat_reports_table_id_room_seq_reporter"),
    )


def downgrade() -> None:
    for name in ("chat_reports", "chat_mutes", "chat_lines", "chats"):
        op.drop_table(name)
