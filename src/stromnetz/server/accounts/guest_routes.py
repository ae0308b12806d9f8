"""Guests: who am I here, how do I come back, and how do I leave no trace."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import Request

from stromnetz.server.core.dependencies import (
    Guest,
    GuestName,
    NewGuest,
    Parts,
    SafeJson,
    Server,
    devices_of,
    forget_cookie,
    get_or_create_guest,
    identity_of,
    remember_device,
    set_cookie,
    set_session,
)
from stromnetz.server.core.http import Router
from stromnetz.server.core.languages import has_no_name
from stromnetz.server.core.route_policy import Cost
from stromnetz.server.tables.invitations import digests, joined_json, links, open_seat_by_link
from stromnetz.server.tables.schema import (
    LogOut,
    Me,
    NamedGuest,
    Recover,
    Recovery,
    Seated,
    SeatNumber,
    TableId,
    refusals,
)
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.names import validate_display_name

from . import guest_store
from .devices import known_device
from .seat_names import rename_seats

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["people"], default_response_class=SafeJson)


@router.get("/me", response_model=Me, responses=refusals())
async def me(server: Server, request: Request, guest: Guest, nameless: GuestName) -> SafeJson:
    """Who the cookie says I am."""
    name = await server.store.read(lambda c: guest_store.guest_name(c, guest)) if guest is not None else None
    lost = identity_of(request).unreadable or (guest is not None and name is None)
    shown = nameless if name is not None and has_no_name(name) else name
    out = SafeJson(me_json(server, guest, shown, lost))
    session = identity_of(request).session
    if guest is not None and session is not None:
        agent = request.headers.get("user-agent", "")
        if await server.accounts.use(guest, session, agent):
            set_session(server, out, guest, session)
        if known_device(devices_of(server, request), guest, server.identities.key) is None:
            remember_device(server, request, out, guest)  # it was logged in before devices were remembered
    return out


def me_json(server: Parts, guest: str | None, name: str | None, lost: bool = False) -> dict[str, Any]:
    account = guest in server.identities.named
    return {
        "guest": name is not None,
        "name": name,
        "unreadable": lost,
        "account": None if server.accounts.off and not account else account,
    }


@router.post("/me", cost=Cost.HEAVY, response_model=Me, responses=refusals(403, 409))
async def become(server: Server, guest: NewGuest, body: NamedGuest) -> SafeJson:
    """Give me a name, also where I sit already; a stranger becomes a guest and gets a cookie."""
    name = validate_display_name(body.name)
    id, known = await get_or_create_guest(server, guest, name, name)
    if known != name:
        raise Conflict(facts={"name": known}, case="account-name")
    old = await server.store.read(lambda c: guest_store.guest_name(c, id)) or ""
    if old != name:
        await server.store.write(lambda c: guest_store.rename_guest(c, id, name))
        await rename_seats(server.store, server.table_service, id, old, name, server.identities.named)
    out = SafeJson(me_json(server, id, name))
    set_cookie(server, out, id)
    return out


@router.post("/me/log-out", cost=Cost.LIGHT, banned=True, response_model=Me, responses=refusals(403))
async def log_out(server: Server, request: Request, guest: Guest, body: LogOut | None = None) -> SafeJson:
    """End my cookie wherever it is, and what is open by it. A cookie that cannot be read is only thrown away.

    An account logs out on this device; to stay means to log out everywhere else.
    """
    name = None
    session = identity_of(request).session
    if guest is not None and session is not None:
        return await _log_out_account(server, guest, session, stay=body is not None and body.stay)
    if guest is not None:
        generation = await server.store.write(lambda c: guest_store.log_out(c, guest))
        server.identities.generations[guest] = generation
        server.hub.log_out(guest)
        name = await server.store.read(lambda c: guest_store.guest_name(c, guest))
    if guest is not None and name is not None and body is not None and body.stay:
        out = SafeJson(me_json(server, guest, name))
        set_cookie(server, out, guest)
    else:
        out = SafeJson(me_json(server, None, None))
        forget_cookie(server, out)
    return out


async def _log_out_account(server: Parts, guest: str, session: str, stay: bool) -> SafeJson:
    if stay:
        await server.accounts.end_session(guest, but=session)
        return SafeJson(me_json(server, guest, await server.store.read(lambda c: guest_store.guest_name(c, guest))))
    with suppress(NotFound):  # it has ended already
        await server.accounts.end_session(guest, only=session)
    out = SafeJson(me_json(server, None, None))
    forget_cookie(server, out)
    return out


@router.post("/recover", cost=Cost.HEAVY, response_model=Seated, responses=refusals(403, 404, 409))
async def recover(server: Server, request: Request, guest: NewGuest, body: Recover) -> SafeJson:
    """Come back by the link of a seat: this browser plays that seat, and nothing else of whoever sits there."""
    opened, me = await open_seat_by_link(server, guest, body.token)
    out = SafeJson(joined_json(server, request, opened, me))
    set_cookie(server, out, me)
    return out


@router.get("/tables/{id}/seats/{seat}/recovery", response_model=Recovery, responses=refusals(403, 404, 409))
async def link(server: Server, request: Request, guest: Guest, id: TableId, seat: SeatNumber) -> SafeJson:
    """The recovery link of my seat, to be opened on another device."""
    opened = await server.table_service.get(id)
    opened.table.own_seat(seat, guest)
    shown = links(server, request, opened.table, [seat])
    if not shown:
        raise Conflict(case="link-not-shown")
    return SafeJson(shown[0])


@router.post(
    "/tables/{id}/seats/{seat}/recovery", cost=Cost.LIGHT, response_model=Recovery, responses=refusals(403, 404, 409)
)
async def renew(server: Server, request: Request, guest: Guest, id: TableId, seat: SeatNumber) -> SafeJson:
    """A new recovery link for my own seat. The old one, and what was opened by it, are worth nothing from then on."""
    opened, _ = await server.table_service.update(
        id,
        lambda table: (table, table.renew_link(seat, guest)),
        lambda c, made: guest_store.set_recovery(c, id, digests(server, made[0], [seat])),
    )
    return SafeJson(links(server, request, opened.table, [seat])[0])
