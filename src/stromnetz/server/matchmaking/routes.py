"""Routes to find players: public tables, colours, archived tables and seeks."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field
from sqlalchemy import Connection

from stromnetz.engine.errors import BadInput
from stromnetz.server.accounts import store
from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.core import cluster as core_cluster
from stromnetz.server.core.cluster import BusMessage
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, EventBusDep, Guest, IdentityRegistryDep
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, ShortText, refusals
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.table_play.clock_schema import ClockKind
from stromnetz.server.table_play.preset_store import tables_tried_since
from stromnetz.server.tables import store as tables_store
from stromnetz.server.tables.quotas import QuotasDep
from stromnetz.server.tables.schema import Colour, Name, SeatNumber, TableId, TableOut
from stromnetz.server.tables.service import TableDep, TableServiceDep
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.rating_rules import require_account, require_rateable
from stromnetz.tables.seat_colours import choose_colour
from stromnetz.tables.settings import NONE, TableSettings
from stromnetz.tables.table import AUTOMATIC, BOT, LOBBY, Seat, Table
from stromnetz.tables.time import now_ms

from . import store as sql
from .rating_service import RatingService, RatingServiceDep
from .seeks import Seek, merged, player_counts
from .service import SEEK_TIMEOUT_MS, MatchmakerDep, SeeksChanged

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["finding players"], default_response_class=SafeJson)
PRESET_MS = 4_000
"""Time after a move in which the next player's pre-set moves are tried."""
SEEN_INTERVAL_MS = 5_000
"""Interval at which the presence of a seeker is recorded."""


class MakePublic(RequestModel):
    public: bool = Field(description="listed publicly, or reachable by link and code only")


class ChooseColour(RequestModel):
    colour: Colour | None = Field(description="one of six; null for a free one", examples=[3])


class Archive(RequestModel):
    archived: bool = Field(description="whether the table is archived")


class Turns(ResponseModel):
    """Tables that wait for me."""

    count: int = Field(description="number of tables that wait for me, without archived ones and lessons")
    tables: list[str] = Field(description="at most 100 of these tables, least time left first")
    running: int = Field(description="number of my running games")
    preset: list[str] = Field(
        description="tables at which my pre-set moves are being tried: they do not count yet, ask again in four seconds"
    )


class SeekIn(RequestModel):
    """What I want to play; omitted fields may be any."""

    name: Name | None = Field(None, description="your name, if this server does not know it")
    edition: ShortText
    map: ShortText | None = Field(None, description="default: any map of the edition")
    players: Annotated[int, Field(ge=2, le=6)] | None = Field(None, description="default: any number")
    clock: ClockKind | None = Field(
        None, description="default: live, unless others name another; live is 20 minutes and 15 seconds, else a day"
    )
    bot: ShortText | None = Field(None, description="the bot that fills empty seats (GET /api/bots)")
    fill_after: Annotated[int, Field(ge=0, le=3600)] | None = Field(
        None, description="seconds after which bots fill empty seats; default: wait for people", examples=[60]
    )
    rated: bool = Field(False, description="whether the game is rated; needs an account")


class SeekWish(ResponseModel):
    """A seek; null is any."""

    name: str
    edition: str
    map: str | None
    players: int | None
    clock: ClockKind | None
    bot: str | None
    fill_after: int | None
    rated: bool
    since: int
    mine: bool


class SeekOut(ResponseModel):
    seeking: bool
    wish: SeekWish | None
    others: int = Field(description="number of compatible seeks")
    now: int = Field(description="milliseconds since 1970, by the server's clock")
    table: str | None = Field(description="the table that was found")


class Seeks(ResponseModel):
    seeks: list[SeekWish]


@router.put("/tables/{id}/public", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def make_public(
    table_service: TableServiceDep, quotas: QuotasDep, guest: Guest, id: TableId, body: MakePublic
) -> SafeJson:
    """List my table publicly, or leave it to people with its link."""
    quotas.require_public(body.public)

    def act(table: Table) -> None:
        table.require_host(guest)
        table.public = body.public

    opened, _ = await table_service.update(id, act)
    return SafeJson(opened.table.to_json(guest))


@router.put(
    "/tables/{id}/seats/{seat}/colour", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409)
)
async def set_colour(
    table_service: TableServiceDep, guest: Guest, id: TableId, seat: SeatNumber, body: ChooseColour
) -> SafeJson:
    """Choose a free colour for my seat before the game."""

    def act(table: Table) -> None:
        table.require_state(LOBBY)
        table.own_seat(seat, guest)
        choose_colour(table, seat, body.colour)

    opened, _ = await table_service.update(id, act)
    return SafeJson(opened.table.to_json(guest))


@router.put("/me/tables/{id}/archived", cost=Cost.LIGHT, response_model=Archive, responses=refusals(403, 404))
async def archive(database: DatabaseDep, opened: TableDep, guest: Guest, body: Archive) -> SafeJson:
    """Move one of my tables to my archive or back. Nothing changes for the others."""
    table = opened.table
    if guest is None or not (guest == table.host or table.owned_seats(guest) or table.seats_of(guest)):
        raise NotFound(case="not-my-table")
    await database.write(lambda c: sql.set_archived(c, guest, table.id, body.archived))
    return SafeJson(body.model_dump())


@router.get("/me/turns", response_model=Turns, responses=refusals())
async def my_turns(database: DatabaseDep, config: ConfigDep, guest: Guest) -> SafeJson:
    """Return the tables that wait for me."""

    def read(c: Connection, me: str) -> tuple[tables_store.Turns, set[str]]:
        found = tables_store.turns_of_guest(c, me)
        tried = set() if config.no_preset_moves else tables_tried_since(c, found.tables, now_ms() - PRESET_MS)
        return found, tried

    found, tried = tables_store.Turns(0, [], 0), set[str]()
    if guest is not None:
        found, tried = await database.read(lambda c: read(c, guest))
    waiting = [id for id in found.tables if id not in tried]
    out = {**asdict(found), "count": found.count - len(tried), "tables": waiting, "preset": sorted(tried)}
    return SafeJson(out)


@router.get("/seeks", response_model=Seeks, responses=refusals())
async def list_seeks(
    config: ConfigDep, database: DatabaseDep, guest: Guest, limit: Annotated[int, Query(ge=1, le=100)] = 50
) -> SafeJson:
    """List the seeks in the order of arrival; empty if seeking is switched off."""
    if config.no_seeking:
        return SafeJson({"seeks": []})
    found = await database.read(lambda c: sql.active(c, now_ms() - SEEK_TIMEOUT_MS, limit))
    return SafeJson({"seeks": [_sought(one, guest) for one in found]})


@router.get("/me/seek", response_model=SeekOut, responses=refusals())
async def my_seek(config: ConfigDep, database: DatabaseDep, guest: Guest) -> SafeJson:
    """Return the state of my seek. A seek ends if nobody asks for a while."""
    return SafeJson(await _state(config, database, guest))


@router.put("/me/seek", cost=Cost.HEAVY, response_model=SeekOut, responses=refusals(403, 409))
async def seek(
    config: ConfigDep,
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    events: EventBusDep,
    matchmaker: MatchmakerDep,
    ratings: RatingServiceDep,
    quotas: QuotasDep,
    visitor: VisitorDep,
    body: SeekIn,
) -> SafeJson:
    """Seek a game. It begins as soon as enough people want to play the same."""
    if config.no_seeking:
        raise Conflict(case="no-seeking")
    config.require_offered(body.bot)
    _check(config, identities, ratings, body, visitor.guest)
    await quotas.require_table(visitor.guest)
    me, name = await visitor.get_or_create(body.name)
    now = now_ms()
    values: dict[str, Any] = body.model_dump(exclude={"name"})
    if body.fill_after is not None and body.bot is None:
        values["bot"] = config.offered[0]
    if body.fill_after is None:
        values["bot"] = None
    if body.name is not None:
        await database.write(lambda c: store.rename_guest(c, me, name))

    def work(c: Connection) -> None:
        sql.set_seek(c, me, {**values, "since": now, "seen_at": now})
        database.bus.publish(c, BusMessage(core_cluster.SEEKS))

    await database.write(work)
    events.publish(SeeksChanged())
    await matchmaker.seat_groups()
    matchmaker.wake()
    return visitor.answer(await _state(config, database, me), me)


@router.delete("/me/seek", cost=Cost.LIGHT, banned=True, response_model=SeekOut, responses=refusals(403))
async def stop_seeking(config: ConfigDep, database: DatabaseDep, events: EventBusDep, guest: Guest) -> SafeJson:
    """Stop seeking. A table that was found stays."""
    if guest is None:
        return SafeJson(await _state(config, database, guest))

    def work(c: Connection) -> None:
        sql.end_seek(c, guest)
        database.bus.publish(c, BusMessage(core_cluster.SEEKS))

    await database.write(work)
    events.publish(SeeksChanged())
    return SafeJson(await _state(config, database, guest))


def _check(
    config: ServerConfig, identities: IdentityRegistry, ratings: RatingService, body: SeekIn, guest: str | None
) -> None:
    """Refuse wishes that can never be fulfilled."""
    if config.no_clocks and body.clock not in (None, NONE):
        raise Conflict(case="no-clocks")
    possible = player_counts(body.edition, body.map)
    settings = TableSettings.check(body.edition, body.map, body.players or next(iter(possible), 2), "random", {})
    if body.players is not None and body.players not in possible:
        facts = {"players": body.players, "possible": list(possible)}
        raise BadInput(f"it is played by {', '.join(map(str, possible))}, not {body.players}", facts)
    if body.rated:
        ratings.require_enabled()
        require_account(guest is not None and guest in identities.named)
        settings.rated = True
        bot = body.bot or config.offered[0]
        bots = [] if body.fill_after is None else [Seat(0, BOT, bot=bot)]
        require_rateable(settings, [*bots, *(Seat(number, AUTOMATIC) for number in settings.automatic())])


async def _state(config: ServerConfig, database: Database, guest: str | None) -> dict[str, Any]:
    now = now_ms()
    out = {"seeking": False, "wish": None, "others": 0, "now": now, "table": None}
    mine = None if guest is None else await database.read(lambda c: sql.seek_of(c, guest))
    if guest is None or mine is None or (mine.table_id is None and mine.seen_at < now - SEEK_TIMEOUT_MS):
        return out
    if mine.table_id is not None:
        return {**out, "table": mine.table_id}
    if config.no_seeking:
        return out
    if now - mine.seen_at > SEEN_INTERVAL_MS:
        await database.write(lambda c: sql.touch_seek(c, guest, now))
    everybody = await database.read(lambda c: sql.active(c, now - SEEK_TIMEOUT_MS))
    others = sum(one.guest != guest and merged(mine, one) is not None for one in everybody)
    return {**out, "seeking": True, "wish": _sought(mine, guest), "others": others}


def _sought(seek: Seek, guest: str | None) -> dict[str, Any]:
    shown = {name: getattr(seek, name) for name in SeekWish.model_fields if name != "mine"}
    return {**shown, "mine": seek.guest == guest}
