"""Routes of bot tournaments, for admins."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Path, Response
from pydantic import Field

from stromnetz.arena.matches import GameKind
from stromnetz.server.accounts.guests import AdminUser
from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, ShortText, refusals

from . import store as sql
from .tournaments import TournamentServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api/admin/tournaments", tags=["admin"], default_response_class=SafeJson)

ID = Annotated[str, Path(pattern=r"^[\w-]{1,32}$")]
MAX_BOTS = 8


class TournamentIn(RequestModel):
    edition: ShortText
    map: ShortText
    players: Annotated[int, Field(ge=2, le=6)]
    bots: Annotated[tuple[ShortText, ...], Field(min_length=2, max_length=MAX_BOTS, strict=False)]
    deals: Annotated[int, Field(ge=1, le=200, description="each is played in every seating")]


class TournamentKind(ResponseModel):
    edition: str
    map: str
    players: int
    options: dict[str, Any]
    regions: str


class TournamentPlan(ResponseModel):
    bots: list[str]
    kinds: list[TournamentKind]
    deals: int
    seed: int


class TournamentRow(ResponseModel):
    id: str
    asked_at: int
    plan: TournamentPlan
    done: int = Field(description="finished games")
    of: int
    state: Literal["open", "done", "failed"]


class TournamentsOut(ResponseModel):
    tournaments: list[TournamentRow]


class StandingRow(ResponseModel):
    bot: str
    seats: int = Field(description="number of seats played")
    share: float = Field(description="part of its seats that won")
    fair: float = Field(description="expected share if all were equal")
    mean_rank: float


class StandingsOut(ResponseModel):
    games: int
    standings: list[StandingRow] = Field(description="best first")


@router.get("", response_model=TournamentsOut, responses=refusals(403))
async def tournaments(tournament_service: TournamentServiceDep, me: AdminUser) -> SafeJson:
    """Return all tournaments with their progress, latest first."""
    return SafeJson({"tournaments": await tournament_service.all()})


@router.post("", cost=Cost.LIGHT, status_code=201, response_model=TournamentsOut, responses=refusals(403))
async def start(
    config: ConfigDep,
    database: DatabaseDep,
    tournament_service: TournamentServiceDep,
    me: AdminUser,
    body: TournamentIn,
) -> SafeJson:
    """Start a tournament: every deal in every seating. Free servers and workers play the games."""
    for bot in body.bots:
        config.require_offered(bot)
    kind = await asyncio.to_thread(GameKind.of, body.edition, body.map, body.players, {})
    id = await tournament_service.start(
        {"bots": list(body.bots), "kinds": [kind.to_json()], "deals": body.deals, "seed": 0}
    )
    await database.write(lambda c: sql.log_action(c, me.guest, "tournament", id=id))
    return SafeJson({"tournaments": await tournament_service.all()}, status_code=201)


@router.get("/{id}", response_model=StandingsOut, responses=refusals(403, 404))
async def standings(tournament_service: TournamentServiceDep, me: AdminUser, id: ID) -> SafeJson:
    """Return the standings so far."""
    found = await tournament_service.results(id)
    rows = [
        {
            "bot": row.bot,
            "seats": row.seats,
            "share": round(row.won.share, 4),
            "fair": round(row.fair, 4),
            "mean_rank": round(row.mean_rank, 3),
        }
        for row in found.standings
    ]
    return SafeJson({"games": len(found.games), "standings": rows})


@router.get("/{id}/report", responses=refusals(403, 404))
async def report(tournament_service: TournamentServiceDep, me: AdminUser, id: ID) -> Response:
    """Return the full report as an HTML page to download."""
    from stromnetz.arena.report import page  # noqa: PLC0415  (rarely needed)

    found = await tournament_service.results(id)
    text = await asyncio.to_thread(page, found)
    headers = {"content-disposition": f'attachment; filename="tournament-{id}.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


@router.delete("/{id}", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404))
async def drop(tournament_service: TournamentServiceDep, me: AdminUser, id: ID) -> None:
    """Stop a tournament and delete its results."""
    await tournament_service.drop(id)
