"""Push endpoints that do not answer in time: how often in a row, and when they are tried again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pushes", sa.Column("timeouts", sa.Integer, nullable=False, server_default="0"))
    op.add_column("pushes", sa.Column("retry_at", sa.BigInteger, nullable=True))


def downgrade() -> None:
    op.drop_column("pushes", "retry_at")
    op.drop_column("pushes", "timeouts")
