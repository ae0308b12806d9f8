"""By which names this server goes. One that points here by a trick of a name server is none of ours (DNS rebinding)."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Scope

from stromnetz.server.config import Config
from stromnetz.server.errors import error_body

from .door import Door, Refusal, headers_of

REMEMBERED = 256
"""Names whose answer is remembered."""


class Hosts(Door):
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        super().__init__(inner)
        self._names = _names(config)
        self._known = lru_cache(maxsize=REMEMBERED)(self._is_known)

    def refusal(self, scope: Scope) -> Refusal | None:
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


def _names(config: Config) -> set[str]:
    name = socket.gethostname().lower()
    out = {"localhost", config.host.lower(), name, f"{name}.local"}
    for url in (config.public_url, *config.more_origins):
        out.add((urlsplit(url).hostname or "").lower())
    return out - {""}
