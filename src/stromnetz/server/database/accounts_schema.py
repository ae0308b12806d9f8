"""The tables of accounts: a guest with a name that is its own, and the ways by which it is known again.

An account is a guest, so everything that belongs to a guest belongs to it. A table that says whose something is has a
foreign key to ``guests.id``: then it comes along when somebody logs in, is in what they take with them, and goes when
they delete themselves (:mod:`stromnetz.server.database.belongings`).
"""

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
)

from .schema import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("name", String(64), nullable=False),
    # the digest of what the name looks like: no two accounts look alike
    Column("looks", String(64), nullable=False),
    # as argon2 writes it; None where there is another way in
    Column("password", String(256), nullable=True),
    Column("admin", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("looks"),
)

# a device on which somebody is logged in; ended ones are kept as long as their cookie could come back
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    # what its browser says it is
    Column("device", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
    Index("ix_sessions_guest", "guest"),
    Index("ix_sessions_ended_expires_at", "ended", "expires_at"),
)

passkeys = Table(
    "passkeys",
    metadata,
    # of the credential, as base64url
    Column("id", String(1400), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
    Index("ix_passkeys_guest", "guest"),
)

# who somebody is with a provider of OpenID Connect
logins = Table(
    "logins",
    metadata,
    Column("issuer", String(255), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("issuer", "subject"),
    Index("ix_logins_guest", "guest"),
)

# how often a password was guessed wrong, by the digest of a name or an address, and until when nobody may go on
guesses = Table(
    "guesses",
    metadata,
    Column("what", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_guesses_at", "at"),
)

# what was begun and waits for its second half: a passkey's challenge, a visit to a provider
pending = Table(
    "pending",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True),
    Column("data_json", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_pending_expires_at", "expires_at"),
)
