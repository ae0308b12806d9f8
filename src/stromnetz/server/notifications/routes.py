"""Routes of turn notifications: push subscriptions and the email address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from pydantic import Field
from sqlalchemy import Connection

from stromnetz.server.accounts.service import device_of
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import ConfigDep, DatabaseDep, Guest, Language
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.tables.errors import Conflict, NotFound, RateLimited
from stromnetz.tables.ids import new_id
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .email import MAX_REQUESTS_PER_ADDRESS, MAX_REQUESTS_PER_GUEST, check_address
from .service import NotificationService, NotificationServiceDep
from .web_push import check_endpoint, check_keys

router = Router(reads=Cost.LIGHT, prefix="/api/me", tags=["notifications"], default_response_class=SafeJson)
MAX_BROWSERS = 10


class PushKeys(RequestModel):
    p256dh: Annotated[str, Field(min_length=1, max_length=128)]
    auth: Annotated[str, Field(min_length=1, max_length=64)]


class PushSubscriptionIn(RequestModel):
    """The output of ``PushSubscription.toJSON()`` in a browser."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)] = Field(examples=["https://push.example.org/x"])
    keys: PushKeys


class MailBody(RequestModel):
    address: Annotated[str, Field(min_length=3, max_length=254)] = Field(examples=["ann@example.org"])


class TurnMails(RequestModel):
    on: bool = Field(description="whether to send emails when it is my turn")


class Browser(ResponseModel):
    id: str
    browser: str = Field(description="browser and system when it was added")
    created_at: int


class PushState(ResponseModel):
    key: str = Field(description="the key of this server, for ``pushManager.subscribe``")
    browsers: list[Browser]


class MailState(ResponseModel):
    address: str | None
    confirmed: bool = Field(description="until then only the confirmation email is sent")
    turns: bool = Field(description="whether emails about turns are sent; the address can reset a password in any case")


class Notifications(ResponseModel):
    push: PushState | None = Field(description="null if this server sends none")
    mail: MailState | None = Field(description="null if this server sends no emails")


async def _state(database: Database, notifications: NotificationService, guest: str | None) -> dict[str, Any]:
    out: dict[str, Any] = {"push": None, "mail": None}
    browsers = [] if guest is None else await database.read(lambda c: sql.pushes_of(c, guest))
    address = None if guest is None else await database.read(lambda c: sql.address_of(c, guest))
    if notifications.push is not None:
        shown = [{"id": one.id, "browser": one.browser, "created_at": one.created_at} for one in browsers]
        out["push"] = {"key": notifications.push.public, "browsers": shown}
    if notifications.mailer is not None:
        confirmed = address is not None and address.confirmed_at is not None
        turns = address is not None and address.turn_mails
        out["mail"] = {"address": address and address.address, "confirmed": confirmed, "turns": turns}
    return out


async def _known_guest(guest: Guest) -> str:
    if guest is None:
        raise NotFound(case="no-guest")
    return guest


KnownGuest = Annotated[str, Depends(_known_guest)]


@router.get("/notifications", response_model=Notifications, responses=refusals())
async def my_notifications(database: DatabaseDep, notifications: NotificationServiceDep, guest: Guest) -> SafeJson:
    """Return my notification settings."""
    return SafeJson(await _state(database, notifications, guest))


@router.post("/push", cost=Cost.HEAVY, response_model=Notifications, responses=refusals(403, 404, 409))
async def add_push(
    config: ConfigDep,
    database: DatabaseDep,
    notifications: NotificationServiceDep,
    request: Request,
    me: KnownGuest,
    language: Language,
    body: PushSubscriptionIn,
) -> SafeJson:
    """Send notifications about my turns to this browser, also while it is closed."""
    if notifications.push is None:
        raise Conflict(case="push-off")
    endpoint = check_endpoint(body.endpoint, config.push_anywhere)
    check_keys(body.keys.p256dh, body.keys.auth)
    device = device_of(request.headers.get("user-agent", ""))[:64]
    push = sql.Push(new_id(), me, endpoint, body.keys.p256dh, body.keys.auth, language, device, now_ms())

    def work(c: Connection) -> None:
        known = [one for one in sql.pushes_of(c, me) if one.endpoint != endpoint]
        if len(known) >= MAX_BROWSERS:
            facts = {"most": MAX_BROWSERS}
            raise Conflict(facts=facts, case="too-many-browsers")
        sql.add_push(c, push)

    await database.write(work)
    return SafeJson(await _state(database, notifications, me))


@router.delete("/push/{id}", cost=Cost.LIGHT, banned=True, response_model=Notifications, responses=refusals(403, 404))
async def remove_push(
    database: DatabaseDep,
    notifications: NotificationServiceDep,
    me: KnownGuest,
    id: Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")],
) -> SafeJson:
    """Stop notifications to one of my browsers."""
    if not await database.write(lambda c: sql.drop_push(c, id, me)):
        raise NotFound(case="no-browser")
    return SafeJson(await _state(database, notifications, me))


@router.put("/mail", cost=Cost.HEAVY, response_model=Notifications, responses=refusals(403, 404, 409))
async def set_mail(
    database: DatabaseDep, notifications: NotificationServiceDep, me: KnownGuest, language: Language, body: MailBody
) -> SafeJson:
    """Set my email address. Until it is confirmed, only the confirmation email is sent there."""
    if notifications.mailer is None:
        raise Conflict(case="mail-off")
    address, now = check_address(body.address), now_ms()

    def work(c: Connection) -> None:
        known = sql.address_of(c, me)
        if known is not None and known.address == address and known.confirmed_at is not None:
            sql.set_turn_mails(c, me, True)
            return
        mine, there = sql.count_request(c, me, address, now, DAY_MS)
        if mine >= MAX_REQUESTS_PER_GUEST or there >= MAX_REQUESTS_PER_ADDRESS:
            raise RateLimited(facts={"seconds": 3600}, case="mail-too-many")
        sql.set_address(c, me, address, language, now)

    await database.write(work)
    return SafeJson(await _state(database, notifications, me))


@router.put(
    "/mail/turns", cost=Cost.LIGHT, banned=True, response_model=Notifications, responses=refusals(403, 404, 409)
)
async def set_turn_mails(
    database: DatabaseDep, notifications: NotificationServiceDep, me: KnownGuest, body: TurnMails
) -> SafeJson:
    """Switch emails about my turns on or off. My address stays: it can still reset my password."""
    if not await database.write(lambda c: sql.set_turn_mails(c, me, body.on)):
        raise NotFound(case="no-address")
    return SafeJson(await _state(database, notifications, me))


@router.delete("/mail", cost=Cost.LIGHT, banned=True, response_model=Notifications, responses=refusals(403, 404))
async def remove_mail(database: DatabaseDep, notifications: NotificationServiceDep, me: KnownGuest) -> SafeJson:
    """Delete my email address."""
    await database.write(lambda c: sql.drop_address(c, me))
    return SafeJson(await _state(database, notifications, me))
