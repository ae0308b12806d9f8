"""What several operations answer when somebody sits down, and the links that bring a seat back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import Request

from stromnetz.server.database import guests
from stromnetz.server.drawer import OpenTable
from stromnetz.server.people import seat_token, token_digest
from stromnetz.server.tables import Table

from .context import Parts, base_url, seat_guest


def token_of(server: Parts, table: Table, seat: int) -> str | None:
    """The secret of a seat's link; None where nobody sits, or the link is older than this way of making it."""
    nonce = table.seats[seat].link
    return None if nonce is None else seat_token(table.id, seat, nonce, server.identities.key)


def digests(server: Parts, table: Table, seats: Iterable[int]) -> dict[int, str | None]:
    """By what the links of these seats are found."""
    tokens = {seat: token_of(server, table, seat) for seat in seats}
    return {seat: None if token is None else token_digest(token) for seat, token in tokens.items()}


def links(server: Parts, request: Request, table: Table, seats: Iterable[int]) -> list[dict[str, Any]]:
    base = base_url(server, request)
    tokens = [(seat, token_of(server, table, seat)) for seat in seats]
    return [{"seat": seat, "token": t, "link": f"{base}/recover/{t}"} for seat, t in tokens if t is not None]


def seated(
    server: Parts, request: Request, opened: OpenTable, guest: str | None, seats: Iterable[int] = ()
) -> dict[str, Any]:
    """The table, and the links of some seats."""
    table = opened.table
    link = f"{base_url(server, request)}/tables/{table.id}"
    return {"table": table.to_json(guest), "link": link, "recovery": links(server, request, table, seats)}


async def place_of(server: Parts, token: str) -> tuple[str, int]:
    """(table, seat) of a recovery link."""
    found = await server.store.read(lambda c: guests.seat_by_recovery(c, token_digest(token)))
    if found is None or found[2] is None:
        raise guests.no_seat_link()
    return found[0], found[1]


async def come_back(server: Parts, guest: str | None, token: str) -> tuple[OpenTable, str]:
    """Open a seat by its link: this browser plays it, and stays whoever it was at other tables."""
    id, seat = await place_of(server, token)
    opened = await server.desk.get(id)
    me, _ = await seat_guest(server, guest, None, opened.table.seats[seat].name)
    if seat not in opened.table.seats_of(me):
        digest = token_digest(token)
        opened, _ = await server.desk.change(
            id, lambda table: table.open_seat(seat, me), lambda c, _: guests.need_recovery(c, digest)
        )
    return opened, me
