"""A database with tables at prepared positions, for the tests in a real browser and for the pictures.

    python -m tests.web.prepare FILE NAME=SET NAME=SET    (one of SETS)

prints as JSON where to find those of each name: the id of every table, and for everybody there a token that brings the
seat back. Whoever sits at the tables of one name is nobody at those of another. Ids, codes and tokens follow from the
names, so that two databases made alike are alike.
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
from stromnetz.server.accounts import guest_store
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.core.identity import sign_guest, token_digest
from stromnetz.server.table_play import game_store
from stromnetz.server.table_play.clock_store import save_seen, save_turn
from stromnetz.server.tables import store as sql
from stromnetz.tables import clocks
from stromnetz.tables.settings import ClockSettings, TableSettings
from stromnetz.tables.table import AUTOMATIC, BOT, CODE_LENGTH, OPEN, PERSON, RUNNING, Seat, Table
from stromnetz.tables.time import now_ms

from .pictures import FULL, LAST, LOBBIES, ROUND, SCENES, TOLD, draft
from .positions import DECISIONS
from .robots import ROBOTS

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
COPIES = ("", "-phone")
HELPED = ("open", "open-poor", "bid", "bid-poor", "scrap", "fuel", "build", "run", "run-short")
HELPED_SCENES = ("network", "company", "workers", "end")
ASKED = ("region-deluxe", "open", "bid", "scrap", "give-up", "fuel", "run", "assign", "place")
BEGAN = 1_700_000_000_000
MINUTE = 60_000
RUN_OUT = ClockSettings("live", bank=1200, increment=15, away=600)
"""The clock that has no time left for whoever is asked."""


@dataclass
class Prepared:
    """A table: who sits where (``None`` is a free seat, small letters name a bot), and its game if it has begun."""

    name: str
    settings: TableSettings
    seats: Sequence[str | None]
    game: Game | None = None
    public: bool = False
    home: bool = True
    """Whether the people are those of other tables too; else they are others of the same names."""


def secret(kind: str, name: str, length: int) -> str:
    """An id or token that looks like any other, and is always the same."""
    return base64.urlsafe_b64encode(hashlib.sha512(f"{kind} {name}".encode()).digest()).decode()[:length]


def code(name: str) -> str:
    letters = base64.b32encode(hashlib.sha256(name.encode()).digest()).decode()[:CODE_LENGTH]
    return letters.replace("I", "8").replace("O", "9")  # a code has no letters that look like figures


def guest(person: str, home: bool, server: str) -> str:
    return secret("guest", f"{server} {person if home else f'another {person}'}", 22)


def settings_of(game: Game) -> TableSettings:
    regions = [game.rules.board.region_ids[r] for r in game.position.regions]
    return TableSettings(game.rules.edition.id, game.rules.board.id, game.rules.players, regions, dict(game.options))


def table_of(prepared: Prepared, number: int, server: str) -> Table:
    seats = []
    automatic = prepared.settings.automatic()
    for seat, who in enumerate(prepared.seats):
        if seat in automatic:
            seats.append(Seat(seat, AUTOMATIC, name=automatic[seat]))
        elif who is None:
            seats.append(Seat(seat, OPEN))
        elif who.islower():
            seats.append(Seat(seat, BOT, name=who, bot=who))
        else:
            seats.append(Seat(seat, PERSON, guest=guest(who, prepared.home, server), name=who))
    host = next(seat.guest for seat in seats if seat.guest is not None)
    name = f"{server} {prepared.name}"
    table = Table(secret("table", name, 22), code(name), prepared.settings, seats, host, public=prepared.public)
    table.created_at = table.changed_at = BEGAN + number * MINUTE
    if prepared.game is not None:
        table.state = RUNNING
        table.update_from_game(prepared.game)
    return table


def keep(c: Connection, table: Table, game: Game | None) -> None:
    """Write a table and its game as the server would have."""
    sql.add_table(c, table)
    tokens = {s.seat: token_digest(token(s.name, table.id)) for s in table.seats if s.kind == PERSON}
    guest_store.set_recovery(c, table.id, tokens)
    if game is None:
        return
    game_store.add_game(c, table.id, game)


def token(person: str, table: str) -> str:
    return secret("token", f"{person} {table}", 32)


def decisions() -> Iterator[Prepared]:
    """Every decision twice: for a wide screen and for a phone. Only people, so that nothing moves by itself."""
    for name, begin in DECISIONS.items():
        game = begin()
        for copy in COPIES:
            yield Prepared(name + copy, settings_of(game), PEOPLE[: game.rules.players], game)


def robots() -> Iterator[Prepared]:
    """What people decide for a robot, for a wide screen and for a phone."""
    for name, begin in ROBOTS.items():
        game = begin()
        for copy in COPIES:
            yield Prepared(name + copy, settings_of(game), PEOPLE[: game.rules.players], game)


def pictures() -> Iterator[Prepared]:
    """The newest comes last: it stands first on the start page."""
    for lobby in LOBBIES:
        yield Prepared(lobby.name, lobby.settings, lobby.seats, public=lobby.public)
    game = draft()
    yield Prepared("region", settings_of(game), PEOPLE[:4], game, home=False)
    for scene in SCENES:
        game = scene.play()
        yield Prepared(scene.name, settings_of(game), PEOPLE[: game.rules.players], game, home=scene.home)


def sizes() -> Iterator[Prepared]:
    """Every kind of decision once, the fullest tables, a lobby and an end. Whoever is asked sits in the first place."""
    lobby = LOBBIES[-1]
    yield Prepared(lobby.name, lobby.settings, lobby.seats)
    games = {name: DECISIONS[name]() for name in ASKED} | {scene.name: scene.play() for scene in FULL}
    games |= {name: ROBOTS[name]() for name in ("robot-bid", "robot-build")}
    for name, game in games.items():
        yield Prepared(name, settings_of(game), PEOPLE[: game.rules.players], game)


def helped() -> Iterator[Prepared]:
    """Where help is asked for: decisions with something greyed out, those of companies with boards, and an end."""
    games = {name: DECISIONS[name]() for name in HELPED}
    games |= {scene.name: scene.play() for scene in FULL if scene.name in HELPED_SCENES}
    for name, game in games.items():
        yield Prepared(name, settings_of(game), PEOPLE[: game.rules.players], game)


def last() -> Iterator[Prepared]:
    """Ann against bots: the last round or two of a game, whose end is not far, and a bid."""
    games = {scene.name: scene.play() for scene in LAST} | {"bid": DECISIONS["bid"]()}
    for name, game in games.items():
        yield Prepared(name, settings_of(game), ("Ann", *["plain"] * (game.rules.players - 1)), game)


def one_round() -> Iterator[Prepared]:
    """Ann against bots at the beginning of a round, for the moving picture."""
    game = ROUND.play()
    yield Prepared(ROUND.name, settings_of(game), ("Ann", "hard", "normal", "easy"), game)


def told() -> Iterator[Prepared]:
    """What the tests of words and labels look at."""
    for scene in TOLD:
        game = scene.play()
        yield Prepared(scene.name, settings_of(game), PEOPLE[: game.rules.players], game)


def clocked() -> Iterator[Prepared]:
    """With a clock: whoever is asked has missed two turns and has no time left; a full table. Else the last is away."""
    for name in ("clocked", "clocked-phone", "mail"):
        game = DECISIONS["open"]()
        settings = settings_of(game)
        mail = ClockSettings("correspondence", turn=2 * 24 * 3600)
        settings.clock = mail if name == "mail" else RUN_OUT
        yield Prepared(name, settings, PEOPLE[: game.rules.players], game)
    game = next(scene for scene in FULL if scene.name == "six").play()
    settings = settings_of(game)
    settings.clock = ClockSettings("live", bank=5400, increment=15, away=600)
    yield Prepared("six", settings, PEOPLE, game)
    game = DECISIONS["open"]()
    settings = settings_of(game)
    settings.clock = ClockSettings(away=600)
    yield Prepared("away", settings, PEOPLE[: game.rules.players], game)


def wind(c: Connection, table: Table, game: Game | None) -> None:
    """Let the clock of a table run, and note who was last there when."""
    if game is None or (table.settings.clock.away != 600 and not table.settings.clock.runs):
        return
    before = table.copy()
    clocks.start_clocks(table, now_ms(), {})
    clocks.advance_turn(table, game, now_ms())
    if table.settings.clock == RUN_OUT and table.turn is not None:
        asked = table.seats[table.turn.seat]
        table.replace_seat(replace(asked, bank=0, missed=2))
        table.turn = replace(table.turn, deadline=table.turn.since)
    save_turn(c, before, table)
    last = max(seat.seat for seat in table.seats if seat.seat != table.to_act)
    seen = {(table.id, last): BEGAN} if not table.settings.clock.runs else {}
    save_seen(c, seen)


SETS = {
    "clocks": clocked,
    "decisions": decisions,
    "help": helped,
    "robots": robots,
    "pictures": pictures,
    "round": one_round,
    "sizes": sizes,
    "last": last,
    "told": told,
}


def fill(c: Connection, key: str, server: str, tables: Sequence[Prepared]) -> dict[str, Any]:
    """Write down the tables of one name, and say where they are."""
    seated = {(who, table.home) for table in tables for who in table.seats if who is not None and not who.islower()}
    for person, home in sorted(seated):
        if guest_store.guest_name(c, guest(person, home, server)) is None:
            guest_store.add_guest(c, guest(person, home, server), person)
    made = {}
    for number, prepared in enumerate(tables):
        table = table_of(prepared, number, server)
        keep(c, table, prepared.game)
        wind(c, table, prepared.game)
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
        guest_store.set_meta(c, "cookie-key", key)
        made = {server: fill(c, key, server, sets[name]) for server, name in named.items()}
    engine.dispose()
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
