"""The headers of every answer, refusals too: what a browser may do with it."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.server.config import Config

CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # the address of a table is its key: it goes to nobody else
    # without any, browsers send forms of our own pages as those of nobody ("Origin: null"), which are refused
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "cache-control": "no-store",
}


class Headers:
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        self._inner = inner
        more = {**HEADERS, "strict-transport-security": "max-age=31536000"} if config.secure else HEADERS
        self._headers = [(name.encode(), value.encode()) for name, value in more.items()]
        self._names = {name for name, _ in self._headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with_headers(message["headers"])}
            await send(message)

        await self._inner(scope, receive, answer)

    def _with_headers(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        there = {name.lower() for name, _ in given}
        if there.isdisjoint(self._names):
            return [*given, *self._headers]
        return [*given, *(one for one in self._headers if one[0] not in there)]
