"""A running server: its parts are made, joined together, started, and ended in order."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Engine

from stromnetz.lessons import broken as broken_lessons
from stromnetz.play import catalogue
from stromnetz.server.database.opening import open_database
from stromnetz.server.database.store import Store

from .accounts import Accounts
from .answering import Answering
from .api.context import Parts
from .bots import Bots
from .bus import Bus
from .chat import Chat
from .company import Company
from .config import Config
from .database import guests
from .database.ratings import begin
from .database.signing_key import signing_key
from .desk import Desk
from .draining import Drain
from .drawer import OpenTable
from .errands import Errands
from .following import Following
from .forgotten import Forgotten
from .hall import Hall
from .hearing import Hearing
from .identities import Identities, known_accounts, read_on
from .known_guests import KnownGuests
from .limits import Costs
from .live import Hub
from .looking import Looking
from .measuring import Measuring
from .meters import Meters
from .noticing import Noticing
from .outside import Outside
from .people import SigningKey
from .rater import Rater
from .record_checks import RecordChecks
from .reviewing import Reviewing
from .seeking import Seeking
from .sessions import Sessions
from .shelf import Shelf
from .sweeping import Keeping, sweep_on
from .timekeeping import Timekeeper
from .tournaments import Tournaments

log = logging.getLogger("stromnetz.server")


async def start(config: Config, engine: Engine | None, meters: Meters) -> Parts:
    for message in [*catalogue.broken().values(), *broken_lessons().values()]:
        log.warning("left out: %s", message)
    if engine is None:
        engine = await asyncio.to_thread(open_database, config.database_url, config.database_time)
    store = Store(engine, meters, bus_of(engine, config))
    key = SigningKey(await store.write(signing_key))
    generations = await store.read(guests.generations)
    identities = Identities(key, Sessions(store), KnownGuests(store), generations)
    identities.secure = config.secure
    await known_accounts(identities, store)
    parts = _made(config, store, identities)
    if parts.accounts.lacking and not config.no_accounts:
        log.info("there are no accounts: install 'stromnetz[host]', %s is missing", ", ".join(parts.accounts.lacking))
    _join(parts)
    if store.bus.shared:
        from . import together  # noqa: PLC0415  (only servers that share their work need it)

        together.share(config, store, parts.desk, parts.timekeeper, parts.bots, parts.outside)
    await parts.timekeeper.start()
    await parts.answering.start()
    await parts.bots.start()
    await parts.noticing.start()
    return parts


def _made(config: Config, store: Store, identities: Identities) -> Parts:
    desk = Desk(store, config.open_games)
    desk.clocks_run = not config.no_clocks
    costs = Costs(config.read_rate if config.rate else 0.0, config.read_burst, config.exempt)
    hub = Hub(desk, config.sockets, config.sockets_each, costs, config.exempt)
    hall = Hall(store, costs)
    shelf = Shelf()
    company = _company(config, store, hub, identities)
    persons = Accounts(config, store, desk, hub, identities)
    errands = Errands(store, config.bot_processes, not config.no_work)
    noticing = Noticing(config, store, desk, hub, identities.signing)
    return Parts(
        config=config,
        store=store,
        desk=desk,
        hub=hub,
        bots=Bots(desk, store, identities.signing, config.bot_processes, config.bot_time, config.bot_pace),
        identities=identities,
        looking=Looking(desk, config.read_cache * 1024 * 1024),
        costs=costs,
        timekeeper=Timekeeper(desk, store, hub),
        chat=Chat(store, config.no_chat),
        answering=Answering(desk, store, hub, not config.no_answers),
        outside=Outside(desk, config.bot_time),
        accounts=persons,
        seeking=Seeking(desk, store, identities.signing, not config.no_seeking),
        rater=Rater(store, config, shelf),
        shelf=shelf,
        following=Following(store, desk, hub, identities),
        noticing=noticing,
        forgotten=Forgotten(store, persons, noticing),
        drain=Drain(hub, hall),
        errands=errands,
        reviewing=Reviewing(desk, store, errands, config.bot_processes),
        record_checks=RecordChecks(config.bot_processes),
        tournaments=Tournaments(store, errands),
        hearing=Hearing(store, desk, hub, identities, company),
        company=company,
        hall=hall,
    )


def _company(config: Config, store: Store, hub: Hub, identities: Identities) -> Company:
    if not store.bus.shared:
        return Company()
    from . import together  # noqa: PLC0415  (as above)

    return together.attendance(config, store, hub, identities)


def _join(parts: Parts) -> None:
    """Who is told when something happens at a table."""
    desk, hub, bots, outside, hall = parts.desk, parts.hub, parts.bots, parts.outside, parts.hall

    def changed(opened: OpenTable) -> None:
        hub.changed(opened)
        bots.due(opened)
        parts.timekeeper.changed(opened)
        parts.answering.due(opened)
        outside.changed(opened)
        parts.rater.changed(opened)
        hall.changed(opened)

    def closed(id: str) -> None:
        hub.closed(id)
        outside.wake(id)
        hall.closed(id)

    def learned(opened: OpenTable) -> None:
        """Another server has changed it, and sees to what follows."""
        hub.changed(opened)
        parts.timekeeper.changed(opened)
        outside.wake(opened.table.id)

    desk.watched = hub.watched
    desk.awaited = outside.awaited
    desk.changed = changed
    desk.learned = learned
    desk.closed = closed
    desk.rate = begin
    hub.leaving = hall.log_out
    parts.rater.rated = hub.rated
    parts.hearing.called = bots.call
    parts.hearing.lists = parts.hall.heard
    parts.following.find_due = bots.find


def run(parts: Parts) -> list[asyncio.Task[None]]:
    """Everything that goes on by itself until it is ended."""
    return [
        asyncio.create_task(work)
        for work in (
            sweep_on(parts.desk, parts.store, Keeping.of(parts.config), parts.identities.guests),
            read_on(parts.identities, parts.store),
            parts.timekeeper.run(),
            parts.seeking.run(),
            parts.rater.run(),
            parts.following.run(),
            parts.noticing.run(),
            parts.hearing.run(),
            parts.company.run(),
            parts.answering.run(),
            parts.hall.run(),
            parts.errands.run(),
            Measuring(parts, parts.store.meters).run(),
        )
    ]


async def stop(parts: Parts, running: list[asyncio.Task[None]]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await parts.forgotten.stop()
    await parts.answering.stop()
    await parts.outside.stop()
    await parts.bots.stop()
    await parts.reviewing.stop()
    await parts.company.stop()
    await parts.hearing.stop()
    await asyncio.to_thread(parts.store.close)


def bus_of(engine: Engine, config: Config) -> Bus:
    """By which servers on the same database tell each other news: none on SQLite, which one server has to itself."""
    if engine.dialect.name != "postgresql":
        return Bus()
    if config.bus:
        from .redis_bus import RedisBus  # noqa: PLC0415  (an extra)

        return RedisBus(config.bus, config.database_time)
    from .notify import Notify  # noqa: PLC0415  (its driver is loaded only where it is needed)

    return Notify(engine, config.database_time)
