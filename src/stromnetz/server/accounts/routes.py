"""Routes of accounts: create one, log in, list and end sessions, change or reset the password.

`AccountResponses` are shared by all ways to log in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from pydantic import Field
from sqlalchemy import Connection

from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import Guest, IdentityRegistryDep, NewGuest, identity_of, provided
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.core.identity import Identity
from stromnetz.server.tables.schema import Name

from . import store as sql
from .guests import GuestCookies, GuestCookiesDep, GuestServiceDep
from .password_reset import LINK_MINUTES, PasswordReset, PasswordResetDep
from .service import AccountService, AccountServiceDep, account_exists

router = Router(reads=Cost.LIGHT, prefix="/api/account", tags=["accounts"], default_response_class=SafeJson)

Password = Annotated[str, Field(min_length=1, max_length=1000, description="8 to 200 characters of any kind")]
SessionId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$", description="as listed by the account")]


class NewAccount(RequestModel):
    name: Name = Field(
        description="1 to 24 characters, different from all other names, also in appearance", examples=["Ann"]
    )
    password: Password = Field(examples=["four words in a row"])


class LogIn(RequestModel):
    name: Name = Field(examples=["Ann"])
    password: Password = Field(examples=["four words in a row"])


class NewPassword(RequestModel):
    old: Password | None = Field(None, description="the current password, if there is one")
    new: Password


class NewName(RequestModel):
    name: Name = Field(examples=["Anna"])


class SessionOut(ResponseModel):
    id: str
    device: str = Field(description="what its browser says it is")
    created_at: int
    seen_at: int
    here: bool = Field(description="whether it is this device")


class PasskeyOut(ResponseModel):
    id: str
    label: str = Field(description="browser and system that created it, or a chosen name")
    created_at: int
    used_at: int | None


class AccountOut(ResponseModel):
    name: str
    admin: bool
    created_at: int
    password: bool = Field(description="whether there is a password")
    provider: bool = Field(description="whether it can log in through the provider")
    passkeys: list[PasskeyOut]
    sessions: list[SessionOut] = Field(description="devices that are logged in, most recently used first")


class AccountState(ResponseModel):
    offered: bool = Field(description="whether accounts can be created and used here")
    provider: str | None = Field(description="host name of the OpenID Connect provider")
    emails: bool = Field(description="whether passwords can be reset by email")
    account: AccountOut | None = Field(description="mine; null for guests")


@dataclass(frozen=True, slots=True)
class AccountResponses:
    _config: ServerConfig
    _database: Database
    _accounts: AccountService
    _password_reset: PasswordReset
    _cookies: GuestCookies

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


@router.get("", response_model=AccountState, responses=refusals())
async def mine(responses: AccountResponsesDep, request: Request, guest: Guest) -> SafeJson:
    """Return my account, if I have one, and where I am logged in."""
    return SafeJson(await responses.state(request, guest))


@router.post("", cost=Cost.HEAVY, status_code=201, response_model=AccountState, responses=refusals(403, 409))
async def make(
    accounts: AccountServiceDep,
    guests: GuestServiceDep,
    responses: AccountResponsesDep,
    request: Request,
    guest: NewGuest,
    body: NewAccount,
) -> SafeJson:
    """Create an account with a name and a password. It keeps all my tables."""
    accounts.require_enabled()
    hashed = await accounts.check_new(body.name, body.password)
    me, _ = await guests.get_or_create(guest, body.name, body.name)
    await accounts.add(me, body.name, lambda c: sql.set_password(c, me, hashed))
    return await responses.log_in(request, me, me, 201)


@router.post("/log-in", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 409))
async def log_in(
    identities: IdentityRegistryDep,
    accounts: AccountServiceDep,
    cookies: GuestCookiesDep,
    responses: AccountResponsesDep,
    request: Request,
    guest: NewGuest,
    body: LogIn,
) -> SafeJson:
    """Log in on this device. What I have played here as a guest moves to my account."""
    accounts.require_enabled()
    if guest in identities.named:
        raise account_exists()
    address: str = request.scope["stromnetz_address"]
    account = await accounts.by_password(body.name, body.password, address, cookies.devices(request))
    return await responses.log_in(request, account.guest, guest)


@router.put("/password", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 409))
async def change_password(
    accounts: AccountServiceDep, responses: AccountResponsesDep, request: Request, guest: Guest, body: NewPassword
) -> SafeJson:
    """Change my password. All other devices are logged out."""
    accounts.require_enabled()
    account, session = await accounts.account(guest), identity_of(request).session or ""
    await accounts.change_password(account, body.old, body.new, request.scope["stromnetz_address"], session)
    return SafeJson(await responses.state(request, guest))


@router.put("/name", cost=Cost.HEAVY, response_model=AccountState, responses=refusals(403, 409))
async def rename(
    accounts: AccountServiceDep, responses: AccountResponsesDep, request: Request, guest: Guest, body: NewName
) -> SafeJson:
    """Change my name, also where I sit already. Finished games keep the old one."""
    accounts.require_enabled()
    account = await accounts.account(guest)
    await accounts.rename(account, body.name)
    return SafeJson(await responses.state(request, guest))


@router.delete("/sessions", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404))
async def end_other_sessions(accounts: AccountServiceDep, request: Request, guest: Guest) -> None:
    """Log out on all other devices."""
    account = await accounts.account(guest)
    await accounts.end_session(account.guest, but=identity_of(request).session)


@router.delete("/sessions/{session}", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404))
async def end_session(accounts: AccountServiceDep, guest: Guest, session: SessionId) -> None:
    """Log out on one of my devices."""
    account = await accounts.account(guest)
    await accounts.end_session(account.guest, only=session)


class PasswordResetIn(RequestModel):
    name: Name = Field(examples=["Ann"])


class ResetRequested(ResponseModel):
    minutes: int = Field(description="how long the link in the email is valid")


class ResetBody(RequestModel):
    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$", description="the part of the link after #reset=")]
    new: Password


@router.post(
    "/password-reset",
    cost=Cost.HEAVY,
    banned=True,
    status_code=202,
    response_model=ResetRequested,
    responses=refusals(403, 409),
)
async def request_reset(password_reset: PasswordResetDep, request: Request, body: PasswordResetIn) -> SafeJson:
    """Send a reset link to the confirmed address of a name. The response is the same whether there is one or not."""
    await password_reset.ask(body.name, request.scope["stromnetz_address"])
    return SafeJson({"minutes": LINK_MINUTES}, status_code=202)


@router.post("/reset", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 404, 409))
async def reset(
    password_reset: PasswordResetDep, responses: AccountResponsesDep, request: Request, guest: NewGuest, body: ResetBody
) -> SafeJson:
    """Set a password by a link from an email or from the host. All other devices are logged out."""
    account = await password_reset.reset(body.token, body.new, guest)
    return await responses.log_in(request, account.guest, guest)
