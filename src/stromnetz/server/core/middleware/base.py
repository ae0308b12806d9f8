"""Base class and helpers of the middleware."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from stromnetz.server.core.languages import message_for, preferred

HEADERS, IDENTITY, ADDRESS = "stromnetz_headers", "stromnetz_identity", "stromnetz_address"
"""Keys of the scope: headers as text, identity of the sender, network of the sender."""


class Refusal(NamedTuple):
    """The response to a request that is rejected by middleware."""

    status: int
    body: dict[str, Any]
    wait: float = 0.0


class RejectingMiddleware:
    """Passes requests and WebSockets on to ``inner`` unless `refusal` returns a rejection."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None if scope["type"] == "lifespan" else await self.refusal(scope)
        if refused is None:
            await self.inner(scope, receive, send)
        else:
            await send_rejection(scope, receive, send, refused)

    async def refusal(self, scope: Scope) -> Refusal | None:
        return None


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers of a request as text, decoded once."""
    found: dict[str, str] | None = scope.get(HEADERS)
    if found is None:
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        scope[HEADERS] = found
    return found


def rejection_text(case: str, scope: Scope) -> str:
    """Return the text of a case in the language that the browser prefers."""
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
        headers.append((b"connection", b"close"))  # do not wait for the rest of the body
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
