"""What is otherwise where several servers share a database: their work, and what they know of each other."""

from __future__ import annotations

from sqlalchemy import Connection

from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.table_play.clock_service import ClockService
from stromnetz.server.tables.service import TableService
from stromnetz.tables.table import Table

from . import bot_turn_store
from . import membership_store as sql
from .membership import ClusterMembership


def attendance(config: ServerConfig, store: Database, hub: LiveHub, identities: IdentityRegistry) -> ClusterMembership:
    return ClusterMembership(store, hub, identities.signing, config.sockets, config.sockets_each, config.exempt)


def share(
    config: ServerConfig,
    store: Database,
    table_service: TableService,
    timekeeper: ClockService,
    bots: BotTurnService,
    outside: ProgramTurns,
) -> None:
    """Whoever is free does what is due: bots' moves, programs' moves, turns whose time is out."""
    waits = bot_turn_store.BotDelays(int(config.bot_pace * 1000), int(config.bot_time * 1000))
    me = store.bus.me

    def follow(c: Connection, before: Table, table: Table) -> bool:
        return bot_turn_store.update_bot_turn(c, before, table, waits)

    async def claim(now: int) -> list[str]:
        return await store.write_async_commit(lambda c: bot_turn_store.claim_overdue(c, now))

    table_service.follow = follow
    timekeeper.claim = claim
    timekeeper.others_run = lambda c: sql.others_run(c, me)
    bots.give_up = outside.play_default_move
    bots.works = not config.no_work
