"""Routes of hints: what a bot would do on my seat and why, and who allows hints at a table."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from stromnetz.bots.advice import LEARNED_LEVEL, default_level, levels_for
from stromnetz.play.game import Game
from stromnetz.server.core.dependencies import Guest, Language, Spend
from stromnetz.server.core.http import Cost, MoveJson, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.tables.schema import SeatField, SeatNumber, TableId, TableOut
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables.errors import Conflict
from stromnetz.tables.explanations import require_turn
from stromnetz.tables.hints import reason_json, reasoned_move, reasoned_view, require_hints, set_hint_consent

from .bot_turns import BotTurnServiceDep
from .routes import viewing_seat

router = Router(reads=Cost.LIGHT, prefix="/api/tables/{id}", tags=["advice"], default_response_class=SafeJson)

HINT_COST_MS = 20.0
"""CPU time charged for a hint."""
LEARNED_HINT_COST_MS = 200.0
"""CPU time charged for a hint by the bot that compares moves (docs/training.md)."""
Level = Literal["easy", "normal", "hard", "master"]


class HintRequest(RequestModel):
    seat: SeatField
    level: Level | None = Field(
        None,
        description="the bot to ask, by default `level` of the levels; in games that master has not learned, it plays "
        "like hard",
    )


class HintConsent(RequestModel):
    agree: bool = Field(description="whether you allow hints at this table")


class HintLevels(ResponseModel):
    levels: list[Level] = Field(description="the levels that know this game, weakest first")
    level: Level = Field(description="the default level: master, which also judges reviews, or hard without a net")
    advised: bool = Field(description="whether hints are allowed at this table")


class HintMove(ResponseModel):
    move: MoveJson
    text: str = Field(description="the move in words", examples=["bid 12"])
    worth: int = Field(description="its value: in money compared with doing nothing, or the chance to win in percent")


class HintOut(ResponseModel):
    """What a bot would do on this seat, with the information of the seat."""

    version: int
    text: str = Field(description="the reason for the first move")
    candidates: list[HintMove] = Field(description="the moves that were considered, best first")
    unit: Literal["money", "percent"] = Field(description="the unit of `worth`")


@router.get("/advice", response_model=HintLevels, responses=refusals(404, 409))
async def advisers(opened: TableDep) -> SafeJson:
    """Return the levels that know this game, and whether hints are allowed at this table."""
    kind = _kind(opened.running_game())
    levels = await asyncio.to_thread(levels_for, *kind)
    return SafeJson({"levels": levels, "level": default_level(*kind), "advised": opened.table.advised()})


@router.post("/advice", cost=Cost.LIGHT, response_model=HintOut, responses=refusals(403, 404, 409))
async def advice(
    bot_turns: BotTurnServiceDep, opened: TableDep, guest: Guest, spend: Spend, language: Language, body: HintRequest
) -> SafeJson:
    """Return a hint for my seat. Other people at the table have to allow hints."""
    opened.table.own_seat(body.seat, guest)
    require_hints(opened.table, guest)
    game = opened.running_game()
    require_turn(game, body.seat)
    if game.decision is None:
        raise Conflict(facts={"state": opened.table.state}, case="wrong-state")
    level: str | None = body.level
    if level is None:
        level = await asyncio.to_thread(default_level, *_kind(game))
    spend(_cost_of(level))
    version, view = game.version, game.view(body.seat)
    return SafeJson({"version": version, **await bot_turns.advise(view, language, level)})


@router.post("/seats/{seat}/advice", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def agree_to_advice(
    table_service: TableServiceDep, guest: Guest, id: TableId, seat: SeatNumber, body: HintConsent
) -> SafeJson:
    """Allow hints at the table, or revoke that; all people have to allow them."""
    opened, _ = await table_service.update(id, lambda table: set_hint_consent(table, seat, guest, body.agree))
    return SafeJson(opened.table.to_json(guest))


@router.get("/reasons", response_model=HintOut, responses=refusals(403, 404, 409))
async def reasons(
    table_service: TableServiceDep,
    bot_turns: BotTurnServiceDep,
    opened: TableDep,
    guest: Guest,
    spend: Spend,
    language: Language,
    version: Annotated[int, Query(ge=0, le=1_000_000, description="the row of the bot's move")],
) -> SafeJson:
    """Return what a bot considered for a move, if I may get hints and the bot knew nothing that is hidden from me."""
    row, name = reasoned_move(opened.table, opened.running_game(), guest, version)
    spend(_cost_of(name))
    before = await table_service.history.game_at(opened, version - 1)
    view = reasoned_view(opened.table, before, row, viewing_seat(opened, guest, None))
    seed = bot_turns.seed_for(opened.table.id, row.seat, version - 1)
    return SafeJson(reason_json(row, await bot_turns.explain_choice(view, language, name, seed)))


def _kind(game: Game) -> tuple[str, str, int]:
    """Return what decides whether a net has learned a game: edition, map and number of players."""
    return game.rules.edition.id, game.rules.board.id, game.rules.players


def _cost_of(bot: str) -> float:
    return LEARNED_HINT_COST_MS if bot == LEARNED_LEVEL else HINT_COST_MS
