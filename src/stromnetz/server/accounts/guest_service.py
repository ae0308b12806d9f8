"""Guests: all players, with or without an account."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided, unreadable_cookie
from stromnetz.server.core.identity import IdentityRegistry, new_id
from stromnetz.server.core.languages import has_no_name
from stromnetz.tables.names import validate_display_name

from . import guest_store


class GuestService:
    def __init__(self, database: Database, identities: IdentityRegistry) -> None:
        self._database = database
        self._identities = identities

    async def get_or_create(self, guest: str | None, name: str | None, fallback: str) -> tuple[str, str]:
        """Return id and name of the guest who acts; create one for a stranger."""
        checked = validate_display_name(name) if name is not None else None
        if guest is not None:
            known = await self._database.read(lambda c: guest_store.guest_name(c, guest))
            if known is None:
                raise unreadable_cookie()
            # accounts have the same name everywhere
            if guest in self._identities.named:
                return guest, known
            return guest, checked or (fallback if has_no_name(known) else known)
        id, called = new_id(), checked or fallback
        await self._database.write(lambda c: guest_store.add_guest(c, id, called))
        return id, called


GuestServiceDep = Annotated[GuestService, Depends(provided(GuestService))]
