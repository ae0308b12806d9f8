"""What the checks of a request share: what is known of it, and how it is rejected."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from starlette.types import Receive, Scope, Send

from stromnetz.server.core.languages import message_for, preferred

HEADERS, IDENTITY, ADDRESS = "stromnetz_headers", "stromnetz_identity", "stromnetz_address"
"""Keys of the scope: headers as text, identity of the sender, network of the sender."""
POLICY = "stromnetz_policy"
"""Key of the scope: the policy of the route; None if there is no route."""
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


class Refusal(NamedTuple):
    """The response to a request that is rejected before it reaches the application."""

    status: int
    body: dict[str, Any]
    wait: float = 0.0


def language_of_scope(scope: Scope) -> str:
    """Return the language that the browser prefers."""
    return preferred(scope[HEADERS].get("accept-language", ""))


def rejection_text(case: str, scope: Scope) -> str:
    """Return the text of a case in the language that the browser prefers."""
    return message_for(case, language_of_scope(scope))


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
