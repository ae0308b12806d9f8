"""The statements about ratings: who plays for what, what came of it, and how everybody stands.

A game is rated once it is over, in a commit of its own: whoever finds it first does it, in whatever process, and the
order in which that happens is kept. What it was rated by is kept too, so all of it can be computed again.
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
from stromnetz.server.core.identity import new_id
from stromnetz.server.tables.cache import read_table
from stromnetz.tables.errors import NotFound
from stromnetz.tables.rating_rules import Outcome, outcomes, require_rateable
from stromnetz.tables.table import BOT, FINISHED, Table

LOCK = 7_265_111
"""Any number, as long as it stays the same: on PostgreSQL games are rated one after another."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How a player stands in a group."""

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
    """The rating of each player after it."""


# --- before and during a game ---


def register_game(c: Connection, table: Table) -> None:
    """A rated game begins: who sits where now is who is rated, whatever becomes of the seat."""
    settings = table.settings
    require_rateable(settings, table.seats, begins=True)
    game = {"table_id": table.id, "pool": rating_group(settings.edition)}
    c.execute(insert(rated_games).values(**game, edition=settings.edition, map=settings.map))
    players = [
        player_of(c, level=seat.bot) if seat.kind == BOT else player_of(c, guest=seat.guest) for seat in table.seats
    ]
    c.execute(insert(rated_seats), [{"table_id": table.id, "seat": n, "player": one} for n, one in enumerate(players)])


def player_of(c: Connection, guest: str | None = None, level: str | None = None) -> str:
    """The player that a person or a level is; made where there is none."""
    found = find_player(c, guest, level)
    if found is None:
        found = new_id()
        c.execute(insert(rated_players).values(id=found, guest=guest, level=level, hidden=False))
    return found


def find_player(c: Connection, guest: str | None = None, level: str | None = None) -> str | None:
    mine = rated_players.c.guest == guest if guest is not None else rated_players.c.level == level
    return c.execute(select(rated_players.c.id).where(mine)).scalar_one_or_none()


def forget_game(c: Connection, table_id: str) -> None:
    """A game that is not over is not rated."""
    c.execute(delete(rated_games).where(rated_games.c.table_id == table_id, rated_games.c.seq.is_(None)))


# --- when it is over ---


def due(c: Connection) -> list[str]:
    """The rated games that are over and not rated yet, in the order in which they ended."""
    query = select(rated_games.c.table_id).join(tables, tables.c.id == rated_games.c.table_id)
    query = query.where(rated_games.c.seq.is_(None), tables.c.state == FINISHED)
    return list(c.execute(query.order_by(tables.c.changed_at, tables.c.id)).scalars())


def rate_due(c: Connection) -> list[str]:
    """Rate what is over; returns the ids of the tables that were rated."""
    sweep(c)
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    return [table_id for table_id in due(c) if _rate(c, table_id)]


def _rate(c: Connection, table_id: str) -> bool:
    """Rate a game; False if its edition is not installed."""
    (game,) = _games(c, rated_games.c.table_id == table_id)
    game.outcomes = _outcomes(c, game)
    if not game.outcomes:
        return False  # it may come back
    seq = (c.execute(select(func.max(rated_games.c.seq))).scalar_one() or 0) + 1
    finished = c.execute(select(tables.c.changed_at).where(tables.c.id == table_id)).scalar_one()
    c.execute(update(rated_games).where(rated_games.c.table_id == table_id).values(seq=seq, finished_at=finished))
    stands = standings(c, game.pool, game.players)
    _count(game, stands)
    _keep(c, [game])
    for player in game.after:
        _set_stand(c, game.pool, player, stands[player])
    return True


def _count(game: RatedGame, stands: dict[str, PlayerRating]) -> None:
    """Rate a game by how its players stood, and let them stand as they do after it."""
    from stromnetz.arena.ratings import Rating, rated  # noqa: PLC0415  (its library takes a while to load)

    known = {player: Rating(stand.mu, stand.sigma) for player, stand in stands.items()}
    after = rated(known, game.players, [one.rank for one in game.outcomes])
    game.after = {player: (rating.mu, rating.sigma) for player, rating in after.items()}
    for player, (mu, sigma) in game.after.items():
        before = stands.get(player)
        seats = [one for who, one in zip(game.players, game.outcomes, strict=True) if who == player]
        won = any(one.rank == 1 and not one.resigned for one in seats)  # where all resign, all are last
        games, wins = (before.games, before.wins) if before is not None else (0, 0)
        stands[player] = PlayerRating(mu, sigma, games + 1, wins + int(won))


def _outcomes(c: Connection, game: RatedGame) -> list[Outcome]:
    """What came of a game: from the game itself, as long as it is kept, else as it was written down."""
    try:
        loaded = read_table(c, game.table_id)
    except NotFound:
        loaded = None  # by an edition that is not there any more
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


def _keep(c: Connection, games: Iterable[RatedGame]) -> None:
    for game in games:
        for seat, (player, outcome) in enumerate(zip(game.players, game.outcomes, strict=True)):
            mu, sigma = game.after[player]
            came = {"rank": outcome.rank, "resigned": outcome.resigned, "plants_json": to_compact_json(outcome.plants)}
            where = (rated_seats.c.table_id == game.table_id, rated_seats.c.seat == seat)
            c.execute(update(rated_seats).where(*where).values(**came, mu=mu, sigma=sigma))


def standings(c: Connection, pool: str, players: Sequence[str] | None = None) -> dict[str, PlayerRating]:
    """How players stand in a group; all of it where none is named."""
    query = select(ratings).where(ratings.c.pool == pool)
    if players is not None:
        query = query.where(ratings.c.player.in_(players))
    return {
        row["player"]: PlayerRating(row["mu"], row["sigma"], row["games"], row["wins"])
        for row in c.execute(query).mappings()
    }


def _set_stand(c: Connection, pool: str, player: str, stand: PlayerRating) -> None:
    values = asdict(stand)
    where = (ratings.c.pool == pool, ratings.c.player == player)
    if c.execute(update(ratings).where(*where).values(**values)).rowcount == 0:
        c.execute(insert(ratings).values(pool=pool, player=player, **values))


# --- again from the beginning ---


@dataclass(slots=True)
class Rebuilt:
    """All ratings, computed again from the games."""

    games: list[RatedGame]
    stands: dict[str, dict[str, PlayerRating]]
    """By group and player."""
    different: int
    """Games of which something else came than was written down."""


def recompute(c: Connection) -> Rebuilt:
    """Compute everything again, in the order in which games ended, without writing anything."""
    out = Rebuilt(_games(c, rated_games.c.seq.is_not(None)), {}, 0)
    for game in out.games:
        kept = replace(game, outcomes=list(game.outcomes), after=dict(game.after))
        game.outcomes = _outcomes(c, game)
        _count(game, out.stands.setdefault(game.pool, {}))
        out.different += game != kept
    return out


def keep_all(c: Connection, rebuilt: Rebuilt) -> bool:
    """Write what was computed; False, and nothing is written, where a game has ended meanwhile."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    last = c.execute(select(func.count()).select_from(rated_games).where(rated_games.c.seq.is_not(None))).scalar_one()
    if last != len(rebuilt.games):
        return False
    _keep(c, rebuilt.games)
    c.execute(delete(ratings))
    for pool, stands in rebuilt.stands.items():
        for player, stand in stands.items():
            _set_stand(c, pool, player, stand)
    return True


def all_stands(c: Connection) -> dict[str, dict[str, PlayerRating]]:
    pools = c.execute(select(ratings.c.pool).distinct()).scalars().all()
    return {pool: standings(c, pool) for pool in pools}


def sweep(c: Connection) -> None:
    """Games whose table was given up before they were over are nobody's any more."""
    gone = ~exists().where(tables.c.id == rated_games.c.table_id)
    c.execute(delete(rated_games).where(and_(rated_games.c.seq.is_(None), gone)))
