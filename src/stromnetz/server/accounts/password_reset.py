"""Forgotten passwords: a letter to the address that was confirmed, or a link from whoever looks after the server.

Whether there is such a name, and whether it has an address, nobody is told: the answer is the same, and is given before
anything is looked up.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection

from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.notifications import store as notifications_store
from stromnetz.server.notifications.email import ASKED_EACH, ASKED_THERE
from stromnetz.server.notifications.service import NotificationService
from stromnetz.tables.errors import Conflict, NotFound
from stromnetz.tables.names import name_digest
from stromnetz.tables.time import now_ms

from . import store as forgotten
from . import store as sql
from .passwords import count_attempt
from .service import AccountService
from .store import Account

log = logging.getLogger("stromnetz.notices")

MINUTES = 60
"""For how long the link of a letter can be followed."""


class PasswordReset:
    def __init__(self, store: Database, accounts: AccountService, notifications: NotificationService) -> None:
        self._store = store
        self._accounts = accounts
        self._notifications = notifications
        self._writing: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        """Whether a letter can help."""
        return self._notifications.letters is not None and not self._accounts.off

    async def ask(self, name: str, address: str) -> None:
        """Somebody says that they have forgotten the password of a name. It counts as a guess, whoever is meant."""
        self._accounts.require_enabled()
        if not self.offered:
            raise Conflict(case="forgotten-off")
        counted = self._accounts.passwords.attempts(f"forgotten {name_digest(name)}", address)
        await self._store.write(lambda c: count_attempt(c, counted))
        task = asyncio.create_task(self._write(name))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, name: str) -> None:
        letters = self._notifications.letters
        assert letters is not None
        try:
            found = await self._store.write(lambda c: _link(c, name))
            if found is not None and not await letters.send(letters.forgotten(*found)):
                log.warning("a letter about a forgotten password was not taken")
        except Exception:
            log.exception("a letter about a forgotten password could not be written")

    async def reset(self, token: str, password: str, guest: str | None) -> Account:
        """Another password by a link, which is used up by it; nobody is logged in any more by what was before."""
        self._accounts.require_enabled()
        owner = await self._store.read(lambda c: forgotten.whose(c, token))
        account = None if owner is None else await self._store.read(lambda c: sql.account_of(c, owner))
        if account is None:
            raise reset_link_expired()
        hashed = await self._accounts.new_password(account, password, guest)

        def work(c: Connection) -> None:
            if not forgotten.use(c, token):
                raise reset_link_expired()
            sql.set_password(c, account.guest, hashed)

        await self._store.write(work)
        await self._accounts.end_session(account.guest)
        await self._accounts.forgive(account.name)
        return account

    async def stop(self) -> None:
        for task in self._writing:
            task.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)


def _link(c: Connection, name: str) -> tuple[notifications_store.Address, str] | None:
    """Where to write, and the secret of the link; None where there is nobody, no address, or enough was written."""
    account = sql.find_by_name(c, name)
    address = None if account is None else notifications_store.address_of(c, account.guest)
    if account is None or address is None or address.confirmed_at is None:
        return None
    day = 24 * 3600 * 1000
    mine, there = notifications_store.count_asking(c, account.guest, address.address, now_ms(), day)
    if mine >= ASKED_EACH or there >= ASKED_THERE:
        return None
    return address, forgotten.issue(c, account.guest, MINUTES)


def reset_link_expired() -> NotFound:
    return NotFound(case="reset-over")


PasswordResetDep = Annotated[PasswordReset, Depends(provided(PasswordReset))]
