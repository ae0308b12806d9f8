"""Routes of games: views, previews, moves, undo and history."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from stromnetz.server.core.dependencies import Guest, Sender, Spend
from stromnetz.server.core.http import Cost, Router, SafeJson, ViewJson, refusals
from stromnetz.server.matchmaking.rating_store import forget_game
from stromnetz.server.tables.cache import LoadedTable
from stromnetz.server.tables.schema import (
    Abandon,
    DealProof,
    DecisionOut,
    ForecastIn,
    ForecastOut,
    MoveResult,
    Plan,
    PreviewOut,
    PricesOut,
    Resign,
    Rows,
    Since,
    SubmitMoves,
    TableEvents,
    TableId,
    TableOut,
    TakeBack,
    Times,
)
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables import endings
from stromnetz.tables.explanations import require_turn
from stromnetz.tables.table import FINISHED
from stromnetz.tables.time import now_ms
from stromnetz.tables.views import decision_json, view_json

from .history import HistoryReaderDep
from .service import PlayRequest, PlayServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api/tables/{id}", tags=["play"], default_response_class=SafeJson)

AsSeat = Annotated[int | None, Query(ge=0, le=7, description="one of your seats; without it your first, or none")]


def viewing_seat(opened: LoadedTable, guest: str | None, seat: int | None) -> int | None:
    """Return the seat whose view is shown: an own one, or None for a spectator."""
    if seat is not None:
        opened.table.own_seat(seat, guest)
        return seat
    return next(iter(opened.table.seats_of(guest)), None)


@router.get("/view", response_model=ViewJson, responses=refusals(403, 404, 409))
async def view(
    history_reader: HistoryReaderDep,
    opened: TableDep,
    guest: Guest,
    spend: Spend,
    seat: AsSeat = None,
    version: Since = None,
) -> Response:
    """Return the view of my seat or of a spectator, now or at an earlier version."""
    eyes = viewing_seat(opened, guest, seat)
    game = opened.running_game()
    if version is None or version == game.version:
        return SafeJson(view_json(opened.table, game, eyes))
    return Response(await history_reader.view(opened, version, eyes, spend), media_type="application/json")


@router.get("/decision", response_model=DecisionOut, responses=refusals(403, 404, 409))
async def decision(opened: TableDep, guest: Guest) -> SafeJson:
    """Return who has to decide what; if it is one of my seats, with all options and prices."""
    game = opened.running_game()
    mine = opened.table.to_act if opened.table.to_act in opened.table.seats_of(guest) else None
    asked = game.view(mine).decision if opened.table.ending is None else None
    shown = None
    if asked is not None:
        shown = decision_json(asked) if mine in opened.table.program_seats() else asked.to_json()
    return SafeJson({"version": game.version, "decision": shown})


@router.post("/preview", cost=Cost.LIGHT, response_model=PreviewOut, responses=refusals(403, 404, 409))
async def preview(opened: TableDep, guest: Guest, body: Plan) -> SafeJson:
    """Preview a plan without making it. It stops before a card would be revealed."""
    opened.table.own_seat(body.seat, guest)
    game = opened.running_game()
    require_turn(game, body.seat)
    out = game.preview(body.moves)
    events = [event.to_json() for event in out.events]
    return SafeJson({"made": out.made, "stopped": out.stopped, "view": out.view.to_json(), "events": events})


@router.post("/forecast", cost=Cost.LIGHT, response_model=ForecastOut, responses=refusals(403, 404, 409))
async def forecast(opened: TableDep, body: ForecastIn) -> SafeJson:
    """Compute what a company would supply and earn with other plants, fuel or cities. This is open information."""
    game = opened.running_game()
    return SafeJson(game.forecast(body.seat, body.plants, body.buy, body.cities, body.card).to_json())


@router.post("/prices", cost=Cost.LIGHT, response_model=PricesOut, responses=refusals(403, 404, 409))
async def prices(opened: TableDep, guest: Guest, body: Plan) -> SafeJson:
    """Compute what each city would cost a seat now. This is open information, except for a plan of my own seat.

    While others have to act, the plan may consist of cities only; ``planned`` has their prices.
    """
    game = opened.running_game()
    if body.moves:
        opened.table.own_seat(body.seat, guest)
    return SafeJson({"version": game.version, **game.prices(body.seat, body.moves).to_json()})


@router.post("/moves", cost=Cost.LIGHT, response_model=MoveResult, responses=refusals(403, 404, 409))
async def submit_moves(
    table_service: TableServiceDep,
    play_service: PlayServiceDep,
    sender: Sender,
    id: TableId,
    body: SubmitMoves,
) -> SafeJson:
    """Make a move, or several in one step: all or none, seen by others at once and undone together.

    The response is sent after the commit; the same key never moves twice. Several moves end at the latest with one that
    reveals a card. A program also gets the view of its seat.
    """
    made = await play_service.submit_moves(PlayRequest(id, sender.guest, body.seat, body.version, body.key), body.moves)
    if sender.program:
        opened = await table_service.get(id)
        made["view"] = view_json(opened.table, opened.running_game(), body.seat)
    return SafeJson(made)


@router.post("/undo", cost=Cost.LIGHT, response_model=MoveResult, responses=refusals(403, 404, 409))
async def undo(play_service: PlayServiceDep, guest: Guest, id: TableId, body: TakeBack) -> SafeJson:
    """Undo my last move, or all moves of the last step.

    This is possible until someone else moves, unless a card was revealed (rule G1).
    """
    return SafeJson(await play_service.undo(PlayRequest(id, guest, body.seat, body.version, body.key)))


@router.get("/history", response_model=Rows, responses=refusals(404, 409))
async def history(
    history_reader: HistoryReaderDep,
    opened: TableDep,
    guest: Guest,
    spend: Spend,
    after: Annotated[int, Query(ge=-1, le=1_000_000, description="rows after this one")] = -1,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """Return the rows of the game, as far as I may see them."""
    text = await history_reader.rows(opened, opened.table.seats_of(guest), after, limit, spend)
    return Response(text, media_type="application/json")


@router.get("/times", response_model=Times, responses=refusals(404, 409))
async def times(history_reader: HistoryReaderDep, opened: TableDep, spend: Spend) -> Response:
    """Return how long the people took for their moves in a finished game."""
    opened.table.require_state(FINISHED)
    return Response(await history_reader.move_times(opened, spend), media_type="application/json")


@router.get("/events", response_model=TableEvents, responses=refusals(404))
async def events(opened: TableDep) -> SafeJson:
    """Return events besides moves: resignations, expired turns, stand-ins, how the game ended."""
    return SafeJson({"events": [event.to_json() for event in opened.table.events]})


@router.post("/resign", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def resign(table_service: TableServiceDep, guest: Guest, id: TableId, body: Resign) -> SafeJson:
    """Resign a seat. A bot takes over, or the last remaining player wins."""
    opened = await table_service.resign(id, guest, body.seat)
    return SafeJson(opened.table.to_json(guest))


@router.post("/abandon", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def abandon(table_service: TableServiceDep, guest: Guest, id: TableId, body: Abandon) -> SafeJson:
    """Vote on abandoning the game. It ends without a winner, unrated, when all people who still play have agreed.

    An offer lapses at the end of the round, when someone declines, and when a player leaves or comes back. If only one
    person still plays, or none does and the host asks, the table is closed at once; a rated game needs two people.
    """
    opened, _ = await table_service.update(
        id,
        lambda table: endings.abandon(table, guest, body.agree, now_ms()),
        lambda c, ended: forget_game(c, id) if ended else None,
    )
    return SafeJson(opened.table.to_json(guest))


@router.get("/deal", response_model=DealProof, responses=refusals(404, 409))
async def deal(opened: TableDep) -> SafeJson:
    """Return the commitment to the deal; after the game also the seed and the salt."""
    game = opened.running_game()
    over = opened.table.state == FINISHED
    setup = game.header.get("setup", {}) if over else {}
    salt = game.header.get("salt") if over else None
    return SafeJson({"commitment": game.header.get("commitment"), "seed": setup.get("seed"), "salt": salt})
