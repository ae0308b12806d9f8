"""Ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rated_players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("level", sa.String(32), nullable=True),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rated_players"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_rated_players_guest"),
        sa.UniqueConstraint("guest", name="uq_rated_players_guest"),
        sa.UniqueConstraint("level", name="uq_rated_players_level"),
    )
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, nullable=True),
        sa.Column("finished_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_rated_games"),
        sa.UniqueConstraint("seq", name="uq_rated_games_seq"),
    )
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("rank", sa.Integer, nullable=True),
        sa.Column("resigned", sa.Boolean, nullable=True),
        sa.Column("plants_json", sa.Text, nullable=True),
        sa.Column("mu", sa.Double, nullable=True),
        sa.Column("sigma", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_rated_seats"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["rated_games.table_id"], name="fk_rated_seats_table_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rated_seats_player", "rated_seats", ["player"])
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("pool", "player", name="pk_ratings"),
    )
    op.create_index("ix_ratings_pool_mu", "ratings", ["pool", "mu"])


def downgrade() -> None:
    for table in ("ratings", "rated_seats", "rated_games", "rated_players"):
        op.drop_table(table)
