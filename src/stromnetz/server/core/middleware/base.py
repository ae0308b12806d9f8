"""What the middleware has in common: a request goes on to the next one or is rejected."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from stromnetz.server.core.languages import message_for, preferred

HEADERS, IDENTITY, ADDRESS = "stromnetz_headers", "stromnetz_identity", "stromnetz_address"
"""Where a scope keeps what was read of a request: its headers as text, who sends it, from which network."""


class Refusal(NamedTuple):
    """An answer that is given without asking anybody further in."""

    status: int
    body: dict[str, Any]
    wait: float = 0.0


class RejectingMiddleware:
    """A middleware: requests and live connections go on to ``inner`` unless ``refusal`` says why not."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None if scope["type"] == "lifespan" else self.refusal(scope)
        if refused is None:
            await self.inner(scope, receive, send)
        else:
            await send_rejection(scope, receive, send, refused)

    def refusal(self, scope: Scope) -> Refusal | None:
        return None


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers of a request as text, read once."""
    found: dict[str, str] | None = scope.get(HEADERS)
    if found is None:
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        scope[HEADERS] = found
    return found


def rejection_body(case: str, scope: Scope) -> str:
    """What is said in a case, in the language that the browser prefers."""
    return message_for(case, preferred(headers_of(scope).get("accept-language", "")))


async def send_rejection(scope: Scope, receive: Receive, send: Send, refused: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refused.body["error"]["kind"]})
        return
    data = json.dumps(refused.body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    if refused.wait > 0:
        headers.append((b"retry-after", str(math.ceil(refused.wait)).encode()))
    if refused.status == 408:
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
