"""What the operations need: the parts of the server, who is asking, and answers as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from stromnetz.server import looking
from stromnetz.server.accounts import Accounts
from stromnetz.server.answering import Answering
from stromnetz.server.bots import Bots
from stromnetz.server.characters import check_name
from stromnetz.server.chat import Chat
from stromnetz.server.company import Company
from stromnetz.server.config import Config
from stromnetz.server.cookies import cookie_name, forgotten, kept
from stromnetz.server.database import guests
from stromnetz.server.database.store import Store
from stromnetz.server.desk import Desk
from stromnetz.server.devices import DEVICE_COOKIE, with_account
from stromnetz.server.draining import Drain
from stromnetz.server.errands import Errands
from stromnetz.server.errors import Conflict, TooMany, Unavailable
from stromnetz.server.following import Following
from stromnetz.server.forgotten import Forgotten
from stromnetz.server.hall import Hall
from stromnetz.server.hearing import Hearing
from stromnetz.server.identities import Identities, Identity
from stromnetz.server.languages import has_no_name, language_of, nameless
from stromnetz.server.limits import Costs
from stromnetz.server.live import Hub
from stromnetz.server.noticing import Noticing
from stromnetz.server.outside import Outside
from stromnetz.server.people import COOKIE, address_digest, new_id
from stromnetz.server.rater import Rater
from stromnetz.server.record_checks import RecordChecks
from stromnetz.server.reviewing import Reviewing
from stromnetz.server.seeking import Seeking
from stromnetz.server.shelf import Shelf
from stromnetz.server.timekeeping import Timekeeper
from stromnetz.server.tournaments import Tournaments


@dataclass(slots=True)
class Parts:
    """The running server."""

    config: Config
    store: Store
    desk: Desk
    hub: Hub
    bots: Bots
    identities: Identities
    looking: looking.Looking
    costs: Costs
    timekeeper: Timekeeper
    chat: Chat
    answering: Answering
    outside: Outside
    accounts: Accounts
    seeking: Seeking
    rater: Rater
    shelf: Shelf
    following: Following
    noticing: Noticing
    forgotten: Forgotten
    drain: Drain
    errands: Errands
    reviewing: Reviewing
    record_checks: RecordChecks
    tournaments: Tournaments
    hearing: Hearing
    company: Company
    hall: Hall


def parts_of(connection: HTTPConnection) -> Parts:
    parts: Parts = connection.app.state.parts
    return parts


def identity_of(connection: HTTPConnection) -> Identity:
    identity: Identity = connection.scope.get("stromnetz_identity") or Identity()
    if identity.unavailable:
        raise Unavailable(case="no-database")
    return identity


def guest_of(connection: HTTPConnection) -> str | None:
    """The guest of the request's cookie; None for a stranger."""
    return identity_of(connection).guest


def user_of(server: Parts, connection: HTTPConnection) -> str:
    """A digest of who waits in a queue: an account; guests count together by their address, since they cost nothing.

    In networks that are exempt from limits by address, each guest counts.
    """
    guest, address = guest_of(connection), connection.scope["stromnetz_address"]
    counted = guest is not None and (guest in server.identities.named or address in server.config.exempt)
    return address_digest(guest if guest is not None and counted else address, server.identities.key)


def unreadable() -> Conflict:
    return Conflict(case="unreadable-identity")


# What FastAPI calls for every request: a plain function would go to a thread and back each time.


async def _server(connection: HTTPConnection) -> Parts:
    return parts_of(connection)


async def _guest(connection: HTTPConnection) -> str | None:
    return guest_of(connection)


async def _comer(connection: HTTPConnection) -> str | None:
    """The same for requests that make a stranger a guest: a cookie that cannot be read is not replaced unasked."""
    identity = identity_of(connection)
    if identity.unreadable:
        raise unreadable()
    return identity.guest


async def _spend(connection: HTTPConnection) -> looking.Spend:
    """Count what a read costs; refuse it to whoever has spent too much."""
    costs, guest = parts_of(connection).costs, guest_of(connection)
    address: str = connection.scope["stromnetz_address"]

    def spend(cost: float) -> None:
        wait = costs.wait(guest, address, cost)
        if wait > 0:
            raise TooMany(facts={"seconds": round(wait, 1)}, case="too-many")

    return spend


async def _language(
    request: Request,
    language: Annotated[
        str | None, Query(max_length=35, description="en, de or nl; without it, or another, what the browser prefers")
    ] = None,
) -> str:
    return language_of(request)


async def _nameless(connection: HTTPConnection) -> str:
    return nameless(language_of(connection))


Server = Annotated[Parts, Depends(_server)]
Guest = Annotated[str | None, Depends(_guest)]
Comer = Annotated[str | None, Depends(_comer)]
Spend = Annotated[looking.Spend, Depends(_spend)]
Language = Annotated[str, Depends(_language)]
Nameless = Annotated[str, Depends(_nameless)]
"""What a guest is called who has chosen no name, in the language of the request."""


class Json(JSONResponse):
    """JSON in which nothing can go wrong: not with lone surrogates, not with numbers that are none."""

    def render(self, content: Any) -> bytes:
        try:
            return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()
        except ValueError:
            return json.dumps(_finite(content), separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    return [_finite(inner) for inner in value] if isinstance(value, list | tuple) else value


async def seat_guest(server: Parts, guest: str | None, name: str | None, fallback: str) -> tuple[str, str]:
    """The guest who acts, made if need be, and its name."""
    checked = check_name(name) if name is not None else None
    if guest is not None:
        known = await server.store.read(lambda c: guests.guest_name(c, guest))
        if known is None:
            raise unreadable()
        # whoever has an account is called by its name, wherever they sit
        if guest in server.identities.named:
            return guest, known
        return guest, checked or (fallback if has_no_name(known) else known)
    id, called = new_id(), checked or fallback
    await server.store.write(lambda c: guests.add_guest(c, id, called))
    return id, called


def set_cookie(server: Parts, response: Response, guest: str) -> None:
    """Let the browser remember a guest. An account has its cookie already: logging in sets it, and nothing else."""
    if guest not in server.identities.named:
        _set_cookie(server, response, server.identities.cookie(guest))


def set_session(server: Parts, response: Response, guest: str, session: str) -> None:
    """Let the browser remember an account on this device."""
    _set_cookie(server, response, server.identities.session_cookie(guest, session))


def _set_cookie(server: Parts, response: Response, value: str) -> None:
    response.headers.append("set-cookie", kept(server.identities.cookie_name, value, server.config.secure))


def devices_of(server: Parts, request: Request) -> str:
    """The cookie that says for which accounts a browser is known."""
    return request.cookies.get(cookie_name(DEVICE_COOKIE, server.config.secure), "")


def remember_device(server: Parts, request: Request, response: Response, account: str) -> None:
    """Let a browser be known as one in which somebody has logged in to an account, also after they log out."""
    value = with_account(devices_of(server, request), account, server.identities.key)
    name = cookie_name(DEVICE_COOKIE, server.config.secure)
    response.headers.append("set-cookie", kept(name, value, server.config.secure))


def forget_cookie(server: Parts, response: Response) -> None:
    """Let the browser forget our cookie, that of the old name too."""
    for name in dict.fromkeys((COOKIE, server.identities.cookie_name)):
        response.headers.append("set-cookie", forgotten(name, server.config.secure))


def base_url(server: Parts, request: Request) -> str:
    """The address that players use."""
    return server.config.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"
