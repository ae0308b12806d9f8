"""Table events, endings, and who resigned.

Whoever has resigned at a rated table before is known from the ratings.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_table_events"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_table_events_table_id", ondelete="CASCADE"),
    )
    op.add_column("tables", sa.Column("ending", sa.String(16), nullable=True))
    # in SQL, as SQLite can add a foreign key only together with its column
    op.execute(
        "ALTER TABLE seats ADD COLUMN resigned_by VARCHAR(32) CONSTRAINT fk_seats_resigned_by REFERENCES guests (id)"
    )
    op.create_index("ix_seats_resigned_by", "seats", ["resigned_by"])
    op.execute(
        "UPDATE seats SET resigned_by = (SELECT rated_players.guest FROM rated_seats"
        " JOIN rated_players ON rated_players.id = rated_seats.player"
        " WHERE rated_seats.table_id = seats.table_id AND rated_seats.seat = seats.seat)"
        " WHERE resigned"
    )


def downgrade() -> None:
    op.drop_index("ix_seats_resigned_by", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("resigned_by")
    op.drop_column("tables", "ending")
    op.drop_table("table_events")
