"""The HTTP status and the JSON of refusals.

``{"error": {kind, message, rule?, move?, facts?}}``
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stromnetz.engine.errors import BadInput, GameOver, IllegalMove, NotYourTurn, ScriptMismatch, StromnetzError
from stromnetz.tables.errors import RequestError

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
