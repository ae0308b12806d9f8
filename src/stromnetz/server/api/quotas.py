"""How much one guest may keep on the server, who may sit at rated tables, and which are listed."""

from __future__ import annotations

from stromnetz.server.database import games, programs
from stromnetz.server.database import store as sql
from stromnetz.server.errors import Conflict
from stromnetz.server.rated import need_named
from stromnetz.server.settings import Settings
from stromnetz.server.tables import Table

from .context import Parts

MOST_SEATS = 20
"""Tables at which one program plays at a time."""


async def check_tables(server: Parts, guest: str | None) -> None:
    """Refuse a table more to whoever has too many that are not over."""
    most = server.config.tables_each
    if guest is not None and (await server.store.read(lambda c: sql.count_of_guest(c, guest)))[0] >= most:
        raise Conflict(facts={"most": most}, case="too-many-tables")


async def check_bot_games(server: Parts, table: Table, started_from: str) -> None:
    """Refuse a game more between bots alone to an address from which too many have been started that are not over."""
    most = server.config.bot_games_each if server.config.rate else 0
    if most and not table.has_people():
        running = await server.store.read(lambda c: games.count_bot_games(c, started_from))
        if running >= most:
            raise Conflict(facts={"most": most}, case="too-many-bot-games")


async def check_seats(server: Parts, program: str) -> None:
    """Refuse a seat more to a program that sits at too many tables that are not over."""
    if await server.store.read(lambda c: programs.tables_played(c, program)) >= MOST_SEATS:
        raise Conflict(facts={"most": MOST_SEATS}, case="too-many-seats")


async def check_records(server: Parts, guest: str | None) -> None:
    most = server.config.records_each
    kept = 0 if guest is None else (await server.store.read(lambda c: sql.count_of_guest(c, guest)))[1]
    if kept >= most:
        raise Conflict(facts={"most": most}, case="too-many-records")


def check_listed(server: Parts, public: bool) -> None:
    """Refuse a table for everybody where none is listed."""
    if public and server.config.no_public_tables:
        raise Conflict(case="no-public-tables")


def check_rated(server: Parts, settings: Settings, guest: str | None) -> None:
    """Refuse a rated table to whoever has no account."""
    if settings.rated:
        server.rater.need()
        need_named(guest is not None and guest in server.identities.named)
