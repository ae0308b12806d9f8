"""The ASGI application: FastAPI behind the checks that each request has to pass, in their order."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from stromnetz.server.admin.bans import Bans
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.cookies import replace_old_cookie
from stromnetz.server.core.http import Cost, RouteFinder
from stromnetz.server.core.identity import Identity, IdentityRegistry
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.rate_limits import RequestLimits, TokenBuckets, network_of
from stromnetz.server.core.tracing import TracingMiddleware
from stromnetz.tables.errors import error_body

from .body import MAX_UPLOAD_BYTES, BodyLimitMiddleware, UploadLimitMiddleware
from .compression import compressing
from .rejections import ADDRESS, HEADERS, IDENTITY, POLICY, Refusal, rejection_text, send_rejection
from .request_log import RequestLogMiddleware
from .security import OriginCheck
from .token_scope import token_refusal

BYTES_PER_TOKEN = 64 * 1024
"""Bytes of an upload that cost as much as a new table."""
STRANGER = Identity()


class MiddlewareStack:
    identities: IdentityRegistry | None = None
    bans: Bans | None = None
    """Set once the database is open, as `identities`."""

    def __init__(self, app: FastAPI, config: ServerConfig, meters: Metrics) -> None:
        self.inner = app
        self._routes = RouteFinder(app)
        self._origins = OriginCheck(config)
        self._limits = RequestLimits(config)
        self._programs_allowed = not config.no_programs
        self._bodies = BodyLimitMiddleware(app, config)
        self._uploads = UploadLimitMiddleware(self._limited, config)
        checked = self._checked if meters.tracer is None else TracingMiddleware(self._checked, meters.tracer)
        self._logged = RequestLogMiddleware(checked, config, meters)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """The rate limits by name."""
        return self._limits.buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        scope[HEADERS] = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        await self._logged(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request if it may be made."""
        refused = await self._refusal(scope)
        replacement = scope.get(IDENTITY, STRANGER).replacement
        if replacement is not None:
            send = replace_old_cookie(replacement, send)
        if refused is not None:
            await send_rejection(scope, receive, send, refused)
        elif scope["type"] == "websocket":
            await self.inner(scope, receive, send)
        elif scope[POLICY] is not None and scope[POLICY].cost is Cost.UPLOAD:
            await self._uploads(scope, receive, send)
        else:
            await self._limited(scope, receive, send)

    async def _refusal(self, scope: Scope) -> Refusal | None:
        """Return why a request is rejected, if it is; each check costs more than the one before."""
        refused = self._origins.refusal(scope)
        if refused is not None:
            return refused
        known = self.identities
        identity = scope[IDENTITY] = STRANGER if known is None else await known.identify(scope[HEADERS])
        address = scope[ADDRESS] = network_of((scope.get("client") or ("unknown", 0))[0])
        if identity.program:
            refused = token_refusal(scope, self._programs_allowed)
            if refused is not None:
                return refused
        wait = self._limits.try_spend(identity.guest, address)
        if wait > 0:
            return _rate_limited(scope, wait)
        if scope["type"] == "http":
            scope[POLICY] = self._routes.find(scope)
        return None if self.bans is None else await self.bans.rejection(scope)

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request unless too many such costly ones were made."""
        tokens = _tokens(scope)
        wait = self._limits.try_spend_heavy(scope[ADDRESS], tokens) if tokens else 0.0
        if wait > 0:
            await send_rejection(scope, receive, send, _rate_limited(scope, wait))
            return
        await self._bodies(scope, receive, compressing(scope, send) if scope["method"] == "GET" else send)


def _tokens(scope: Scope) -> float:
    """Return what a request costs of the heavy limit."""
    policy = scope[POLICY]
    if policy is None or policy.cost is Cost.LIGHT:
        return 0.0
    if policy.cost is Cost.STRANGER:
        return 1.0 if scope[IDENTITY].guest is None else 0.0
    if policy.cost is Cost.UPLOAD:
        length = scope[HEADERS].get("content-length", "")
        announced = min(int(length), MAX_UPLOAD_BYTES) if length.isdecimal() else MAX_UPLOAD_BYTES
        return 1.0 + announced / BYTES_PER_TOKEN
    return 1.0


def _rate_limited(scope: Scope, wait: float) -> Refusal:
    body = error_body("too-many", rejection_text("too-many", scope), facts={"seconds": round(wait, 1)})
    return Refusal(429, body, wait)
