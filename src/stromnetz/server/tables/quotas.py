"""Limits for tables, seats and records of one guest, and conditions for rated and public tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from stromnetz.server.bot_api import store as bot_api_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.matchmaking.rating_service import RatingService
from stromnetz.server.table_play import game_store
from stromnetz.tables.errors import Conflict
from stromnetz.tables.rating_rules import require_account
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import Table

from . import store as sql

MAX_TABLES = 100
"""Unfinished tables opened by one guest."""
MAX_RECORDS = 100
"""Records uploaded by one guest."""
MAX_SEATS = 20
"""Tables at which one program plays at a time."""


class Quotas:
    def __init__(
        self, config: ServerConfig, database: Database, identities: IdentityRegistry, ratings: RatingService
    ) -> None:
        self._config = config
        self._database = database
        self._identities = identities
        self._ratings = ratings

    async def require_table(self, guest: str | None) -> None:
        """Refuse a table to guests with too many unfinished ones."""
        if guest is not None and (await self._database.read(lambda c: sql.count_of_guest(c, guest)))[0] >= MAX_TABLES:
            raise Conflict(facts={"most": MAX_TABLES}, case="too-many-tables")

    async def require_bot_game(self, table: Table, started_from: str) -> None:
        """Refuse a game without people to an address with too many running ones."""
        most = self._config.bot_games_each if self._config.rate else 0
        if most and not table.has_people():
            running = await self._database.read(lambda c: game_store.count_bot_games(c, started_from))
            if running >= most:
                raise Conflict(facts={"most": most}, case="too-many-bot-games")

    async def require_seat(self, program: str) -> None:
        """Refuse a seat to a program with too many unfinished games."""
        if await self._database.read(lambda c: bot_api_store.tables_played(c, program)) >= MAX_SEATS:
            raise Conflict(facts={"most": MAX_SEATS}, case="too-many-seats")

    async def require_record(self, guest: str | None) -> None:
        """Refuse an import to guests with too many records."""
        count = 0 if guest is None else (await self._database.read(lambda c: sql.count_of_guest(c, guest)))[1]
        if count >= MAX_RECORDS:
            raise Conflict(facts={"most": MAX_RECORDS}, case="too-many-records")

    def require_public(self, public: bool) -> None:
        """Refuse a public table if the host has switched them off."""
        if public and self._config.no_public_tables:
            raise Conflict(case="no-public-tables")

    def require_rated(self, settings: TableSettings, guest: str | None) -> None:
        """Refuse a rated table to guests without an account."""
        if settings.rated:
            self._ratings.require_enabled()
            require_account(guest is not None and guest in self._identities.named)


QuotasDep = Annotated[Quotas, Depends(provided(Quotas))]
