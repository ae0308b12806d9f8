"""Request ids, the log of requests, the response to unexpected errors, and the security headers of responses.

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

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.logs import REQUEST
from stromnetz.server.core.metrics import Metrics
from stromnetz.tables.errors import error_body

from .rejections import HEADERS, Refusal, rejection_text, send_rejection
from .security import SecurityHeaders

REQUEST_ID_HEADER = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""Accepted ids cannot look like lines of the log."""


log = logging.getLogger("stromnetz.http")


class RequestLogMiddleware:
    """Names and logs requests, answers unexpected errors without a traceback, and adds the security headers."""

    def __init__(self, inner: ASGIApp, config: ServerConfig, meters: Metrics) -> None:
        self._inner = inner
        self._meters = meters
        self._security_headers = SecurityHeaders(config)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = scope[HEADERS].get("x-request-id", "")
        id = given if REQUEST_ID_HEADER.fullmatch(given) else secrets.token_hex(8)
        token = REQUEST.set(id)
        try:
            await (
                self._http(scope, receive, send, id) if scope["type"] == "http" else self._socket(scope, receive, send)
            )
        finally:
            REQUEST.reset(token)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._inner(scope, receive, send)
        except ClientDisconnected:
            log.info("a WebSocket was closed before it was accepted")
        except Exception:
            log.exception("a WebSocket failed")

    async def _http(self, scope: Scope, receive: Receive, send: Send, id: str) -> None:
        began = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = self._security_headers.added_to([*message["headers"], (b"x-request-id", id.encode())])
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._inner(scope, receive, answer)
        except ConnectionError:
            log.info("a request was not finished")
        except Exception:
            log.exception("a request failed")
            if not status:
                refusal = Refusal(500, error_body("internal", rejection_text("internal", scope)))
                await send_rejection(scope, receive, answer, refusal)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request by its route: the path may contain the id of a table."""
        route = getattr(scope.get("route"), "path", None)
        self._meters.request(route, scope["method"], status, seconds)
        facts = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%(method)s %(route)s %(status)s", facts, extra=facts)
