"""The application: parts put together, refusals as JSON, everything behind the doors."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from stromnetz.engine.errors import StromnetzError, shown
from stromnetz.lessons import broken as broken_lessons
from stromnetz.play import catalogue
from stromnetz.server.database.opening import open_database
from stromnetz.server.database.store import Store

from . import bundle, mailpages, manual, pages
from .accounts import Accounts
from .answering import Answering
from .api import (
    accounts,
    admin,
    answers,
    chat,
    clocks,
    finding,
    health,
    leaving,
    lessons,
    live,
    metrics,
    notices,
    oidc,
    passkeys,
    people,
    play,
    programs,
    ratings,
    records,
    reference,
    tables,
)
from .api.context import Json, Parts, parts_of
from .api.shaped import DescribedApp
from .bots import Bots
from .chat import Chat
from .config import Config, program_version
from .database import guests
from .database.ratings import begin
from .desk import Desk
from .doors import Entrance
from .drawer import OpenTable
from .errors import TooMany, Unavailable, error_body, error_json, status_of
from .following import Following
from .identities import Identities, known_accounts, read_on
from .languages import language_of, refusal_text, sentence
from .limits import Costs
from .live import Hub
from .looking import Looking
from .meters import Meters
from .noticing import Noticing
from .outside import Outside
from .people import new_key
from .rater import Rater
from .seeking import Seeking
from .shelf import Shelf
from .sweeping import Keeping, sweep_on
from .timekeeping import Timekeeper

log = logging.getLogger("stromnetz.server")

LATER = 2
"""Seconds after which it is worth asking a database again that did not answer."""

DESCRIPTION = (
    "Tables of Funkenschlag / Power Grid. Playing needs no account: opening or joining a table makes you a guest, "
    "known by a cookie. Every refusal is {error: {kind, message, rule?, move?, facts?}}, with the message in the "
    "language of ?language= or of the Accept-Language header (English, German, Dutch). Moves carry the version that "
    "the client has seen and a key: a repeated request acts once. A WebSocket at /api/tables/{id}/live tells what "
    "happens: {type: hello, protocol, table, presence, version}, {type: state, version, undo, views}, {type: rows, "
    "after, version, undo, rows, views}, {type: table, table}, {type: clock, clock}, {type: answers, seat}, {type: "
    "presence, presence}, {type: chat}, {type: notice, texts}. A viewer that finds a gap, because `after` is not the "
    "version it knows, sends {type: resume, version}; one that comes back connects with ?since=version."
)


def _bare(**more: Any) -> DescribedApp:
    return DescribedApp(
        title="Stromnetz",
        version=program_version(),
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        **more,
    )


@cache
def _interface() -> tuple[tuple[BaseRoute, ...], dict[str, Any]]:
    """The routes and their description: the same for every server of a process, and a second's work."""
    app = _bare()
    own = len(app.router.routes)
    # routes are tried one after another: what is asked most comes first
    for module in (
        play,
        live,
        answers,
        clocks,
        tables,
        finding,
        chat,
        programs,
        lessons,
        reference,
        people,
        accounts,
        passkeys,
        oidc,
        leaving,
        ratings,
        admin,
        records,
        health,
        notices,
        metrics,
        pages,
        mailpages,
        bundle,
        manual,
    ):
        app.include_router(module.router)
    # Routes are built when they are first looked at, which is not safe in several threads: the description looks now.
    described = app.openapi()
    return tuple(app.router.routes[own:]), described


def create_app(config: Config, engine: Engine | None = None) -> Entrance:
    """A server that is ready to be run by an ASGI server; without an engine it opens its database when it starts."""
    meters = Meters()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = await start(config, engine, meters)
        app.state.parts = parts
        entrance.guests.identities = parts.identities
        parts.following.bans = entrance.bans
        await parts.following.start()
        sweeper = asyncio.create_task(sweep_on(parts.desk, parts.store, Keeping.of(config)))
        reader = asyncio.create_task(read_on(parts.identities, parts.store))
        keeper = asyncio.create_task(parts.timekeeper.run())
        seeker = asyncio.create_task(parts.seeking.run())
        rater = asyncio.create_task(parts.rater.run())
        follower = asyncio.create_task(parts.following.run())
        teller = asyncio.create_task(parts.noticing.run())
        try:
            yield
        finally:
            sweeper.cancel()
            reader.cancel()
            keeper.cancel()
            seeker.cancel()
            rater.cancel()
            follower.cancel()
            teller.cancel()
            await parts.answering.stop()
            await parts.outside.stop()
            await parts.bots.stop()
            await asyncio.to_thread(parts.store.close)
            log.info("stopped")

    app = _bare(lifespan=lifespan)
    routes, app.openapi_schema = _interface()
    app.router.routes.extend(routes)
    app.add_exception_handler(StromnetzError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    entrance = Entrance(app, config, meters)
    return entrance


async def start(config: Config, engine: Engine | None, meters: Meters) -> Parts:
    for message in [*catalogue.broken().values(), *broken_lessons().values()]:
        log.warning("left out: %s", message)
    if engine is None:
        engine = await asyncio.to_thread(open_database, config.database_url, config.database_time)
    store = Store(engine, meters)
    identities = Identities(await _cookie_key(store), await store.read(guests.generations))
    await known_accounts(identities, store)
    desk = Desk(store, config.open_games)
    desk.clocks_run = not config.no_clocks
    costs = Costs(config.read_rate if config.rate else 0.0, config.read_burst)
    hub = Hub(desk, config.sockets, config.sockets_each, costs)
    timekeeper = Timekeeper(desk, store, hub)
    answering = Answering(desk, store, hub, not config.no_answers)
    bots = Bots(desk, store, config.bot_processes, config.bot_time, config.bot_pace)

    outside = Outside(desk, config.bot_time)
    shelf = Shelf()
    rater = Rater(store, config, shelf)
    desk.rate = begin

    def changed(opened: OpenTable) -> None:
        hub.changed(opened)
        bots.due(opened)
        timekeeper.changed(opened)
        answering.due(opened)
        outside.changed(opened)
        rater.changed(opened)

    def closed(id: str) -> None:
        hub.closed(id)
        outside.wake(id)

    desk.watched = hub.watched
    desk.changed = changed
    desk.closed = closed
    await timekeeper.start()
    await answering.start()
    await bots.start()
    meters.level("sockets", "Live connections", lambda: len(hub))
    meters.level("open_tables", "Tables in memory", lambda: len(desk))
    meters.level("bots_waiting", "Tables that wait for a bot", lambda: len(bots))
    meters.level("database_up", "Whether the last question to the database was answered", lambda: store.answers)
    chat_room = Chat(store, config.no_chat)
    looking = Looking(desk, config.read_cache * 1024 * 1024)
    persons = Accounts(config, store, desk, hub, identities)
    if persons.lacking and not config.no_accounts:
        log.info("there are no accounts: install 'stromnetz[host]', %s is missing", ", ".join(persons.lacking))
    seeking = Seeking(desk, store, identities.key)
    noticing = Noticing(config, store, desk, hub, identities.key)
    await noticing.start()
    return Parts(
        config,
        store,
        desk,
        hub,
        bots,
        identities,
        looking,
        costs,
        timekeeper,
        chat_room,
        answering,
        outside,
        persons,
        seeking,
        rater,
        shelf,
        Following(store, desk, hub, identities),
        noticing,
    )


async def _cookie_key(store: Store) -> str:
    """The key that signs cookies and links: made once, kept in the database."""

    def work(c: Any) -> str:
        found = guests.get_meta(c, "cookie-key")
        if found is None:
            found = new_key()
            guests.set_meta(c, "cookie-key", found)
        return found

    return await store.write(work)


async def _refused(request: Request, error: Exception) -> Json:
    assert isinstance(error, StromnetzError)
    opened = parts_of(request).desk.at_hand(str(request.path_params.get("id", "")))
    message = refusal_text(error, language_of(request), opened)
    headers = {"retry-after": str(LATER)} if isinstance(error, Unavailable) else None
    if isinstance(error, TooMany):
        headers = {"retry-after": str(math.ceil(error.facts.get("seconds", LATER)))}
    return Json(error_json(error, message), status_code=status_of(error), headers=headers)


async def _invalid(request: Request, error: Exception) -> Json:
    """A body or parameter of the wrong shape: where it is wrong, and what is wanted there."""
    assert isinstance(error, RequestValidationError)
    problems = [
        {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"], "given": shown(one.get("input"))}
        for one in error.errors()[:10]
    ]
    first = problems[0] if problems else {"at": "request", "problem": "it cannot be read"}
    return Json(
        error_body("bad-input", f"{first['at']}: {first['problem']}", facts={"problems": problems}), status_code=422
    )


async def _http(request: Request, error: Exception) -> Json:
    assert isinstance(error, HTTPException)
    kinds = {400: (422, "bad-input"), 404: (404, "not-found"), 405: (405, "not-allowed")}
    status, kind = kinds.get(error.status_code, (error.status_code, "refused"))
    return Json(error_body(kind, str(error.detail)), status_code=status, headers=error.headers)


async def _broken(request: Request, error: Exception) -> Json:
    """The guard logs it; the client is told nothing about the inside."""
    return Json(error_body("internal", sentence("internal", language_of(request))), status_code=500)
