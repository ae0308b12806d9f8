"""Clocks: who stands in, who is back, and when I do not want to be asked."""

from __future__ import annotations

from typing import Any

from stromnetz.server import clocks, manual
from stromnetz.server.database import clocks as sql
from stromnetz.server.database.text import now_ms
from stromnetz.server.errors import Conflict, NotFound
from stromnetz.server.resting import Rest
from stromnetz.server.route_policy import Cost

from .context import Guest, Json, Server
from .models import SeatNumber, TableId, TableOut, refusals
from .routes import Router
from .timing import Features, RestBody, RestOut, Vote

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["clocks"], default_response_class=Json)
NOTHING: dict[str, Any] = {"zone": None, "night": None, "holidays": []}


@router.get("/features", response_model=Features)
async def features(server: Server) -> Json:
    """What this server offers."""
    config = server.config
    return Json(
        {
            "clocks": not config.no_clocks,
            "stand_ins": not config.no_stand_ins,
            "answers": not config.no_answers,
            "seeking": not config.no_seeking,
            "public_tables": not config.no_public_tables,
            "help": manual.is_there(),
            "chat": not config.no_chat,
            "programs": not config.no_programs,
            "ratings": server.rater.runs,
        }
    )


@router.post(
    "/tables/{id}/seats/{seat}/stand-in", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409)
)
async def stand_in(server: Server, guest: Guest, id: TableId, seat: SeatNumber, body: Vote) -> Json:
    """Vote for a bot in the place of somebody who is away; with more than half of the others it takes the seat."""
    if server.config.no_stand_ins:
        raise Conflict(case="no-stand-ins")
    await server.desk.get(id)
    await server.timekeeper.attend()  # somebody may have looked in through another process
    opened, _ = await server.desk.change(id, lambda table: clocks.vote(table, seat, guest, now_ms(), body.vote))
    return Json(opened.table.to_json(guest))


@router.post(
    "/tables/{id}/seats/{seat}/return", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409)
)
async def come_back(server: Server, guest: Guest, id: TableId, seat: SeatNumber) -> Json:
    """Take my seat back from the bot that holds it."""
    opened = await server.desk.get(id)
    opened.table.own_seat(seat, guest)
    if opened.table.seats[seat].stand_in is not None:
        opened, _ = await server.desk.change(id, lambda table: clocks.come_back(table, seat, guest, now_ms()))
    return Json(opened.table.to_json(guest))


@router.get("/me/rest", response_model=RestOut, responses=refusals())
async def my_rest(server: Server, guest: Guest) -> Json:
    """My nights and holidays."""
    found = None if guest is None else await server.store.read(lambda c: sql.rest_of(c, guest))
    return Json(NOTHING if found is None else found.to_json())


@router.put("/me/rest", cost=Cost.LIGHT, response_model=RestOut, responses=refusals(403, 404))
async def set_rest(server: Server, guest: Guest, body: RestBody) -> Json:
    """Set my nights and holidays, for all tables. A holiday starts with my next turn; past days stay as they were."""
    if guest is None:
        raise NotFound(case="no-guest")
    wish, now = Rest.from_json(body.model_dump(by_alias=True)), now_ms()
    known = await server.store.read(lambda c: sql.rest_of(c, guest))
    rest = (known or Rest(wish.zone)).changed(wish, now)
    await server.store.write(lambda c: sql.set_rest(c, guest, rest))
    for id in await server.store.read(lambda c: sql.running_tables_of(c, guest)):
        await server.desk.change(id, lambda table: clocks.take_rest(table, guest, rest, now_ms()))
    return Json(rest.to_json())
