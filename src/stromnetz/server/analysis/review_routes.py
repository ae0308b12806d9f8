"""Routes of winning chances and reviews of finished games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Response
from pydantic import Field

from stromnetz.engine.moves import CardRef
from stromnetz.server.core.dependencies import Guest, Language, Spend, WaitingUser
from stromnetz.server.core.http import Cost, MoveJson, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.table_play.history import HistoryReaderDep
from stromnetz.server.table_play.routes import AsSeat, viewing_seat
from stromnetz.server.tables.schema import Since
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables.reviews import open_view, require_net, require_reviewable, require_single_person, review_json
from stromnetz.tables.table import FINISHED

from .review_service import ReviewServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api/tables/{id}", tags=["reviews"], default_response_class=SafeJson)

CHANCES_COST_MS, REVIEW_COST_MS = 6.0, 3.0
"""CPU time charged for a request; most of the work happens in another process."""


class ChancesOut(ResponseModel):
    """The chance of each seat to win."""

    version: int
    chances: list[float] = Field(description="by seat; they add up to 1")


class CurvePoint(ResponseModel):
    """The chances after what a seat did in a phase."""

    version: int
    seat: int | None = Field(description="the seat that moved; null at the start and when everyone is paid")
    round: int
    phase: str
    chances: list[float]


class TurningPoint(ResponseModel):
    """One of the largest changes of the chances."""

    version: int
    seat: int | None = Field(description="who moved")
    round: int
    phase: str
    of: int = Field(description="the seat with the largest change")
    before: float
    after: float


class ReviewedAuction(ResponseModel):
    """An auction as it went for the seat."""

    card: CardRef
    outcome: Literal["bought", "passed", "outbid"]
    price: int = Field(description="what the seat paid, the highest bid when it passed (0: none), or its last bid")
    decisions: int = Field(description="number of the seat's decisions in this auction")


class ReviewedMove(ResponseModel):
    """A decision, and its cost. An auction is one decision: this is the most expensive move in it."""

    version: int = Field(description="the row of the move")
    round: int
    phase: str
    move: MoveJson
    text: str = Field(description="the decision in words: the move, or how the auction went")
    move_text: str = Field(description="the move in words")
    better: MoveJson | None = Field(description="the move a hint by `master` recommends, if it is better")
    better_text: str | None
    chance: float = Field(description="the chance to win after the move")
    auction: ReviewedAuction | None = Field(description="the auction, if the decision was made in one")
    cost: float = Field(description="how much higher the chance would be after the better move; 0 for up to 0.01")
    name: str = Field(description="slip, mistake or blunder; empty if it cost less")


class ReviewOut(ResponseModel):
    """The review of a finished game, as far as it is ready. Ask again until it is complete."""

    ready: bool
    done: int = Field(description="steps that are finished")
    of: int = Field(description="number of steps; 0 while it waits")
    seat: int
    curve: list[CurvePoint] = Field(description="empty until it is complete")
    turns: list[TurningPoint]
    cost: float = Field(description="average cost of the seat's decisions")
    choices: list[ReviewedMove]


@router.get("/chances", response_model=ChancesOut, responses=refusals(403, 404, 409, 503))
async def chances(
    table_service: TableServiceDep,
    history_reader: HistoryReaderDep,
    reviews: ReviewServiceDep,
    opened: TableDep,
    guest: Guest,
    spend: Spend,
    seat: AsSeat = None,
    version: Since = None,
) -> Response:
    """Return the chance of each seat, now or at an earlier version: in games without other people, or after the game.

    During the game they are judged by what my seat knows.
    """
    eyes = viewing_seat(opened, guest, seat)
    game = opened.running_game()
    over = opened.table.state == FINISHED
    if not over:
        require_single_person(opened.table, guest)
    require_net(opened.table)
    at = game.version if version is None else version

    async def make() -> bytes:
        then = await table_service.history.game_at(opened, at)
        found = await reviews.chances(open_view(then) if over else then.view(eyes))
        return bytes(SafeJson({"version": at, "chances": found}).body)

    key = ("chances", opened.table.id, at, None if over else eyes, over)
    content = await history_reader.cached(key, make, CHANCES_COST_MS, spend)
    return Response(content, media_type="application/json")


@router.get("/review", response_model=ReviewOut, responses=refusals(404, 409, 503))
async def review(
    reviews: ReviewServiceDep,
    opened: TableDep,
    user: WaitingUser,
    spend: Spend,
    language: Language,
    seat: Annotated[int, Query(ge=0, le=7, description="the seat that is reviewed")],
) -> SafeJson:
    """Review a finished game: the chances, the turning points and the cost of each decision of a seat.

    It takes some seconds: the response has what is ready, ask again for the rest. Users take turns.
    """
    require_reviewable(opened.table, seat)
    spend(REVIEW_COST_MS)
    found = await reviews.review(opened, seat, user)
    return SafeJson({**found.progress, **review_json(opened.table, seat, found.curve, found.choices, language)})
