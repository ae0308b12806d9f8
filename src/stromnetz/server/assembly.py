"""A running server: its parts are made, joined together, started, and ended in order."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Engine

from stromnetz.lessons import broken as broken_lessons
from stromnetz.play import catalogue
from stromnetz.server.accounts import guest_store
from stromnetz.server.accounts.known_guests import KnownGuests
from stromnetz.server.accounts.password_reset import PasswordReset
from stromnetz.server.accounts.service import AccountService
from stromnetz.server.accounts.sessions import Sessions
from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.tournaments import TournamentService
from stromnetz.server.analysis.record_checks import RecordChecks
from stromnetz.server.analysis.review_service import ReviewService
from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.chat.service import ChatService
from stromnetz.server.core.caches import TtlCache
from stromnetz.server.core.cluster import NullBus, SingleServer
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.core.database.signing_key import signing_key
from stromnetz.server.core.dependencies import Parts
from stromnetz.server.core.gauges import GaugeUpdater
from stromnetz.server.core.identity import IdentityRegistry, SigningKey, known_accounts, read_on
from stromnetz.server.core.jobs import JobQueue
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.server.live.drain import ConnectionDrain
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.live.lobby_feed import LobbyFeed
from stromnetz.server.matchmaking.rating_service import RatingService
from stromnetz.server.matchmaking.rating_store import register_game
from stromnetz.server.matchmaking.service import Matchmaker
from stromnetz.server.multiprocess.consumer import BusConsumer
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.table_play.clock_service import ClockService
from stromnetz.server.table_play.history import HistoryReader
from stromnetz.server.table_play.preset_moves import PresetMovePlayer
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.cleanup import RetentionPolicy, sweep_on
from stromnetz.server.tables.service import TableService

log = logging.getLogger("stromnetz.server")


async def start(config: ServerConfig, engine: Engine | None, meters: Metrics) -> Parts:
    for message in [*catalogue.broken().values(), *broken_lessons().values()]:
        log.warning("left out: %s", message)
    if engine is None:
        engine = await asyncio.to_thread(open_database, config.database_url, config.database_time)
    store = Database(engine, meters, bus_of(engine, config))
    key = SigningKey(await store.write(signing_key))
    generations = await store.read(guest_store.generations)
    identities = IdentityRegistry(key, Sessions(store), KnownGuests(store), generations)
    identities.secure = config.secure
    await known_accounts(identities, store)
    parts = _made(config, store, identities)
    if parts.accounts.lacking and not config.no_accounts:
        log.info("there are no accounts: install 'stromnetz[host]', %s is missing", ", ".join(parts.accounts.lacking))
    _join(parts)
    if store.bus.shared:
        from stromnetz.server.multiprocess import cluster as multiprocess_cluster  # noqa: PLC0415  (only servers that share their work need it)

        multiprocess_cluster.share(
            config, store, parts.table_service, parts.clock_service, parts.bots, parts.program_turns
        )
    await parts.clock_service.start()
    await parts.preset_player.start()
    await parts.bots.start()
    await parts.notifications.start()
    return parts


def _made(config: ServerConfig, store: Database, identities: IdentityRegistry) -> Parts:
    table_service = TableService(store, config.open_games)
    table_service.clocks_run = not config.no_clocks
    costs = ReadBudget(config.read_rate if config.rate else 0.0, config.read_burst, config.exempt)
    hub = LiveHub(table_service, config.sockets, config.sockets_each, costs, config.exempt)
    hall = LobbyFeed(store, costs)
    shelf = TtlCache()
    company = _cluster(config, store, hub, identities)
    persons = AccountService(config, store, table_service, hub, identities)
    errands = JobQueue(store, config.bot_processes, not config.no_work)
    noticing = NotificationService(config, store, table_service, hub, identities.signing)
    return Parts(
        config=config,
        store=store,
        table_service=table_service,
        hub=hub,
        bots=BotTurnService(
            table_service, store, identities.signing, config.bot_processes, config.bot_time, config.bot_pace
        ),
        identities=identities,
        history=HistoryReader(table_service, config.read_cache * 1024 * 1024),
        read_budget=costs,
        clock_service=ClockService(table_service, store, hub),
        chat=ChatService(store, config.no_chat),
        preset_player=PresetMovePlayer(table_service, store, hub, not config.no_answers),
        program_turns=ProgramTurns(table_service, config.bot_time),
        accounts=persons,
        matchmaker=Matchmaker(table_service, store, identities.signing, not config.no_seeking),
        ratings=RatingService(store, config, shelf),
        ladder_cache=shelf,
        admin_actions=AdminActionFollower(store, table_service, hub, identities),
        notifications=noticing,
        password_reset=PasswordReset(store, persons, noticing),
        drain=ConnectionDrain(hub, hall),
        jobs=errands,
        reviews=ReviewService(table_service, store, errands, config.bot_processes),
        record_checks=RecordChecks(config.bot_processes),
        tournaments=TournamentService(store, errands),
        bus_consumer=BusConsumer(store, table_service, hub, identities, company),
        cluster=company,
        lobby_feed=hall,
    )


def _cluster(config: ServerConfig, store: Database, hub: LiveHub, identities: IdentityRegistry) -> SingleServer:
    if not store.bus.shared:
        return SingleServer()
    from stromnetz.server.multiprocess import cluster as multiprocess_cluster  # noqa: PLC0415  (as above)

    return multiprocess_cluster.attendance(config, store, hub, identities)


def _join(parts: Parts) -> None:
    """Who is told when something happens at a table."""
    table_service, hub, bots, outside, hall = (
        parts.table_service,
        parts.hub,
        parts.bots,
        parts.program_turns,
        parts.lobby_feed,
    )

    def changed(opened: LoadedTable) -> None:
        hub.on_table_changed(opened)
        bots.schedule(opened)
        parts.clock_service.on_table_changed(opened)
        parts.preset_player.schedule(opened)
        outside.on_table_changed(opened)
        parts.ratings.on_table_changed(opened)
        hall.on_table_changed(opened)

    def closed(id: str) -> None:
        hub.on_table_closed(id)
        outside.wake(id)
        hall.on_table_closed(id)

    def learned(opened: LoadedTable) -> None:
        """Another server has changed it, and sees to what follows."""
        hub.on_table_changed(opened)
        parts.clock_service.on_table_changed(opened)
        outside.wake(opened.table.id)

    table_service.watched = hub.watched
    table_service.awaited = outside.awaited
    table_service.changed = changed
    table_service.learned = learned
    table_service.closed = closed
    table_service.rate = register_game
    hub.leaving = hall.log_out
    parts.ratings.rated = hub.on_table_rated
    parts.bus_consumer.called = bots.wake
    parts.bus_consumer.lists = parts.lobby_feed.on_bus_message
    parts.admin_actions.find_due = bots.add_missing


def run(parts: Parts) -> list[asyncio.Task[None]]:
    """Everything that goes on by itself until it is ended."""
    return [
        asyncio.create_task(work)
        for work in (
            sweep_on(parts.table_service, parts.store, RetentionPolicy.of(parts.config), parts.identities.guests),
            read_on(parts.identities, parts.store),
            parts.clock_service.run(),
            parts.matchmaker.run(),
            parts.ratings.run(),
            parts.admin_actions.run(),
            parts.notifications.run(),
            parts.bus_consumer.run(),
            parts.cluster.run(),
            parts.preset_player.run(),
            parts.lobby_feed.run(),
            parts.jobs.run(),
            GaugeUpdater(parts, parts.store.meters).run(),
        )
    ]


async def stop(parts: Parts, running: list[asyncio.Task[None]]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await parts.password_reset.stop()
    await parts.preset_player.stop()
    await parts.program_turns.stop()
    await parts.bots.stop()
    await parts.reviews.stop()
    await parts.cluster.stop()
    await parts.bus_consumer.stop()
    await asyncio.to_thread(parts.store.close)


def bus_of(engine: Engine, config: ServerConfig) -> NullBus:
    """By which servers on the same database tell each other news: none on SQLite, which one server has to itself."""
    if engine.dialect.name != "postgresql":
        return NullBus()
    if config.bus:
        from stromnetz.server.multiprocess.redis_bus import RedisBus  # noqa: PLC0415  (an extra)

        return RedisBus(config.bus, config.database_time)
    from stromnetz.server.multiprocess.postgres_bus import PostgresBus  # noqa: PLC0415  (its driver is loaded only where it is needed)

    return PostgresBus(engine, config.database_time)
