"""What several operations answer when somebody sits down, and the links that bring a seat back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import Request

from stromnetz.server.accounts import guest_store
from stromnetz.server.core.dependencies import Parts, base_url, get_or_create_guest
from stromnetz.server.core.identity import seat_token, token_digest
from stromnetz.tables.table import Table

from .cache import LoadedTable


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


def joined_json(
    server: Parts, request: Request, opened: LoadedTable, guest: str | None, seats: Iterable[int] = ()
) -> dict[str, Any]:
    """The table, and the links of some seats."""
    table = opened.table
    link = f"{base_url(server, request)}/tables/{table.id}"
    return {"table": table.to_json(guest), "link": link, "recovery": links(server, request, table, seats)}


async def find_seat(server: Parts, token: str) -> tuple[str, int]:
    """(table, seat) of a recovery link."""
    found = await server.store.read(lambda c: guest_store.seat_by_recovery(c, token_digest(token)))
    if found is None or found[2] is None:
        raise guest_store.no_seat_link()
    return found[0], found[1]


async def open_seat_by_link(server: Parts, guest: str | None, token: str) -> tuple[LoadedTable, str]:
    """Open a seat by its link: this browser plays it, and stays whoever it was at other tables."""
    id, seat = await find_seat(server, token)
    opened = await server.table_service.get(id)
    me, _ = await get_or_create_guest(server, guest, None, opened.table.seats[seat].name)
    if seat not in opened.table.seats_of(me):
        digest = token_digest(token)
        opened, _ = await server.table_service.update(
            id, lambda table: table.open_seat(seat, me), lambda c, _: guest_store.require_recovery(c, digest)
        )
    return opened, me
