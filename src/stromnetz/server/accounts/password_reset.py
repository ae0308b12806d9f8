"""Password reset by a link, sent to a confirmed email address or created by an admin.

Requests reveal nothing about names and addresses: the response is always the same and sent before anything is read.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.periodic import stop_tasks
from stromnetz.server.notifications import store as notifications_store
from stromnetz.server.notifications.email import MAX_REQUESTS_PER_ADDRESS, MAX_REQUESTS_PER_GUEST
from stromnetz.server.notifications.service import NotificationService
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.names import name_digest
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .passwords import count_attempt
from .service import AccountService
from .store import Account

log = logging.getLogger("stromnetz.notifications")

LINK_MINUTES = 60
"""How long the link in an email is valid."""


class PasswordReset:
    def __init__(self, database: Database, accounts: AccountService, notifications: NotificationService) -> None:
        self._database = database
        self._accounts = accounts
        self._notifications = notifications
        self._writing: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        """Whether passwords can be reset by email."""
        return self._notifications.mailer is not None and not self._accounts.off

    async def ask(self, name: str, address: str) -> None:
        """Request a reset link for a name. It counts as an attempt whether or not the name exists."""
        self._accounts.require_enabled()
        if not self.offered:
            raise Conflict(case="forgotten-off")
        counted = self._accounts.passwords.attempts(f"forgotten {name_digest(name)}", address)
        await self._database.write(lambda c: count_attempt(c, counted))
        task = asyncio.create_task(self._send(name))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _send(self, name: str) -> None:
        mailer = self._notifications.mailer
        assert mailer is not None
        try:
            found = await self._database.write(lambda c: _link(c, name))
            if found is not None and not await mailer.send(mailer.password_reset(*found)):
                log.warning("an email with a reset link was not accepted")
        except Exception:
            log.exception("an email with a reset link could not be sent")

    async def reset(self, token: str, password: str, guest: str | None) -> Account:
        """Set a password by a link, which is used up; all devices are logged out."""
        self._accounts.require_enabled()
        owner = await self._database.read(lambda c: sql.reset_link_owner(c, token))
        account = None if owner is None else await self._database.read(lambda c: sql.account_of(c, owner))
        if account is None:
            raise reset_link_expired()
        hashed = await self._accounts.new_password(account, password, guest)

        def work(c: Connection) -> None:
            if not sql.use_reset_link(c, token):
                raise reset_link_expired()
            sql.set_password(c, account.guest, hashed)

        await self._database.write(work)
        await self._accounts.end_session(account.guest)
        await self._accounts.clear_attempts(account.name)
        return account

    async def stop(self) -> None:
        await stop_tasks(self._writing)


def _link(c: Connection, name: str) -> tuple[notifications_store.Address, str] | None:
    """Create a reset link; None without an account or address, or after too many emails."""
    account = sql.find_by_name(c, name)
    address = None if account is None else notifications_store.address_of(c, account.guest)
    if account is None or address is None or address.confirmed_at is None:
        return None
    mine, there = notifications_store.count_request(c, account.guest, address.address, now_ms(), DAY_MS)
    if mine >= MAX_REQUESTS_PER_GUEST or there >= MAX_REQUESTS_PER_ADDRESS:
        return None
    return address, sql.create_reset_link(c, account.guest, LINK_MINUTES)


def reset_link_expired() -> NotFound:
    return NotFound(case="reset-over")


PasswordResetDep = Annotated[PasswordReset, Depends(provided(PasswordReset))]
