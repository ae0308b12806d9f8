"""Where the bus is, as a host writes it down."""

from __future__ import annotations

from importlib.util import find_spec
from urllib.parse import urlsplit

from stromnetz.engine.errors import BadInput

SCHEMES = ("redis", "rediss", "unix")


def check_bus(address: str, postgresql: bool) -> None:
    """Refuse what is no Redis, or where there is nobody to be told. It may hold a password: nobody is shown it."""
    if not postgresql:
        raise BadInput("bus is for servers on one PostgreSQL; a server on SQLite is alone and needs none", {})
    if not _is_redis(address):
        raise BadInput("bus is the address of a Redis: redis://HOST[:PORT][/N], rediss://… or unix://PATH", {})
    if find_spec("redis") is None:
        raise BadInput("a bus by Redis needs redis-py: install 'stromnetz[redis]'", {})


def _is_redis(address: str) -> bool:
    try:
        parts = urlsplit(address)
        at = parts.path if parts.scheme == "unix" else parts.hostname
        return parts.scheme in SCHEMES and bool(at) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
