"""Security headers of all responses, and checks of the Host and Origin headers."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import Scope

from stromnetz.server.core.config import ServerConfig
from stromnetz.tables.errors import error_body

from .rejections import HEADERS, SAFE, Refusal

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
SECURITY_HEADERS = {
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
    def __init__(self, config: ServerConfig) -> None:
        more = {"strict-transport-security": "max-age=31536000"} if config.secure else {}
        self._headers = [(name.encode(), value.encode()) for name, value in {**SECURITY_HEADERS, **more}.items()]
        self._names = {name for name, _ in self._headers}

    def added_to(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """Add the headers that a response does not have."""
        there = {name.lower() for name, _ in given}
        if there.isdisjoint(self._names):
            return [*given, *self._headers]
        return [*given, *(one for one in self._headers if one[0] not in there)]


HOST_CACHE_SIZE = 256


class OriginCheck:
    """Rejects requests that name another host, or come from the page of another site."""

    def __init__(self, config: ServerConfig) -> None:
        self._names = _names(config)
        self._known_host = lru_cache(maxsize=HOST_CACHE_SIZE)(self._is_known)
        self._ours = {url.lower() for url in (config.public_url.rstrip("/"), *config.more_origins) if url}

    def refusal(self, scope: Scope) -> Refusal | None:
        headers = scope[HEADERS]
        if not self._known_host(headers.get("host", "")):
            return Refusal(421, error_body("unknown-host", "this server does not go by that name"))
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        if self._is_our_page(scope, headers):
            return None
        return Refusal(403, error_body("foreign-origin", "this request comes from the page of another site"))

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

    def _is_our_page(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Return whether a request comes from our own pages; programs other than browsers send no origin."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        origin = origin.lower()
        if origin in self._ours:
            return True
        secure = scope["scheme"] in ("https", "wss")
        return origin == f"{'https' if secure else 'http'}://{headers.get('host', '').lower()}"


def _names(config: ServerConfig) -> set[str]:
    name = socket.gethostname().lower()
    out = {"localhost", config.host.lower(), name, f"{name}.local"}
    for url in (config.public_url, *config.more_origins):
        out.add((urlsplit(url).hostname or "").lower())
    return out - {""}
