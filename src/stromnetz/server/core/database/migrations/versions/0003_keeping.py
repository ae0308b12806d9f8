"""The same record is kept once, old tables are found by their state, bots that are due by their seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("record", sa.String(64), nullable=True))
    op.create_index("ix_tables_record", "tables", ["record"], unique=True)
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_state_changed_at", "tables", ["state", "changed_at"])
    op.drop_index("ix_tables_to_act_kind", "tables")


def downgrade() -> None:
    op.create_index("ix_tables_to_act_kind", "tables", ["to_act_kind"])
    for name in ("record", "host", "state_changed_at"):
        op.drop_index(f"ix_tables_{name}", "tables")
    op.drop_column("tables", "record")
