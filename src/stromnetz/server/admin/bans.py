"""Bans of people, and of their addresses, from which no new guests are accepted for a day.

Addresses are stored as digests: the latest one of each guest in memory, banned ones in the database.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Container, Mapping
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends
from starlette.types import Scope

from stromnetz.play.words import vocabulary
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey, address_digest
from stromnetz.server.core.middleware.rejections import ADDRESS, IDENTITY, POLICY, SAFE, Refusal, language_of_scope
from stromnetz.tables.errors import Forbidden, Unavailable, error_json
from stromnetz.tables.time import now_ms

from . import store as sql

log = logging.getLogger("stromnetz.server")

MAX_REMEMBERED_GUESTS = 20_000


class Bans:
    def __init__(self, database: Database, signing: SigningKey, exempt: Container[str]) -> None:
        self._database = database
        self._signing = signing
        self._exempt = exempt
        self._latest: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """Digest and time of the latest address of each guest."""
        self._banned: Mapping[str, sql.Ban] = {}

    async def rejection(self, scope: Scope) -> Refusal | None:
        """Reject a request of a banned guest.

        Banned people may read, and use routes that are declared open to them, such as deleting their account. So may
        strangers from a banned address.
        """
        identity, address = scope[IDENTITY], scope[ADDRESS]
        if identity.guest is not None and identity.session is None and not identity.program:
            await self.remember_address(identity.guest, address)
        if scope["type"] == "websocket" or scope["method"] in SAFE or identity.unavailable:
            return None
        policy = scope[POLICY]
        if policy is None or policy.banned:
            return None
        try:
            error = await self.refusal(identity.guest, address)
        except Unavailable:
            return None
        if error is None:
            return None
        return Refusal(403, error_json(error, vocabulary.refusal(error, language_of_scope(scope))))

    async def refusal(self, guest: str | None, address: str) -> Forbidden | None:
        """Return the refusal for a banned guest, or a stranger at a banned address."""
        if guest is None:
            digest = self._digest(address)
            until = await self._database.read(lambda c: sql.address_banned_until(c, digest))
            return None if until is None else Forbidden(facts={"until": _in_utc(until)}, case="banned-address")
        ban = self._banned.get(guest)
        if ban is None:
            return None
        if ban.until is None:
            return Forbidden(facts={"reason": ban.reason}, case="banned")
        if ban.until <= now_ms():
            return None
        return Forbidden(facts={"reason": ban.reason, "until": _in_utc(ban.until)}, case="banned-until")

    async def remember_address(self, guest: str, address: str) -> None:
        """Record the address of a guest without an account; ban it if the guest's addresses are banned."""
        if address in self._exempt:
            return
        digest, now = self._digest(address), now_ms()
        known, _ = self._latest.pop(guest, ("", 0))
        self._latest[guest] = digest, now
        if len(self._latest) > MAX_REMEMBERED_GUESTS:
            self._latest.popitem(last=False)
        if digest != known:
            await self._ban_address(guest)

    async def read(self) -> None:
        """Load the bans, and ban the addresses of guests that this server knows."""
        self._banned = await self._database.read(sql.banned)
        for guest in self._banned:
            await self._ban_address(guest)

    def _digest(self, address: str) -> str:
        return address_digest(address, self._signing.text)

    async def _ban_address(self, guest: str) -> None:
        """Ban the latest address of a guest if their addresses are banned and it was used within a day."""
        ban, now = self._banned.get(guest), now_ms()
        digest, at = self._latest.get(guest, ("", 0))
        if ban is None or (ban.address_until or 0) <= now or at <= now - sql.ADDRESS_BAN_MS:
            return
        try:
            await self._database.write(lambda c: sql.ban_address(c, guest, digest))
        except Unavailable as error:
            self._latest.pop(guest, None)  # retried with the next request
            log.warning("the address of a banned guest cannot be banned: %s", error)


def _in_utc(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


BansDep = Annotated[Bans, Depends(provided(Bans))]
