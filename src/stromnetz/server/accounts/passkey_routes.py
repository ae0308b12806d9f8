"""Routes of passkeys: register, log in, rename and remove them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from pydantic import Field
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import BaseUrl, ConfigDep, DatabaseDep, Guest, IdentityRegistryDep, NewGuest
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.tables.schema import Name
from stromnetz.tables.errors import Conflict, Forbidden, NotFound
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import validate_display_name

from . import passkeys
from . import store as sql
from .guests import GuestServiceDep
from .passkeys import CHALLENGE_MINUTES, LOGIN, MAX_PASSKEYS, REGISTRATION, Challenge, Site
from .routes import AccountResponsesDep, AccountState
from .service import AccountServiceDep, account_exists, device_of, require_other_login

MAX_LABEL_LENGTH = 40

router = Router(prefix="/api/account/passkeys", tags=["accounts"], default_response_class=SafeJson)

PasskeyId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,1400}$", description="as listed by the account")]


class WishPasskey(RequestModel):
    name: Name | None = Field(None, description="of the new account; omitted for an existing one")


class PasskeyLabel(RequestModel):
    label: Annotated[str, Field(max_length=200, description="1 to 40 characters, private")]


class ChallengeIn(RequestModel):
    id: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$", description="of the challenge")]
    credential: dict[str, Any] = Field(description="the result of the browser's `navigator.credentials`, as JSON")


class ChallengeOut(ResponseModel):
    id: str
    options: dict[str, Any] = Field(description="for the browser's `navigator.credentials`, as JSON")


async def _site(config: ConfigDep, base_url: BaseUrl) -> Site:
    return Site.of(base_url, config.more_origins)


SiteDep = Annotated[Site, Depends(_site)]


async def _begin(database: Database, kind: str, guest: str | None, challenge: Challenge) -> SafeJson:
    id = new_id()
    await database.write(lambda c: sql.begin(c, id, kind, guest, challenge.stored, CHALLENGE_MINUTES))
    return SafeJson({"id": id, "options": challenge.options})


@router.post("/new", cost=Cost.HEAVY, response_model=ChallengeOut, responses=refusals(403, 409))
async def ask_new(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    accounts: AccountServiceDep,
    site: SiteDep,
    guest: NewGuest,
    body: WishPasskey,
) -> SafeJson:
    """Start registering a passkey, for my account or for a new one with a name."""
    accounts.require_enabled()
    existing: list[str] = []
    if guest is not None and guest in identities.named:
        name = (await accounts.account(guest)).name
        existing = [one.id for one in await database.read(lambda c: sql.passkeys_of(c, guest))]
        if len(existing) >= MAX_PASSKEYS:
            raise Conflict(facts={"most": MAX_PASSKEYS}, case="too-many-passkeys")
    elif body.name is None:
        raise BadInput(case="account-needs-name")
    else:
        name = await accounts.free_name(body.name)
    return await _begin(
        database, REGISTRATION, guest, await asyncio.to_thread(passkeys.registration_challenge, site, name, existing)
    )


@router.post("", cost=Cost.HEAVY, status_code=201, response_model=AccountState, responses=refusals(403, 409))
async def make(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    accounts: AccountServiceDep,
    guests: GuestServiceDep,
    responses: AccountResponsesDep,
    site: SiteDep,
    request: Request,
    guest: NewGuest,
    body: ChallengeIn,
) -> SafeJson:
    """Store the passkey that the browser has created. Guests without an account get one."""
    accounts.require_enabled()
    begun = await database.write(lambda c: sql.take(c, body.id, REGISTRATION))
    if begun is None or begun.guest != guest:
        raise passkeys.challenge_expired()
    credential = await asyncio.to_thread(passkeys.verify_registration, site, begun.data["challenge"], body.credential)
    label = device_of(request.headers.get("user-agent", ""))
    name = begun.data["name"]

    def save(c: Connection, me: str) -> None:
        sql.add_passkey(c, credential.id, me, credential.public_key, credential.sign_count, label)

    if guest is not None and guest in identities.named:
        try:
            await database.write(lambda c: save(c, guest))
        except IntegrityError:
            raise passkeys.invalid_passkey() from None
        return SafeJson(await responses.state(request, guest), status_code=201)
    me, _ = await guests.get_or_create(guest, name, name)
    await accounts.add(me, name, lambda c: save(c, me))
    return await responses.log_in(request, me, me, 201)


@router.post("/ask", cost=Cost.HEAVY, banned=True, response_model=ChallengeOut, responses=refusals(403, 409))
async def ask(database: DatabaseDep, accounts: AccountServiceDep, site: SiteDep) -> SafeJson:
    """Start logging in with a passkey."""
    accounts.require_enabled()
    return await _begin(database, LOGIN, None, await asyncio.to_thread(passkeys.login_challenge, site))


@router.post("/log-in", cost=Cost.HEAVY, banned=True, response_model=AccountState, responses=refusals(403, 409))
async def log_in(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    accounts: AccountServiceDep,
    responses: AccountResponsesDep,
    site: SiteDep,
    request: Request,
    guest: NewGuest,
    body: ChallengeIn,
) -> SafeJson:
    """Log in with a challenge that the passkey has signed. What I have played here as a guest moves to my account."""
    accounts.require_enabled()
    if guest in identities.named:
        raise account_exists()
    begun = await database.write(lambda c: sql.take(c, body.id, LOGIN))
    if begun is None:
        raise passkeys.challenge_expired()
    key = await database.read(lambda c: sql.passkey(c, str(body.credential.get("id"))))
    if key is None:
        raise Forbidden(case="unknown-passkey")
    count = await asyncio.to_thread(passkeys.verify_login, site, begun.data["challenge"], body.credential, key)
    await database.write(lambda c: sql.use_passkey(c, key.id, count))
    return await responses.log_in(request, key.guest, guest)


@router.put("/{passkey}", cost=Cost.LIGHT, response_model=AccountState, responses=refusals(403, 404))
async def label(
    database: DatabaseDep,
    accounts: AccountServiceDep,
    responses: AccountResponsesDep,
    request: Request,
    guest: Guest,
    passkey: PasskeyId,
    body: PasskeyLabel,
) -> SafeJson:
    """Rename a passkey."""
    account = await accounts.account(guest)
    name = validate_display_name(body.label, MAX_LABEL_LENGTH)
    if not await database.write(lambda c: sql.label_passkey(c, passkey, account.guest, name)):
        raise NotFound(case="no-passkey")
    return SafeJson(await responses.state(request, account.guest))


@router.delete("/{passkey}", cost=Cost.LIGHT, banned=True, status_code=204, responses=refusals(403, 404, 409))
async def remove(database: DatabaseDep, accounts: AccountServiceDep, guest: Guest, passkey: PasskeyId) -> None:
    """Remove a passkey unless it is the last way to log in to my account."""
    account = await accounts.account(guest)

    def work(c: Connection) -> None:
        if not sql.remove_passkey(c, passkey, account.guest):
            raise NotFound(case="no-passkey")
        if not sql.count_login_methods(c, account.guest):
            raise require_other_login()

    await database.write(work)
