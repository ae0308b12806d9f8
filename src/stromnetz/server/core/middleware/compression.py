"""Answers that are packed: files as they were built, and the larger answers of the interface.

An answer that is packed betrays by its length how much of it repeats. Whoever can have his own text put beside a secret
in one answer, and sees the length of many such, can guess the secret (BREACH). So packed are only answers to GET that
hold no text which somebody else has chosen: what is printed in the editions, and games as data. Tables, with the
players' names and the code, and every answer with a recovery link go as they are; they are small. Besides, the cookie
does not come along when another site asks (``SameSite``).
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .base import headers_of

MIN_BYTES = 1400
"""Bytes: what fits into one packet anyway is not packed."""
PREPARED = "br", "gzip"
"""The ways in which files are prepared, the best first."""
GAMES = ("/api/tables/{id}/view", "/api/tables/{id}/history", "/api/tables/{id}/record")
"""Routes that answer with a game as data."""
PUBLIC = ("/api/editions", "/api/boards", "/api/words", "/api/rules")
"""How the routes begin that answer with what is printed."""


def accepted(header: str) -> list[str]:
    """The ways of packing that a client takes and we have, the best first.

    >>> accepted("gzip, deflate, br;q=0.9"), accepted("br;q=0, *"), accepted("identity")
    (['br', 'gzip'], ['gzip'], [])
    """
    wishes: dict[str, bool] = {}
    for part in header[:200].split(","):
        name, _, parameter = part.partition(";")
        weight = parameter.strip().lower().removeprefix("q=")
        wishes[name.strip().lower()] = weight.strip("0. ") != "" or not weight
    return [way for way in PREPARED if wishes.get(way, wishes.get("*", False))]


class CompressionMiddleware:
    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            send = _packing(scope, headers_of(scope).get("accept-encoding", ""), send)
        await self._inner(scope, receive, send)


def _packing(scope: Scope, header: str, send: Send) -> Send:
    """A way to send the answer to a request, which packs it where that may be and pays."""
    held: Message | None = None

    async def out(message: Message) -> None:
        nonlocal held
        if message["type"] == "http.response.start" and message["status"] == 200:
            held = message
            return
        if held is not None:
            start, held = held, None
            if not message.get("more_body", False):
                route = getattr(scope.get("route"), "path", "")
                start, body = _packed(start, message.get("body", b""), route, accepted(header))
                message = {**message, "body": body}
            await send(start)
        await send(message)

    return out


def _packed(start: Message, body: bytes, route: str, ways: list[str]) -> tuple[Message, bytes]:
    public = route.startswith(PUBLIC)
    if len(body) < MIN_BYTES or not (public or route in GAMES):
        return start, body
    vary = b", ".join([*(value for name, value in start["headers"] if name == b"vary"), b"accept-encoding"])
    headers = [(name, value) for name, value in start["headers"] if name not in (b"vary", b"content-length")]
    if "gzip" in ways:
        body = _once(body) if public else gzip.compress(body, 1, mtime=0)
        headers.append((b"content-encoding", b"gzip"))
    headers += [(b"vary", vary), (b"content-length", str(len(body)).encode())]
    return {**start, "headers": headers}, body


@lru_cache(maxsize=64)
def _once(body: bytes) -> bytes:
    """What is the same for everybody is packed well, once."""
    return gzip.compress(body, 9, mtime=0)
