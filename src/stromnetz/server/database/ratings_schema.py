"""The tables of ratings. They outlive the tables at which was played: what came of a game is kept with it.

``rated_players`` says who a player is; whoever has deleted themselves stays there as nobody in particular, so the
ratings of the others can be computed again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
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
