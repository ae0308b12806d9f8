"""How much a guest, a stranger and an address may ask for; less of what costs much or tries secrets."""

from __future__ import annotations

from starlette.types import ASGIApp, Scope

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.errors import error_body
from stromnetz.server.core.http import Cost
from stromnetz.server.core.rate_limits import TokenBuckets

from .base import ADDRESS, IDENTITY, Refusal, RejectingMiddleware, headers_of, rejection_body
from .body import MAX_UPLOAD_BYTES
from .route_match import POLICY

ADDRESS_FACTOR = 8
"""How many guests may share an address before they limit each other."""
BYTES_PER_TOKEN = 64 * 1024
"""Every so many bytes of an upload cost as much as a new table does."""


class RateLimitMiddleware(RejectingMiddleware):
    """Counts requests, whatever they ask for."""

    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._guests = TokenBuckets(config.rate, config.burst)
        self._addresses = TokenBuckets(
            config.rate * ADDRESS_FACTOR, config.burst * ADDRESS_FACTOR, exempt=config.exempt
        )
        self._strangers = TokenBuckets(config.rate, config.burst, exempt=config.exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        """Each by a name."""
        return {"guest": self._guests, "stranger": self._strangers, "address": self._addresses}

    def refusal(self, scope: Scope) -> Refusal | None:
        guest, address = scope[IDENTITY].guest, scope[ADDRESS]
        wait = self._guests.try_spend(guest) if guest is not None else self._strangers.try_spend(address)
        return too_many(scope, max(wait, self._addresses.try_spend(address)))


class HeavyRateLimitMiddleware(RejectingMiddleware):
    """Counts what costs much, or tries secrets, for each address: by what the routes declare."""

    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        # without a limit for requests there is none for a part of them
        self._heavy = TokenBuckets(config.heavy_rate if config.rate else 0.0, config.heavy_burst, exempt=config.exempt)

    @property
    def buckets(self) -> dict[str, TokenBuckets]:
        return {"heavy": self._heavy}

    def refusal(self, scope: Scope) -> Refusal | None:
        tokens = 0.0 if scope["type"] != "http" else _tokens(scope)
        return too_many(scope, self._heavy.try_spend(scope[ADDRESS], tokens)) if tokens else None


def _tokens(scope: Scope) -> float:
    """What a request costs of the heavy limit."""
    policy = scope[POLICY]
    if policy is None or policy.cost is Cost.LIGHT:
        return 0.0
    if policy.cost is Cost.STRANGER:
        return 1.0 if scope[IDENTITY].guest is None else 0.0
    if policy.cost is Cost.UPLOAD:
        return 1.0 + _length(scope) / BYTES_PER_TOKEN
    return 1.0


def _length(scope: Scope) -> int:
    """The size of a body as it is announced, else the largest that is taken; a larger one is refused."""
    length = headers_of(scope).get("content-length", "")
    return min(int(length), MAX_UPLOAD_BYTES) if length.isdecimal() else MAX_UPLOAD_BYTES


def too_many(scope: Scope, wait: float) -> Refusal | None:
    if wait <= 0:
        return None
    return Refusal(
        429, error_body("too-many", rejection_body("too-many", scope), facts={"seconds": round(wait, 1)}), wait
    )
