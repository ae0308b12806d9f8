"""Every request has a name: it stands in every line of the log that belongs to it, and in the answer.

A proxy may give one (``X-Request-Id``), so that its log and ours can be laid side by side.
"""

from __future__ import annotations

import re
import secrets

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.server.logs import REQUEST

from .door import headers_of

GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""What is taken from outside: nothing that could pretend to be a line of the log."""


class Named:
    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        given = headers_of(scope).get("x-request-id", "")
        name = given if GIVEN.fullmatch(given) else secrets.token_hex(8)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"x-request-id", name.encode())]}
            await send(message)

        token = REQUEST.set(name)
        try:
            await self._inner(scope, receive, answer)
        finally:
            REQUEST.reset(token)
