"""Tells people that it is their turn while their browser is closed.

What is due is read off the tables in the database: a restart loses nothing, and whoever has looked or answered
meanwhile is not told.
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

from stromnetz.play import catalogue
from stromnetz.play.words.sentences import Amount
from stromnetz.play.words.wording import common_words
from stromnetz.server.accounts import guest_store
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

log = logging.getLogger("stromnetz.notices")

PUSH_ROUND_SECONDS = 4.0
"""Seconds after the start of a round of push notifications in which sends may begin."""
PUSH_POLL_SECONDS = 5.0
"""Seconds from the start of a round to that of the next."""
MAX_PUSH_USERS = 64
"""Users to whom is sent at the same time. Each takes one slot, however many browsers and tables it has."""
MAIL_POLL_SECONDS = 10.0
PUSH_AFTER = 45_000
"""Milliseconds after which somebody who has not looked is told. That they look is written down every thirty seconds."""


def table_title(settings: dict[str, object], language: str) -> str:
    """The name of a table: its board, its edition, how many play."""
    map, edition = str(settings["map"]), str(settings["edition"])
    names = {one.id: one.name for one in catalogue.editions()}
    shown = catalogue.map_name(map).get(language, map), names.get(edition, {}).get(language, edition)
    words = common_words(language)["letters"]
    return words["table"].format(board=shown[0], edition=shown[1], n=Amount(str(settings["players"])))


class NotificationService:
    """One for each server; where the libraries or the settings are missing, it offers nothing and does nothing."""

    def __init__(
        self, config: ServerConfig, store: Database, table_service: TableService, hub: LiveHub, key: SigningKey
    ) -> None:
        self._config = config
        self._store = store
        self._table_service = table_service
        self._hub = hub
        self.push: WebPush | None = None
        self.letters = Mailer(config, key) if config.smtp and not web_push.missing_libraries(email.LIBRARIES) else None
        self._mail_after = int(config.mail_after * 60_000)
        self._slow_users: set[str] = set()
        """Users one of whose browsers timed out when they were sent to last."""

    async def start(self) -> None:
        """Web Push needs a key of its own: made once, kept in the database."""
        wanted = {
            "push_contact": (self._config.push_contact, web_push.LIBRARIES),
            "smtp": (self._config.smtp, email.LIBRARIES),
        }
        for setting, (value, libraries) in wanted.items():
            if value and (missing := web_push.missing_libraries(libraries)):
                log.warning("%s is set, but install 'stromnetz[host]': %s is missing", setting, ", ".join(missing))
        if not self._config.push_contact or web_push.missing_libraries():
            return

        key = await self._store.write(lambda c: guest_store.get_or_create(c, "vapid-key", web_push.new_private_key))
        self.push = WebPush(key, self._config.push_contact, self._config.push_anywhere)

    async def run(self) -> None:
        """Tell whoever is to be told, until cancelled. A mail server that hangs delays no push, nor the reverse."""
        rounds = []
        if self.push is not None:
            rounds.append(self._repeat(self._push_round, PUSH_POLL_SECONDS))
        if self.letters is not None:
            rounds.append(self._repeat(self._mail_round, MAIL_POLL_SECONDS))
        await asyncio.gather(*rounds)

    async def _repeat(self, tell: Callable[[], Awaitable[None]], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            with log_failures(log, "notices wait for the database", "people could not be told"):
                await tell()
            await asyncio.sleep(max(0.0, seconds - (loop.time() - began)))

    async def send_due(self) -> None:
        """Tell whoever is to be told now."""
        await self._push_round()
        await self._mail_round()

    async def _push_round(self) -> None:
        """Send at the same time to as many users as there are slots, and begin nothing once the round's time is over.

        What is left is not claimed, so that the next round sends it. Users with browsers that timed out come last.
        """
        if self.push is None:
            return
        by_user: dict[str, list[DueTurn]] = defaultdict(list)
        for one in await self._due(PUSH, PUSH_AFTER):
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
            with log_failures(log, "notices wait for the database", "somebody could not be told"):
                await self._push(push, user, due, end)

    async def _mail_round(self) -> None:
        if self.letters is None:
            return
        await self._ask(self.letters)
        by_user: dict[str, list[DueTurn]] = defaultdict(list)
        for one in await self._due(MAIL, self._mail_after):
            if await self._claim(MAIL, one):
                by_user[one.guest].append(one)
        for user, tables in by_user.items():
            await self._write(self.letters, user, tables)

    async def _due(self, way: str, after: int) -> list[DueTurn]:
        """What is due, and not to somebody who looks at the table in this process."""
        now = now_ms()
        found = await self._store.read(lambda c: sql.due(c, way, now, after))
        looked = {(opened.table.id, seat) for opened, seats in self._hub.running() for seat in seats}
        return [
            one
            for one in found
            if (one.table, one.seat) not in looked
            and self._table_service.cache.seen.get((one.table, one.seat), 0) < one.since
        ]

    async def _claim(self, way: str, one: DueTurn) -> bool:
        try:
            return await self._store.write(lambda c: sql.claim(c, way, one, now_ms()))
        except IntegrityError:
            return False  # another process was faster

    async def _told(self, way: str, one: DueTurn) -> None:
        await self._store.write(lambda c: sql.mark_sent(c, way, one, now_ms()))

    async def _push(self, push: WebPush, user: str, due: list[DueTurn], end: float) -> None:
        """Tell the browsers of one user about all that is due, one after another, while the round lasts."""
        loop = asyncio.get_running_loop()
        browsers = await self._store.read(lambda c: sql.ready_pushes(c, user, now_ms()))
        self._slow_users.discard(user)
        for one in due:
            if not browsers or loop.time() >= end:
                return  # the rest stays due
            if not await self._claim(PUSH, one):
                continue
            results = []
            for browser in list(browsers):
                result = LATER if loop.time() >= end else await self._send(push, browser, one)
                if result in (GONE, TIMEOUT, UNREACHED):
                    browsers.remove(browser)
                results.append(result)
            if SENT in results or not {LATER, TIMEOUT, UNREACHED} & {*results}:
                await self._told(PUSH, one)

    async def _send(self, push: WebPush, browser: Push, one: DueTurn) -> str:
        """Send one notice to one browser, and note what that says about the browser."""
        message = {
            "title": common_words(browser.language)["letters"]["turn_subject"],
            "body": table_title(one.settings, browser.language),
            "table": one.table,
        }
        result = await push.send(browser, message, one.table)
        self._store.meters.noticed(PUSH, result)
        if result == GONE:
            await self._store.write(partial(sql.drop_push, id=browser.id))
        elif result in (TIMEOUT, UNREACHED):
            self._slow_users.add(browser.guest)
            counts = result == TIMEOUT
            if await self._store.write(lambda c: sql.push_timed_out(c, browser.id, now_ms(), counts)):
                log.info("a push endpoint was dropped: it did not answer %d times in a row", sql.MAX_PUSH_TIMEOUTS)
        elif browser.timeouts:
            await self._store.write(partial(sql.push_answered, id=browser.id))
        return result

    async def _ask(self, letters: Mailer) -> None:
        for address in await self._store.read(sql.unasked):
            if await letters.send(letters.asking(address)):
                await self._store.write(partial(sql.note_asked, one=address, now=now_ms()))

    async def _write(self, letters: Mailer, guest: str, due: list[DueTurn]) -> None:
        """One letter about all tables that wait for somebody."""
        to = await self._store.read(lambda c: sql.address_of(c, guest))
        if to is None or to.confirmed_at is None or not to.turn_mails:
            return
        names = [(one.table, table_title(one.settings, to.language)) for one in due]
        taken = await letters.send(letters.turn(to, names))
        self._store.meters.noticed(MAIL, SENT if taken else LATER)
        if taken:
            for one in due:
                await self._told(MAIL, one)


NotificationServiceDep = Annotated[NotificationService, Depends(provided(NotificationService))]
