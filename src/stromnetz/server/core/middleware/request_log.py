"""Request ids, the log of requests, and the response to unexpected errors.

A request's id is in its response and in its lines of the log. A proxy may choose it (``X-Request-Id``), so that both
logs can be compared.
"""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from stromnetz.server.core.errors import error_body
from stromnetz.server.core.logs import REQUEST
from stromnetz.server.core.metrics import Metrics
from stromnetz.server.core.tracing import ResponseNote

from .base import Refusal, headers_of, rejection_text, send_rejection

REQUEST_ID_HEADER = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""Accepted ids cannot look like lines of the log."""


class RequestIdMiddleware:
    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        given = headers_of(scope).get("x-request-id", "")
        id = given if REQUEST_ID_HEADER.fullmatch(given) else secrets.token_hex(8)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"x-request-id", id.encode())]}
            await send(message)

        token = REQUEST.set(id)
        try:
            await self._inner(scope, receive, answer)
        finally:
            REQUEST.reset(token)


log = logging.getLogger("stromnetz.http")


class ErrorMiddleware:
    """Answers unexpected errors without a traceback, and logs all requests."""

    def __init__(self, inner: ASGIApp, meters: Metrics) -> None:
        self._inner = inner
        self._meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            with self._meters.spans.request(scope["method"], headers_of(scope)) as note:
                await self._http(scope, receive, send, note)
        elif scope["type"] == "websocket":
            try:
                await self._inner(scope, receive, send)
            except ClientDisconnected:
                log.info("a WebSocket was closed before it was accepted")
            except Exception:
                log.exception("a WebSocket failed")
        else:
            await self._inner(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send, note: ResponseNote) -> None:
        began = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._inner(scope, receive, answer)
        except ConnectionError:
            log.info("a request was not finished")
        except Exception:
            log.exception("a request failed")
            if not status:
                await send_rejection(
                    scope, receive, answer, Refusal(500, error_body("internal", rejection_text("internal", scope)))
                )
        finally:
            self._note(scope, status, time.perf_counter() - began, note)

    def _note(self, scope: Scope, status: int, seconds: float, note: ResponseNote) -> None:
        """Count and log a request by its route: the path may contain the id of a table."""
        route = getattr(scope.get("route"), "path", None)
        self._meters.request(route, scope["method"], status, seconds)
        note(route, status)
        facts = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%(method)s %(route)s %(status)s", facts, extra=facts)
