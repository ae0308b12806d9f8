"""Limits for the body of a request, which is read completely before the request is handled."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.http import Cost
from stromnetz.tables.errors import error_body

from .rejections import ADDRESS, HEADERS, POLICY, Refusal, rejection_text, send_rejection

MAX_BODY_BYTES = 64 * 1024
MAX_UPLOAD_BYTES = 768 * 1024
"""Four times the largest record found in games of all editions: 188 kB, six players with many undos."""


class BodyLimitMiddleware:
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        self._inner = inner
        self._seconds = config.body_time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._read(scope, receive)
        if isinstance(body, bytes):
            await self._inner(scope, _replay(body, receive), send)
        else:
            await send_rejection(scope, receive, send, body)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | Refusal:
        policy = scope[POLICY]
        most = MAX_UPLOAD_BYTES if policy is not None and policy.cost is Cost.UPLOAD else MAX_BODY_BYTES
        headers = scope[HEADERS]
        try:
            # without an announced body there is nothing to wait for
            empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
            async with asyncio.timeout(None if empty else self._seconds):
                body = await _body(receive, headers, most)
        except TimeoutError:
            return Refusal(
                408, error_body("too-slow", rejection_text("too-slow", scope), facts={"seconds": self._seconds})
            )
        if body is None:
            return Refusal(413, error_body("too-large", f"at most {most} bytes are taken here"))
        return body


async def _body(receive: Receive, headers: dict[str, str], most: int) -> bytes | None:
    """Read the whole body; return None if it is too large."""
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


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that yields the body once, then further messages (that the client has disconnected)."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


MAX_UPLOADS = 8
"""Uploads in total that are received, queued or checked at a time."""
MAX_UPLOADS_PER_ADDRESS = 2
RETRY_SECONDS = 5.0


class UploadLimitMiddleware:
    """Limits uploads at a time; other requests do not pass through here."""

    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        self._inner = inner
        self._exempt = config.exempt
        self._max_per_address = MAX_UPLOADS_PER_ADDRESS if config.rate else MAX_UPLOADS
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
            return Refusal(503, error_body("unavailable", rejection_text("uploads-full", scope)), RETRY_SECONDS)
        if self._by_address[address] >= self._max_per_address and address not in self._exempt:
            return Refusal(429, error_body("too-many", rejection_text("uploads-address", scope)), RETRY_SECONDS)
        return None
