"""The tables of those who look after a server: who is banned, and what was done by whom."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from .schema import metadata

bans = Table(
    "bans",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("reason", Text, nullable=False),
    # None: until it is lifted
    Column("until", BigInteger, nullable=True),
    Column("at", BigInteger, nullable=False),
)

# Every action, in its order. Running servers read here what they have to do about it.
admin_actions = Table(
    "admin_actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # who did it; None: whoever has the command line
    Column("who", String(32), ForeignKey("guests.id"), nullable=True),
    Column("what", String(32), nullable=False),
    Column("about_json", Text, nullable=False),
    Index("ix_admin_actions_who", "who"),
)
