"""Guests: their service and cookies, and what routes require of a sender: a visitor, an account holder, an admin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from stromnetz.server.core.cookies import COOKIE, cookie_name, delete_cookie_header, set_cookie_header
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import (
    ConfigDep,
    DatabaseDep,
    Guest,
    GuestName,
    NewGuest,
    provided,
    unreadable_cookie,
)
from stromnetz.server.core.http import SafeJson
from stromnetz.server.core.identity import IdentityRegistry, device_mac, same_mac
from stromnetz.server.core.languages import has_no_name
from stromnetz.tables.errors import Forbidden
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import validate_display_name

from . import store
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


class GuestService:
    def __init__(self, database: Database, identities: IdentityRegistry) -> None:
        self._database = database
        self._identities = identities

    async def get_or_create(self, guest: str | None, name: str | None, fallback: str) -> tuple[str, str]:
        """Return id and name of the guest who acts; create one for a stranger."""
        checked = validate_display_name(name) if name is not None else None
        if guest is not None:
            known = await self._database.read(lambda c: store.guest_name(c, guest))
            if known is None:
                raise unreadable_cookie()
            # accounts have the same name everywhere
            if guest in self._identities.named:
                return guest, known
            return guest, checked or (fallback if has_no_name(known) else known)
        id, called = new_id(), checked or fallback
        await self._database.write(lambda c: store.add_guest(c, id, called))
        return id, called


GuestServiceDep = Annotated[GuestService, Depends(provided(GuestService))]


class GuestCookies:
    def __init__(self, identities: IdentityRegistry) -> None:
        self._identities = identities

    def set_guest(self, response: Response, guest: str) -> None:
        """Set the cookie of a guest. Accounts get theirs only by logging in."""
        if guest not in self._identities.named:
            self._set(response, self._identities.cookie_name, self._identities.cookie(guest))

    def set_session(self, response: Response, guest: str, session: str) -> None:
        """Set the cookie of an account on this device."""
        self._set(response, self._identities.cookie_name, self._identities.session_cookie(guest, session))

    def forget(self, response: Response) -> None:
        """Delete our cookie, under its old name, too."""
        for name in dict.fromkeys((COOKIE, self._identities.cookie_name)):
            response.headers.append("set-cookie", delete_cookie_header(name, self._identities.secure))

    def devices(self, request: Request) -> str:
        """Return the cookie that lists the accounts known in this browser."""
        return request.cookies.get(self._device_cookie, "")

    def remember_device(self, request: Request, response: Response, account: str) -> None:
        """Remember that an account was used in this browser, also after it logs out."""
        self._set(response, self._device_cookie, with_account(self.devices(request), account, self._identities.key))

    @property
    def _device_cookie(self) -> str:
        return cookie_name(DEVICE_COOKIE, self._identities.secure)

    def _set(self, response: Response, name: str, value: str) -> None:
        response.headers.append("set-cookie", set_cookie_header(name, value, self._identities.secure))


GuestCookiesDep = Annotated[GuestCookies, Depends(provided(GuestCookies))]


DEVICE_COOKIE = "stromnetz-device"
MAX_ACCOUNTS = 4
"""Accounts that are remembered; the least recently used are dropped."""
_ENTRY = re.compile(r"([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{43})")


# A signed cookie lists the accounts that have logged in in a browser; it stays when they log out. Wrong passwords are
# counted separately for such a browser: a stranger who guesses locks out other strangers, not the owner.


def known_device(cookie: str, account: str, key: str) -> str | None:
    """Return the id of this browser for an account; None if the account was never used in it."""
    return next((device for owner, device in _entries(cookie, key) if owner == account), None)


def with_account(cookie: str, account: str, key: str) -> str:
    """Return the cookie after an account has logged in."""
    before = _entries(cookie, key)
    device = next((device for owner, device in before if owner == account), new_id())
    entries = [(account, device), *(one for one in before if one[0] != account)][:MAX_ACCOUNTS]
    return "~".join(f"{owner}.{device}.{device_mac(owner, device, key)}" for owner, device in entries)


def _entries(cookie: str, key: str) -> list[tuple[str, str]]:
    """Return account and device of each entry with a valid signature."""
    found = [_ENTRY.fullmatch(part) for part in cookie.split("~")[:MAX_ACCOUNTS]]
    return [(one[1], one[2]) for one in found if one is not None and same_mac(one[3], device_mac(one[1], one[2], key))]
