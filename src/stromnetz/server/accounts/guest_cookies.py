"""The cookies by which a browser is known: of a guest or an account, and of the accounts that have logged in there."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Request, Response

from stromnetz.server.core.cookies import COOKIE, cookie_name, forgotten, kept
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import IdentityRegistry, device_mac, new_id, same_mac


class GuestCookies:
    def __init__(self, identities: IdentityRegistry) -> None:
        self._identities = identities

    def set_guest(self, response: Response, guest: str) -> None:
        """Let the browser remember a guest. An account has its cookie already: only logging in sets it."""
        if guest not in self._identities.named:
            self._set(response, self._identities.cookie_name, self._identities.cookie(guest))

    def set_session(self, response: Response, guest: str, session: str) -> None:
        """Let the browser remember an account on this device."""
        self._set(response, self._identities.cookie_name, self._identities.session_cookie(guest, session))

    def forget(self, response: Response) -> None:
        """Let the browser forget our cookie, that of the old name too."""
        for name in dict.fromkeys((COOKIE, self._identities.cookie_name)):
            response.headers.append("set-cookie", forgotten(name, self._identities.secure))

    def devices(self, request: Request) -> str:
        """The cookie that says for which accounts a browser is known."""
        return request.cookies.get(self._device_cookie, "")

    def remember_device(self, request: Request, response: Response, account: str) -> None:
        """Let a browser be known as one in which somebody has logged in to an account, also after they log out."""
        self._set(response, self._device_cookie, with_account(self.devices(request), account, self._identities.key))

    @property
    def _device_cookie(self) -> str:
        return cookie_name(DEVICE_COOKIE, self._identities.secure)

    def _set(self, response: Response, name: str, value: str) -> None:
        response.headers.append("set-cookie", kept(name, value, self._identities.secure))


GuestCookiesDep = Annotated[GuestCookies, Depends(provided(GuestCookies))]


DEVICE_COOKIE = "stromnetz-device"
MAX_ACCOUNTS = 4
"""Accounts that a browser is known for; the one used longest ago goes first."""
_ENTRY = re.compile(r"([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{22})[.]([A-Za-z0-9_-]{43})")


# A signed cookie says in which browsers somebody has logged in to an account, and stays when they log out. Wrong
# passwords are counted for such a browser alone: a stranger who guesses locks out other strangers, not the owner.


def known_device(cookie: str, account: str, key: str) -> str | None:
    """What the browser with this cookie is called for an account; None where nobody has logged in to it there."""
    return next((device for owner, device in _entries(cookie, key) if owner == account), None)


def with_account(cookie: str, account: str, key: str) -> str:
    """The cookie of a browser in which somebody has logged in to an account now."""
    before = _entries(cookie, key)
    device = next((device for owner, device in before if owner == account), new_id())
    entries = [(account, device), *(one for one in before if one[0] != account)][:MAX_ACCOUNTS]
    return "~".join(f"{owner}.{device}.{device_mac(owner, device, key)}" for owner, device in entries)


def _entries(cookie: str, key: str) -> list[tuple[str, str]]:
    """(account, device) of each that we have signed."""
    found = [_ENTRY.fullmatch(part) for part in cookie.split("~")[:MAX_ACCOUNTS]]
    return [(one[1], one[2]) for one in found if one is not None and same_mac(one[3], device_mac(one[1], one[2], key))]
