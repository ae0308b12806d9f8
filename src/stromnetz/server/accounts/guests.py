"""Dependencies of routes: a visitor who may become a guest, an account holder, an admin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, Guest, GuestName, NewGuest
from stromnetz.server.core.http import SafeJson
from stromnetz.tables.errors import Forbidden

from .guest_cookies import GuestCookies, GuestCookiesDep
from .guest_service import GuestService, GuestServiceDep
from .store import Person, person_of


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request that turns strangers into guests."""

    guest: str | None
    _nameless: str
    _guests: GuestService
    _cookies: GuestCookies

    async def get_or_create(self, name: str | None = None) -> tuple[str, str]:
        """Return id and name of the guest; create one for a stranger."""
        return await self._guests.get_or_create(self.guest, name, self._nameless)

    def answer(self, content: object, guest: str, status: int = 200) -> SafeJson:
        """Return a response that sets the cookie of the guest."""
        out = SafeJson(content, status_code=status)
        self._cookies.set_guest(out, guest)
        return out


async def _visitor(guest: NewGuest, nameless: GuestName, guests: GuestServiceDep, cookies: GuestCookiesDep) -> Visitor:
    return Visitor(guest, nameless, guests, cookies)


VisitorDep = Annotated[Visitor, Depends(_visitor)]


async def _named(database: DatabaseDep, guest: Guest) -> Person:
    found = await database.read(lambda c: person_of(c, guest))
    if found is None or not found.named:
        raise Forbidden(case="no-account")
    return found


AccountHolder = Annotated[Person, Depends(_named)]
"""The sender's account; others are refused."""


async def _admin(config: ConfigDep, me: AccountHolder) -> Person:
    if config.no_admin_pages:
        raise Forbidden(case="no-admin-pages")
    if not me.admin:
        raise Forbidden(case="admins-only")
    return me


AdminUser = Annotated[Person, Depends(_admin)]
"""The sender if they are an admin; others are refused."""
