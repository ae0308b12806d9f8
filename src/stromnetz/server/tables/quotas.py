"""How much one guest may keep on the server, who may sit at rated tables, and which are listed."""

from __future__ import annotations

from stromnetz.server.bot_api import store as bot_api_store
from stromnetz.server.core.dependencies import Parts
from stromnetz.server.table_play import game_store
from stromnetz.tables.errors import Conflict
from stromnetz.tables.rating_rules import require_account
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import Table

from . import store as sql

MAX_SEATS = 20
"""Tables at which one program plays at a time."""


async def require_table_quota(server: Parts, guest: str | None) -> None:
    """Refuse a table more to whoever has too many that are not over."""
    most = server.config.tables_each
    if guest is not None and (await server.store.read(lambda c: sql.count_of_guest(c, guest)))[0] >= most:
        raise Conflict(facts={"most": most}, case="too-many-tables")


async def require_bot_quota(server: Parts, table: Table, started_from: str) -> None:
    """Refuse a game more between bots alone to an address from which too many have been started that are not over."""
    most = server.config.bot_games_each if server.config.rate else 0
    if most and not table.has_people():
        running = await server.store.read(lambda c: game_store.count_bot_games(c, started_from))
        if running >= most:
            raise Conflict(facts={"most": most}, case="too-many-bot-games")


async def require_seat_quota(server: Parts, program: str) -> None:
    """Refuse a seat more to a program that sits at too many tables that are not over."""
    if await server.store.read(lambda c: bot_api_store.tables_played(c, program)) >= MAX_SEATS:
        raise Conflict(facts={"most": MAX_SEATS}, case="too-many-seats")


async def require_record_quota(server: Parts, guest: str | None) -> None:
    most = server.config.records_each
    kept = 0 if guest is None else (await server.store.read(lambda c: sql.count_of_guest(c, guest)))[1]
    if kept >= most:
        raise Conflict(facts={"most": most}, case="too-many-records")


def require_public_tables(server: Parts, public: bool) -> None:
    """Refuse a table for everybody where none is listed."""
    if public and server.config.no_public_tables:
        raise Conflict(case="no-public-tables")


def require_rated_tables(server: Parts, settings: TableSettings, guest: str | None) -> None:
    """Refuse a rated table to whoever has no account."""
    if settings.rated:
        server.ratings.require_enabled()
        require_account(guest is not None and guest in server.identities.named)
