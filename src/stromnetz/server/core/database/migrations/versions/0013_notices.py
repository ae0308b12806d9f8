"""People are told that it is their turn while their browser is closed: by Web Push, and by e-mail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_pushes_guest", ondelete="CASCADE"),
        sa.UniqueConstraint("digest", name="uq_pushes_digest"),
    )
    op.create_index("ix_pushes_guest", "pushes", ["guest"])
    op.create_table(
        "addresses",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=True),
        sa.Column("confirmed_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("guest", name="pk_addresses"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_addresses_guest", ondelete="CASCADE"),
    )
    op.create_table(
        "asked_letters",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_asked_letters"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_asked_letters_guest", ondelete="CASCADE"),
    )
    op.create_index("ix_asked_letters_at", "asked_letters", ["at"])
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("claimed_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent", sa.Boolean, nullable=False),
        sa.Column("sent_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "guest", "way", name="pk_notices"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notices_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_notices_guest", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for name in ("notices", "asked_letters", "addresses", "pushes"):
        op.drop_table(name)
