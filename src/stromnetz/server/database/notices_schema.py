"""The tables of the database about telling people that it is their turn. They belong to a guest, and go with it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

from .schema import metadata

# browsers that want to be told when they are closed
pushes = Table(
    "pushes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    # of the endpoint, so that a browser is told once
    Column("digest", String(64), nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("browser", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # sends in a row that its service did not answer in time, and until when it is left alone after one
    Column("timeouts", Integer, nullable=False, server_default="0"),
    Column("retry_at", BigInteger, nullable=True),
    UniqueConstraint("digest"),
    Index("ix_pushes_guest", "guest"),
)

# where somebody wants letters; before it is confirmed, only a letter that asks is sent there
addresses = Table(
    "addresses",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # when the letter that asks went out; null: it is due
    Column("asked_at", BigInteger, nullable=True),
    Column("confirmed_at", BigInteger, nullable=True),
    # whether e-mails about turns go there; without them it can still reset a password
    Column("turn_mails", Boolean, nullable=False, server_default=true()),
)

# the letters that ask, counted by guest and by address
asked_letters = Table(
    "asked_letters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_asked_letters_at", "at"),
)

# what somebody was told of a table: which version it had, and when; one that was claimed and not sent is tried again
notices = Table(
    "notices",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("way", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("claimed_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent", Boolean, nullable=False),
    Column("sent_at", BigInteger, nullable=True),
    PrimaryKeyConstraint("table_id", "guest", "way"),
)
