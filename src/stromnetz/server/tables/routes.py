"""Routes of tables: open, list, join, leave, start, rematch."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request
from sqlalchemy import Connection

from stromnetz.play.catalogue import default_edition
from stromnetz.server.accounts import store
from stromnetz.server.accounts.guests import VisitorDep
from stromnetz.server.chat import store as chat_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.dependencies import BaseUrl, ConfigDep, DatabaseDep, Guest, IdentityRegistryDep, identity_of
from stromnetz.server.core.http import Cost, Router, SafeJson, refusals
from stromnetz.server.core.identity import address_digest
from stromnetz.server.table_play.clock_schema import ClockWish
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.ids import new_code, new_id
from stromnetz.tables.names import validate_display_name
from stromnetz.tables.rating_rules import require_rateable
from stromnetz.tables.seat_colours import choose_colour, require_distinct_colours
from stromnetz.tables.seats import create_seats, make_name_distinct, make_names_distinct, rematch_seats
from stromnetz.tables.settings import NONE, ClockSettings, TableSettings
from stromnetz.tables.table import FINISHED, PERSON, Seat, Table

from . import store as sql
from .quotas import QuotasDep
from .schema import ChangeSeat, Join, NewTable, Seated, SeatIn, SeatNumber, TableId, TableOut, TableRef, Tables
from .service import InvitationsDep, TableDep, TableServiceDep

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["tables"], default_response_class=SafeJson)

Limit = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[
    str | None, Query(pattern="^[0-9]{1,15}[.][A-Za-z0-9_-]{22}$", description="`next` of the page before")
]
MyBefore = Annotated[
    str | None, Query(pattern="^[0-3][.]-?[0-9]{1,15}[.][A-Za-z0-9_-]{22}$", description="`next` of the page before")
]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9-]{10,11}$")]


@router.post("/tables", cost=Cost.HEAVY, status_code=201, response_model=Seated, responses=refusals(403, 409, 413))
async def open_table(
    config: ConfigDep,
    table_service: TableServiceDep,
    quotas: QuotasDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    visitor: VisitorDep,
    body: NewTable,
) -> SafeJson:
    """Open a table. Seats of persons are yours: you, and others who play on this screen."""
    for wish in body.seats:
        config.require_offered(wish.bot)
        if wish.name is not None:
            validate_display_name(wish.name)
    settings = TableSettings.check(
        body.edition or default_edition(), body.map, len(body.seats), body.regions, body.options
    )
    settings.clock = _clock(config, body.clock)
    settings.rated = body.rated
    quotas.require_public(body.public)
    quotas.require_rated(settings, visitor.guest)
    await quotas.require_table(visitor.guest)
    automatic = settings.automatic()
    # refused before a guest is created
    require_distinct_colours(create_seats([{**_wish(one), "name": ""} for one in body.seats], "", automatic))
    id, name = await visitor.get_or_create(body.name)
    wishes = [{**_wish(one), "name": validate_display_name(one.name) if one.name else name} for one in body.seats]
    table = Table(new_id(), new_code(), settings, create_seats(wishes, id, automatic), host=id, public=body.public)
    make_names_distinct(table.seats)
    require_rateable(table.settings, table.seats)
    mine = table.seats_of(id)

    def more(c: Connection) -> None:
        store.set_recovery(c, table.id, invitations.digests(table, mine))
        if body.silent:
            chat_store.set_silent(c, table.id, True)

    opened = await table_service.add(table, more)
    return visitor.answer(invitations.joined_json(base_url, opened, id, mine), id, 201)


def _wish(wish: SeatIn) -> dict[str, Any]:
    return {"kind": wish.kind, "bot": wish.bot, "colour": wish.colour}


def _clock(config: ServerConfig, wish: ClockWish | None) -> ClockSettings:
    if wish is None:
        return ClockSettings()
    config.require_offered(wish.bot)
    if config.no_clocks and wish.kind != NONE:
        raise Conflict(case="no-clocks")
    return wish.settings()


@router.get("/tables", response_model=Tables, responses=refusals())
async def list_tables(
    config: ConfigDep,
    database: DatabaseDep,
    guest: Guest,
    state: Annotated[Literal["lobby", "running", "finished"], Query()] = "lobby",
    limit: Limit = 50,
    before: Before = None,
) -> SafeJson:
    """List public tables, newest first; empty if they are switched off."""
    if config.no_public_tables:
        return _page([], limit, guest)
    found = await database.read(lambda c: sql.list_public(c, state, limit, _place(before)))
    return _page(found, limit, guest)


@router.get("/me/tables", response_model=Tables, responses=refusals())
async def list_my_tables(
    database: DatabaseDep,
    guest: Guest,
    show: Annotated[
        Literal["all", "turn", "lobby", "running", "finished", "archived"],
        Query(description="all but those that I have archived; of them those where it is my turn, or in a state"),
    ] = "all",
    limit: Limit = 50,
    before: MyBefore = None,
) -> SafeJson:
    """List my tables: first those where it is my turn, by the time left."""
    if guest is None:
        return _page([], limit, guest)
    place = None
    if before is not None:
        group, value, id = before.split(".")
        place = sql.MyTablesCursor(int(group), int(value), id)
    found, end = await database.read(lambda c: sql.list_of_guest(c, guest, show, limit, place))
    more = None if end is None else f"{end.group}.{end.value}.{end.table}"
    return SafeJson({"tables": [table.to_json(guest) for table in found], "next": more})


def _place(before: str | None) -> sql.PublicCursor | None:
    if before is None:
        return None
    changed, _, id = before.partition(".")
    return int(changed), id


def _page(found: list[Table], limit: int, guest: str | None) -> SafeJson:
    more = f"{found[-1].changed_at}.{found[-1].id}" if len(found) == limit else None
    return SafeJson({"tables": [table.to_json(guest) for table in found], "next": more})


@router.get("/codes/{code}", cost=Cost.HEAVY, response_model=TableRef, responses=refusals(404))
async def by_code(database: DatabaseDep, code: Code) -> SafeJson:
    """Find a table by its code."""
    found = await database.read(lambda c: sql.table_by_code(c, code.replace("-", "").upper()))
    if found is None:
        raise NotFound(case="no-code")
    return SafeJson({"id": found})


@router.get("/tables/{id}", response_model=TableOut, responses=refusals(404))
async def one_table(opened: TableDep, guest: Guest) -> SafeJson:
    """Return a table: settings, players, progress."""
    return SafeJson(opened.table.to_json(guest))


@router.post("/tables/{id}/join", cost=Cost.STRANGER, response_model=Seated, responses=refusals(403, 404, 409))
async def join(
    identities: IdentityRegistryDep,
    table_service: TableServiceDep,
    quotas: QuotasDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    request: Request,
    opened: TableDep,
    visitor: VisitorDep,
    body: Join,
) -> SafeJson:
    """Join a table that has not started. Repeated requests get the same response."""
    _sit(opened.table.copy(), visitor.guest or "", "", body)  # refused before a guest is created
    program = identity_of(request).program
    quotas.require_rated(opened.table.settings, None if program else visitor.guest)
    me, name = await visitor.get_or_create(None if program else body.name)
    id = opened.table.id
    opened = await table_service.get(id)
    if not opened.table.owned_seats(me):
        if program:
            await quotas.require_seat(me)
        opened, _ = await table_service.update(
            id,
            lambda table: (table, _sit(table, me, name, body, program, identities.named)),
            lambda c, sat: store.set_recovery(c, id, invitations.digests(sat[0], [sat[1].seat])),
        )
    joined = invitations.joined_json(base_url, opened, me, [seat.seat for seat in opened.table.owned_seats(me)])
    return SafeJson(joined) if program else visitor.answer(joined, me)


def _sit(
    table: Table, guest: str, name: str, body: Join, program: bool = False, named: Container[str | None] = ()
) -> Seat:
    sat = table.owned_seats(guest)
    seat = table.join(guest, name, body.seat, program)
    if not sat:
        make_name_distinct(table.seats, seat, named)
    if not sat and body.colour is not None:
        choose_colour(table, seat.seat, body.colour)
    return seat


@router.post("/tables/{id}/leave", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def leave(table_service: TableServiceDep, guest: Guest, id: TableId) -> None:
    """Leave a table before its game. It is closed if nobody is left."""
    await table_service.leave(id, guest or "")


@router.put("/tables/{id}/seats/{seat}", cost=Cost.LIGHT, response_model=Seated, responses=refusals(403, 404, 409))
async def change_seat(
    config: ConfigDep,
    table_service: TableServiceDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    guest: Guest,
    id: TableId,
    seat: SeatNumber,
    body: ChangeSeat,
) -> SafeJson:
    """Change a seat of my table: open it, or put a bot or someone on the same screen there."""
    name = validate_display_name(body.name) if body.name is not None else None
    config.require_offered(body.bot)

    def change(table: Table) -> Table:
        changed = table.change_seat(guest, seat, body.kind, body.bot, name)
        if changed.kind == PERSON:
            make_name_distinct(table.seats, changed)
        require_rateable(table.settings, table.seats)
        return table

    opened, _ = await table_service.update(
        id, change, lambda c, changed: store.set_recovery(c, id, invitations.digests(changed, [seat]))
    )
    return SafeJson(invitations.joined_json(base_url, opened, guest, [seat]))


@router.post("/tables/{id}/start", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def start(
    config: ConfigDep,
    identities: IdentityRegistryDep,
    table_service: TableServiceDep,
    quotas: QuotasDep,
    request: Request,
    opened: TableDep,
    guest: Guest,
) -> SafeJson:
    """Start the game when all seats are taken. The commitment to the deal is published."""
    address: str = request.scope["stromnetz_address"]
    # at exempt addresses, each guest counts as one address
    exempt = address in config.exempt
    started_from = address_digest(guest or address if exempt else address, identities.key)
    if not exempt:
        await quotas.require_bot_game(opened.table, started_from)
    opened = await table_service.start(opened.table.id, guest, started_from)
    return SafeJson(opened.table.to_json(guest))


@router.post(
    "/tables/{id}/rematch", cost=Cost.HEAVY, status_code=201, response_model=Seated, responses=refusals(403, 404, 409)
)
async def rematch(
    database: DatabaseDep,
    table_service: TableServiceDep,
    quotas: QuotasDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    opened: TableDep,
    guest: Guest,
) -> SafeJson:
    """Open a table for a rematch with the same people, who are invited. Repeated requests return the same table."""
    old = opened.table
    if not old.former_seats(guest):
        old.require_host(guest)
    assert guest is not None
    old.require_state(FINISHED)
    if old.settings.lesson is not None:
        raise Conflict(case="lesson-rematch")
    if old.imported:
        raise Conflict(case="played-elsewhere")
    id = await database.read(lambda c: sql.rematch_of(c, old.id))
    if id is None:
        await quotas.require_table(guest)
        table = Table(
            new_id(),
            new_code(),
            replace(old.settings, puzzle=None, unrated=None),
            rematch_seats(old.seats, guest),
            host=guest,
            public=old.public,
            rematch_of=old.id,
        )
        mine = invitations.digests(table, table.seats_of(guest))

        def more(c: Connection) -> None:
            store.set_recovery(c, table.id, mine)
            if chat_store.is_silent(c, old.id):
                chat_store.set_silent(c, table.id, True)

        id = await table_service.add_rematch(table, old.id, more)
    opened = await table_service.get(id)
    return SafeJson(invitations.joined_json(base_url, opened, guest, opened.table.seats_of(guest)), status_code=201)
