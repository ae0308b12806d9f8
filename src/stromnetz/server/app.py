"""The FastAPI application: routes, error responses and the middleware around them."""

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

from stromnetz.build import VERSION
from stromnetz.engine.errors import StromnetzError, short_repr
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.dependencies import services_of
from stromnetz.server.core.http import OpenApiApp, SafeJson
from stromnetz.server.core.languages import language_of, message_for
from stromnetz.server.core.metrics import Metrics, create_metrics
from stromnetz.server.core.middleware.stack import MiddlewareStack
from stromnetz.server.core.tracing import create_tracer
from stromnetz.server.tables.cache import TableCache
from stromnetz.tables.errors import RateLimited, Unavailable, error_body, status_of
from stromnetz.tables.words import refusal_json

from .accounts import guest_routes, oidc_routes, passkey_routes, privacy_routes
from .accounts import routes as accounts_routes
from .admin import routes as admin_routes
from .admin import tournament_routes
from .analysis import lesson_routes, puzzle_routes, record_routes, review_routes
from .assembly import run, start, stop
from .bot_api import routes as bot_api_routes
from .catalogue import routes as catalogue_routes
from .chat import routes as chat_routes
from .core import operation_routes
from .live import routes as live_routes
from .matchmaking import rating_routes
from .matchmaking import routes as matchmaking_routes
from .notifications import pages as notifications_pages
from .notifications import routes as notifications_routes
from .table_play import clock_routes, explain_routes, hint_routes, preset_routes
from .table_play import routes as table_play_routes
from .tables import routes as tables_routes
from .web import help_site, static_files
from .web import pages as web_pages

log = logging.getLogger("stromnetz.server")

DEFAULT_RETRY_SECONDS = 2
"""``Retry-After`` of refusals that do not say how long to wait."""

DESCRIPTION = (
    "Tables of Funkenschlag / Power Grid. Playing needs no account: opening or joining a table makes you a guest, "
    "identified by a cookie. Every refusal is {error: {kind, message, rule?, move?, facts?}}, with the message in the "
    "language of ?language= or of the Accept-Language header (English, German, Dutch). Moves carry the version that "
    "the client has and a key: a repeated request acts once. A WebSocket at /api/tables/{id}/live sends what happens: "
    "{type: hello, protocol, table, presence, version}, {type: state, version, undo, views}, {type: rows, after, "
    "version, undo, rows, views}, {type: table, table}, {type: clock, clock}, {type: preset-moves, seat}, {type: "
    "presence, presence}, {type: chat}, {type: notice, texts}, {type: leaving, within}. A viewer that finds a gap, "
    "because `after` is not the version it has, sends {type: resume, version}; one that reconnects uses "
    "?since=version. A WebSocket at /api/live sends {type: changed, what} when lists have changed: public tables "
    "(tables), seeks (seeks), my own tables (mine). Limits: all requests count; besides, x-cost says how an operation "
    "counts for the heavy limit of an address: heavy as one, stranger as one without a cookie, upload by its size, "
    "light not at all. Too many are answered with 429 and Retry-After. x-banned says whether banned people may use the "
    "operation."
)


# Matched in this order: the most frequent first.
ROUTE_MODULES = (
    table_play_routes,
    live_routes,
    preset_routes,
    clock_routes,
    tables_routes,
    matchmaking_routes,
    chat_routes,
    bot_api_routes,
    lesson_routes,
    catalogue_routes,
    review_routes,
    hint_routes,
    explain_routes,
    puzzle_routes,
    guest_routes,
    accounts_routes,
    passkey_routes,
    oidc_routes,
    privacy_routes,
    rating_routes,
    admin_routes,
    tournament_routes,
    record_routes,
    operation_routes,
    notifications_routes,
    web_pages,
    notifications_pages,
    static_files,
    help_site,
)


def _routes() -> list[BaseRoute]:
    """Return the routes of all modules. Including their routers would build every route twice."""
    return [route for module in ROUTE_MODULES for route in module.router.routes]


def create_app(config: ServerConfig, engine: Engine | None = None, meters: Metrics | None = None) -> MiddlewareStack:
    """Create the ASGI application. Without an engine, it opens the database when it starts."""
    meters = meters or create_metrics(create_tracer(config))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = await start(config, engine, meters, middleware)
        app.state.services = services
        running = run(services)
        try:
            yield
        finally:
            await stop(services, running)
            if meters.tracer is not None:
                await asyncio.to_thread(meters.tracer.stop)
            log.info("stopped")

    app = OpenApiApp(
        title="Stromnetz",
        version=VERSION,
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
    middleware = MiddlewareStack(app, config, meters)
    return middleware


async def _refused(request: Request, error: Exception) -> SafeJson:
    assert isinstance(error, StromnetzError)
    opened = services_of(request).get(TableCache).get_cached(str(request.path_params.get("id", "")))
    shown = (None, None) if opened is None else (opened.table, opened.game)
    body = refusal_json(error, language_of(request), *shown)
    headers = {"retry-after": str(DEFAULT_RETRY_SECONDS)} if isinstance(error, Unavailable) else None
    if isinstance(error, RateLimited):
        headers = {"retry-after": str(math.ceil(error.facts.get("seconds", DEFAULT_RETRY_SECONDS)))}
    return SafeJson(body, status_code=status_of(error), headers=headers)


async def _invalid(request: Request, error: Exception) -> SafeJson:
    """Say which fields of a body or which parameters are invalid, and why."""
    assert isinstance(error, RequestValidationError)
    problems = [
        {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"], "given": short_repr(one.get("input"))}
        for one in error.errors()[:10]
    ]
    first = problems[0] if problems else {"at": "request", "problem": "it cannot be read"}
    return SafeJson(
        error_body("bad-input", f"{first['at']}: {first['problem']}", facts={"problems": problems}), status_code=422
    )


async def _http(request: Request, error: Exception) -> SafeJson:
    assert isinstance(error, HTTPException)
    kinds = {400: (422, "bad-input"), 404: (404, "not-found"), 405: (405, "not-allowed")}
    status, kind = kinds.get(error.status_code, (error.status_code, "refused"))
    return SafeJson(error_body(kind, str(error.detail)), status_code=status, headers=error.headers)


async def _broken(request: Request, error: Exception) -> SafeJson:
    """Answer an unexpected error without details; `RequestLogMiddleware` logs it."""
    return SafeJson(error_body("internal", message_for("internal", language_of(request))), status_code=500)
