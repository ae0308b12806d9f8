"""Tables: open, list, join, leave, start, again."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request, Response
from sqlalchemy import Connection

from stromnetz.play.catalogue import default_edition
from stromnetz.server.characters import check_name
from stromnetz.server.codes import new_code
from stromnetz.server.colours import choose_colour, need_different
from stromnetz.server.database import chat, guests, my_tables
from stromnetz.server.database import store as sql
from stromnetz.server.errors import Conflict, NotFound
from stromnetz.server.namesakes import keep_all_apart, keep_apart
from stromnetz.server.people import address_digest, new_id
from stromnetz.server.rated import need_rateable
from stromnetz.server.route_policy import Cost
from stromnetz.server.seatings import rematch_seats, seats_from
from stromnetz.server.settings import NONE, ClockSettings, Settings
from stromnetz.server.tables import FINISHED, PERSON, Seat, Table

from .context import Comer, Guest, Json, Nameless, Parts, Server, identity_of, seat_guest, set_cookie
from .models import (
    ChangeSeat,
    Found,
    Join,
    NewTable,
    Seated,
    SeatNumber,
    TableId,
    TableOut,
    Tables,
    WishedSeat,
    refusals,
)
from .quotas import check_bot_games, check_listed, check_rated, check_seats, check_tables
from .routes import Router
from .seating import digests, seated
from .timing import ClockWish

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["tables"], default_response_class=Json)

Limit = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[
    str | None, Query(pattern="^[0-9]{1,15}[.][A-Za-z0-9_-]{22}$", description="`next` of the page before")
]
MyBefore = Annotated[
    str | None, Query(pattern="^[0-3][.]-?[0-9]{1,15}[.][A-Za-z0-9_-]{22}$", description="`next` of the page before")
]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9-]{10,11}$")]


@router.post("/tables", cost=Cost.HEAVY, status_code=201, response_model=Seated, responses=refusals(403, 409, 413))
async def open_table(server: Server, request: Request, guest: Comer, nameless: Nameless, body: NewTable) -> Json:
    """Open a table. Seats of persons are yours: you, and whoever plays with you on this screen."""
    for wish in body.seats:
        server.config.need_offered(wish.bot)
        if wish.name is not None:
            check_name(wish.name)
    settings = Settings.check(body.edition or default_edition(), body.map, len(body.seats), body.regions, body.options)
    settings.clock = _clock(server, body.clock)
    settings.rated = body.rated
    check_listed(server, body.public)
    check_rated(server, settings, guest)
    await check_tables(server, guest)
    automatic = settings.automatic()
    # refused before a guest is made
    need_different(seats_from([{**_wish(one), "name": ""} for one in body.seats], "", automatic))
    id, name = await seat_guest(server, guest, body.name, nameless)
    wishes = [{**_wish(one), "name": check_name(one.name) if one.name else name} for one in body.seats]
    table = Table(new_id(), new_code(), settings, seats_from(wishes, id, automatic), host=id, public=body.public)
    keep_all_apart(table.seats)
    need_rateable(table.settings, table.seats)
    mine = table.seats_of(id)

    def more(c: Connection) -> None:
        guests.set_recovery(c, table.id, digests(server, table, mine))
        if body.silent:
            chat.set_silent(c, table.id, True)

    opened = await server.desk.add(table, more)
    out = Json(seated(server, request, opened, id, mine), status_code=201)
    set_cookie(server, out, id)
    return out


def _wish(wish: WishedSeat) -> dict[str, Any]:
    return {"kind": wish.kind, "bot": wish.bot, "colour": wish.colour}


def _clock(server: Parts, wish: ClockWish | None) -> ClockSettings:
    if wish is None:
        return ClockSettings()
    server.config.need_offered(wish.bot)
    if server.config.no_clocks and wish.kind != NONE:
        raise Conflict(case="no-clocks")
    return wish.settings()


@router.get("/tables", response_model=Tables, responses=refusals())
async def list_tables(
    server: Server,
    guest: Guest,
    state: Annotated[Literal["lobby", "running", "finished"], Query()] = "lobby",
    limit: Limit = 50,
    before: Before = None,
) -> Json:
    """Public tables, the newest first; none where the host lists none."""
    if server.config.no_public_tables:
        return _page([], limit, guest)
    found = await server.store.read(lambda c: sql.list_public(c, state, limit, _place(before)))
    return _page(found, limit, guest)


@router.get("/me/tables", response_model=Tables, responses=refusals())
async def list_my_tables(
    server: Server,
    guest: Guest,
    show: Annotated[
        Literal["all", "turn", "lobby", "running", "finished", "archived"],
        Query(description="all but those that I have archived; of them those where it is my turn, or in a state"),
    ] = "all",
    limit: Limit = 50,
    before: MyBefore = None,
) -> Json:
    """The tables at which I sit or which I opened: first where it is my turn, by the time that is left."""
    if guest is None:
        return _page([], limit, guest)
    place = None
    if before is not None:
        group, value, id = before.split(".")
        place = my_tables.Place(int(group), int(value), id)
    found, end = await server.store.read(lambda c: my_tables.list_of_guest(c, guest, show, limit, place))
    more = None if end is None else f"{end.group}.{end.value}.{end.table}"
    return Json({"tables": [table.to_json(guest) for table in found], "next": more})


def _place(before: str | None) -> sql.Place | None:
    if before is None:
        return None
    changed, _, id = before.partition(".")
    return int(changed), id


def _page(found: list[Table], limit: int, guest: str | None) -> Json:
    more = f"{found[-1].changed_at}.{found[-1].id}" if len(found) == limit else None
    return Json({"tables": [table.to_json(guest) for table in found], "next": more})


@router.get("/codes/{code}", cost=Cost.HEAVY, response_model=Found, responses=refusals(404))
async def by_code(server: Server, code: Code) -> Json:
    """The table of a code that somebody has read out."""
    found = await server.store.read(lambda c: sql.table_by_code(c, code.replace("-", "").upper()))
    if found is None:
        raise NotFound(case="no-code")
    return Json({"id": found})


@router.get("/tables/{id}", response_model=TableOut, responses=refusals(404))
async def one_table(server: Server, guest: Guest, id: TableId) -> Json:
    """A table: what is played, who sits where, how far it is."""
    return Json((await server.desk.get(id)).table.to_json(guest))


@router.post("/tables/{id}/join", cost=Cost.STRANGER, response_model=Seated, responses=refusals(403, 404, 409))
async def join(server: Server, request: Request, guest: Comer, nameless: Nameless, id: TableId, body: Join) -> Json:
    """Sit down at a table that has not started. Who sits there already gets the same answer again."""
    _sit((await server.desk.get(id)).table.copy(), guest or "", "", body)  # refused before a guest is made
    program = identity_of(request).program
    check_rated(server, (await server.desk.get(id)).table.settings, None if program else guest)
    me, name = await seat_guest(server, guest, None if program else body.name, nameless)
    opened = await server.desk.get(id)
    if not opened.table.sits(me):
        if program:
            await check_seats(server, me)
        opened, _ = await server.desk.change(
            id,
            lambda table: (table, _sit(table, me, name, body, program, server.identities.named)),
            lambda c, sat: guests.set_recovery(c, id, digests(server, sat[0], [sat[1].seat])),
        )
    out = Json(seated(server, request, opened, me, [seat.seat for seat in opened.table.sits(me)]))
    if not program:
        set_cookie(server, out, me)
    return out


def _sit(
    table: Table, guest: str, name: str, body: Join, program: bool = False, named: Container[str | None] = ()
) -> Seat:
    sat = table.sits(guest)
    seat = table.join(guest, name, body.seat, program)
    if not sat:
        keep_apart(table.seats, seat, named)
    if not sat and body.colour is not None:
        choose_colour(table, seat.seat, body.colour)
    return seat


@router.post(
    "/tables/{id}/leave", cost=Cost.LIGHT, status_code=204, response_class=Response, responses=refusals(403, 404, 409)
)
async def leave(server: Server, guest: Guest, id: TableId) -> Response:
    """Get up before the game begins. A table at which nobody is left is closed."""
    await server.desk.leave(id, guest or "")
    return Response(status_code=204)


@router.put("/tables/{id}/seats/{seat}", cost=Cost.LIGHT, response_model=Seated, responses=refusals(403, 404, 409))
async def change_seat(
    server: Server, request: Request, guest: Guest, id: TableId, seat: SeatNumber, body: ChangeSeat
) -> Json:
    """Who opened the table opens a seat, puts a bot there, or somebody on the same screen."""
    name = check_name(body.name) if body.name is not None else None
    server.config.need_offered(body.bot)

    def change(table: Table) -> Table:
        changed = table.change_seat(guest, seat, body.kind, body.bot, name)
        if changed.kind == PERSON:
            keep_apart(table.seats, changed)
        need_rateable(table.settings, table.seats)
        return table

    opened, _ = await server.desk.change(
        id, change, lambda c, changed: guests.set_recovery(c, id, digests(server, changed, [seat]))
    )
    return Json(seated(server, request, opened, guest, [seat]))


@router.post("/tables/{id}/start", cost=Cost.LIGHT, response_model=TableOut, responses=refusals(403, 404, 409))
async def start(server: Server, request: Request, guest: Guest, id: TableId) -> Json:
    """Begin the game when every seat is taken. The commitment to the deal is published with it."""
    address: str = request.scope["stromnetz_address"]
    # where many people share an address, each of them counts as one
    exempt = address in server.config.exempt
    started_from = address_digest(guest or address if exempt else address, server.identities.key)
    if not exempt:
        await check_bot_games(server, (await server.desk.get(id)).table, started_from)
    opened = await server.desk.start(id, guest, started_from)
    return Json(opened.table.to_json(guest))


@router.post(
    "/tables/{id}/rematch", cost=Cost.HEAVY, status_code=201, response_model=Seated, responses=refusals(403, 404, 409)
)
async def rematch(server: Server, request: Request, guest: Guest, id: TableId) -> Json:
    """The same game with the same people again; who did not ask is invited. Asking twice gives the same table."""
    old = (await server.desk.get(id)).table
    if not old.sat(guest):
        old.need_host(guest)
    assert guest is not None
    old.need(FINISHED)
    if old.settings.lesson is not None:
        raise Conflict(case="lesson-rematch")
    if old.imported:
        raise Conflict(case="played-elsewhere")
    again = await server.store.read(lambda c: sql.rematch_of(c, id))
    if again is None:
        await check_tables(server, guest)
        table = Table(
            new_id(),
            new_code(),
            replace(old.settings, exercise=None, unrated=None),
            rematch_seats(old.seats, guest),
            host=guest,
            public=old.public,
            rematch_of=id,
        )
        mine = digests(server, table, table.seats_of(guest))

        def more(c: Connection) -> None:
            guests.set_recovery(c, table.id, mine)
            if chat.is_silent(c, id):
                chat.set_silent(c, table.id, True)

        again = await server.desk.add_rematch(table, id, more)
    opened = await server.desk.get(again)
    return Json(seated(server, request, opened, guest, opened.table.seats_of(guest)), status_code=201)
