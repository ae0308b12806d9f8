"""Programs of other people sit at tables as bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_programs"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_programs_guest"),
        sa.ForeignKeyConstraint(["owner"], ["guests.id"], name="fk_programs_owner"),
    )
    op.create_index("ix_programs_owner", "programs", ["owner"])


def downgrade() -> None:
    op.drop_table("programs")
