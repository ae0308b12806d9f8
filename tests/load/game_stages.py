"""Games at every stage: bots play some, and each table of a stopped server gets a part of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, update

from stromnetz.bots import make_bot
from stromnetz.play.files.position_json import dump
from stromnetz.play.files.stored_games import game_at_version
from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database import db_schema
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.table_play import game_store
from stromnetz.server.tables import store as sql

DIFFERENT_GAMES = 8
"""Games that are played; further tables get other parts of them."""


def spread(database: str, tables: Sequence[str]) -> None:
    """Give the tables games from the first auction to the last round, evenly distributed."""
    engine = open_database(database_url(database))
    played: dict[int, Game] = {}
    with writing(engine).begin() as c:
        for number, id in enumerate(tables):
            seed = number % DIFFERENT_GAMES
            if seed not in played:
                played[seed] = play(sql.read_table(c, id), seed)
            _replace(c, id, played[seed], played[seed].version * number // len(tables))
    engine.dispose()


def play(table: Any, seed: int) -> Game:
    """Play a whole game with the settings of a table."""
    s = table.settings
    game = new_game(s.edition, s.map, s.players, seed, s.regions, s.options)
    bot = make_bot("plain")
    while game.decision is not None:
        game.apply(bot.choose(game.view(game.decision.seat)))
    return game


def _replace(c: Connection, id: str, whole: Game, version: int) -> None:
    """Put a game at a table, up to a version."""
    for part in (db_schema.snapshots, db_schema.rows, db_schema.games):
        c.execute(delete(part).where(part.c.table_id == id))
    kept = [(seq, dump(whole.rules, position)) for seq, position in whole.snapshots if seq <= version]
    game = game_at_version(whole, version, kept)
    game.snapshots = [(seq, position) for seq, position in whole.snapshots if seq <= version]
    game_store.add_game(c, id, game)
    assert game.decision is not None
    where = db_schema.tables.c.id == id
    c.execute(update(db_schema.tables).where(where).values(version=version, to_act=game.decision.seat))
