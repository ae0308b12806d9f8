"""Notifies players about their turns while their browser is closed.

Due notifications are derived from the tables in the database: a restart loses nothing, and players who have watched or
acted meanwhile are not notified.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from fastapi import Depends
from sqlalchemy.exc import IntegrityError

from stromnetz.extras import install_command
from stromnetz.play import catalogue
from stromnetz.play.words.sentences import Amount
from stromnetz.play.words.vocabulary import common_words
from stromnetz.server.accounts import store
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.server.core.identity import SigningKey
from stromnetz.server.core.periodic import log_failures
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.tables.service import TableService
from stromnetz.tables.time import now_ms

from . import email, web_push
from . import store as sql
from .email import Mailer
from .store import MAIL, PUSH, DueTurn, Push
from .web_push import GONE, LATER, SENT, TIMEOUT, UNREACHED, WebPush

log = logging.getLogger("stromnetz.notifications")

PUSH_ROUND_SECONDS = 4.0
"""Time from the start of a push round in which sends may begin."""
PUSH_POLL_SECONDS = 5.0
"""Time between the starts of two rounds."""
MAX_PUSH_USERS = 64
"""Users to whom is sent in parallel. Each takes one slot, regardless of browsers and tables."""
MAIL_POLL_SECONDS = 10.0
PUSH_AFTER_MS = 45_000
"""Absence after which a player is notified. Presence is recorded every thirty seconds."""


def table_title(settings: dict[str, object], language: str) -> str:
    """Return the title of a table: map, edition and number of players."""
    map, edition = str(settings["map"]), str(settings["edition"])
    names = {one.id: one.name for one in catalogue.editions()}
    shown = catalogue.map_name(map).get(language, map), names.get(edition, {}).get(language, edition)
    words = common_words(language)["emails"]
    return words["table"].format(board=shown[0], edition=shown[1], n=Amount(str(settings["players"])))


class NotificationService:
    """Sends push notifications and emails, as far as libraries and settings allow."""

    def __init__(
        self, config: ServerConfig, database: Database, table_service: TableService, hub: LiveHub, key: SigningKey
    ) -> None:
        self._config = config
        self._database = database
        self._table_service = table_service
        self._hub = hub
        self.push: WebPush | None = None
        self.mailer = Mailer(config, key) if config.smtp and not web_push.missing_libraries(email.LIBRARIES) else None
        self._mail_after = int(config.mail_after * 60_000)
        self._slow_users: set[str] = set()
        """Users with a browser that timed out last time."""

    async def start(self) -> None:
        """Load or create the key of Web Push."""
        wanted = {
            "push_contact": (self._config.push_contact, web_push.LIBRARIES),
            "smtp": (self._config.smtp, email.LIBRARIES),
        }
        for setting, (value, libraries) in wanted.items():
            if value and (missing := web_push.missing_libraries(libraries)):
                log.warning("%s is set, but needs %s: %s", setting, ", ".join(missing), install_command("host"))
        if not self._config.push_contact or web_push.missing_libraries():
            return

        key = await self._database.write(lambda c: store.get_or_create(c, "vapid-key", web_push.new_private_key))
        self.push = WebPush(key, self._config.push_contact, self._config.push_anywhere)

    async def run(self) -> None:
        """Send what is due until cancelled.

        A mail server that hangs does not delay push notifications, nor vice versa.
        """
        rounds = []
        if self.push is not None:
            rounds.append(self._repeat(self._push_round, PUSH_POLL_SECONDS))
        if self.mailer is not None:
            rounds.append(self._repeat(self._mail_round, MAIL_POLL_SECONDS))
        await asyncio.gather(*rounds)

    async def _repeat(self, send: Callable[[], Awaitable[None]], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            with log_failures(log, "notifications wait for the database", "notifications could not be sent"):
                await send()
            await asyncio.sleep(max(0.0, seconds - (loop.time() - began)))

    async def send_due(self) -> None:
        """Send everything that is due now."""
        await self._push_round()
        await self._mail_round()

    async def _push_round(self) -> None:
        """Send to as many users in parallel as there are slots; begin nothing after the end of the round.

        The rest is not claimed and will be sent in the next round. Users with browsers that timed out come last.
        """
        if self.push is None:
            return
        by_user: dict[str, list[DueTurn]] = defaultdict(list)
        for one in await self._due(PUSH, PUSH_AFTER_MS):
            by_user[one.guest].append(one)
        slots = asyncio.Semaphore(MAX_PUSH_USERS)
        end = asyncio.get_running_loop().time() + PUSH_ROUND_SECONDS
        async with asyncio.TaskGroup() as group:
            for user in sorted(by_user, key=self._slow_users.__contains__):
                group.create_task(self._push_in_slot(self.push, user, by_user[user], slots, end))

    async def _push_in_slot(
        self, push: WebPush, user: str, due: list[DueTurn], slots: asyncio.Semaphore, end: float
    ) -> None:
        async with slots:
            with log_failures(log, "notifications wait for the database", "a notification could not be sent"):
                await self._push(push, user, due, end)

    async def _mail_round(self) -> None:
        if self.mailer is None:
            return
        await self._send_confirmations(self.mailer)
        by_user: dict[str, list[DueTurn]] = defaultdict(list)
        for one in await self._due(MAIL, self._mail_after):
            if await self._claim(MAIL, one):
                by_user[one.guest].append(one)
        for user, tables in by_user.items():
            await self._mail(self.mailer, user, tables)

    async def _due(self, channel: str, after: int) -> list[DueTurn]:
        """Return the due turns, except of players who watch the table in this process."""
        now = now_ms()
        found = await self._database.read(lambda c: sql.due(c, channel, now, after))
        watching = {(opened.table.id, seat) for opened, seats in self._hub.running() for seat in seats}
        return [
            one
            for one in found
            if (one.table, one.seat) not in watching
            and self._table_service.cache.seen.get((one.table, one.seat), 0) < one.since
        ]

    async def _claim(self, channel: str, one: DueTurn) -> bool:
        try:
            return await self._database.write(lambda c: sql.claim(c, channel, one, now_ms()))
        except IntegrityError:
            return False  # another process was faster

    async def _mark_sent(self, channel: str, one: DueTurn) -> None:
        await self._database.write(lambda c: sql.mark_sent(c, channel, one, now_ms()))

    async def _push(self, push: WebPush, user: str, due: list[DueTurn], end: float) -> None:
        """Notify all browsers of a user about all due turns, one after another, until the end of the round."""
        loop = asyncio.get_running_loop()
        browsers = await self._database.read(lambda c: sql.ready_pushes(c, user, now_ms()))
        self._slow_users.discard(user)
        for one in due:
            if not browsers or loop.time() >= end:
                return  # the rest remains due
            if not await self._claim(PUSH, one):
                continue
            results = []
            for browser in list(browsers):
                result = LATER if loop.time() >= end else await self._send(push, browser, one)
                if result in (GONE, TIMEOUT, UNREACHED):
                    browsers.remove(browser)
                results.append(result)
            if SENT in results or not {LATER, TIMEOUT, UNREACHED} & {*results}:
                await self._mark_sent(PUSH, one)

    async def _send(self, push: WebPush, browser: Push, one: DueTurn) -> str:
        """Send one notification to one browser, and record whether the browser is reachable."""
        message = {
            "title": common_words(browser.language)["emails"]["turn_subject"],
            "body": table_title(one.settings, browser.language),
            "table": one.table,
        }
        result = await push.send(browser, message, one.table)
        self._database.meters.notified(PUSH, result)
        if result == GONE:
            await self._database.write(partial(sql.drop_push, id=browser.id))
        elif result in (TIMEOUT, UNREACHED):
            self._slow_users.add(browser.guest)
            counts = result == TIMEOUT
            if await self._database.write(lambda c: sql.push_timed_out(c, browser.id, now_ms(), counts)):
                log.info("a push endpoint was dropped: it did not answer %d times in a row", sql.MAX_PUSH_TIMEOUTS)
        elif browser.timeouts:
            await self._database.write(partial(sql.push_answered, id=browser.id))
        return result

    async def _send_confirmations(self, mailer: Mailer) -> None:
        for address in await self._database.read(sql.unconfirmed):
            if await mailer.send(mailer.confirmation(address)):
                await self._database.write(partial(sql.mark_asked, one=address, now=now_ms()))

    async def _mail(self, mailer: Mailer, guest: str, due: list[DueTurn]) -> None:
        """Send one email about all tables that wait for a player."""
        to = await self._database.read(lambda c: sql.address_of(c, guest))
        if to is None or to.confirmed_at is None or not to.turn_mails:
            return
        names = [(one.table, table_title(one.settings, to.language)) for one in due]
        sent = await mailer.send(mailer.turn(to, names))
        self._database.meters.notified(MAIL, SENT if sent else LATER)
        if sent:
            for one in due:
                await self._mark_sent(MAIL, one)


NotificationServiceDep = Annotated[NotificationService, Depends(provided(NotificationService))]
