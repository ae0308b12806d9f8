"""What the operations need: the parts of the server, who is asking, and answers as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from stromnetz.server.accounts import guest_store
from stromnetz.server.accounts.devices import DEVICE_COOKIE, with_account
from stromnetz.server.accounts.password_reset import PasswordReset
from stromnetz.server.accounts.service import AccountService
from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.tournaments import TournamentService
from stromnetz.server.analysis.record_checks import RecordChecks
from stromnetz.server.analysis.review_service import ReviewService
from stromnetz.server.bot_api.turns import ProgramTurns
from stromnetz.server.chat.service import ChatService
from stromnetz.server.core.cookies import COOKIE
from stromnetz.server.core.database.database import Database
from stromnetz.server.live.drain import ConnectionDrain
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.live.lobby_feed import LobbyFeed
from stromnetz.server.matchmaking.rating_service import RatingService
from stromnetz.server.matchmaking.service import Matchmaker
from stromnetz.server.multiprocess.consumer import BusConsumer
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.table_play import history as table_play_history
from stromnetz.server.table_play.bot_turns import BotTurnService
from stromnetz.server.table_play.clock_service import ClockService
from stromnetz.server.table_play.preset_moves import PresetMovePlayer
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import Conflict, RateLimited, Unavailable
from stromnetz.tables.names import validate_display_name

from .caches import TtlCache
from .cluster import SingleServer
from .config import ServerConfig
from .cookies import cookie_name, forgotten, kept
from .identity import Identity, IdentityRegistry, address_digest, new_id
from .jobs import JobQueue
from .languages import guest_name, has_no_name, language_of
from .rate_limits import ReadBudget


@dataclass(slots=True)
class Parts:
    """The running server."""

    config: ServerConfig
    store: Database
    table_service: TableService
    hub: LiveHub
    bots: BotTurnService
    identities: IdentityRegistry
    history: table_play_history.HistoryReader
    read_budget: ReadBudget
    clock_service: ClockService
    chat: ChatService
    preset_player: PresetMovePlayer
    program_turns: ProgramTurns
    accounts: AccountService
    matchmaker: Matchmaker
    ratings: RatingService
    ladder_cache: TtlCache
    admin_actions: AdminActionFollower
    notifications: NotificationService
    password_reset: PasswordReset
    drain: ConnectionDrain
    jobs: JobQueue
    reviews: ReviewService
    record_checks: RecordChecks
    tournaments: TournamentService
    bus_consumer: BusConsumer
    cluster: SingleServer
    lobby_feed: LobbyFeed


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


def unreadable_cookie() -> Conflict:
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
        raise unreadable_cookie()
    return identity.guest


async def _spend(connection: HTTPConnection) -> table_play_history.Spend:
    """Count what a read costs; refuse it to whoever has spent too much."""
    costs, guest = parts_of(connection).read_budget, guest_of(connection)
    address: str = connection.scope["stromnetz_address"]

    def spend(cost: float) -> None:
        wait = costs.try_spend(guest, address, cost)
        if wait > 0:
            raise RateLimited(facts={"seconds": round(wait, 1)}, case="too-many")

    return spend


async def _language(
    request: Request,
    language: Annotated[
        str | None, Query(max_length=35, description="en, de or nl; without it, or another, what the browser prefers")
    ] = None,
) -> str:
    return language_of(request)


async def _nameless(connection: HTTPConnection) -> str:
    return guest_name(language_of(connection))


Server = Annotated[Parts, Depends(_server)]
Guest = Annotated[str | None, Depends(_guest)]
NewGuest = Annotated[str | None, Depends(_comer)]
Spend = Annotated[table_play_history.Spend, Depends(_spend)]
Language = Annotated[str, Depends(_language)]
GuestName = Annotated[str, Depends(_nameless)]
"""What a guest is called who has chosen no name, in the language of the request."""


class SafeJson(JSONResponse):
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


async def get_or_create_guest(server: Parts, guest: str | None, name: str | None, fallback: str) -> tuple[str, str]:
    """The guest who acts, made if need be, and its name."""
    checked = validate_display_name(name) if name is not None else None
    if guest is not None:
        known = await server.store.read(lambda c: guest_store.guest_name(c, guest))
        if known is None:
            raise unreadable_cookie()
        # whoever has an account is called by its name, wherever they sit
        if guest in server.identities.named:
            return guest, known
        return guest, checked or (fallback if has_no_name(known) else known)
    id, called = new_id(), checked or fallback
    await server.store.write(lambda c: guest_store.add_guest(c, id, called))
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
