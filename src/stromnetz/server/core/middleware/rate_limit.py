"""Rate limits per guest and per address, stricter for requests that are costly or try secrets."""

from __future__ import annotations

from starlette.types import ASGIApp, Scope

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.errors import error_body
from stromnetz.server.core.http import Cost
from stromnetz.server.core.rate_limits import TokenBuckets

from .base import ADDRESS, IDENTITY, Refusal, RejectingMiddleware, headers_of, rejection_text
from .body import MAX_UPLOAD_BYTES
from .route_match import POLICY

ADDRESS_FACTOR = 8
"""How many guests of one address can use their full limits."""
BYTES_PER_TOKEN = 64 * 1024
"""Bytes of an upload that cost as much as a new table."""


class RateLimitMiddleware(RejectingMiddleware):
    """Limits all requests."""

    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._guests = TokenBuckets(config.rate, config.burst)
        self._addresses = TokenBuckets(
            config.rate * ADDRESS_FACTOR, config.burst * ADDRESS_FACTOR, exempt=config.exempt
        )
        self._strangers = TokenBuckets(config.rate, config.burst, exempt=config.exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """The token buckets by name."""
        return {"guest": self._guests, "stranger": self._strangers, "address": self._addresses}

    async def refusal(self, scope: Scope) -> Refusal | None:
        guest, address = scope[IDENTITY].guest, scope[ADDRESS]
        wait = self._guests.try_spend(guest) if guest is not None else self._strangers.try_spend(address)
        return rate_limited(scope, max(wait, self._addresses.try_spend(address)))


class HeavyRateLimitMiddleware(RejectingMiddleware):
    """Limits costly requests per address, as declared by the routes."""

    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        # without a general rate limit there is none for costly requests either
        self._heavy = TokenBuckets(config.heavy_rate if config.rate else 0.0, config.heavy_burst, exempt=config.exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        return {"heavy": self._heavy}

    async def refusal(self, scope: Scope) -> Refusal | None:
        tokens = 0.0 if scope["type"] != "http" else _tokens(scope)
        return rate_limited(scope, self._heavy.try_spend(scope[ADDRESS], tokens)) if tokens else None


def _tokens(scope: Scope) -> float:
    """Return what a request costs of the heavy limit."""
    policy = scope[POLICY]
    if policy is None or policy.cost is Cost.LIGHT:
        return 0.0
    if policy.cost is Cost.STRANGER:
        return 1.0 if scope[IDENTITY].guest is None else 0.0
    if policy.cost is Cost.UPLOAD:
        return 1.0 + _length(scope) / BYTES_PER_TOKEN
    return 1.0


def _length(scope: Scope) -> int:
    """Return the announced size of a body, or the maximum."""
    length = headers_of(scope).get("content-length", "")
    return min(int(length), MAX_UPLOAD_BYTES) if length.isdecimal() else MAX_UPLOAD_BYTES


def rate_limited(scope: Scope, wait: float) -> Refusal | None:
    if wait <= 0:
        return None
    return Refusal(
        429, error_body("too-many", rejection_text("too-many", scope), facts={"seconds": round(wait, 1)}), wait
    )
