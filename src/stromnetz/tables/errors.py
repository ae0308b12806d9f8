"""Errors of requests to tables and servers, apart from the rules of the game, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stromnetz.engine.errors import BadInput, GameOver, IllegalMove, NotYourTurn, ScriptMismatch, StromnetzError


class RequestError(StromnetzError):
    """A request that is refused for other reasons than the rules of the game."""

    kind: ClassVar[str] = "refused"
    """Identifies the error to clients; independent of the name of the class."""
    status: ClassVar[int] = 400


class Forbidden(RequestError):
    """The guest may not do this."""

    kind = "forbidden"
    status = 403


class NotFound(RequestError):
    """The thing does not exist, or is not visible to the guest."""

    kind = "not-found"
    status = 404


class Conflict(RequestError):
    """This cannot be done in the current state."""

    kind = "conflict"
    status = 409


class Stale(Conflict):
    """Another process has changed the table since it was loaded; nothing was written."""

    kind = "stale"


class VersionConflict(RequestError):
    """The request was made for another version of the game."""

    kind = "version-conflict"
    status = 409


class RateLimited(RequestError):
    kind = "too-many"
    status = 429


class Unavailable(RequestError):
    """The database is unavailable. Repeating the request later with the same key is safe."""

    kind = "unavailable"
    status = 503


STATUS: dict[type[StromnetzError], int] = {
    IllegalMove: 409,
    NotYourTurn: 409,
    GameOver: 409,
    BadInput: 422,
    ScriptMismatch: 422,
}
KINDS: dict[type[StromnetzError], str] = {
    IllegalMove: "illegal-move",
    NotYourTurn: "not-your-turn",
    GameOver: "game-over",
    BadInput: "bad-input",
    ScriptMismatch: "script-mismatch",
}


def kind_of(error: StromnetzError) -> str:
    return error.kind if isinstance(error, RequestError) else KINDS.get(type(error), "refused")


def status_of(error: StromnetzError) -> int:
    return error.status if isinstance(error, RequestError) else STATUS.get(type(error), 400)


def error_json(error: StromnetzError, message: str) -> dict[str, Any]:
    """Return the JSON of a refusal, with a message in the client's language."""
    rule = error.rule if isinstance(error, IllegalMove) else None
    return error_body(kind_of(error), message, rule, error.facts, error.move)


def error_body(
    kind: str, message: str, rule: str | None = None, facts: Mapping[str, Any] | None = None, move: int | None = None
) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": kind, "message": message}
    if rule is not None:
        out["rule"] = rule
    if move is not None:
        out["move"] = move
    if facts:
        out["facts"] = dict(facts)
    return {"error": out}
