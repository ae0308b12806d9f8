"""The order of the middleware."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.rate_limits import TokenBuckets

from .access import BanMiddleware, IdentityMiddleware, TokenScopeMiddleware
from .body import BodyLimitMiddleware, UploadLimitMiddleware
from .compression import CompressionMiddleware
from .rate_limit import HeavyRateLimitMiddleware, RateLimitMiddleware
from .request_log import ErrorMiddleware, RequestIdMiddleware
from .route_match import RouteMatchMiddleware
from .security import HostCheck, OriginCheck, SecurityHeaders


class MiddlewareStack:
    """The ASGI application: FastAPI inside all middleware."""

    def __init__(self, app: FastAPI, config: ServerConfig, meters: Metrics) -> None:
        self.inner = app
        # the outermost middleware runs first and rejects before the inner ones do any work
        self._heavy = HeavyRateLimitMiddleware(BodyLimitMiddleware(CompressionMiddleware(app), config), config)
        self.bans = BanMiddleware(UploadLimitMiddleware(self._heavy, config))
        self._rates = RateLimitMiddleware(RouteMatchMiddleware(self.bans, app), config)
        self.guests = IdentityMiddleware(TokenScopeMiddleware(self._rates, config))
        self._outer = SecurityHeaders(
            RequestIdMiddleware(ErrorMiddleware(HostCheck(OriginCheck(self.guests, config), config), meters)), config
        )

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """The rate limits by name."""
        return self._rates.buckets | self._heavy.buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._outer(scope, receive, send)
