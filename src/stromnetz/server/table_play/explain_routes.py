"""Routes of in-game help: topics, rules, why moves are impossible, and the final ranking."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from stromnetz.editions.files.loader import all_editions
from stromnetz.engine.errors import StromnetzError
from stromnetz.play.refused_moves import refused_moves
from stromnetz.play.words import rulebook
from stromnetz.play.words.explanations import explain_ranking, left_game, topics
from stromnetz.server.catalogue.routes import LANGUAGE_HEADERS, Id, find_or_404
from stromnetz.server.catalogue.schema import RuleBook
from stromnetz.server.core.dependencies import Guest, Language, Spend
from stromnetz.server.core.http import Cost, ResponseModel, Router, SafeJson, error_json, refusals
from stromnetz.server.core.languages import refusal_text, words_at
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.service import TableDep
from stromnetz.tables.endings import final_result, resigned_seats
from stromnetz.tables.session import undo_last_move
from stromnetz.tables.table import FINISHED

from .routes import require_turn

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["help"], default_response_class=SafeJson)
REFUSED_MOVES_COST_MS = 10.0
"""CPU time charged for trying all moves that a player might look for."""

OwnSeat = Annotated[int, Query(ge=0, le=7, description="one of your seats")]


class TopicOut(ResponseModel):
    text: str
    rules: list[str] = Field(description="ids of the rules that it comes from")


class Topics(ResponseModel):
    topics: dict[str, TopicOut]


class RefusedMoveOut(ResponseModel):
    """A move that is not possible now."""

    kind: str
    text: str = Field(description="what the move would do")
    message: str = Field(description="why it is refused")
    rule: str | None


class RefusedMoves(ResponseModel):
    version: int
    moves: list[RefusedMoveOut]


class NoUndo(ResponseModel):
    message: str | None
    rule: str | None


class Ranked(ResponseModel):
    sentences: list[str] = Field(description="how the game ended, then why each stands before the next")
    rules: list[str]


@router.get("/editions/{id}/rules", response_model=RuleBook, responses=refusals(404))
async def rules(id: Id, language: Language) -> SafeJson:
    """Return the rules of an edition, in its terms, with headings."""
    find_or_404(id, all_editions(), "edition")
    headings, texts = rulebook.book(id, language)
    shown = [{"title": title, "rules": ids} for title, ids in headings]
    return SafeJson({"headings": shown, "rules": texts}, headers=LANGUAGE_HEADERS)


@router.get("/editions/{id}/help", response_model=Topics, responses=refusals(404))
async def help(id: Id, language: Language) -> SafeJson:
    """Explain the parts of the board, with their rules."""
    find_or_404(id, all_editions(), "edition")
    explained = {key: topic._asdict() for key, topic in topics(id, language).items()}
    return SafeJson({"topics": explained}, headers=LANGUAGE_HEADERS)


def _reason(error: StromnetzError, language: str, opened: LoadedTable) -> dict[str, Any]:
    """Return the message and the rule of a refusal."""
    body = error_json(error, refusal_text(error, language, opened))["error"]
    return {"message": body["message"], "rule": body.get("rule")}


@router.get("/tables/{id}/refused-moves", response_model=RefusedMoves, responses=refusals(403, 404, 409))
async def why_not(opened: TableDep, guest: Guest, spend: Spend, language: Language, seat: OwnSeat) -> SafeJson:
    """Return the moves that are impossible for my seat now, and why."""
    opened.table.own_seat(seat, guest)
    game = opened.running_game()
    require_turn(game, seat)
    spend(REFUSED_MOVES_COST_MS)
    words = words_at(opened, language)
    found = []
    for move, error in await asyncio.to_thread(refused_moves, game):
        found.append({"kind": move.kind, "text": words.move(move), **_reason(error, language, opened)})
    return SafeJson({"version": game.version, "moves": found})


@router.get("/tables/{id}/undo", response_model=NoUndo, responses=refusals(403, 404, 409))
async def why_no_undo(opened: TableDep, guest: Guest, language: Language, seat: OwnSeat) -> SafeJson:
    """Return why my last move cannot be undone now; no message if it can."""
    opened.table.own_seat(seat, guest)
    try:
        undo_last_move(opened.table, opened.running_game().copy(), seat)
    except StromnetzError as error:
        return SafeJson(_reason(error, language, opened))
    return SafeJson({"message": None, "rule": None})


@router.get("/tables/{id}/ranking", response_model=Ranked, responses=refusals(404, 409))
async def ranking(opened: TableDep, language: Language) -> SafeJson:
    """Explain the result of a finished game, place by place."""
    game = opened.running_game()
    opened.table.require_state(FINISHED)
    gone = resigned_seats(opened.table)
    words = words_at(opened, language)
    left = [words.seat(row.seat) for row in final_result(opened.table, game).ranking if row.seat in gone]
    resigned = [left_game(words, left)] if left else []
    if game.result is None:
        return SafeJson({"sentences": resigned, "rules": []})
    sentences = explain_ranking(game.result, game.rules, game.position, words, gone)
    about = topics(game.rules.edition.id, language)["ranking"]
    return SafeJson({"sentences": [*sentences, *resigned], "rules": about.rules})
