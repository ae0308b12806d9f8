"""Uploads: each takes a slot before its body is read, and keeps it until it is answered."""

from __future__ import annotations

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from stromnetz.server.config import Config
from stromnetz.server.errors import error_body
from stromnetz.server.route_policy import Cost

from .door import ADDRESS, Refusal, said, turn_away
from .routing import POLICY

MAX_UPLOADS = 8
"""Uploads that are received, wait or are checked, in all."""
MAX_UPLOADS_PER_ADDRESS = 2
RETRY_SECONDS = 5.0


class Uploads:
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        self._inner = inner
        self._exempt = config.exempt
        self._most_each = MAX_UPLOADS_PER_ADDRESS if config.rate else MAX_UPLOADS
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        policy = scope.get(POLICY)
        if policy is None or policy.cost is not Cost.UPLOAD:
            await self._inner(scope, receive, send)
            return
        address: str = scope[ADDRESS]
        refused = self._refusal(scope, address)
        if refused is not None:
            await turn_away(scope, receive, send, refused)
            return
        self._by_address[address] += 1
        try:
            await self._inner(scope, receive, send)
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _refusal(self, scope: Scope, address: str) -> Refusal | None:
        if self._by_address.total() >= MAX_UPLOADS:
            return Refusal(503, error_body("unavailable", said("uploads-full", scope)), RETRY_SECONDS)
        if self._by_address[address] >= self._most_each and address not in self._exempt:
            return Refusal(429, error_body("too-many", said("uploads-address", scope)), RETRY_SECONDS)
        return None
