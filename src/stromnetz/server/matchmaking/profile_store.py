"""SQL of ladders and profiles, read from rated games only."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select, update

from stromnetz.server.accounts.store import account_of, people_of
from stromnetz.server.core.database.db_schema import rated_games, rated_players, rated_seats, ratings, tables
from stromnetz.tables.rating_rules import BEGINNER_RATING, PROVISIONAL, SCALE, points

from .rating_store import find_player

MAX_GAMES = 1000
"""Latest games that a profile covers."""
MAX_CURVE_POINTS = 200
MAX_LISTED_GAMES = 20
MAX_FAVOURITES = 8


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    guest: str | None
    level: str | None
    hidden: bool


def player_by_id(c: Connection, id: str) -> Player:
    columns = (rated_players.c.guest, rated_players.c.level, rated_players.c.hidden)
    return Player(id, *c.execute(select(*columns).where(rated_players.c.id == id)).one())


def find_profile(c: Connection, guest: str | None = None, level: str | None = None) -> Player | None:
    found = find_player(c, guest, level)
    return None if found is None else player_by_id(c, found)


def hide(c: Connection, player: str, hidden: bool) -> None:
    c.execute(update(rated_players).where(rated_players.c.id == player).values(hidden=hidden))


# --- the ladder ---


def _shown() -> Any:
    """Condition for the ladder: visible people with enough games, and bots."""
    person = and_(rated_players.c.guest.is_not(None), ~rated_players.c.hidden, ratings.c.games >= PROVISIONAL)
    return or_(rated_players.c.level.is_not(None), person)


def ladder(c: Connection, pool: str, first: int, count: int) -> list[dict[str, Any]]:
    """Return the players of a group, best first; bots are listed without a place."""
    joined = ratings.join(rated_players, rated_players.c.id == ratings.c.player)
    person = rated_players.c.level.is_(None)
    query = select(ratings, rated_players.c.guest, rated_players.c.level).select_from(joined)
    query = query.where(ratings.c.pool == pool, _shown())
    order = (ratings.c.mu.desc(), ratings.c.player)
    rows = c.execute(query.order_by(*order).offset(first).limit(count)).mappings().all()
    before = select(person.label("person")).select_from(joined).where(ratings.c.pool == pool, _shown())
    earlier = before.order_by(*order).limit(first).subquery()
    place = c.execute(select(func.count()).select_from(earlier).where(earlier.c.person)).scalar_one() if first else 0
    names = people_of(c, [row["guest"] for row in rows if row["guest"] is not None])
    out = []
    for row in rows:
        place += row["level"] is None
        out.append(
            {
                "place": place if row["level"] is None else None,
                "name": row["level"] or names[row["guest"]].name,
                "bot": row["level"] is not None,
                **_rating_json(row),
            }
        )
    return out


def _rating_json(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        "points": points(row["mu"]),
        "deviation": round(SCALE * row["sigma"]),
        "games": row["games"],
        "wins": row["wins"],
        "provisional": row["games"] < PROVISIONAL,
    }


def ranked(c: Connection) -> dict[str, int]:
    """Count the ranked people of each group."""
    query = select(ratings.c.pool, func.count()).join(rated_players, rated_players.c.id == ratings.c.player)
    query = query.where(_shown(), rated_players.c.level.is_(None)).group_by(ratings.c.pool)
    return {row[0]: row[1] for row in c.execute(query)}


# --- a game ---


def game_ratings(c: Connection, table_id: str, guest: str | None) -> list[dict[str, Any]] | None:
    """Return the ratings before and after a game by seat; empty until it is rated, None if it never will be.

    ``guest`` is the one who asks: hidden profiles are visible only to their owners.
    """
    game = c.execute(
        select(rated_games.c.pool, rated_games.c.seq).where(rated_games.c.table_id == table_id)
    ).one_or_none()
    if game is None or game.seq is None:
        return None if game is None else []
    query = select(rated_seats.c.seat, rated_seats.c.player, rated_seats.c.mu, rated_players)
    query = query.join(rated_players, rated_players.c.id == rated_seats.c.player)
    query = query.where(rated_seats.c.table_id == table_id).order_by(rated_seats.c.seat)
    out = []
    for row in c.execute(query).mappings().all():
        deleted = row["guest"] is None and row["level"] is None
        if deleted or (row["hidden"] and row["guest"] != guest):
            out.append({"seat": row["seat"], "before": None, "after": None, "provisional": False})
        else:
            before, games = _before(c, row["player"], game.pool, game.seq)
            provisional = games + 1 < PROVISIONAL
            out.append(
                {"seat": row["seat"], "before": points(before), "after": points(row["mu"]), "provisional": provisional}
            )
    return out


def _before(c: Connection, player: str, pool: str, seq: int) -> tuple[float, int]:
    """Return a player's rating before a game, and the number of earlier games, counted up to ``PROVISIONAL``."""
    query = select(rated_seats.c.table_id, rated_seats.c.mu)
    query = query.join(rated_games, rated_games.c.table_id == rated_seats.c.table_id)
    query = query.where(rated_seats.c.player == player, rated_games.c.pool == pool, rated_games.c.seq < seq)
    last = c.execute(query.order_by(rated_games.c.seq.desc()).limit(1)).one_or_none()
    if last is None:
        return BEGINNER_RATING, 0
    # a bot may have several seats in a game
    some = query.with_only_columns(rated_seats.c.table_id).distinct().limit(PROVISIONAL).subquery()
    return last.mu, c.execute(select(func.count()).select_from(some)).scalar_one()


# --- a profile ---


def profile(c: Connection, player: Player) -> dict[str, Any]:
    """Return the profile of a player."""
    account = None if player.guest is None else account_of(c, player.guest)
    games = _games(c, player.id)
    stands = c.execute(select(ratings).where(ratings.c.player == player.id).order_by(ratings.c.pool)).mappings()
    plants = Counter((one["edition"], plant) for one in games for plant in one["plants"])
    return {
        "name": player.level or (account.name if account is not None else ""),
        "bot": player.level is not None,
        "since": None if account is None else account.created_at,
        "standings": [
            {"group": row["pool"], **_rating_json(row), "curve": _curve(games, row["pool"])} for row in stands
        ],
        "editions": _shares("edition", games),
        "seats": _shares("seat", games),
        "plants": [
            {"edition": edition, "plant": plant, "times": times}
            for (edition, plant), times in sorted(plants.items(), key=lambda one: (-one[1], str(one[0])))[
                :MAX_FAVOURITES
            ]
        ],
        "games": [_game_json(one) for one in games[::-1][:MAX_LISTED_GAMES]],
    }


def _games(c: Connection, player: str) -> list[dict[str, Any]]:
    """Return the latest games of a player, oldest first, with the change of the rating."""
    seats = func.count().label("players")
    counted = select(rated_seats.c.table_id, seats).group_by(rated_seats.c.table_id).subquery()
    query = (
        select(rated_seats, rated_games, counted.c.players, tables.c.id.label("there"))
        .join(rated_games, rated_games.c.table_id == rated_seats.c.table_id)
        .join(counted, counted.c.table_id == rated_seats.c.table_id)
        .outerjoin(tables, tables.c.id == rated_seats.c.table_id)
        .where(rated_seats.c.player == player, rated_games.c.seq.is_not(None))
        .order_by(rated_games.c.seq.desc(), rated_seats.c.seat)
        .limit(MAX_GAMES)
    )
    out: list[dict[str, Any]] = []
    last: dict[str, int] = {}
    for row in c.execute(query).mappings().all()[::-1]:
        now = points(row["mu"])
        known = last.get(row["pool"])
        plants = json.loads(row["plants_json"])
        # columns that both tables have are equal
        out.append({**row, "plants": plants, "points": now, "change": None if known is None else now - known})
        last[row["pool"]] = now
    return out


def _game_json(game: Mapping[str, Any]) -> dict[str, Any]:
    fields = ("edition", "map", "seat", "rank", "players", "resigned", "points", "change")
    return {"table": game["there"], "at": game["finished_at"], **{name: game[name] for name in fields}}


def _curve(games: list[dict[str, Any]], pool: str) -> list[list[int]]:
    found = [[one["finished_at"], one["points"]] for one in games if one["pool"] == pool]
    return found[-MAX_CURVE_POINTS:]


def _shares(by: str, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Count games and wins by edition or by seat."""
    played = Counter(one[by] for one in games)
    won = Counter(one[by] for one in games if one["rank"] == 1 and not one["resigned"])
    return [{by: key, "games": played[key], "wins": won[key]} for key in sorted(played)]
