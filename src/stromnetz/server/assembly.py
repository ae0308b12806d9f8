"""Create, connect, start and stop the services of a server."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Engine

from stromnetz.extras import install_command
from stromnetz.lessons import broken as broken_lessons
from stromnetz.play import catalogue
from stromnetz.server.accounts.guests import GuestCookies, GuestService
from stromnetz.server.accounts.password_reset import PasswordReset
from stromnetz.server.accounts.routes import AccountResponses
from stromnetz.server.accounts.service import AccountService
from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.bans import Bans
from stromnetz.server.admin.store import signing_key
from stromnetz.server.admin.tournaments import TournamentService
from stromnetz.server.analysis.record_checks import RecordChecks
from stromnetz.server.analysis.review_service import ReviewService
from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.chat.service import ChatPosted, ChatService
from stromnetz.server.core.cluster import Bus, BusMessageReceived, Cluster
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.engine import open_database
from stromnetz.server.core.dependencies import Services
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.gauges import GaugeUpdater
from stromnetz.server.core.identity import (
    GuestLoggedOut,
    IdentityRegistry,
    KnownGuests,
    Sessions,
    SigningKey,
    load_accounts,
    refresh_identities,
)
from stromnetz.server.core.jobs import JobQueue
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.core.periodic import stop_tasks
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.server.live.drain import ConnectionDrain
from stromnetz.server.live.events import RemoteViewersChanged, ServerDraining
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.live.lobby_feed import LobbyFeed
from stromnetz.server.matchmaking.rating_service import GamesRated, LadderCache, RatingService
from stromnetz.server.matchmaking.rating_store import register_game
from stromnetz.server.matchmaking.service import Matchmaker, SeeksChanged
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.table_play.clock_service import ClockService, PresenceStored
from stromnetz.server.table_play.history import HistoryReader
from stromnetz.server.table_play.preset_moves import PresetMovePlayer, PresetMovesChanged
from stromnetz.server.table_play.service import PlayService
from stromnetz.server.table_play.turn_queue import LocalTurnQueue, TurnQueue
from stromnetz.server.tables.cache import TableCache, TableUsage
from stromnetz.server.tables.cleanup import RetentionPolicy, clean_up_periodically
from stromnetz.server.tables.events import (
    BotDue,
    DeadlineSet,
    GameEnded,
    PersonDue,
    TableChanged,
    TableClosed,
    TableSynced,
)
from stromnetz.server.tables.quotas import Quotas
from stromnetz.server.tables.service import Invitations, TableService

from .accounts import store

log = logging.getLogger("stromnetz.server")


async def start(config: ServerConfig, engine: Engine | None, meters: Metrics, middleware: MiddlewareStack) -> Services:
    for message in [*catalogue.broken().values(), *broken_lessons().values()]:
        log.warning("left out: %s", message)
    if engine is None:
        engine = await asyncio.to_thread(open_database, config.database_url, config.database_time)
    database = Database(engine, meters, create_bus(engine, config))
    key = SigningKey(await database.write(signing_key))
    generations = await database.read(store.generations)
    identities = IdentityRegistry(key, Sessions(database), KnownGuests(database), generations, secure=config.secure)
    await load_accounts(identities, database)
    services = build(config, database, identities)
    accounts = services.get(AccountService)
    if accounts.missing and not config.no_accounts:
        log.info("there are no accounts: they need %s: %s", ", ".join(accounts.missing), install_command("host"))
    subscribe(services, middleware)
    middleware.identities = identities
    middleware.bans = services.get(Bans)
    await services.get(ClockService).start()
    await services.get(PresetMovePlayer).start()
    await services.get(BotTurnService).start()
    await services.get(NotificationService).start()
    await services.get(AdminActionFollower).start()
    await services.get(Cluster).start(middleware.buckets | services.get(ReadBudget).buckets)
    return services


def build(config: ServerConfig, database: Database, identities: IdentityRegistry) -> Services:
    """Create all services, each from the services that it uses."""
    services = Services()
    add = services.add
    add(config)
    add(database)
    add(identities)
    events = add(EventBus())
    budget = add(ReadBudget(config.read_rate if config.rate else 0.0, config.read_burst, config.exempt))
    usage = add(TableUsage())
    cache = add(TableCache(database, usage, events, config.open_games, not config.no_clocks))
    cluster, turn_queue = create_cluster(config, database, cache, identities, events)
    add(cluster, Cluster)
    table_service = add(TableService(database, cache, cluster, events, register_game))
    play_service = add(PlayService(table_service, database))
    hub = add(LiveHub(table_service, events, config.sockets, config.sockets_each, budget, config.exempt))
    add(LobbyFeed(database, budget))
    add(ConnectionDrain(hub, events))
    bans = add(Bans(database, identities.signing, config.exempt))
    add(AdminActionFollower(database, table_service, hub, identities, events, bans))
    jobs = add(JobQueue(database, config.bot_processes, not config.no_work, alone=not database.bus.shared))
    add(TournamentService(database, jobs))
    # accounts
    guests = add(GuestService(database, identities))
    cookies = add(GuestCookies(identities))
    accounts = add(AccountService(config, database, table_service, events, identities))
    notifications = add(NotificationService(config, database, table_service, hub, identities.signing))
    password_reset = add(PasswordReset(database, accounts, notifications))
    add(AccountResponses(config, database, accounts, password_reset, cookies))
    # tables
    add(LadderCache())
    ratings = add(RatingService(database, config, events))
    add(Quotas(config, database, identities, ratings))
    add(Invitations(database, table_service, guests, identities.signing))
    add(Matchmaker(table_service, database, identities.signing, not config.no_seeking))
    add(ChatService(database, config.no_chat))
    # games
    add(ClockService(table_service, database, hub, cluster, events))
    add(PresetMovePlayer(table_service, play_service, database, events, not config.no_preset_moves))
    program_turns = add(ProgramTurns(table_service, play_service, config.bot_time))
    add(
        BotTurnService(
            table_service,
            play_service,
            database,
            identities.signing,
            config.bot_processes,
            config.bot_time,
            turn_queue,
            # a single server has to do the work itself
            works=not (config.no_work and database.bus.shared),
            play_for_program=program_turns.play_default_move if database.bus.shared else None,
        )
    )
    add(HistoryReader(table_service.history, config.read_cache * 1024 * 1024))
    add(ReviewService(table_service, database, jobs, config.bot_processes))
    add(RecordChecks(config.bot_processes))
    services.freeze()
    return services


def create_cluster(
    config: ServerConfig, database: Database, cache: TableCache, identities: IdentityRegistry, events: EventBus
) -> tuple[Cluster, TurnQueue]:
    """Return the cluster and the queue of bots' turns: null implementations for a single server."""
    if not database.bus.shared:
        return Cluster(database), LocalTurnQueue(database, cache.usage, config.bot_pace)
    from stromnetz.server.multiprocess.cluster import PostgresCluster  # noqa: PLC0415  (only servers that share their work need it)

    cluster = PostgresCluster(config, database, cache, identities, events)
    return cluster, cluster.turn_queue


def subscribe(services: Services, middleware: MiddlewareStack) -> None:
    """Subscribe services to events, in the order in which handlers run."""
    on = services.get(EventBus).subscribe
    hub, lobby_feed = services.get(LiveHub), services.get(LobbyFeed)
    program_turns = services.get(ProgramTurns)
    on(TableChanged, hub.on_table_changed)
    on(TableChanged, program_turns.on_table_changed)
    on(TableChanged, lobby_feed.on_table_changed)
    on(PersonDue, services.get(PresetMovePlayer).on_person_due)
    on(BotDue, services.get(BotTurnService).on_bot_due)
    if not services.get(Database).bus.shared:  # the shared queue expires the turns of programs itself
        on(BotDue, program_turns.on_bot_due)
    on(DeadlineSet, services.get(ClockService).on_deadline_set)
    on(GameEnded, services.get(RatingService).on_game_ended)
    on(TableSynced, hub.on_table_changed)
    on(TableSynced, program_turns.on_table_changed)
    on(TableClosed, hub.on_table_closed)
    on(TableClosed, program_turns.on_table_closed)
    on(TableClosed, lobby_feed.on_table_closed)
    on(RemoteViewersChanged, hub.on_remote_viewers_changed)
    on(PresetMovesChanged, hub.on_presets_changed)
    on(ChatPosted, hub.on_chat_posted)
    on(PresenceStored, hub.on_presence_stored)
    on(SeeksChanged, lobby_feed.on_seeks_changed)
    on(GamesRated, services.get(LadderCache).on_games_rated)
    on(GamesRated, hub.on_games_rated)
    on(GuestLoggedOut, hub.on_guest_logged_out)
    on(GuestLoggedOut, lobby_feed.on_guest_logged_out)
    on(BusMessageReceived, lobby_feed.on_bus_message)
    on(ServerDraining, hub.on_draining)
    on(ServerDraining, lobby_feed.on_draining)


def run(services: Services) -> list[asyncio.Task[None]]:
    """Start all background tasks."""
    database, identities = services.get(Database), services.get(IdentityRegistry)
    table_service, hub, bots = services.get(TableService), services.get(LiveHub), services.get(BotTurnService)
    alone = not database.bus.shared
    background = [] if alone else [services.get(PresetMovePlayer).adopt()]
    return [
        asyncio.create_task(work)
        for work in (
            clean_up_periodically(
                table_service, database, RetentionPolicy.of(services.get(ServerConfig)), identities.guests, alone
            ),
            refresh_identities(identities, database),
            services.get(ClockService).run(),
            services.get(Matchmaker).run(),
            services.get(RatingService).run(),
            services.get(AdminActionFollower).run(),
            services.get(NotificationService).run(),
            services.get(Cluster).run(),
            *background,
            services.get(LobbyFeed).run(),
            services.get(JobQueue).run(),
            GaugeUpdater(hub, table_service, bots, database).run(),
        )
    ]


async def stop(services: Services, running: list[asyncio.Task[None]]) -> None:
    await stop_tasks(running)
    await services.get(PasswordReset).stop()
    await services.get(PresetMovePlayer).stop()
    await services.get(ProgramTurns).stop()
    await services.get(BotTurnService).stop()
    await services.get(ReviewService).stop()
    await services.get(Cluster).stop()
    await asyncio.to_thread(services.get(Database).close)


def create_bus(engine: Engine, config: ServerConfig) -> Bus:
    """Return the bus to other servers on the same database: PostgreSQL or Redis; none on SQLite."""
    if engine.dialect.name != "postgresql":
        return Bus()
    if config.bus:
        from stromnetz.server.multiprocess.redis_bus import RedisBus  # noqa: PLC0415  (an extra)

        return RedisBus(config.bus, config.database_time)
    from stromnetz.server.multiprocess.postgres_bus import PostgresBus  # noqa: PLC0415  (its driver is loaded only where it is needed)

    return PostgresBus(engine, config.database_time)
