"""What a route declares about itself for the middleware: how its requests are limited, and who may send them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Cost(Enum):
    """How the requests of a route are limited, besides the number of all requests."""

    LIGHT = "light"
    """Not further: it reads, or changes something that is there anyway and is limited by itself."""
    STRANGER = "stranger"
    """By the heavy limit for somebody without a cookie: answering makes them a guest, who is kept."""
    HEAVY = "heavy"
    """By the heavy limit: it adds something that is kept, sends e-mail, or tries a secret."""
    UPLOAD = "upload"
    """By the heavy limit according to the size of its body, and by the number of uploads at a time."""


class Policy(NamedTuple):
    cost: Cost
    banned: bool = False
    """Whether banned people may do it. Reading is always allowed to them."""


STRICT = Policy(Cost.HEAVY)
"""How a route is treated that declares nothing."""


def policy_of(route: object) -> Policy:
    found: Policy | None = getattr(route, "policy", None)
    return found or STRICT
