"""The tables of the database. Texts that hold JSON end in ``_json``; times are milliseconds since 1970."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # how often the guest has logged out: cookies of an earlier generation are worth nothing
    Column("generation", Integer, nullable=False, server_default="0"),
    Index("ix_guests_generation", "generation"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("settings_json", Text, nullable=False),
    Column("host", String(32), ForeignKey("guests.id"), nullable=True),
    # grows with every change of the table itself: seats, state, the game's version
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("to_act", Integer, nullable=True),
    Column("commitment", String(64), nullable=True),
    Column("rematch_of", String(32), nullable=True),
    Column("imported", Boolean, nullable=False),
    # the digest of the record that was taken in, so that the same is kept once
    Column("record", String(64), nullable=True),
    # how it came about, where nobody opened it by hand; and the round that is played
    Column("origin", String(16), nullable=True),
    Column("round", Integer, nullable=True),
    # a digest of the address from which a game was started, as long as it runs: addresses take turns with bots
    Column("started_from", String(32), nullable=True),
    # how the table ended before its game did
    Column("ending", String(16), nullable=True),
    # the last offer to abandon the game
    Column("offer_json", Text, nullable=True),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    UniqueConstraint("code"),
    UniqueConstraint("rematch_of"),
    Index("ix_tables_state_changed_at", "state", "changed_at"),
    Index("ix_tables_host", "host"),
    Index("ix_tables_started_from", "started_from"),
    Index("ix_tables_record", "record", unique=True),
    Index("ix_tables_public_state_changed_at", "public", "state", "changed_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True),
    Column("name", String(64), nullable=False),
    Column("bot", String(32), nullable=True),
    Column("invited", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    # the guest who resigned, where a bot plays on
    Column("resigned_by", String(32), ForeignKey("guests.id"), nullable=True),
    # the digest of the token in the seat's recovery link
    Column("recovery", String(64), nullable=True),
    # what that token is made of, with the server's key: so the link can be shown again
    Column("link", String(32), nullable=True),
    # milliseconds on a live clock, as of when its turn began; turns missed in a row; the bot that holds the seat
    Column("bank", BigInteger, nullable=True),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("stand_in", String(32), nullable=True),
    # who wants a stand-in there, since when
    Column("votes_json", Text, nullable=True),
    # when somebody last looked or acted from there
    Column("seen_at", BigInteger, nullable=True),
    # the colour that somebody chose
    Column("colour", Integer, nullable=True),
    # whether its person agrees to advice at the table
    Column("advice", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("recovery"),
    Index("ix_seats_guest", "guest"),
    Index("ix_seats_resigned_by", "resigned_by"),
)

# which guests have opened a seat by its recovery link
seat_keys = Table(
    "seat_keys",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "guest"),
    Index("ix_seat_keys_guest", "guest"),
)

# whom the host has removed from a seat before the game, until they sit down again
removals = Table(
    "removals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("table_id", "guest"),
    Index("ix_removals_guest", "guest"),
)

# what happened at a table besides moves
table_events = Table(
    "table_events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(24), nullable=False),
    # the version of the game at which it happened
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("bot", String(32), nullable=True),
    Column("reason", String(16), nullable=True),
    PrimaryKeyConstraint("table_id", "seq"),
)

# whose clock runs at a table that has one, and until when; a turn that is over its deadline waits to be claimed
turns = Table(
    "turns",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    # the round and phase
    Column("stage", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("deadline", BigInteger, nullable=True),
    # time is out: a bot answers
    Column("out", Boolean, nullable=False),
    # what is needed to take the turn before it back
    Column("before_json", Text, nullable=True),
    # until when some server sees to it that its time is out
    Column("lease_until", BigInteger, nullable=True),
    Index("ix_turns_deadline", "deadline"),
)

# the nights and holidays of a guest
rests = Table(
    "rests",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("rest_json", Text, nullable=False),
)

# who has begun or finished which lesson, and the table at which it is played, as long as there is one
lessons = Table(
    "lessons",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("lesson", String(60), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL"), nullable=True),
    Column("done_at", BigInteger, nullable=True),
    PrimaryKeyConstraint("guest", "lesson"),
    Index("ix_lessons_table_id", "table_id"),
)

# what a seat has said in advance; it is nobody else's business
answers = Table(
    "answers",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("answers_json", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

games = Table(
    "games",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # how the game began, its seed too: the header of its record
    Column("header_json", Text, nullable=False),
    # the position after the last row, so that a game goes on from it whatever becomes of the rules
    Column("position_json", Text, nullable=False),
)

rows = Table(
    "rows",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("row_json", Text, nullable=False),
    # the idempotency key of the request that made the row, and what it asked for
    Column("key", String(64), nullable=True),
    Column("digest", String(64), nullable=True),
    Column("at", BigInteger, nullable=False),
    # two writers can never both make row n
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("position_json", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

# tables at which the host has closed the chat; where there is no row, it is open
chats = Table(
    "chats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("silent", Boolean, nullable=False),
)

# what was said at a table, counted apart for those who play and those who look on
chat_lines = Table(
    "chat_lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("room", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    # one of the two: the id of a phrase, which everybody reads in their own language, or a text
    Column("phrase", String(32), nullable=True),
    Column("text", Text, nullable=True),
    # the idempotency key of the request that said it
    Column("key", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "room", "seq"),
    UniqueConstraint("table_id", "guest", "key"),
    Index("ix_chat_lines_guest_at", "guest", "at"),
)

# whose words a guest does not want to read
chat_mutes = Table(
    "chat_mutes",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("muted", String(32), ForeignKey("guests.id"), nullable=False),
    PrimaryKeyConstraint("guest", "muted"),
)

# what was reported to the host of the server: a copy, since tables go away
chat_reports = Table(
    "chat_reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("room", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("said", Text, nullable=False),
    Column("said_at", BigInteger, nullable=False),
    Column("reporter", String(32), ForeignKey("guests.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False),
    # why it was reported, and what the reporter adds to that; null in reports from before reasons were asked for
    Column("reason", String(16), nullable=True),
    Column("note", Text, nullable=True),
    UniqueConstraint("table_id", "room", "seq", "reporter"),
)

# the messages around a reported one, copied too
chat_report_lines = Table(
    "chat_report_lines",
    metadata,
    Column("report", Integer, ForeignKey("chat_reports.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("phrase", String(32), nullable=True),
    Column("text", Text, nullable=True),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("report", "seq"),
    Index("ix_chat_report_lines_guest", "guest"),
)

# programs that sit at tables as bots: guests of their own, who belong to somebody
programs = Table(
    "programs",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("owner", String(32), ForeignKey("guests.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("ix_programs_owner", "owner"),
)

# tables that a guest does not want to see among its own any more
shelves = Table(
    "shelves",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("guest", "table_id"),
)

# who would play what; with a table, once one was found
seeks = Table(
    "seeks",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("edition", String(64), nullable=False),
    # null: any
    Column("map", String(64), nullable=True),
    Column("players", Integer, nullable=True),
    Column("clock", String(16), nullable=True),
    # which bots fill up, and after how many seconds; null: none
    Column("bot", String(32), nullable=True),
    Column("fill_after", Integer, nullable=True),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("since", BigInteger, nullable=False),
    # when the guest last asked how it stands: whoever is gone seeks no more
    Column("seen_at", BigInteger, nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True),
    Index("ix_seeks_seen_at", "seen_at"),
)


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


bans = Table(
    "bans",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("reason", Text, nullable=False),
    # None: until it is lifted
    Column("until", BigInteger, nullable=True),
    # until when new guests from the addresses of this guest are kept away; None: they are not
    Column("address_until", BigInteger, nullable=True),
)

# an address from which no new guests may come, as an HMAC of it
address_bans = Table(
    "address_bans",
    metadata,
    Column("digest", String(32), primary_key=True),
    # whose ban it belongs to, and with which it is lifted; None: a guest that has been deleted
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True),
    Column("until", BigInteger, nullable=False),
    Index("ix_address_bans_guest", "guest"),
    Index("ix_address_bans_until", "until"),
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

UNLOGGED_TABLES = (servers, sockets, spendings)
"""What is true only while servers run: PostgreSQL need not write it ahead."""


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


rated_players = Table(
    "rated_players",
    metadata,
    Column("id", String(32), primary_key=True),
    # one of the two: a person, or a level of our own bots; neither where somebody has deleted themselves
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True),
    Column("level", String(32), nullable=True),
    # neither profile nor place on the ladder are shown to others
    Column("hidden", Boolean, nullable=False),
    UniqueConstraint("guest"),
    UniqueConstraint("level"),
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    # the edition under which it is rated; "group" is a word of SQL
    Column("pool", String(64), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("map", String(64), nullable=False),
    # in the order of finishing, over all groups; None while it is played
    Column("seq", Integer, nullable=True),
    Column("finished_at", BigInteger, nullable=True),
    UniqueConstraint("seq"),
)

# who played on which seat from the beginning, whatever became of the seat; the rest is known at the end
rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("rated_games.table_id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(32), nullable=False),
    Column("rank", Integer, nullable=True),
    Column("resigned", Boolean, nullable=True),
    # the plants that it bought
    Column("plants_json", Text, nullable=True),
    # the player's rating after the game
    Column("mu", Double, nullable=True),
    Column("sigma", Double, nullable=True),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_rated_seats_player", "player"),
)

# how the players stand
ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(64), nullable=False),
    Column("player", String(32), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    PrimaryKeyConstraint("pool", "player"),
    Index("ix_ratings_pool_mu", "pool", "mu"),
)


def to_compact_json(data: Any) -> str:
    """JSON as the database stores it."""
    return json.dumps(data, separators=(",", ":"))
