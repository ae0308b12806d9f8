"""Routes of guests: name, log-out and recovery links of seats."""

from __future__ import annotations

from contextlib import suppress

from fastapi import Request

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import (
    BaseUrl,
    DatabaseDep,
    EventBusDep,
    Guest,
    GuestName,
    IdentityRegistryDep,
    identity_of,
)
from stromnetz.server.core.http import Cost, Router, SafeJson, refusals
from stromnetz.server.core.identity import GuestLoggedOut
from stromnetz.server.core.languages import has_no_name
from stromnetz.server.tables.schema import LogOut, Me, NamedGuest, Recover, Recovery, Seated, SeatNumber, TableId
from stromnetz.server.tables.service import InvitationsDep, TableDep, TableServiceDep
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.names import validate_display_name

from . import store
from .guests import GuestCookies, GuestCookiesDep, VisitorDep, known_device
from .service import AccountService, AccountServiceDep, rename_seats

router = Router(reads=Cost.LIGHT, prefix="/api", tags=["people"], default_response_class=SafeJson)


@router.get("/me", response_model=Me, responses=refusals())
async def me(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    accounts: AccountServiceDep,
    cookies: GuestCookiesDep,
    request: Request,
    guest: Guest,
    nameless: GuestName,
) -> SafeJson:
    """Return the guest or account of my cookie."""
    name = await database.read(lambda c: store.guest_name(c, guest)) if guest is not None else None
    lost = identity_of(request).unreadable or (guest is not None and name is None)
    shown = nameless if name is not None and has_no_name(name) else name
    out = SafeJson(accounts.me_json(guest, shown, lost))
    session = identity_of(request).session
    if guest is not None and session is not None:
        agent = request.headers.get("user-agent", "")
        if await accounts.use(guest, session, agent):
            cookies.set_session(out, guest, session)
        if known_device(cookies.devices(request), guest, identities.key) is None:
            cookies.remember_device(request, out, guest)  # a session from before devices were remembered
    return out


@router.post("/me", cost=Cost.HEAVY, response_model=Me, responses=refusals(403, 409))
async def become(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    table_service: TableServiceDep,
    accounts: AccountServiceDep,
    visitor: VisitorDep,
    body: NamedGuest,
) -> SafeJson:
    """Set my name, also where I sit already; a stranger becomes a guest and gets a cookie."""
    name = validate_display_name(body.name)
    id, known = await visitor.get_or_create(name)
    if known != name:
        raise Conflict(facts={"name": known}, case="account-name")
    old = await database.read(lambda c: store.guest_name(c, id)) or ""
    if old != name:
        await database.write(lambda c: store.rename_guest(c, id, name))
        await rename_seats(database, table_service, id, old, name, identities.named)
    return visitor.answer(accounts.me_json(id, name), id)


@router.post("/me/log-out", cost=Cost.LIGHT, banned=True, response_model=Me, responses=refusals(403))
async def log_out(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    events: EventBusDep,
    accounts: AccountServiceDep,
    cookies: GuestCookiesDep,
    request: Request,
    guest: Guest,
    body: LogOut | None = None,
) -> SafeJson:
    """Invalidate my cookie everywhere, and close its WebSockets. A cookie that cannot be read is only deleted.

    An account logs out on this device; `stay` means to log out everywhere else.
    """
    name = None
    session = identity_of(request).session
    if guest is not None and session is not None:
        return await _log_out_account(database, accounts, cookies, guest, session, stay=body is not None and body.stay)
    if guest is not None:
        generation = await database.write(lambda c: store.log_out(c, guest))
        identities.generations[guest] = generation
        events.publish(GuestLoggedOut(guest))
        name = await database.read(lambda c: store.guest_name(c, guest))
    if guest is not None and name is not None and body is not None and body.stay:
        out = SafeJson(accounts.me_json(guest, name))
        cookies.set_guest(out, guest)
    else:
        out = SafeJson(accounts.me_json(None, None))
        cookies.forget(out)
    return out


async def _log_out_account(
    database: Database, accounts: AccountService, cookies: GuestCookies, guest: str, session: str, stay: bool
) -> SafeJson:
    if stay:
        await accounts.end_session(guest, but=session)
        return SafeJson(accounts.me_json(guest, await database.read(lambda c: store.guest_name(c, guest))))
    with suppress(NotFound):  # already ended
        await accounts.end_session(guest, only=session)
    out = SafeJson(accounts.me_json(None, None))
    cookies.forget(out)
    return out


@router.post("/recover", cost=Cost.HEAVY, response_model=Seated, responses=refusals(403, 404, 409))
async def recover(invitations: InvitationsDep, base_url: BaseUrl, visitor: VisitorDep, body: Recover) -> SafeJson:
    """Take a seat by its recovery link; this browser gets no other rights of the player."""
    opened, me = await invitations.open_seat(visitor.guest, body.token)
    return visitor.answer(invitations.joined_json(base_url, opened, me), me)


@router.get("/tables/{id}/seats/{seat}/recovery", response_model=Recovery, responses=refusals(403, 404, 409))
async def link(
    invitations: InvitationsDep, base_url: BaseUrl, opened: TableDep, guest: Guest, seat: SeatNumber
) -> SafeJson:
    """Return the recovery link of my seat, for another device."""
    opened.table.own_seat(seat, guest)
    shown = invitations.links(base_url, opened.table, [seat])
    if not shown:
        raise Conflict(case="link-not-shown")
    return SafeJson(shown[0])


@router.post(
    "/tables/{id}/seats/{seat}/recovery", cost=Cost.LIGHT, response_model=Recovery, responses=refusals(403, 404, 409)
)
async def renew(
    table_service: TableServiceDep,
    invitations: InvitationsDep,
    base_url: BaseUrl,
    guest: Guest,
    id: TableId,
    seat: SeatNumber,
) -> SafeJson:
    """Replace the recovery link of my seat. The old one, and browsers that used it, lose the seat."""
    opened, _ = await table_service.update(
        id,
        lambda table: (table, table.renew_link(seat, guest)),
        lambda c, made: store.set_recovery(c, id, invitations.digests(made[0], [seat])),
    )
    return SafeJson(invitations.links(base_url, opened.table, [seat])[0])
