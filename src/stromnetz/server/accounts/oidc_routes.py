"""Log in by the host's provider of OpenID Connect."""

from __future__ import annotations

import secrets

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field
from sqlalchemy import Connection

from stromnetz.engine.errors import StromnetzError
from stromnetz.server.core.dependencies import (
    Guest,
    NewGuest,
    Parts,
    SafeJson,
    Server,
    base_url,
    get_or_create_guest,
    guest_of,
    identity_of,
    parts_of,
    remember_device,
    set_session,
)
from stromnetz.server.core.http import Router
from stromnetz.server.core.identity import new_id
from stromnetz.server.core.route_policy import Cost
from stromnetz.server.core.schema import ResponseModel
from stromnetz.server.tables.schema import refusals
from stromnetz.tables.errors import Conflict, NotFound

from . import oidc, store
from . import store as sql
from .service import require_other_login

router = Router(reads=Cost.LIGHT, prefix="/api/account/oidc", tags=["accounts"], default_response_class=SafeJson)

BACK = "/api/account/oidc/back"
LOGIN_COOKIE = "stromnetz-visit"
"""The cookie that binds a visit to the browser in which it was begun."""
TRIES = 20


class RedirectOut(ResponseModel):
    url: str = Field(description="where the browser goes next")


def _provider(server: Parts) -> oidc.OidcProvider:
    server.accounts.require_enabled()
    if server.accounts.provider is None:
        raise Conflict(case="no-provider")
    return server.accounts.provider


@router.post("", cost=Cost.HEAVY, banned=True, response_model=RedirectOut, responses=refusals(403, 409))
async def begin(server: Server, request: Request, guest: NewGuest) -> SafeJson:
    """Begin to log in, or to make an account, by the host's provider."""
    provider, state = _provider(server), new_id()
    visit = await provider.begin(state, base_url(server, request) + BACK)
    await server.store.write(lambda c: sql.begin(c, state, oidc.KIND, guest, visit.kept, oidc.MINUTES))
    out = SafeJson({"url": visit.url})
    # lax: it must come along when the provider sends the browser back
    seconds, secure = oidc.MINUTES * 60, server.config.secure
    out.set_cookie(LOGIN_COOKIE, state, max_age=seconds, path=BACK, httponly=True, samesite="lax", secure=secure)
    return out


@router.get("/back", cost=Cost.HEAVY, include_in_schema=False)
async def back(request: Request) -> RedirectResponse:
    """The provider sends the browser back."""
    server, guest = parts_of(request), guest_of(request)
    try:
        me, session = await _come_back(server, request, guest)
    except StromnetzError:
        out = RedirectResponse("/account?refused", status_code=303)
    else:
        out = RedirectResponse("/account", status_code=303)
        set_session(server, out, me, session)
        remember_device(server, request, out, me)
    out.delete_cookie(LOGIN_COOKIE, path=BACK, httponly=True, samesite="lax", secure=server.config.secure)
    return out


async def _come_back(server: Parts, request: Request, guest: str | None) -> tuple[str, str]:
    """(the account, its session) of whom the provider has named."""
    provider, asked = _provider(server), request.query_params
    state = asked.get("state", "")
    begun = await server.store.write(lambda c: sql.take(c, state[:64], oidc.KIND))
    bound = secrets.compare_digest(request.cookies.get(LOGIN_COOKIE, "").encode(), state.encode())
    if begun is None or not bound or begun.guest != guest:
        raise Conflict(case="oidc-late")
    told = await provider.finish(begun.data, asked.get("code", "")[:2000])
    known = await server.store.read(lambda c: sql.login_of(c, provider.issuer, told.subject))
    session = identity_of(request).session
    if guest is not None and session is not None:
        if known not in (None, guest):
            raise Conflict(case="login-of-another")
        if known is None:
            await server.store.write(lambda c: sql.add_login(c, provider.issuer, told.subject, guest))
        return guest, session
    if known is None:
        name = await _free_name(server, told.name)
        known, _ = await get_or_create_guest(server, guest, name, name)
        me = known
        await server.accounts.add(me, name, lambda c: sql.add_login(c, provider.issuer, told.subject, me))
    return known, await server.accounts.create_session(known, guest, request.headers.get("user-agent", ""))


async def _free_name(server: Parts, wish: str) -> str:
    """A name like the one that the provider gives; it can be changed."""
    wish = wish.partition("@")[0][:20].strip() or "Player"
    for n in range(TRIES):
        try:
            return await server.accounts.free_name(wish if n == 0 else f"{wish} {secrets.randbelow(900) + 100}")
        except StromnetzError:
            if n == TRIES // 2:
                wish = "Player"
    return await server.accounts.free_name(f"Player {secrets.token_hex(6)}")


@router.delete(
    "", cost=Cost.LIGHT, banned=True, status_code=204, response_class=Response, responses=refusals(403, 404, 409)
)
async def remove(server: Server, guest: Guest) -> Response:
    """Log in by the host's provider no longer, unless it is the last way into my account."""
    account, provider = await server.accounts.account(guest), _provider(server)

    def work(c: Connection) -> None:
        if not sql.remove_login(c, provider.issuer, account.guest):
            raise NotFound(case="no-login")
        if not store.count_login_methods(c, account.guest):
            raise require_other_login()

    await server.store.write(work)
    return Response(status_code=204)
