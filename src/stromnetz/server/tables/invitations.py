"""Links to tables and seats. The link of a seat lets any browser play it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import Depends

from stromnetz.server.accounts import guest_store
from stromnetz.server.accounts.guest_service import GuestService
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey, seat_token, token_digest
from stromnetz.tables.table import Table

from .cache import LoadedTable
from .service import TableService


class Invitations:
    def __init__(self, database: Database, table_service: TableService, guests: GuestService, key: SigningKey) -> None:
        self._database = database
        self._table_service = table_service
        self._guests = guests
        self._key = key

    def _token(self, table: Table, seat: int) -> str | None:
        """Return the token of a seat's link; None for an empty seat or an old link."""
        nonce = table.seats[seat].link
        return None if nonce is None else seat_token(table.id, seat, nonce, self._key.text)

    def digests(self, table: Table, seats: Iterable[int]) -> dict[int, str | None]:
        """Return the digests under which the links of these seats are stored."""
        tokens = {seat: self._token(table, seat) for seat in seats}
        return {seat: None if token is None else token_digest(token) for seat, token in tokens.items()}

    def links(self, base_url: str, table: Table, seats: Iterable[int]) -> list[dict[str, Any]]:
        tokens = [(seat, self._token(table, seat)) for seat in seats]
        return [{"seat": seat, "token": t, "link": f"{base_url}/recover/{t}"} for seat, t in tokens if t is not None]

    def joined_json(
        self, base_url: str, opened: LoadedTable, guest: str | None, seats: Iterable[int] = ()
    ) -> dict[str, Any]:
        """Return a table with the links of some seats."""
        table = opened.table
        link = f"{base_url}/tables/{table.id}"
        return {"table": table.to_json(guest), "link": link, "recovery": self.links(base_url, table, seats)}

    async def find_seat(self, token: str) -> tuple[str, int]:
        """Return table and seat of a recovery link."""
        found = await self._database.read(lambda c: guest_store.seat_by_recovery(c, token_digest(token)))
        if found is None or found[2] is None:
            raise guest_store.no_seat_link()
        return found[0], found[1]

    async def open_seat(self, guest: str | None, token: str) -> tuple[LoadedTable, str]:
        """Take a seat by its link; the browser keeps its guest for other tables."""
        id, seat = await self.find_seat(token)
        opened = await self._table_service.get(id)
        me, _ = await self._guests.get_or_create(guest, None, opened.table.seats[seat].name)
        if seat not in opened.table.seats_of(me):
            digest = token_digest(token)
            opened, _ = await self._table_service.update(
                id, lambda table: table.open_seat(seat, me), lambda c, _: guest_store.require_recovery(c, digest)
            )
        return opened, me


InvitationsDep = Annotated[Invitations, Depends(provided(Invitations))]
