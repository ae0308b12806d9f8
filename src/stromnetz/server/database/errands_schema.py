"""What somebody asked for and takes a while: reviews of games, tournaments of bots."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from .schema import metadata

# claimed until lease_until by a worker, who writes down how far it is and what has come out so far
errands = Table(
    "errands",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("kind", String(16), nullable=False),
    # what several belong to: a table, or a tournament
    Column("subject", String(32), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True),
    Column("question_json", Text, nullable=False),
    Column("answer_json", Text, nullable=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    # open, done or failed
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    # who asked for it, and which turn it takes: those who have asked take turns
    Column("asker", String(32), nullable=False, server_default=""),
    Column("turn", BigInteger, nullable=False, server_default="0"),
    Column("asked_at", BigInteger, nullable=False),
    Column("lease_until", BigInteger, nullable=True),
    Column("worker", String(16), nullable=True),
    Index("ix_errands_state_asked_at", "state", "asked_at"),
    Index("ix_errands_subject", "subject"),
    Index("ix_errands_table_id", "table_id"),
)
