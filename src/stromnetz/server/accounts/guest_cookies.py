"""The cookies by which a browser is known: of a guest or an account, and of the accounts that have logged in there."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from stromnetz.server.core.cookies import COOKIE, cookie_name, forgotten, kept
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import IdentityRegistry

from .devices import DEVICE_COOKIE, with_account


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
