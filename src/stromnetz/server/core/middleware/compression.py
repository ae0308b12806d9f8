"""Compression of static files and of the larger responses.

The length of a compressed response reveals how much of it repeats. An attacker who can place text next to a secret in a
response, and observes many lengths, can guess the secret (BREACH). Only responses to GET without text chosen by others
are compressed: printed texts of the editions, and games as data. Tables, with players' names and the code, and
responses with a recovery link are not; they are small. Besides, other sites' requests come without the cookie
(``SameSite``).
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.types import Message, Scope, Send

from .rejections import HEADERS

MIN_BYTES = 1400
"""Smaller responses fit into one packet anyway."""
ENCODINGS = "br", "gzip"
"""Encodings in which static files are prepared, the best first."""
GAMES = ("/api/tables/{id}/view", "/api/tables/{id}/history", "/api/tables/{id}/record")
"""Routes that return a game as data."""
PUBLIC = ("/api/editions", "/api/boards", "/api/words", "/api/rules", "/api/guides")
"""Prefixes of routes that return printed texts."""


def accepted(header: str) -> list[str]:
    """Return the encodings that the client accepts and we have, the best first."""
    wishes: dict[str, bool] = {}
    for part in header[:200].split(","):
        name, _, parameter = part.partition(";")
        weight = parameter.strip().lower().removeprefix("q=")
        wishes[name.strip().lower()] = weight.strip("0. ") != "" or not weight
    return [name for name in ENCODINGS if wishes.get(name, wishes.get("*", False))]


def compressing(scope: Scope, send: Send) -> Send:
    """Wrap ``send`` to compress the response to GET if that is safe and pays off."""
    header = scope[HEADERS].get("accept-encoding", "")
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
                start, body = _compressed(start, message.get("body", b""), route, accepted(header))
                message = {**message, "body": body}
            await send(start)
        await send(message)

    return out


def _compressed(start: Message, body: bytes, route: str, encodings: list[str]) -> tuple[Message, bytes]:
    public = route.startswith(PUBLIC)
    if len(body) < MIN_BYTES or not (public or route in GAMES):
        return start, body
    vary = b", ".join([*(value for name, value in start["headers"] if name == b"vary"), b"accept-encoding"])
    headers = [(name, value) for name, value in start["headers"] if name not in (b"vary", b"content-length")]
    if "gzip" in encodings:
        body = _compress_public(body) if public else gzip.compress(body, 1, mtime=0)
        headers.append((b"content-encoding", b"gzip"))
    headers += [(b"vary", vary), (b"content-length", str(len(body)).encode())]
    return {**start, "headers": headers}, body


@lru_cache(maxsize=64)
def _compress_public(body: bytes) -> bytes:
    """Compress a response that is the same for everyone thoroughly, once."""
    return gzip.compress(body, 9, mtime=0)
