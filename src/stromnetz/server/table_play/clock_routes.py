"""Routes of stand-ins and rest hours, and the features of the server."""

from __future__ import annotations

from typing import Any

from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, Guest
from stromnetz.server.core.http import API_VERSION, Cost, Router, SafeJson, refusals
from stromnetz.server.matchmaking.rating_service import RatingServiceDep
from stromnetz.server.tables.schema import SeatNumber, TableOut
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.server.web import help_site
from stromnetz.tables import clocks
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.rest_hours import RestHours
from stromnetz.tables.time import now_ms

from . import clock_store as sql
from .clock_schema import Features, RestHoursIn, RestHoursOut, StandInVote
from .clock_service import ClockServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["clocks"], default_response_class=SafeJson)
NO_REST_HOURS: dict[str, Any] = {"zone": None, "night": None, "holidays": []}


@router.get("/features", response_model=Features)
async def features(config: ConfigDep, ratings: RatingServiceDep) -> SafeJson:
    """Return the features of this server."""
    return SafeJson(
        {
            "api": API_VERSION,
            "clocks": not config.no_clocks,
            "stand_ins": not config.no_stand_ins,
            "preset_moves": not config.no_preset_moves,
            "seeking": not config.no_seeking,
            "public_tables": not config.no_public_tables,
            "help": help_site.is_built(),
            "chat": not config.no_chat,
            "programs": not config.no_programs,
            "ratings": ratings.runs,
        }
    )


@router.post(
    "/tables/{id}/seats/{seat}/stand-in", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409)
)
async def stand_in(
    config: ConfigDep,
    table_service: TableServiceDep,
    clock_service: ClockServiceDep,
    opened: TableDep,
    guest: Guest,
    seat: SeatNumber,
    body: StandInVote,
) -> SafeJson:
    """Vote for a bot to stand in for an absent player; it needs more than half of the others."""
    if config.no_stand_ins:
        raise Conflict(case="no-stand-ins")
    await clock_service.store_presence()  # the player may have been seen by another process
    id = opened.table.id
    opened, _ = await table_service.update(id, lambda table: clocks.vote(table, seat, guest, now_ms(), body.vote))
    return SafeJson(opened.table.to_json(guest))


@router.post(
    "/tables/{id}/seats/{seat}/return", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409)
)
async def come_back(table_service: TableServiceDep, opened: TableDep, guest: Guest, seat: SeatNumber) -> SafeJson:
    """Take my seat back from the stand-in."""
    opened.table.own_seat(seat, guest)
    if opened.table.seats[seat].stand_in is not None:
        opened, _ = await table_service.update(
            opened.table.id, lambda table: clocks.come_back(table, seat, guest, now_ms())
        )
    return SafeJson(opened.table.to_json(guest))


@router.get("/me/rest-hours", response_model=RestHoursOut, responses=refusals())
async def my_rest_hours(database: DatabaseDep, guest: Guest) -> SafeJson:
    """Return my nights and holidays."""
    found = None if guest is None else await database.read(lambda c: sql.rest_hours_of(c, guest))
    return SafeJson(NO_REST_HOURS if found is None else found.to_json())


@router.put("/me/rest-hours", cost=Cost.LIGHT, response_model=RestHoursOut, responses=refusals(403, 404))
async def set_rest_hours(
    database: DatabaseDep, table_service: TableServiceDep, guest: Guest, body: RestHoursIn
) -> SafeJson:
    """Set my nights and holidays, for all tables. A holiday starts with my next turn; past days do not change."""
    if guest is None:
        raise NotFound(case="no-guest")
    wish, now = RestHours.from_json(body.model_dump(by_alias=True)), now_ms()
    known = await database.read(lambda c: sql.rest_hours_of(c, guest))
    rest_hours = (known or RestHours(wish.zone)).changed(wish, now)
    await database.write(lambda c: sql.set_rest_hours(c, guest, rest_hours))
    for id in await database.read(lambda c: sql.running_tables_of(c, guest)):
        await table_service.update(id, lambda table: clocks.set_rest_hours(table, guest, rest_hours, now_ms()))
    return SafeJson(rest_hours.to_json())
