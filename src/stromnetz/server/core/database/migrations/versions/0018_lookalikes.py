"""More names look alike: accounts are found by what their name looks like now.

Where two do, the older one keeps the look, and the other is found by its name as it is written.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stromnetz.tables.names import exactly, name_digest

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_accounts = sa.table("accounts", sa.column("guest"), sa.column("name"), sa.column("looks"), sa.column("created_at"))


def upgrade() -> None:
    c = op.get_bind()
    columns = (_accounts.c.guest, _accounts.c.name, _accounts.c.looks)
    rows = c.execute(sa.select(*columns).order_by(_accounts.c.created_at, _accounts.c.guest)).all()
    taken: set[str] = set()
    changed: dict[str, str] = {}
    for guest, name, before in rows:
        looks = name_digest(name)
        if looks in taken:
            looks = exactly(name)
        taken.add(looks)
        if looks != before:
            changed[guest] = looks
    # in two steps: what one is found by now may be what another was found by before
    for step in ("-", ""):
        for guest, looks in changed.items():
            value = guest if step else looks
            c.execute(sa.update(_accounts).where(_accounts.c.guest == guest).values(looks=value))


def downgrade() -> None:
    """What a name looked like to an earlier version is not known to this one."""
