"""Bans, and what those who look after the server do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_bans"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_bans_guest"),
    )
    op.create_table(
        "admin_actions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(32), nullable=True),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("about_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admin_actions"),
        sa.ForeignKeyConstraint(["who"], ["guests.id"], name="fk_admin_actions_who"),
    )
    op.create_index("ix_admin_actions_who", "admin_actions", ["who"])


def downgrade() -> None:
    op.drop_table("admin_actions")
    op.drop_table("bans")
