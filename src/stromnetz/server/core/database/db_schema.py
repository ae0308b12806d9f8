"""The tables of the database. Columns with JSON end in ``_json``; times are milliseconds since 1970."""

from __future__ import annotations

import json
from collections.abc import Callable
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

meta = Table("meta", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # number of log-outs: cookies of earlier generations are invalid
    Column("generation", Integer, nullable=False, server_default="0", index=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("state", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("settings_json", Text, nullable=False),
    Column("host", String(32), ForeignKey("guests.id"), nullable=True, index=True),
    # incremented with every change of the table: seats, state, the game's version
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("to_act", Integer, nullable=True),
    Column("commitment", String(64), nullable=True),
    Column("rematch_of", String(32), nullable=True, unique=True),
    Column("imported", Boolean, nullable=False),
    # digest of an imported record, so that it is imported only once
    Column("record", String(64), nullable=True, unique=True, index=True),
    # how the table came about unless a player opened it; the round of the game
    Column("origin", String(16), nullable=True),
    Column("round", Integer, nullable=True),
    # digest of the address that started a running game: addresses take turns in the queue of bots
    Column("started_from", String(32), nullable=True, index=True),
    # why the table ended before its game was over
    Column("ending", String(16), nullable=True),
    # the last offer to abandon the game
    Column("offer_json", Text, nullable=True),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_tables_state_changed_at", "state", "changed_at"),
    Index("ix_tables_public_state_changed_at", "public", "state", "changed_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True, index=True),
    Column("name", String(64), nullable=False),
    Column("bot", String(32), nullable=True),
    Column("invited", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    # the guest who resigned if a bot has replaced them
    Column("resigned_by", String(32), ForeignKey("guests.id"), nullable=True, index=True),
    # digest of the token in the seat's recovery link
    Column("recovery", String(64), nullable=True, unique=True),
    # nonce of that token, which is derived from it with the server's key
    Column("link", String(32), nullable=True),
    # milliseconds on a live clock when the turn began; turns missed in a row; the stand-in bot
    Column("bank", BigInteger, nullable=True),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("stand_in", String(32), nullable=True),
    # seats that vote for a stand-in, and when they did
    Column("votes_json", Text, nullable=True),
    # when the player last watched or acted
    Column("seen_at", BigInteger, nullable=True),
    # the chosen colour
    Column("colour", Integer, nullable=True),
    # whether the player allows hints at the table
    Column("advice", Boolean, nullable=False, server_default=false()),
)

# guests who have opened a seat by its recovery link
seat_keys = Table(
    "seat_keys",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True, index=True),
)

# guests whom the host has removed from a seat, until they sit down again
removals = Table(
    "removals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
)

# events at a table besides moves
table_events = Table(
    "table_events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(24), nullable=False),
    # the version of the game at that time
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("bot", String(32), nullable=True),
    Column("reason", String(16), nullable=True),
)

# the running clock of a table; an overdue turn waits to be claimed by a server
turns = Table(
    "turns",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    # the round and phase
    Column("stage", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("deadline", BigInteger, nullable=True, index=True),
    # time has run out: a bot moves
    Column("timed_out", Boolean, nullable=False),
    # the previous turn, for undo
    Column("previous_json", Text, nullable=True),
    # until when a server has claimed the overdue turn
    Column("lease_until", BigInteger, nullable=True),
)

# rest hours of guests: nights and holidays
rest_hours = Table(
    "rest_hours",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("rest_json", Text, nullable=False),
)

# progress of guests in lessons, with the table at which a lesson is played
lessons = Table(
    "lessons",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(60), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("done_at", BigInteger, nullable=True),
)

# pre-set moves, which are private to their seat
preset_moves = Table(
    "preset_moves",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves_json", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # the header of the game's record, including the seed
    Column("header_json", Text, nullable=False),
    # the position after the last row, from which the game continues even if rules change
    Column("position_json", Text, nullable=False),
)

rows = Table(
    "rows",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("row_json", Text, nullable=False),
    # idempotency key and digest of the request that created the row
    Column("key", String(64), nullable=True),
    Column("digest", String(64), nullable=True),
    Column("at", BigInteger, nullable=False),
    # two writers cannot both write row n
    UniqueConstraint("table_id", "key"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("position_json", Text, nullable=False),
)

# tables whose chat the host has closed; without a row it is open
chats = Table(
    "chats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("silent", Boolean, nullable=False),
)

# chat messages, numbered separately for players and viewers
chat_lines = Table(
    "chat_lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("room", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    # either the id of a phrase, which is translated, or a text
    Column("phrase", String(32), nullable=True),
    Column("text", Text, nullable=True),
    # idempotency key of the request
    Column("key", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "guest", "key"),
    Index("ix_chat_lines_guest_at", "guest", "at"),
)

# guests whose messages a guest has muted
chat_mutes = Table(
    "chat_mutes",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("muted", String(32), ForeignKey("guests.id"), primary_key=True),
)

# reported messages: copies, since tables are deleted
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
    # why it was reported, and a remark; null in reports from before reasons were required
    Column("reason", String(16), nullable=True),
    Column("note", Text, nullable=True),
    UniqueConstraint("table_id", "room", "seq", "reporter"),
)

# copies of the messages around a reported one
chat_report_lines = Table(
    "chat_report_lines",
    metadata,
    Column("report", Integer, ForeignKey("chat_reports.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("phrase", String(32), nullable=True),
    Column("text", Text, nullable=True),
    Column("at", BigInteger, nullable=False),
)

# programs that play as bots: guests of their own, with an owner
programs = Table(
    "programs",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("owner", String(32), ForeignKey("guests.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
)

# tables that a guest has archived
archived_tables = Table(
    "archived_tables",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

# seeks: which games guests want to play; with a table once one was found
seeks = Table(
    "seeks",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("edition", String(64), nullable=False),
    # null: any
    Column("map", String(64), nullable=True),
    Column("players", Integer, nullable=True),
    Column("clock", String(16), nullable=True),
    # the bot that fills empty seats, and after how many seconds; null: none
    Column("bot", String(32), nullable=True),
    Column("fill_after", Integer, nullable=True),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("since", BigInteger, nullable=False),
    # when the guest last asked for the state of the seek, which ends if they stop asking
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True),
)


accounts = Table(
    "accounts",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("name", String(64), nullable=False),
    # digest of the name's appearance: no two accounts may look alike
    Column("confusable_key", String(64), nullable=False, unique=True),
    # argon2 hash; None if there is another way to log in
    Column("password", String(256), nullable=True),
    Column("admin", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# devices that are logged in; ended sessions are kept while their cookie could be used
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False, index=True),
    # browser and system, from the user agent
    Column("device", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
    Index("ix_sessions_ended_expires_at", "ended", "expires_at"),
)

passkeys = Table(
    "passkeys",
    metadata,
    # credential id, as base64url
    Column("id", String(1400), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
)

# identities of accounts at OpenID Connect providers
logins = Table(
    "logins",
    metadata,
    Column("issuer", String(255), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=False, index=True),
)

# failed password attempts by digest of a name or an address, and until when further ones are refused
password_attempts = Table(
    "password_attempts",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

# log-ins in progress: challenges of passkeys, visits to a provider
pending_logins = Table(
    "pending_logins",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True),
    Column("data_json", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)


bans = Table(
    "bans",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id"), primary_key=True),
    Column("reason", Text, nullable=False),
    # None: permanent
    Column("until", BigInteger, nullable=True),
    # until when new guests from this guest's addresses are refused; None: they are not
    Column("address_until", BigInteger, nullable=True),
)

# addresses, as HMACs, from which new guests are refused
address_bans = Table(
    "address_bans",
    metadata,
    Column("digest", String(32), primary_key=True),
    # the ban that it belongs to; None: the guest was deleted
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True, index=True),
    Column("until", BigInteger, nullable=False, index=True),
)

# actions of admins in order; running servers apply them
admin_actions = Table(
    "admin_actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # the admin; None: the command line
    Column("who", String(32), ForeignKey("guests.id"), nullable=True, index=True),
    Column("action", String(32), nullable=False),
    Column("about_json", Text, nullable=False),
)


# tables at which a bot has to move or a program is awaited; claimed by a worker until lease_until
bot_turns = Table(
    "bot_turns",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("priority", Integer, nullable=False),
    # owners of the same priority take turns
    Column("owner", String(32), nullable=False, server_default=""),
    Column("turn", BigInteger, nullable=False, server_default="0"),
    Column("due_at", BigInteger, nullable=False),
    Column("lease_until", BigInteger, nullable=True),
    Column("worker", String(16), nullable=True),
    Index("ix_bot_turns_priority_due_at", "priority", "due_at"),
)

# running servers and their last heartbeats
servers = Table(
    "servers", metadata, Column("id", String(16), primary_key=True), Column("alive_at", BigInteger, nullable=False)
)

# viewers of tables by server; of addresses only digests are stored
sockets = Table(
    "sockets",
    metadata,
    Column("server", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
    Column("guest", String(32), nullable=True),
    Column("address", String(32), nullable=False, index=True),
    Column("came_at", BigInteger, nullable=False),
)

# what guests and addresses have spent of their rate limits, by server; stored as digests
rate_spending = Table(
    "rate_spending",
    metadata,
    Column("server", String(16), primary_key=True),
    Column("bucket", String(16), primary_key=True),
    Column("key", String(32), primary_key=True),
    Column("total", Float, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)

UNLOGGED_TABLES = (servers, sockets, rate_spending)
"""Tables that matter only while servers run: PostgreSQL needs no write-ahead log for them."""


# background jobs; claimed by a worker until lease_until, with progress and result so far
jobs = Table(
    "jobs",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("kind", String(16), nullable=False),
    # what jobs belong to: a table or a tournament
    Column("subject", String(32), nullable=False, index=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("question_json", Text, nullable=False),
    Column("answer_json", Text, nullable=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    # open, done or failed
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    # askers take turns
    Column("asker", String(32), nullable=False, server_default=""),
    Column("turn", BigInteger, nullable=False, server_default="0"),
    Column("asked_at", BigInteger, nullable=False),
    Column("lease_until", BigInteger, nullable=True),
    Column("worker", String(16), nullable=True),
    Index("ix_jobs_state_asked_at", "state", "asked_at"),
)


# push subscriptions of browsers
pushes = Table(
    "pushes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    # digest of the endpoint, so that a browser is notified once
    Column("digest", String(64), nullable=False, unique=True),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("browser", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # timeouts of the push service in a row, and when to try again
    Column("timeouts", Integer, nullable=False, server_default="0"),
    Column("retry_at", BigInteger, nullable=True),
)

# email addresses; before one is confirmed, only the confirmation email is sent there
addresses = Table(
    "addresses",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # when the confirmation email was sent; null: it is due
    Column("asked_at", BigInteger, nullable=True),
    Column("confirmed_at", BigInteger, nullable=True),
    # whether emails about turns are sent; without them it can still reset a password
    Column("turn_mails", Boolean, nullable=False, server_default=true()),
)

# confirmation emails, counted by guest and by address
email_requests = Table(
    "email_requests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)

# notifications about turns, with the game's version; one that was claimed but not sent is retried
notifications = Table(
    "notifications",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("channel", String(8), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("claimed_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent", Boolean, nullable=False),
    Column("sent_at", BigInteger, nullable=True),
)


rated_players = Table(
    "rated_players",
    metadata,
    Column("id", String(32), primary_key=True),
    # either a person or a level of our own bots; neither if the person was deleted
    Column("guest", String(32), ForeignKey("guests.id"), nullable=True, unique=True),
    Column("level", String(32), nullable=True, unique=True),
    # whether profile and place on the ladder are hidden
    Column("hidden", Boolean, nullable=False),
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    # the edition under which it is rated ("group" is an SQL keyword)
    Column("pool", String(64), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("map", String(64), nullable=False),
    # order of finishing over all pools; None while it is played
    Column("seq", Integer, nullable=True, unique=True),
    Column("finished_at", BigInteger, nullable=True),
)

# who played on which seat at the start; the other columns are filled at the end
rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_id", String(32), ForeignKey("rated_games.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    Column("rank", Integer, nullable=True),
    Column("resigned", Boolean, nullable=True),
    # power plants that were bought
    Column("plants_json", Text, nullable=True),
    # the player's rating after the game
    Column("mu", Double, nullable=True),
    Column("sigma", Double, nullable=True),
)

# current ratings
ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(64), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Index("ix_ratings_pool_mu", "pool", "mu"),
)


to_compact_json: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":")).encode
"""JSON as the database stores it."""
