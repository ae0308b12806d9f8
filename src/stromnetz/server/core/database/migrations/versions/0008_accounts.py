"""Guests can have accounts: a name of their own, passwords, passkeys, and sessions on several devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _accounts()
    _sessions()
    _ways_in()
    _unfinished()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("looks", sa.String(64), nullable=False),
        sa.Column("password", sa.String(256), nullable=True),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_accounts"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_accounts_guest"),
        sa.UniqueConstraint("looks", name="uq_accounts_looks"),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_sessions_guest"),
    )
    op.create_index("ix_sessions_guest", "sessions", ["guest"])
    op.create_index("ix_sessions_ended_expires_at", "sessions", ["ended", "expires_at"])


def _ways_in() -> None:
    """Beside a password."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_passkeys_guest"),
    )
    op.create_index("ix_passkeys_guest", "passkeys", ["guest"])
    op.create_table(
        "logins",
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_logins"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_logins_guest"),
    )
    op.create_index("ix_logins_guest", "logins", ["guest"])


def _unfinished() -> None:
    """Passwords that were guessed at, and what was begun and waits for its second half."""
    op.create_table(
        "guesses",
        sa.Column("what", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("what", name="pk_guesses"),
    )
    op.create_index("ix_guesses_at", "guesses", ["at"])
    op.create_table(
        "pending",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("data_json", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pending"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_pending_guest"),
    )
    op.create_index("ix_pending_expires_at", "pending", ["expires_at"])


def downgrade() -> None:
    for name in ("pending", "guesses", "logins", "passkeys", "sessions", "accounts"):
        op.drop_table(name)
