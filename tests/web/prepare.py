"""Creates a database with tables at prepared positions, for browser tests and screenshots.

    python -m tests.web.prepare FILE NAME=SET NAME=SET    (one of SETS)

prints the tables of each name as JSON: ids, and a recovery token for each person. People at the tables of one name have
no seats at those of other names. Ids, codes and tokens are derived from the names, so the database is reproducible.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from stromnetz.play.game import Game
from stromnetz.server.accounts import store
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.core.identity import sign_guest, token_digest
from stromnetz.server.table_play import game_store
from stromnetz.server.table_play.clock_store import save_seen, save_turn
from stromnetz.server.tables import store as sql
from stromnetz.tables import clocks
from stromnetz.tables.ids import CODE_LENGTH
from stromnetz.tables.settings import NONE, ClockSettings, TableSettings
from stromnetz.tables.table import AUTOMATIC, BOT, OPEN, PERSON, RUNNING, Seat, Table
from stromnetz.tables.time import now_ms

from .pictures import LOBBIES, OTHER_SCENES, ROUND, SCENES, draft
from .positions import DECISIONS

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
BEGAN = 1_700_000_000_000
MINUTE = 60_000
RUN_OUT = ClockSettings("live", bank=1200, increment=15, away=600)
"""A clock without time left for the deciding player."""


@dataclass
class Prepared:
    """A table: its seats (``None`` is free, lower-case names are bots), and its game if it has started."""

    name: str
    settings: TableSettings
    seats: Sequence[str | None]
    game: Game | None = None
    public: bool = False
    home: bool = True
    """Whether the people are the same as at other tables, or different ones with the same names."""


def secret(kind: str, name: str, length: int) -> str:
    """A reproducible id or token."""
    return base64.urlsafe_b64encode(hashlib.sha512(f"{kind} {name}".encode()).digest()).decode()[:length]


def code(name: str) -> str:
    letters = base64.b32encode(hashlib.sha256(name.encode()).digest()).decode()[:CODE_LENGTH]
    return letters.replace("I", "8").replace("O", "9")  # codes have no letters that look like digits


def guest(person: str, home: bool, server: str) -> str:
    return secret("guest", f"{server} {person if home else f'another {person}'}", 22)


def settings_of(game: Game) -> TableSettings:
    regions = [game.rules.board.region_ids[r] for r in game.position.regions]
    return TableSettings(game.rules.edition.id, game.rules.board.id, game.rules.players, regions, dict(game.options))


def table_of(prepared: Prepared, number: int, server: str) -> Table:
    seats = []
    automatic = prepared.settings.automatic()
    for seat, player in enumerate(prepared.seats):
        if seat in automatic:
            seats.append(Seat(seat, AUTOMATIC, name=automatic[seat]))
        elif player is None:
            seats.append(Seat(seat, OPEN))
        elif player.islower():
            seats.append(Seat(seat, BOT, name=player, bot=player))
        else:
            seats.append(Seat(seat, PERSON, guest=guest(player, prepared.home, server), name=player))
    host = next(seat.guest for seat in seats if seat.guest is not None)
    name = f"{server} {prepared.name}"
    table = Table(secret("table", name, 22), code(name), prepared.settings, seats, host, public=prepared.public)
    table.created_at = table.changed_at = BEGAN + number * MINUTE
    if prepared.game is not None:
        table.state = RUNNING
        table.update_from_game(prepared.game)
    return table


def store_table(c: Connection, table: Table, game: Game | None) -> None:
    """Store a table and its game like the server."""
    sql.add_table(c, table)
    tokens = {s.seat: token_digest(token(s.name, table.id)) for s in table.seats if s.kind == PERSON}
    store.set_recovery(c, table.id, tokens)
    if game is None:
        return
    game_store.add_game(c, table.id, game)


def token(person: str, table: str) -> str:
    return secret("token", f"{person} {table}", 32)


def pictures() -> Iterator[Prepared]:
    """Tables of the screenshots. The newest is last, because it is first on the start page."""
    for lobby in LOBBIES:
        yield Prepared(lobby.name, lobby.settings, lobby.seats, public=lobby.public)
    game = draft()
    yield Prepared("region", settings_of(game), PEOPLE[:4], game, home=False)
    for scene in SCENES:
        game = scene.play()
        yield Prepared(scene.name, settings_of(game), PEOPLE[: game.rules.players], game, home=scene.home)


def panels() -> Iterator[Prepared]:
    """Tables for tests of single panels: decisions, a finished game, and boards with many labels."""
    games = {name: DECISIONS[name]() for name in ("open", "fuel", "run")}
    games |= {
        scene.name: scene.play() for scene in (*SCENES, *OTHER_SCENES) if scene.name in ("end", "symbols", "labels")
    }
    for name, game in games.items():
        yield Prepared(name, settings_of(game), PEOPLE[: game.rules.players], game)


def one_round() -> Iterator[Prepared]:
    """Ann against bots at the start of a round, for the animated picture."""
    game = ROUND.play()
    yield Prepared(ROUND.name, settings_of(game), ("Ann", "hard", "normal", "easy"), game)


def start_clock(c: Connection, table: Table, game: Game | None) -> None:
    """Start the clock of a table, and store when players were last seen."""
    if game is None or (table.settings.clock.away != 600 and table.settings.clock.kind == NONE):
        return
    before = table.copy()
    clocks.start_clocks(table, now_ms(), {})
    clocks.advance_turn(table, game, now_ms())
    if table.settings.clock == RUN_OUT and table.turn is not None:
        deciding = table.seats[table.turn.seat]
        table.replace_seat(replace(deciding, bank=0, missed=2))
        table.turn = replace(table.turn, deadline=table.turn.since)
    save_turn(c, before, table)
    last = max(seat.seat for seat in table.seats if seat.seat != table.to_act)
    seen = {(table.id, last): BEGAN} if table.settings.clock.kind == NONE else {}
    save_seen(c, seen)


SETS = {"panels": panels, "pictures": pictures, "round": one_round}


def fill(c: Connection, key: str, server: str, tables: Sequence[Prepared]) -> dict[str, Any]:
    """Store the tables of one name; returns their ids, tokens and cookies."""
    seated = {
        (player, table.home)
        for table in tables
        for player in table.seats
        if player is not None and not player.islower()
    }
    for person, home in sorted(seated):
        if store.guest_name(c, guest(person, home, server)) is None:
            store.add_guest(c, guest(person, home, server), person)
    made = {}
    for number, prepared in enumerate(tables):
        table = table_of(prepared, number, server)
        store_table(c, table, prepared.game)
        start_clock(c, table, prepared.game)
        tokens = {seat.name: token(seat.name, table.id) for seat in table.seats if seat.kind == PERSON}
        cookies = {seat.name: sign_guest(seat.guest, key) for seat in table.seats if seat.guest is not None}
        made[prepared.name] = {"id": table.id, "tokens": tokens, "cookies": cookies}
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("sets", nargs="+", metavar="NAME=SET")
    wanted = parser.parse_args()
    named = dict(one.split("=") for one in wanted.sets)
    sets = {name: list(SETS[name]()) for name in set(named.values())}
    engine = open_database(database_url(str(wanted.file)))
    key = hashlib.sha256(b"cookies").hexdigest()
    with writing(engine).begin() as c:
        store.set_meta(c, "cookie-key", key)
        made = {server: fill(c, key, server, sets[name]) for server, name in named.items()}
    engine.dispose()
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
