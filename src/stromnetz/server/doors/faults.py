"""What goes wrong stays inside: it is logged, the client gets a plain answer. Every request is a line of the log."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from stromnetz.server.errors import error_body
from stromnetz.server.meters import Meters
from stromnetz.server.tracing import Note

from .door import Refusal, headers_of, said, turn_away

log = logging.getLogger("stromnetz.http")


class Faults:
    """No traceback outside."""

    def __init__(self, inner: ASGIApp, meters: Meters) -> None:
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
                log.info("a live connection was given up before it began")
            except Exception:
                log.exception("a live connection failed")
        else:
            await self._inner(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send, note: Note) -> None:
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
                await turn_away(scope, receive, answer, Refusal(500, error_body("internal", said("internal", scope))))
        finally:
            self._note(scope, status, time.perf_counter() - began, note)

    def _note(self, scope: Scope, status: int, seconds: float, note: Note) -> None:
        """Counted, and a line of the log; never the address itself, which may be the key of a table."""
        route = getattr(scope.get("route"), "path", None)
        self._meters.request(route, scope["method"], status, seconds)
        note(route, status)
        facts = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%(method)s %(route)s %(status)s", facts, extra=facts)
