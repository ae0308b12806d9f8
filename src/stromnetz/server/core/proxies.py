"""Proxies in front of this server: whose word it takes for the address of a player."""

from __future__ import annotations

import os
from collections.abc import Mapping

from stromnetz.engine.errors import BadInput

from .rate_limits import ExemptNetworks

VARIABLE, DEFAULT = "FORWARDED_ALLOW_IPS", "127.0.0.1,::1"
"""The variable is read by uvicorn, which takes the address from ``X-Forwarded-For``."""
EVERYBODY = "*"
WARNING = (
    f"{VARIABLE} is {EVERYBODY}: whoever reaches this server can pretend to have any address. Name the proxy, or its "
    "network, such as 172.30.87.0/24"
)


def trusts_everybody(environ: Mapping[str, str] = os.environ) -> bool:
    return EVERYBODY in [part.strip() for part in environ.get(VARIABLE, DEFAULT).split(",")]


def trusted_proxies(environ: Mapping[str, str] = os.environ) -> ExemptNetworks:
    """The addresses and networks that are trusted; refused if one of them is neither, since uvicorn would ignore it."""
    if trusts_everybody(environ):
        return ExemptNetworks("0.0.0.0/0,::/0")
    try:
        return ExemptNetworks(environ.get(VARIABLE, DEFAULT))
    except BadInput as error:
        raise BadInput(f"{VARIABLE}: {error}", {"variable": VARIABLE}) from None
