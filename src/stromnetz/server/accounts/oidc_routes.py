"""Routes of log-ins through the host's OpenID Connect provider."""

from __future__ import annotations

import secrets
from contextlib import suppress

from fastapi import Request
from fastapi.responses import RedirectResponse
from pydantic import Field
from sqlalchemy import Connection

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.admin.bans import Bans, BansDep
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import BaseUrl, ConfigDep, DatabaseDep, Guest, NewGuest, identity_of
from stromnetz.server.core.http import Cost, ResponseModel, Router, SafeJson, refusals
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.ids import new_id

from . import oidc
from . import store as sql
from .guests import GuestCookiesDep, GuestService, GuestServiceDep
from .service import AccountService, AccountServiceDep, require_other_login

router = Router(reads=Cost.LIGHT, prefix="/api/account/oidc", tags=["accounts"], default_response_class=SafeJson)

BACK = "/api/account/oidc/back"
LOGIN_COOKIE = "stromnetz-visit"
"""Binds a log-in to the browser in which it was started."""
MAX_NAME_ATTEMPTS = 20


class RedirectOut(ResponseModel):
    url: str = Field(description="where the browser goes next")


def _provider(accounts: AccountService) -> oidc.OidcProvider:
    accounts.require_enabled()
    if accounts.provider is None:
        raise Conflict(case="no-provider")
    return accounts.provider


@router.post("", cost=Cost.HEAVY, banned=True, response_model=RedirectOut, responses=refusals(403, 409))
async def begin(
    config: ConfigDep,
    database: DatabaseDep,
    accounts: AccountServiceDep,
    base_url: BaseUrl,
    request: Request,
    guest: NewGuest,
) -> SafeJson:
    """Start logging in, or creating an account, through the host's provider."""
    provider, state = _provider(accounts), new_id()
    visit = await provider.begin(state, base_url + BACK)
    await database.write(lambda c: sql.begin(c, state, oidc.KIND, guest, visit.stored, oidc.LOGIN_MINUTES))
    out = SafeJson({"url": visit.url})
    # "lax", so that the cookie is sent when the provider redirects the browser back
    seconds, secure = oidc.LOGIN_MINUTES * 60, config.secure
    out.set_cookie(LOGIN_COOKIE, state, max_age=seconds, path=BACK, httponly=True, samesite="lax", secure=secure)
    return out


@router.get("/back", cost=Cost.HEAVY, include_in_schema=False)
async def back(
    config: ConfigDep,
    database: DatabaseDep,
    accounts: AccountServiceDep,
    guests: GuestServiceDep,
    cookies: GuestCookiesDep,
    bans: BansDep,
    request: Request,
    guest: Guest,
) -> RedirectResponse:
    """Finish logging in when the provider redirects the browser back."""
    try:
        me, session = await _finish(database, accounts, guests, bans, request, guest)
    except StromnetzError:
        out = RedirectResponse("/account?refused", status_code=303)
    else:
        out = RedirectResponse("/account", status_code=303)
        cookies.set_session(out, me, session)
        cookies.remember_device(request, out, me)
    out.delete_cookie(LOGIN_COOKIE, path=BACK, httponly=True, samesite="lax", secure=config.secure)
    return out


async def _finish(
    database: Database, accounts: AccountService, guests: GuestService, bans: Bans, request: Request, guest: str | None
) -> tuple[str, str]:
    """Return the account and a session of the user whom the provider has identified."""
    provider, asked = _provider(accounts), request.query_params
    state = asked.get("state", "")
    begun = await database.write(lambda c: sql.take(c, state[:64], oidc.KIND))
    bound = secrets.compare_digest(request.cookies.get(LOGIN_COOKIE, "").encode(), state.encode())
    if begun is None or not bound or begun.guest != guest:
        raise Conflict(case="oidc-late")
    claims = await provider.finish(begun.data, asked.get("code", "")[:2000])
    known = await database.read(lambda c: sql.login_of(c, provider.issuer, claims.subject))
    session = identity_of(request).session
    if guest is not None and session is not None:
        if known not in (None, guest):
            raise Conflict(case="login-of-another")
        if known is None:
            await database.write(lambda c: sql.add_login(c, provider.issuer, claims.subject, guest))
        return guest, session
    if known is None:
        refused = await bans.refusal(guest, request.scope["stromnetz_address"])
        if refused is not None:
            raise refused
        name = await _free_name(accounts, claims.name)
        known, _ = await guests.get_or_create(guest, name, name)
        me = known
        await accounts.add(me, name, lambda c: sql.add_login(c, provider.issuer, claims.subject, me))
    return known, await accounts.create_session(known, guest, request.headers.get("user-agent", ""))


async def _free_name(accounts: AccountService, wish: str) -> str:
    """Return a free name similar to the provider's, or else "Player" and a number; users can change it."""
    wish = wish.partition("@")[0][:20].strip() or "Player"
    numbers = (secrets.randbelow(900) + 100 for _ in range(MAX_NAME_ATTEMPTS))
    for name in (wish, *(f"{wish} {number}" for number in numbers)):
        with suppress(StromnetzError):
            return await accounts.free_name(name)
    return await accounts.free_name(f"Player {secrets.token_hex(6)}")


@router.delete("", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404, 409))
async def remove(database: DatabaseDep, accounts: AccountServiceDep, guest: Guest) -> None:
    """Remove the log-in through the host's provider unless it is the last way to log in to my account."""
    account, provider = await accounts.account(guest), _provider(accounts)

    def work(c: Connection) -> None:
        if not sql.remove_login(c, provider.issuer, account.guest):
            raise NotFound(case="no-login")
        if not sql.count_login_methods(c, account.guest):
            raise require_other_login()

    await database.write(work)
