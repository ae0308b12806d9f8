"""Guests: who am I here, and how do I come back."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stromnetz.server.errors import NotFound
from stromnetz.server.people import check_name, token_digest
from stromnetz.server.storage import store as sql

from .context import Guest, Json, Parts, Server, base_url, seat_guest, set_cookie
from .models import Me, NamedGuest, Recover, Recovery, Seated, SeatNumber, TableId, refusals
from .seating import seated, with_new_token

router = APIRouter(prefix="/api", tags=["people"], default_response_class=Json)


@router.get("/me", response_model=Me, responses=refusals())
async def me(server: Server, guest: Guest) -> Json:
    """Who the cookie says I am."""
    name = await server.store.read(lambda c: sql.guest_name(c, guest)) if guest is not None else None
    return Json({"guest": name is not None, "name": name})


@router.post("/me", response_model=Me, responses=refusals(403))
async def become(server: Server, guest: Guest, body: NamedGuest) -> Json:
    """Give me a name; a stranger becomes a guest and gets a cookie."""
    name = check_name(body.name)
    id, _ = await seat_guest(server, guest, name, name)
    await server.store.write(lambda c: sql.rename_guest(c, id, name))
    out = Json({"guest": True, "name": name})
    set_cookie(server, out, id)
    return out


@router.post("/recover", response_model=Seated, responses=refusals(403, 404))
async def recover(server: Server, request: Request, body: Recover) -> Json:
    """Come back by the link of a seat: this browser becomes the guest who holds it."""
    table_id, guest = await holder_of(server, body.token)
    opened = await server.desk.get(table_id)
    out = Json(seated(server, request, opened, guest, {}))
    set_cookie(server, out, guest)
    return out


async def holder_of(server: Parts, token: str) -> tuple[str, str]:
    """(table, guest) of a recovery link."""
    found = await server.store.read(lambda c: sql.seat_by_recovery(c, token_digest(token)))
    if found is None or found[2] is None:
        raise NotFound("this link is not, or no longer, the link of a seat", {}, "no-seat-link")
    return found[0], found[2]


@router.post("/tables/{id}/seats/{seat}/recovery", response_model=Recovery, responses=refusals(403, 404))
async def renew(server: Server, request: Request, guest: Guest, id: TableId, seat: SeatNumber) -> Json:
    """A new recovery link for my seat; the old one is worth nothing from then on."""
    opened = await server.desk.get(id)
    opened.table.own_seat(seat, guest)
    link = (await with_new_token(server, id, [seat]))[seat]
    return Json({"seat": seat, "token": link, "link": f"{base_url(server, request)}/recover/{link}"})
