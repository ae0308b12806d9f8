"""Guests, tables, seats, games, rows and snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_meta()
    _create_guests()
    _create_tables()
    _create_seats()
    _create_games()
    _create_rows()
    _create_snapshots()


def downgrade() -> None:
    for name in ("snapshots", "rows", "games", "seats", "tables", "guests", "meta"):
        op.drop_table(name)


def _create_meta() -> None:
    op.create_table(
        "meta",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_meta"),
    )


def _create_guests() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("settings_json", sa.Text, nullable=False),
        sa.Column("host", sa.String(32), nullable=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("to_act", sa.Integer, nullable=True),
        sa.Column("to_act_kind", sa.String(16), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=True),
        sa.Column("rematch_of", sa.String(32), nullable=True),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["host"], ["guests.id"], name="fk_tables_host"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.UniqueConstraint("rematch_of", name="uq_tables_rematch_of"),
    )
    op.create_index("ix_tables_to_act_kind", "tables", ["to_act_kind"])
    op.create_index("ix_tables_public_state_changed_at", "tables", ["public", "state", "changed_at"])


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.Column("invited", sa.Boolean, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("recovery", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seats_guest"),
        sa.UniqueConstraint("recovery", name="uq_seats_recovery"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("header_json", sa.Text, nullable=False),
        sa.Column("position_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_games"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_games_table_id", ondelete="CASCADE"),
    )


def _create_rows() -> None:
    op.create_table(
        "rows",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("row_json", sa.Text, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("digest", sa.String(64), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_rows"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rows_table_id", ondelete="CASCADE"),
        sa.UniqueConstraint("table_id", "key", name="uq_rows_table_id_key"),
    )


def _create_snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("position_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id", ondelete="CASCADE"),
    )
