"""SQL of ratings: players, rated games and current ratings.

A game is rated after its end in a separate commit, by the first process that finds it; the order is stored, and so are
the results, so that all ratings can be recomputed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from stromnetz.play.catalogue import rating_group
from stromnetz.server.core.database.db_schema import (
    rated_games,
    rated_players,
    rated_seats,
    ratings,
    tables,
    to_compact_json,
)
from stromnetz.server.tables.cache import read_table
from stromnetz.tables.errors import NotFound
from stromnetz.tables.ids import new_id
from stromnetz.tables.rating_rules import Outcome, outcomes, require_rateable
from stromnetz.tables.table import BOT, FINISHED, Table

LOCK = 7_265_111
"""Arbitrary number of the advisory lock, which must never change: PostgreSQL rates games one after another."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a player in a group."""

    mu: float
    sigma: float
    games: int
    wins: int


@dataclass(slots=True)
class RatedGame:
    table_id: str
    pool: str
    players: list[str]
    """By seat."""
    outcomes: list[Outcome] = field(default_factory=list)
    after: dict[str, tuple[float, float]] = field(default_factory=dict)
    """The rating of each player after the game."""


# --- before and during a game ---


def register_game(c: Connection, table: Table) -> None:
    """Register a rated game at its start: the players are rated even if they lose their seats."""
    settings = table.settings
    require_rateable(settings, table.seats, begins=True)
    game = {"table_id": table.id, "pool": rating_group(settings.edition)}
    c.execute(insert(rated_games).values(**game, edition=settings.edition, map=settings.map))
    players = [
        player_of(c, level=seat.bot) if seat.kind == BOT else player_of(c, guest=seat.guest) for seat in table.seats
    ]
    c.execute(insert(rated_seats), [{"table_id": table.id, "seat": n, "player": one} for n, one in enumerate(players)])


def player_of(c: Connection, guest: str | None = None, level: str | None = None) -> str:
    """Return the player of a person or a bot, created if missing."""
    found = find_player(c, guest, level)
    if found is None:
        found = new_id()
        c.execute(insert(rated_players).values(id=found, guest=guest, level=level, hidden=False))
    return found


def find_player(c: Connection, guest: str | None = None, level: str | None = None) -> str | None:
    mine = rated_players.c.guest == guest if guest is not None else rated_players.c.level == level
    return c.execute(select(rated_players.c.id).where(mine)).scalar_one_or_none()


def forget_game(c: Connection, table_id: str) -> None:
    """Unregister a game that was not finished."""
    c.execute(delete(rated_games).where(rated_games.c.table_id == table_id, rated_games.c.seq.is_(None)))


# --- after a game ---


def due(c: Connection) -> list[str]:
    """Return finished games that are not rated, in the order in which they ended."""
    query = select(rated_games.c.table_id).join(tables, tables.c.id == rated_games.c.table_id)
    query = query.where(rated_games.c.seq.is_(None), tables.c.state == FINISHED)
    return list(c.execute(query.order_by(tables.c.changed_at, tables.c.id)).scalars())


def rate_due(c: Connection) -> list[str]:
    """Rate all finished games; return the tables."""
    delete_orphaned(c)
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    return [table_id for table_id in due(c) if _rate(c, table_id)]


def _rate(c: Connection, table_id: str) -> bool:
    """Rate a game; return False if its edition is not installed."""
    (game,) = _games(c, rated_games.c.table_id == table_id)
    game.outcomes = _outcomes(c, game)
    if not game.outcomes:
        return False  # the edition may be installed again
    seq = (c.execute(select(func.max(rated_games.c.seq))).scalar_one() or 0) + 1
    finished = c.execute(select(tables.c.changed_at).where(tables.c.id == table_id)).scalar_one()
    c.execute(update(rated_games).where(rated_games.c.table_id == table_id).values(seq=seq, finished_at=finished))
    stands = standings(c, game.pool, game.players)
    _count(game, stands)
    _save_results(c, [game])
    for player in game.after:
        _save_rating(c, game.pool, player, stands[player])
    return True


def _count(game: RatedGame, stands: dict[str, PlayerRating]) -> None:
    """Compute the ratings after a game, and update the standings."""
    from stromnetz.arena.results import Rating, rated  # noqa: PLC0415  (loads slowly)

    known = {player: Rating(stand.mu, stand.sigma) for player, stand in stands.items()}
    after = rated(known, game.players, [one.rank for one in game.outcomes])
    game.after = {player: (rating.mu, rating.sigma) for player, rating in after.items()}
    for player, (mu, sigma) in game.after.items():
        before = stands.get(player)
        seats = [one for who, one in zip(game.players, game.outcomes, strict=True) if who == player]
        won = any(one.rank == 1 and not one.resigned for one in seats)  # if all resign, all are last
        games, wins = (before.games, before.wins) if before is not None else (0, 0)
        stands[player] = PlayerRating(mu, sigma, games + 1, wins + int(won))


def _outcomes(c: Connection, game: RatedGame) -> list[Outcome]:
    """Return the outcomes of a game: from the game while it exists, else as stored."""
    try:
        loaded = read_table(c, game.table_id)
    except NotFound:
        loaded = None  # its edition is not installed
    if loaded is None or loaded[1] is None:
        return game.outcomes
    return outcomes(loaded[0], loaded[1])


def _games(c: Connection, where: Any) -> list[RatedGame]:
    query = select(rated_games.c.table_id, rated_games.c.pool).where(where).order_by(rated_games.c.seq)
    out = {row[0]: RatedGame(row[0], row[1], []) for row in c.execute(query)}
    query = select(rated_seats).join(rated_games, rated_games.c.table_id == rated_seats.c.table_id).where(where)
    for row in c.execute(query.order_by(rated_seats.c.table_id, rated_seats.c.seat)).mappings():
        game = out[row["table_id"]]
        game.players.append(row["player"])
        if row["rank"] is not None:
            game.outcomes.append(Outcome(row["rank"], row["resigned"], tuple(json.loads(row["plants_json"]))))
        if row["mu"] is not None:
            game.after[row["player"]] = (row["mu"], row["sigma"])
    return list(out.values())


def _save_results(c: Connection, games: Iterable[RatedGame]) -> None:
    for game in games:
        for seat, (player, outcome) in enumerate(zip(game.players, game.outcomes, strict=True)):
            mu, sigma = game.after[player]
            result = {
                "rank": outcome.rank,
                "resigned": outcome.resigned,
                "plants_json": to_compact_json(outcome.plants),
            }
            where = (rated_seats.c.table_id == game.table_id, rated_seats.c.seat == seat)
            c.execute(update(rated_seats).where(*where).values(**result, mu=mu, sigma=sigma))


def standings(c: Connection, pool: str, players: Sequence[str] | None = None) -> dict[str, PlayerRating]:
    """Return the ratings of players in a group, by default of all."""
    query = select(ratings).where(ratings.c.pool == pool)
    if players is not None:
        query = query.where(ratings.c.player.in_(players))
    return {
        row["player"]: PlayerRating(row["mu"], row["sigma"], row["games"], row["wins"])
        for row in c.execute(query).mappings()
    }


def _save_rating(c: Connection, pool: str, player: str, stand: PlayerRating) -> None:
    values = asdict(stand)
    where = (ratings.c.pool == pool, ratings.c.player == player)
    if c.execute(update(ratings).where(*where).values(**values)).rowcount == 0:
        c.execute(insert(ratings).values(pool=pool, player=player, **values))


# --- recomputing ---


@dataclass(slots=True)
class Rebuilt:
    """All ratings, recomputed from the games."""

    games: list[RatedGame]
    stands: dict[str, dict[str, PlayerRating]]
    """By group and player."""
    different: int
    """Games with other results than stored."""


def recompute(c: Connection) -> Rebuilt:
    """Recompute all ratings in the order in which games ended, without writing."""
    out = Rebuilt(_games(c, rated_games.c.seq.is_not(None)), {}, 0)
    for game in out.games:
        stored = replace(game, outcomes=list(game.outcomes), after=dict(game.after))
        game.outcomes = _outcomes(c, game)
        _count(game, out.stands.setdefault(game.pool, {}))
        out.different += game != stored
    return out


def replace_all(c: Connection, rebuilt: Rebuilt) -> bool:
    """Write recomputed ratings; return False without writing if a game was rated meanwhile."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    last = c.execute(select(func.count()).select_from(rated_games).where(rated_games.c.seq.is_not(None))).scalar_one()
    if last != len(rebuilt.games):
        return False
    _save_results(c, rebuilt.games)
    c.execute(delete(ratings))
    for pool, stands in rebuilt.stands.items():
        for player, stand in stands.items():
            _save_rating(c, pool, player, stand)
    return True


def all_standings(c: Connection) -> dict[str, dict[str, PlayerRating]]:
    pools = c.execute(select(ratings.c.pool).distinct()).scalars().all()
    return {pool: standings(c, pool) for pool in pools}


def delete_orphaned(c: Connection) -> None:
    """Delete registered games whose table was removed before they ended."""
    gone = ~exists().where(tables.c.id == rated_games.c.table_id)
    c.execute(delete(rated_games).where(and_(rated_games.c.seq.is_(None), gone)))
