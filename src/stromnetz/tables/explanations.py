"""Why moves are impossible, why a move cannot be undone, and how the ranking of a finished game came about."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.errors import NotYourTurn, StromnetzError
from stromnetz.play.game import Game
from stromnetz.play.refused_moves import refused_moves
from stromnetz.play.words.explanations import explain_ranking, left_game, topics

from .endings import final_result, resigned_seats
from .session import undo_last_move
from .table import FINISHED, Table
from .words import refusal_json, words_at


def require_turn(game: Game, seat: int) -> None:
    if game.decision is not None and game.decision.seat != seat:
        raise NotYourTurn(facts={"to_act": game.decision.seat}, case="not-your-turn")


def refused_moves_json(table: Table, game: Game, language: str) -> dict[str, Any]:
    """Return the moves that are impossible for the seat to act, and why."""
    words = words_at(table, game, language)
    found = [
        {"kind": move.kind, "text": words.move(move), **_reason(error, language, table, game)}
        for move, error in refused_moves(game)
    ]
    return {"version": game.version, "moves": found}


def no_undo_json(table: Table, game: Game, seat: int, language: str) -> dict[str, Any]:
    """Return why the last move of a seat cannot be undone now; no message if it can."""
    try:
        undo_last_move(table, game.copy(), seat)
    except StromnetzError as error:
        return _reason(error, language, table, game)
    return {"message": None, "rule": None}


def _reason(error: StromnetzError, language: str, table: Table, game: Game) -> dict[str, Any]:
    """Return the message and the rule of a refusal."""
    body = refusal_json(error, language, table, game)["error"]
    return {"message": body["message"], "rule": body.get("rule")}


def ranking_json(table: Table, game: Game, language: str) -> dict[str, Any]:
    """Explain the result of a finished game, place by place."""
    table.require_state(FINISHED)
    gone = resigned_seats(table)
    words = words_at(table, game, language)
    left = [words.seat(row.seat) for row in final_result(table, game).ranking if row.seat in gone]
    resigned = [left_game(words, left)] if left else []
    if game.result is None:
        return {"sentences": resigned, "rules": []}
    sentences = explain_ranking(game.result, game.rules, game.position, words, gone)
    return {"sentences": [*sentences, *resigned], "rules": topics(game.rules.edition.id, language)["ranking"].rules}
