"""Refusals of the server, and how every refusal looks to a client.

``{"error": {kind, message, rule?, move?, facts?}}``
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from stromnetz.engine.errors import BadInput, GameOver, IllegalMove, NotYourTurn, ScriptMismatch, StromnetzError


class Refused(StromnetzError):
    """A request that cannot be granted, whatever the rules of the game say."""

    status: ClassVar[int] = 400


class Forbidden(Refused):
    """This guest may not do that."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or not for everybody."""

    status = 404


class Conflict(Refused):
    """The table is in a state in which this cannot be done."""

    status = 409


class Stale(Conflict):
    """Another process has changed the table since it was loaded: what was to be written is not."""


class VersionConflict(Refused):
    """The game has gone on: the request was made for another version."""

    status = 409


class TooLarge(Refused):
    status = 413


class TooMany(Refused):
    status = 429


class Unavailable(Refused):
    """Not now: the database cannot be reached. Asking again later, with the same key, is safe."""

    status = 503


STATUS: dict[type[StromnetzError], int] = {
    IllegalMove: 409,
    NotYourTurn: 409,
    GameOver: 409,
    BadInput: 422,
    ScriptMismatch: 422,
}


def kind_of(error: StromnetzError) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()


def status_of(error: StromnetzError) -> int:
    return error.status if isinstance(error, Refused) else STATUS.get(type(error), 400)


def error_json(error: StromnetzError, message: str) -> dict[str, Any]:
    """A refusal as a client gets it, in its language."""
    rule = error.rule if isinstance(error, IllegalMove) else None
    return error_body(kind_of(error), message, rule, error.facts, error.move)


def error_body(
    kind: str,
    message: str,
    rule: str | None = None,
    facts: Mapping[str, Any] | None = None,
    move: int | None = None,
) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": kind, "message": message}
    if rule is not None:
        out["rule"] = rule
    if move is not None:
        out["move"] = move
    if facts:
        out["facts"] = dict(facts)
    return {"error": out}
