"""Users take turns with reviews: who asked for one, and which turn it takes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("errands", sa.Column("asker", sa.String(32), nullable=False, server_default=""))
    op.add_column("errands", sa.Column("turn", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("errands", "turn")
    op.drop_column("errands", "asker")
