"""How much a guest, a stranger and an address may ask for; less of what costs much or tries secrets."""

from __future__ import annotations

from starlette.types import ASGIApp, Scope

from stromnetz.server.config import Config
from stromnetz.server.errors import error_body
from stromnetz.server.limits import Buckets

from .door import ADDRESS, IDENTITY, Door, Refusal, said

HEAVY = ("/api/tables", "/api/records", "/api/me", "/api/recover")
ADDRESS_FACTOR = 8
"""How many guests may share an address before they limit each other."""


class Rates(Door):
    def __init__(self, inner: ASGIApp, config: Config) -> None:
        super().__init__(inner)
        self._guests = Buckets(config.rate, config.burst)
        self._addresses = Buckets(config.rate * ADDRESS_FACTOR, config.burst * ADDRESS_FACTOR)
        self._strangers = Buckets(config.rate, config.burst)
        self._heavy = Buckets(config.heavy_rate, config.heavy_burst)

    @property
    def buckets(self) -> dict[str, Buckets]:
        """Each by a name."""
        guests, strangers, addresses = self._guests, self._strangers, self._addresses
        return {"guest": guests, "stranger": strangers, "address": addresses, "heavy": self._heavy}

    def refusal(self, scope: Scope) -> Refusal | None:
        wait = self._wait(scope, scope[IDENTITY].guest, scope[ADDRESS])
        if wait <= 0:
            return None
        return Refusal(429, error_body("too-many", said("too-many", scope), facts={"seconds": round(wait, 1)}), wait)

    def _wait(self, scope: Scope, guest: str | None, address: str) -> float:
        wait = self._guests.wait(guest) if guest is not None else self._strangers.wait(address)
        wait = max(wait, self._addresses.wait(address))
        if wait == 0 and scope["type"] == "http" and _is_heavy(scope["method"], scope["path"]):
            wait = self._heavy.wait(address)
        return wait


def _is_heavy(method: str, path: str) -> bool:
    """Requests that cost much, or that try secrets."""
    if method == "POST":
        return path in HEAVY or path.startswith(("/recover/", "/api/account", "/mail/"))
    return path.startswith("/api/codes/")
