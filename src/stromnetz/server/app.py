"""The application: parts put together, refusals as JSON, everything behind the doors."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from stromnetz.engine.errors import StromnetzError, shown

from . import bundle, mailpages, manual, pages
from .api import (
    accounts,
    admin,
    advice,
    answers,
    chat,
    clocks,
    exercises,
    finding,
    forgotten,
    health,
    help,
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
    reviews,
    tables,
    tournaments,
)
from .api.context import Json, parts_of
from .api.shaped import DescribedApp
from .assembly import run, start, stop
from .config import Config, program_version
from .doors import Entrance
from .errors import TooMany, Unavailable, error_body, error_json, status_of
from .languages import language_of, refusal_text, sentence
from .meters import Meters
from .tracing import spans_of

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
    "presence, presence}, {type: chat}, {type: notice, texts}, {type: leaving, within}. A viewer that finds a gap, "
    "because `after` is not the version it knows, sends {type: resume, version}; one that comes back connects with "
    "?since=version. A WebSocket at /api/live says {type: changed, what} when lists have changed: of public tables "
    "(tables), of who seeks a game (seeks), of my own tables (mine). Limits: every request counts; besides, x-cost "
    "says how an operation counts for the heavy limit of an address: heavy as one, stranger as one if you come without "
    "a cookie, upload by its size, light not at all. Too many are answered with 429 and Retry-After. x-banned says "
    "whether banned people may use it."
)


# Tried one after another: what is asked most comes first.
ROOMS = (
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
    reviews,
    advice,
    help,
    exercises,
    people,
    accounts,
    forgotten,
    passkeys,
    oidc,
    leaving,
    ratings,
    admin,
    tournaments,
    records,
    health,
    notices,
    metrics,
    pages,
    mailpages,
    bundle,
    manual,
)


def _routes() -> list[BaseRoute]:
    """Those of all rooms as they are: to include routers would be to build every route a second time."""
    return [route for room in ROOMS for route in room.router.routes]


def create_app(config: Config, engine: Engine | None = None, meters: Meters | None = None) -> Entrance:
    """A server that is ready to be run by an ASGI server; without an engine it opens its database when it starts."""
    meters = meters or Meters(spans_of(config))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = await start(config, engine, meters)
        app.state.parts = parts
        entrance.guests.identities = parts.identities
        parts.following.bans = entrance.bans
        await parts.following.start()
        parts.company.buckets = entrance.buckets | parts.costs.buckets
        await parts.company.start()
        await parts.hearing.start()
        running = run(parts)
        try:
            yield
        finally:
            await stop(parts, running)
            await asyncio.to_thread(meters.spans.stop)
            log.info("stopped")

    app = DescribedApp(
        title="Stromnetz",
        version=program_version(),
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
    )
    app.router.routes.extend(_routes())
    app.add_exception_handler(StromnetzError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    entrance = Entrance(app, config, meters)
    return entrance


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
