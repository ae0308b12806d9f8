"""Accounts: a name for a guest, with log-ins on several devices; export and deletion of a person's data.

An account keeps the id of its guest, and with it tables, rest hours and programs. Logging in on a device where someone
played as a guest moves that guest's data to the account. Each device has a session, which any other device can end.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Container
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.extras import missing
from stromnetz.server.bot_api import store as bot_api_store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.cookies import COOKIE_DAYS
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry
from stromnetz.server.tables.service import TableService
from stromnetz.tables import endings
from stromnetz.tables.errors import Conflict, Forbidden, NotFound
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import confusable_key, name_digest, name_taken, require_free_name
from stromnetz.tables.seats import make_name_distinct
from stromnetz.tables.table import FINISHED, LOBBY, RUNNING, Seat, Table
from stromnetz.tables.time import DAY_MS, now_ms

from . import privacy_store, store
from . import store as sql
from .guests import known_device
from .oidc import OidcProvider
from .passwords import Passwords, check_password, clear_attempts, count_attempt
from .store import Account

SEEN_INTERVAL_MS = 5 * 60_000
"""Interval at which the use of a session is recorded."""
RENEW_DAYS = 30
"""Age at which a session's cookie is replaced."""
LIBRARIES = ("argon2", "webauthn", "authlib")
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"))
MORE_BROWSERS = (("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"))
MORE_SYSTEMS = (("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"))


def device_of(agent: str) -> str:
    """Return browser and system from a user agent."""
    browser = next((name for mark, name in (*BROWSERS, *MORE_BROWSERS) if f"{mark}/" in agent), "")
    system = next((name for mark, name in (*SYSTEMS, *MORE_SYSTEMS) if mark in agent), "")
    other = re.sub(r"[^A-Za-z0-9 ._-]", "", agent.partition("/")[0])[:40]
    return ", ".join(part for part in (browser, system) if part) or other


def missing_libraries() -> list[str]:
    """Return the libraries that accounts need and that are not installed."""
    return missing(*LIBRARIES)


class AccountService:
    """Creates, renames and deletes accounts; logs in and out."""

    def __init__(
        self,
        config: ServerConfig,
        database: Database,
        table_service: TableService,
        events: EventBus,
        identities: IdentityRegistry,
    ) -> None:
        self._config = config
        self._database = database
        self._table_service = table_service
        self._events = events
        self._identities = identities
        self.passwords = Passwords(identities.signing)
        self.missing = missing_libraries()
        self.provider: OidcProvider | None = None
        if config.oidc_issuer and not self.off:
            self.provider = OidcProvider(config.oidc_issuer, config.oidc_client_id, config.oidc_client_secret)

    @property
    def off(self) -> bool:
        return self._config.no_accounts or bool(self.missing)

    def require_enabled(self) -> None:
        if self._config.no_accounts:
            raise Conflict(case="accounts-off")
        if self.missing:
            raise Conflict(facts={"lacking": ", ".join(self.missing)}, case="accounts-lacking")

    def me_json(self, guest: str | None, name: str | None, lost: bool = False) -> dict[str, Any]:
        """Return what a browser is told about its guest; ``lost`` says that its cookie is unreadable."""
        account = guest in self._identities.named
        return {
            "guest": name is not None,
            "name": name,
            "unreadable": lost,
            "account": None if self.off and not account else account,
        }

    def check_name(self, name: str) -> tuple[str, str]:
        return require_free_name(name, self._config.offered)

    # --- creating ---

    async def free_name(self, name: str) -> str:
        """Return a name in its canonical form; refuse it if an account has it."""
        own, _ = self.check_name(name)
        if await self._database.read(lambda c: sql.find_by_name(c, own)) is not None:
            raise name_taken(own)
        return own

    async def check_new(self, name: str, password: str) -> str:
        """Validate name and password before anything is stored; return the hash of the password."""
        own, _ = self.check_name(name)
        checked = check_password(password, own)
        await self.free_name(own)
        return await self.passwords.hash(checked)

    async def add(self, guest: str, name: str, add_login: sql.Work) -> None:
        """Turn a guest into an account with a way to log in, in one commit."""
        own, confusable_key = self.check_name(name)
        if guest in self._identities.named:
            raise account_exists()

        def work(c: Connection) -> tuple[int, str]:
            before = sql.guest_name(c, guest) or ""
            generation = sql.add_account(c, guest, own, confusable_key)
            add_login(c)
            return generation, before

        try:
            generation, before = await self._database.write(work)
        except IntegrityError:
            if await self._database.read(lambda c: sql.account_of(c, guest)) is not None:
                raise account_exists() from None
            raise name_taken(own) from None
        self._identities.generations[guest] = generation
        self._identities.named.add(guest)
        # browsers with the new cookie reconnect; others are logged out
        self._events.publish(GuestLoggedOut(guest))
        await rename_seats(self._database, self._table_service, guest, before, own, self._identities.named)

    async def account(self, guest: str | None) -> Account:
        """Return the account of a guest; refuse guests without one."""
        found = None if guest is None else await self._database.read(lambda c: sql.account_of(c, guest))
        if found is None:
            raise Forbidden(case="no-account")
        return found

    async def rename(self, account: Account, name: str) -> None:
        """Rename an account, also on its seats at unfinished tables."""
        own, confusable_key = self.check_name(name)
        guest = account.guest
        try:
            await self._database.write(lambda c: sql.rename_account(c, guest, own, confusable_key))
        except IntegrityError:
            raise name_taken(own) from None
        await rename_seats(self._database, self._table_service, guest, account.name, own, self._identities.named)

    # --- logging in ---

    async def by_password(self, name: str, password: str, address: str, devices: str) -> Account:
        """Return the account of a name and password; the refusal does not say which of them is wrong.

        ``devices`` is the cookie that names the accounts known in this browser.
        """
        account = await self._database.read(lambda c: sql.find_by_name(c, name))
        device = None if account is None else known_device(devices, account.guest, self._identities.key)
        counted = self.passwords.attempts(name_digest(name), address, device)
        await self._database.write(lambda c: count_attempt(c, counted))
        if not await self.passwords.verify(password, account and account.password) or account is None:
            raise Forbidden(case="wrong-password")
        await self._database.write(lambda c: clear_attempts(c, counted))
        return account

    async def create_session(self, account: str, guest: str | None, agent: str) -> str:
        """Create a session on this device, and move the data of its guest to the account."""
        if guest is not None and guest != account and guest not in self._identities.named:
            await self._merge(guest, account)
        id, expires = new_id(), now_ms() + COOKIE_DAYS * DAY_MS
        device = device_of(agent)

        def work(c: Connection) -> int:
            sql.delete_expired(c)
            sql.add_session(c, id, account, device, expires)
            return sql.generation(c, account)

        # another process may have created the account a moment ago
        self._identities.generations[account] = await self._database.write(work)
        self._identities.named.add(account)
        return id

    async def _merge(self, guest: str, account: str) -> None:
        def work(c: Connection) -> tuple[list[str], int, str]:
            name = sql.guest_name(c, guest)
            return ([], 0, "") if name is None else (*privacy_store.merge_guest(c, guest, account), name)

        changed, generation, before = await self._database.write(work)
        self._identities.generations[guest] = generation
        self._events.publish(GuestLoggedOut(guest))
        await self.refresh(changed)
        name = await self._database.read(lambda c: sql.guest_name(c, account)) or ""
        await rename_seats(self._database, self._table_service, account, before, name, self._identities.named)

    async def refresh(self, tables: list[str]) -> None:
        """Reload tables that were changed in the database directly, so that viewers see the change."""
        for id in tables:
            opened = self._table_service.cache.get_cached(id)
            if opened is not None:
                self._table_service.cache.evict(opened)
                if id in self._table_service.cache.usage.watched:
                    await self._table_service.get(id)

    # --- sessions ---

    async def use(self, guest: str, session: str, agent: str) -> bool:
        """Record that a session is in use; return whether its cookie has to be replaced."""
        found = await self._database.read(lambda c: sql.session_expiry(c, session))
        now = now_ms()
        if found is None or now - found[0] < SEEN_INTERVAL_MS:
            return False
        renewed = found[1] - now < (COOKIE_DAYS - RENEW_DAYS) * DAY_MS
        expires = now + COOKIE_DAYS * DAY_MS if renewed else found[1]
        await self._database.write(lambda c: sql.touch_session(c, session, device_of(agent), expires))
        return renewed

    async def end_session(self, guest: str, only: str | None = None, but: str | None = None) -> None:
        """End one session of an account, or all but one."""
        ended = await self._database.write(lambda c: sql.end_sessions(c, guest, only, but))
        if only is not None and not ended:
            raise NotFound(case="no-session")
        self._identities.sessions.end(*ended)
        self._events.publish(GuestLoggedOut(guest))

    async def change_password(self, account: Account, old: str | None, new: str, address: str, session: str) -> None:
        """Change the password, which logs out all other devices."""
        checked = check_password(new, account.name)
        await self.require_password(account, old, address, session)
        hashed = await self.passwords.hash(checked)
        await self._database.write(lambda c: sql.set_password(c, account.guest, hashed))
        await self.end_session(account.guest, but=session)

    async def new_password(self, account: Account, new: str, guest: str | None) -> str:
        """Validate and hash a password that is set by a link; refuse if another account is logged in."""
        if guest in self._identities.named and guest != account.guest:
            raise account_exists()
        return await self.passwords.hash(check_password(new, account.name))

    async def clear_attempts(self, name: str) -> None:
        """Forget wrong attempts at the password of a name."""
        counted = self.passwords.attempts(name_digest(name), "")
        await self._database.write(lambda c: sql.clear_attempts(c, counted["name"]))

    async def require_password(self, account: Account, password: str | None, address: str, session: str) -> None:
        """Verify the password again if the account has one: a browser may have been left open.

        Attempts of strangers do not count against a session.
        """
        if account.password is None:
            return
        counted = self.passwords.attempts(name_digest(account.name), address, session or None)
        await self._database.write(lambda c: count_attempt(c, counted))
        if not await self.passwords.verify(password or "", account.password):
            raise Forbidden(case="not-your-password")
        await self._database.write(lambda c: clear_attempts(c, counted))

    # --- deleting ---

    async def delete_person(self, guest: str) -> None:
        """Delete all data about a person."""
        self._identities.generations |= await end_programs(self._database, guest)
        await leave_tables(self._database, self._table_service, guest)
        changed, generation = await self._database.write(lambda c: privacy_store.erase_guest(c, guest))
        self._identities.generations[guest] = generation
        self._identities.named.discard(guest)
        self._events.publish(GuestLoggedOut(guest))
        await self.refresh(changed)


def require_other_login() -> Conflict:
    return Conflict(case="last-way-in")


def account_exists() -> Conflict:
    return Conflict(case="account-there")


AccountServiceDep = Annotated[AccountService, Depends(provided(AccountService))]


_NUMBER = re.compile(r" [0-9]+$")
"""Distinguishes players of the same name at a table."""


async def rename_seats(
    database: Database, table_service: TableService, guest: str, old: str, new: str, named: Container[str | None]
) -> None:
    """Rename a guest at all unfinished tables. Finished games keep their names."""
    for id in await database.read(lambda c: sql.unfinished_tables_of(c, guest)):
        with suppress(NotFound):
            if _outdated_seats((await table_service.get(id)).table, guest, old, new):
                await table_service.update(id, lambda table: _rename(table, guest, old, new, named))


def _rename(table: Table, guest: str, old: str, new: str, named: Container[str | None]) -> None:
    for seat in _outdated_seats(table, guest, old, new):
        seat.name = new
        make_name_distinct(table.seats, seat, named)


def _outdated_seats(table: Table, guest: str, old: str, new: str) -> list[Seat]:
    """Return the seats of a guest that have to be renamed.

    Players who share a screen sit on seats of one guest: only the first seat with the old name is renamed.
    """
    if table.state == FINISHED:
        return []
    mine = [seat for seat in table.seats if seat.guest == guest and seat.name]
    if len(mine) > 1:
        mine = [
            seat for seat in mine if confusable_key(_NUMBER.sub("", seat.name)) == confusable_key(_NUMBER.sub("", old))
        ][:1]
    return [seat for seat in mine if seat.name != new]


async def export_person(database: Database, table_service: TableService, guest: str) -> AsyncIterator[str]:
    """Stream all data about a person as JSON, table by table, since the records would not fit into memory."""
    rows = await database.read(lambda c: privacy_store.everything_of(c, guest))
    yield f'{{"rows":{json.dumps(rows)},"games":['
    comma = ""
    for id in await database.read(lambda c: privacy_store.tables_of(c, guest)):
        game = await _game(table_service, id, guest)
        if game is not None:
            yield comma + json.dumps(game)
            comma = ","
    yield "]}"


async def _game(table_service: TableService, id: str, guest: str) -> dict[str, Any] | None:
    """Return a game with its record; hidden information is removed unless the game is over."""
    with suppress(NotFound):  # closed meanwhile, or unreadable
        opened = await table_service.get(id)
        if opened.game is not None:
            seats = [seat.seat for seat in opened.table.former_seats(guest)]
            events = [event.to_json() for event in opened.table.events]
            return {"table": id, "seats": seats, "events": events, "record": await table_service.history.record(opened)}
    return None


async def leave_tables(database: Database, table_service: TableService, guest: str) -> None:
    """Leave tables that have not started; let a bot take over in running games."""
    for id in await database.read(lambda c: privacy_store.tables_of(c, guest)):
        with suppress(NotFound, Forbidden):
            state = (await table_service.get(id)).table.state
            if state == LOBBY:
                await table_service.leave(id, guest)
            elif state == RUNNING:
                await table_service.update(
                    id,
                    lambda table: endings.resign_all(table, guest, now_ms()),
                    lambda c, seats, id=id: store.set_recovery(c, id, dict.fromkeys(seats)),  # type: ignore[misc]
                )


async def end_programs(database: Database, guest: str) -> dict[str, int]:
    """Invalidate the tokens of all programs of a guest; return their new generations."""
    found = await database.read(lambda c: bot_api_store.programs_of(c, guest))
    out: dict[str, int] = {}
    for id, _, _ in found:
        generation = await database.write(lambda c, id=id: bot_api_store.end_program(c, id, guest))  # type: ignore[misc]
        if generation is not None:
            out[id] = generation
    return out
