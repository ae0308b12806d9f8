"""Routes of puzzles: the puzzle of the day, others, and the explanation of an answer.

Nothing is stored about players, but hints open a table at the position.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import Field

from stromnetz.engine.errors import BadInput
from stromnetz.puzzles import Puzzle, all_puzzles, explanation, of_the_day, puzzle_of, puzzle_text
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
from stromnetz.server.tables.service import InvitationsDep, TableServiceDep, create_from_game, table_from_game
from stromnetz.tables.errors import NotFound
from stromnetz.tables.seats import make_names_distinct
from stromnetz.tables.settings import TableSettings

router = Router(reads=Cost.LIGHT, prefix="/api/puzzles", tags=["puzzles"], default_response_class=SafeJson)
VIEW_CACHE_SIZE = 32
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


def _found(id: str) -> Puzzle:
    try:
        return puzzle_of(id)
    except BadInput as error:
        raise NotFound(facts=error.facts, case="no-puzzle") from None


@router.get("", response_model=PuzzleList, responses=refusals())
async def puzzles(
    day: Annotated[date | None, Query(description="the day where you are; today in UTC without it")] = None,
) -> SafeJson:
    """List all puzzles, and the puzzle of the day, which is the same for everyone."""
    today = day or datetime.now(UTC).date()
    return SafeJson({"daily": of_the_day(today).id, "ids": list(all_puzzles())})


@lru_cache(VIEW_CACHE_SIZE)
def _view_json(id: str) -> dict[str, Any]:
    game = puzzle_of(id).begin()
    assert game.decision is not None
    return game.view(game.decision.seat).to_json()


@router.get("/{id}", response_model=PuzzleOut, responses=refusals(404))
async def puzzle(id: PuzzleId, language: Language) -> SafeJson:
    """Return a puzzle with its position and choices."""
    found = _found(id)
    said = puzzle_text(found, language)
    facts = {"id": found.id, "kind": found.kind, "edition": found.edition, "map": found.map}
    cities = [one["cities"] for one in found.choices] if "cities" in found.choices[0] else None
    view = await asyncio.to_thread(_view_json, found.id)
    return SafeJson({**facts, **said._asdict(), "view": view, "cities": cities})


@router.post("/{id}/answer", cost=Cost.LIGHT, response_model=PuzzleResult, responses=refusals(403, 404))
async def answer(id: PuzzleId, language: Language, body: Answer) -> SafeJson:
    """Return whether an answer is the best one, and the explanation."""
    found = _found(id)
    if body.choice >= len(found.choices):
        most = len(found.choices) - 1
        raise BadInput(f"'choice' must be a number from 0 to {most}, not {body.choice}", {"most": most})
    costs = list(found.worth) if "told" not in found.facts else None
    right = body.choice == found.answer
    return SafeJson({"right": right, "best": found.answer, "text": explanation(found, language), "costs": costs})


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
    found = _found(id)
    config.require_offered(body.bot)
    await quotas.require_table(visitor.guest)
    game = await asyncio.to_thread(found.begin)
    assert game.decision is not None
    you, rules = game.decision.seat, game.rules
    settings = TableSettings(
        found.edition, found.map, rules.players, "random", dict(game.view(None).options), puzzle=id
    )
    me, name = await visitor.get_or_create()
    opened = table_from_game(game, settings, you, dict.fromkeys(range(rules.players), (body.bot, None)), me, name)
    make_names_distinct(opened.seats)
    await create_from_game(table_service, invitations, opened, game, you)
    return visitor.answer({"table": opened.id}, me, 201)
