"""The tables of servers that work together; all but the jobs are true only while these run, and kept without a log."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table

from .schema import metadata

# a table at which a bot is to move, or a program is waited for; claimed until lease_until by a worker
jobs = Table(
    "jobs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("priority", Integer, nullable=False),
    # whose turn it takes among those of the same priority, and which turn that is
    Column("owner", String(32), nullable=False, server_default=""),
    Column("turn", BigInteger, nullable=False, server_default="0"),
    Column("due_at", BigInteger, nullable=False),
    Column("lease_until", BigInteger, nullable=True),
    Column("worker", String(16), nullable=True),
    Index("ix_jobs_priority_due_at", "priority", "due_at"),
)

# the servers that run, and when each last said so
servers = Table(
    "servers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("alive_at", BigInteger, nullable=False),
)

# who looks at which table, by which server; addresses are not kept, only digests of them
sockets = Table(
    "sockets",
    metadata,
    Column("server", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("guest", String(32), nullable=True),
    Column("address", String(32), nullable=False),
    Column("came_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("server", "number"),
    Index("ix_sockets_table_id", "table_id"),
    Index("ix_sockets_address", "address"),
)

# what guests and addresses have spent of what they may ask for, by server; digests again
spendings = Table(
    "spendings",
    metadata,
    Column("server", String(16), nullable=False),
    Column("bucket", String(16), nullable=False),
    Column("key", String(32), nullable=False),
    Column("total", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("server", "bucket", "key"),
    Index("ix_spendings_at", "at"),
)

PASSING = (jobs, servers, sockets, spendings)
"""What is true only while servers run or a bot is due, and goes with them."""
