"""Responses shared by all ways to log in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from sqlalchemy import Connection

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import identity_of, provided
from stromnetz.server.core.http import SafeJson
from stromnetz.server.core.identity import Identity

from . import store as sql
from .guest_cookies import GuestCookies
from .password_reset import PasswordReset
from .service import AccountService


class AccountResponses:
    def __init__(
        self,
        config: ServerConfig,
        database: Database,
        accounts: AccountService,
        password_reset: PasswordReset,
        cookies: GuestCookies,
    ) -> None:
        self._config = config
        self._database = database
        self._accounts = accounts
        self._password_reset = password_reset
        self._cookies = cookies

    async def state(self, request: Request, guest: str | None) -> dict[str, Any]:
        """Return what a guest sees of accounts in general and of their own."""
        session, provider = identity_of(request).session, self._accounts.provider

        def read(c: Connection) -> dict[str, Any] | None:
            found = None if guest is None else sql.account_of(c, guest)
            if found is None:
                return None
            return {
                "name": found.name,
                "admin": found.admin and not self._config.no_admin_pages,
                "created_at": found.created_at,
                "password": found.password is not None,
                "provider": provider is not None and provider.issuer in sql.logins_of(c, found.guest),
                "passkeys": [
                    {"id": one.id, "label": one.label, "created_at": one.created_at, "used_at": one.used_at}
                    for one in sql.passkeys_of(c, found.guest)
                ],
                "sessions": [{**one._asdict(), "here": one.id == session} for one in sql.sessions_of(c, found.guest)],
            }

        return {
            "offered": not self._accounts.off,
            "provider": None if provider is None else provider.name,
            "emails": self._password_reset.offered,
            "account": await self._database.read(read),
        }

    async def log_in(self, request: Request, account: str, guest: str | None, status: int = 200) -> SafeJson:
        """Log in to an account on this device."""
        session = await self._accounts.create_session(account, guest, request.headers.get("user-agent", ""))
        request.scope["stromnetz_identity"] = Identity(account, session=session)
        out = SafeJson(await self.state(request, account), status_code=status)
        self._cookies.set_session(out, account, session)
        self._cookies.remember_device(request, out, account)
        return out


AccountResponsesDep = Annotated[AccountResponses, Depends(provided(AccountResponses))]
