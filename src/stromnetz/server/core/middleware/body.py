"""The body of a request: read whole before anything is done, if it comes in time and is not too large."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.errors import error_body
from stromnetz.server.core.http import Cost

from .base import ADDRESS, Refusal, headers_of, rejection_body, send_rejection
from .route_match import POLICY

MAX_BODY_BYTES = 64 * 1024
MAX_UPLOAD_BYTES = 768 * 1024
"""Four times the largest record that was found among games of all editions: 188 kB, six players who undo a lot."""


class BodyLimitMiddleware:
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        self._inner = inner
        self._seconds = config.body_time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        body = await self._read(scope, receive)
        if isinstance(body, bytes):
            await self._inner(scope, _once(body, receive), send)
        else:
            await send_rejection(scope, receive, send, body)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | Refusal:
        policy = scope[POLICY]
        most = MAX_UPLOAD_BYTES if policy is not None and policy.cost is Cost.UPLOAD else MAX_BODY_BYTES
        headers = headers_of(scope)
        try:
            # where no body is announced there is none to wait for
            empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
            async with asyncio.timeout(None if empty else self._seconds):
                body = await _body(receive, headers, most)
        except TimeoutError:
            return Refusal(
                408, error_body("too-slow", rejection_body("too-slow", scope), facts={"seconds": self._seconds})
            )
        if body is None:
            return Refusal(413, error_body("too-large", f"at most {most} bytes are taken here"))
        return body


async def _body(receive: Receive, headers: dict[str, str], most: int) -> bytes | None:
    """The whole body; None when it is too large."""
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        return None
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever comes (that the client has gone)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


MAX_UPLOADS = 8
"""Uploads that are received, wait or are checked, in all."""
MAX_UPLOADS_PER_ADDRESS = 2
RETRY_SECONDS = 5.0


class UploadLimitMiddleware:
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
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
            await send_rejection(scope, receive, send, refused)
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
            return Refusal(503, error_body("unavailable", rejection_body("uploads-full", scope)), RETRY_SECONDS)
        if self._by_address[address] >= self._most_each and address not in self._exempt:
            return Refusal(429, error_body("too-many", rejection_body("uploads-address", scope)), RETRY_SECONDS)
        return None
