"""Routes of in-game help: topics, rules, why moves are impossible, and the final ranking."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query
from pydantic import Field

from stromnetz.server.catalogue.routes import LANGUAGE_HEADERS, Id
from stromnetz.server.catalogue.schema import RuleBook
from stromnetz.server.core.dependencies import Guest, Language, Spend
from stromnetz.server.core.http import Cost, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.tables.service import TableDep
from stromnetz.tables import reference
from stromnetz.tables.explanations import no_undo_json, ranking_json, refused_moves_json, require_turn

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
    return SafeJson(reference.edition_rules_json(id, language), headers=LANGUAGE_HEADERS)


@router.get("/editions/{id}/help", response_model=Topics, responses=refusals(404))
async def help(id: Id, language: Language) -> SafeJson:
    """Explain the parts of the board, with their rules."""
    return SafeJson(reference.topics_json(id, language), headers=LANGUAGE_HEADERS)


@router.get("/tables/{id}/refused-moves", response_model=RefusedMoves, responses=refusals(403, 404, 409))
async def why_not(opened: TableDep, guest: Guest, spend: Spend, language: Language, seat: OwnSeat) -> SafeJson:
    """Return the moves that are impossible for my seat now, and why."""
    opened.table.own_seat(seat, guest)
    game = opened.running_game()
    require_turn(game, seat)
    spend(REFUSED_MOVES_COST_MS)
    return SafeJson(await asyncio.to_thread(refused_moves_json, opened.table, game, language))


@router.get("/tables/{id}/undo", response_model=NoUndo, responses=refusals(403, 404, 409))
async def why_no_undo(opened: TableDep, guest: Guest, language: Language, seat: OwnSeat) -> SafeJson:
    """Return why my last move cannot be undone now; no message if it can."""
    opened.table.own_seat(seat, guest)
    return SafeJson(no_undo_json(opened.table, opened.running_game(), seat, language))


@router.get("/tables/{id}/ranking", response_model=Ranked, responses=refusals(404, 409))
async def ranking(opened: TableDep, language: Language) -> SafeJson:
    """Explain the result of a finished game, place by place."""
    return SafeJson(ranking_json(opened.table, opened.running_game(), language))
