"""Security headers of all responses, and checks of the Host and Origin headers."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.errors import error_body

from .base import Refusal, RejectingMiddleware, headers_of

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
    # the address of a table is its key, so other sites must not see it; with "no-referrer", browsers would send
    # forms of our own pages with "Origin: null", which is refused
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "cache-control": "no-store",
}


class SecurityHeaders:
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
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


HOST_CACHE_SIZE = 256


class HostCheck(RejectingMiddleware):
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._names = _names(config)
        self._known = lru_cache(maxsize=HOST_CACHE_SIZE)(self._is_known)

    async def refusal(self, scope: Scope) -> Refusal | None:
        if self._known(headers_of(scope).get("host", "")):
            return None
        return Refusal(421, error_body("unknown-host", "this server does not go by that name"))

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _names(config: ServerConfig) -> set[str]:
    name = socket.gethostname().lower()
    out = {"localhost", config.host.lower(), name, f"{name}.local"}
    for url in (config.public_url, *config.more_origins):
        out.add((urlsplit(url).hostname or "").lower())
    return out - {""}


SAFE = ("GET", "HEAD", "OPTIONS")


class OriginCheck(RejectingMiddleware):
    def __init__(self, inner: ASGIApp, config: ServerConfig) -> None:
        super().__init__(inner)
        self._ours = {url.lower() for url in (config.public_url.rstrip("/"), *config.more_origins) if url}

    async def refusal(self, scope: Scope) -> Refusal | None:
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        if self._known(scope, headers_of(scope)):
            return None
        return Refusal(403, error_body("foreign-origin", "this request comes from the page of another site"))

    def _known(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Return whether a request comes from our own pages; programs other than browsers send no origin."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        origin = origin.lower()
        if origin in self._ours:
            return True
        secure = scope["scheme"] in ("https", "wss")
        return origin == f"{'https' if secure else 'http'}://{headers.get('host', '').lower()}"
