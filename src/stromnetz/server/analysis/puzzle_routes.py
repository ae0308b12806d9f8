"""Routes of puzzles: the puzzle of the day, others, and the explanation of an answer.

Nothing is stored about players, but hints open a table at the position.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import Path, Query
from pydantic import Field

from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.core.dependencies import ConfigDep, Language
from stromnetz.server.core.http import (
    Cost,
    RequestModel,
    ResponseModel,
    Router,
    SafeJson,
    ShortText,
    ViewJson,
    refusals,
)
from stromnetz.server.tables.quotas import QuotasDep
from stromnetz.server.tables.service import InvitationsDep, TableServiceDep, create_from_game
from stromnetz.tables.practice import find_puzzle, open_puzzle, puzzle_answer_json, puzzle_json, puzzles_json

router = Router(reads=Cost.LIGHT, prefix="/api/puzzles", tags=["puzzles"], default_response_class=SafeJson)
PuzzleId = Annotated[str, Path(min_length=1, max_length=40)]


class PuzzleList(ResponseModel):
    daily: str = Field(description="the puzzle of the day")
    ids: list[str]


class PuzzleOut(ResponseModel):
    id: str
    kind: str
    edition: str
    map: str
    title: str
    question: str
    lines: list[str]
    choices: list[str]
    view: ViewJson = Field(description="the position, as the player sees it who has to decide")
    cities: list[list[str]] | None = Field(description="the cities of each choice, where cities are chosen")


class Answer(RequestModel):
    choice: int = Field(ge=0, le=9, description="which of the choices, counted from 0")


class PuzzleResult(ResponseModel):
    right: bool
    best: int
    text: str
    costs: list[int] | None = Field(description="what each choice costs, where that is the question")


class PuzzleTable(RequestModel):
    bot: ShortText = Field(description="who plays the other companies (GET /api/bots lists them)")


class TableOpened(ResponseModel):
    table: str = Field(description="the table with the position of the puzzle")


@router.get("", response_model=PuzzleList, responses=refusals())
async def puzzles(
    day: Annotated[date | None, Query(description="the day where you are; today in UTC without it")] = None,
) -> SafeJson:
    """List all puzzles, and the puzzle of the day, which is the same for everyone."""
    today = day or datetime.now(UTC).date()
    return SafeJson(puzzles_json(today))


@router.get("/{id}", response_model=PuzzleOut, responses=refusals(404))
async def puzzle(id: PuzzleId, language: Language) -> SafeJson:
    """Return a puzzle with its position and choices."""
    return SafeJson(await asyncio.to_thread(puzzle_json, find_puzzle(id), language))


@router.post("/{id}/answer", cost=Cost.LIGHT, response_model=PuzzleResult, responses=refusals(403, 404))
async def answer(id: PuzzleId, language: Language, body: Answer) -> SafeJson:
    """Return whether an answer is the best one, and the explanation."""
    return SafeJson(puzzle_answer_json(find_puzzle(id), body.choice, language))


@router.post(
    "/{id}/table", cost=Cost.HEAVY, status_code=201, response_model=TableOpened, responses=refusals(403, 404, 409)
)
async def table(
    config: ConfigDep,
    table_service: TableServiceDep,
    quotas: QuotasDep,
    invitations: InvitationsDep,
    visitor: VisitorDep,
    id: PuzzleId,
    body: PuzzleTable,
) -> SafeJson:
    """Open a table at the position of a puzzle, to get hints and to play on.

    It is deleted if it is not used for a day before its game is over.
    """
    found = find_puzzle(id)
    config.require_offered(body.bot)
    await quotas.require_table(visitor.guest)
    me, name = await visitor.get_or_create()
    opened, game, you = await asyncio.to_thread(open_puzzle, found, body.bot, me, name)
    await create_from_game(table_service, invitations, opened, game, you)
    return visitor.answer({"table": opened.id}, me, 201)
