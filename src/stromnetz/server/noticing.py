"""Tells people that it is their turn while their browser is closed.

What is due is read off the tables in the database: a restart loses nothing, and whoever has looked or answered
meanwhile is not told.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from functools import partial

from sqlalchemy.exc import IntegrityError

from stromnetz.play import catalogue
from stromnetz.play.words.saying import Amount
from stromnetz.play.words.wording import common_words
from stromnetz.server.database import guests
from stromnetz.server.database import notices as sql
from stromnetz.server.database.notices import MAIL, PUSH, Due
from stromnetz.server.database.store import Store
from stromnetz.server.database.text import now_ms

from . import letters, webpush
from .config import Config
from .desk import Desk
from .letters import Letters
from .live import Hub
from .rounds import round_of
from .webpush import WebPush

log = logging.getLogger("stromnetz.notices")

EVERY = 10.0
"""Seconds between two looks."""
PUSH_AFTER = 45_000
"""Milliseconds after which somebody who has not looked is told. That they look is written down every thirty seconds."""


def what_is_played(settings: dict[str, object], language: str) -> str:
    """The name of a table: its board, its edition, how many play."""
    map, edition = str(settings["map"]), str(settings["edition"])
    names = {one.id: one.name for one in catalogue.editions()}
    shown = catalogue.map_name(map).get(language, map), names.get(edition, {}).get(language, edition)
    words = common_words(language)["letters"]
    return words["table"].format(board=shown[0], edition=shown[1], n=Amount(str(settings["players"])))


class Noticing:
    """One for each server; where the libraries or the settings are missing, it offers nothing and does nothing."""

    def __init__(self, config: Config, store: Store, desk: Desk, hub: Hub, key: str) -> None:
        self._config = config
        self._store = store
        self._desk = desk
        self._hub = hub
        self.push: WebPush | None = None
        self.letters = Letters(config, key) if config.smtp and not webpush.lacking(letters.LIBRARIES) else None
        self._mail_after = int(config.mail_after * 60_000)

    async def start(self) -> None:
        """Web Push needs a key of its own: made once, kept in the database."""
        wanted = {
            "push_contact": (self._config.push_contact, webpush.LIBRARIES),
            "smtp": (self._config.smtp, letters.LIBRARIES),
        }
        for setting, (value, libraries) in wanted.items():
            if value and (missing := webpush.lacking(libraries)):
                log.warning("%s is set, but install 'stromnetz[host]': %s is missing", setting, ", ".join(missing))
        if not self._config.push_contact or webpush.lacking():
            return

        key = await self._store.write(lambda c: guests.made_once(c, "vapid-key", webpush.new_private_key))
        self.push = WebPush(key, self._config.push_contact, self._config.push_anywhere)

    async def run(self) -> None:
        while self.push is not None or self.letters is not None:
            with round_of(log, "notices wait for the database", "people could not be told"):
                await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Tell whoever is to be told now."""
        if self.push is not None:
            for one in await self._due(PUSH, PUSH_AFTER):
                await self._push(self.push, one)
        if self.letters is not None:
            await self._ask(self.letters)
            by_guest: dict[str, list[Due]] = defaultdict(list)
            for one in await self._due(MAIL, self._mail_after):
                by_guest[one.guest].append(one)
            for guest, tables in by_guest.items():
                await self._write(self.letters, guest, tables)

    async def _due(self, way: str, after: int) -> list[Due]:
        """What is due, and not to somebody who looks at the table in this process."""
        now = now_ms()
        found = await self._store.read(lambda c: sql.due(c, way, now, after))
        looked = {(opened.table.id, seat) for opened, seats in self._hub.running() for seat in seats}
        out = []
        for one in found:
            place = (one.table, one.seat)
            if place in looked or self._desk.seen.get(place, 0) >= one.since:
                continue
            if await self._claim(way, one, now):
                out.append(one)
        return out

    async def _claim(self, way: str, one: Due, now: int) -> bool:
        try:
            return await self._store.write(lambda c: sql.claim(c, way, one, now))
        except IntegrityError:
            return False  # another process was faster

    async def _told(self, way: str, one: Due) -> None:
        await self._store.write(lambda c: sql.told(c, way, one, now_ms()))

    async def _push(self, push: WebPush, one: Due) -> None:
        results = []
        for browser in await self._store.read(lambda c: sql.pushes_of(c, one.guest)):
            message = {
                "title": common_words(browser.language)["letters"]["turn_subject"],
                "body": what_is_played(one.settings, browser.language),
                "table": one.table,
            }
            result = await push.send(browser, message, one.table)
            if result == webpush.GONE:
                await self._store.write(partial(sql.drop_push, id=browser.id))
            self._store.meters.noticed(PUSH, result)
            results.append(result)
        if webpush.LATER not in results or webpush.SENT in results:
            await self._told(PUSH, one)

    async def _ask(self, letters: Letters) -> None:
        for address in await self._store.read(sql.unasked):
            if await letters.send(letters.asking(address)):
                await self._store.write(partial(sql.note_asked, one=address, now=now_ms()))

    async def _write(self, letters: Letters, guest: str, due: list[Due]) -> None:
        """One letter about all tables that wait for somebody."""
        to = await self._store.read(lambda c: sql.address_of(c, guest))
        if to is None or to.confirmed_at is None:
            return
        names = [(one.table, what_is_played(one.settings, to.language)) for one in due]
        taken = await letters.send(letters.turn(to, names))
        self._store.meters.noticed(MAIL, webpush.SENT if taken else webpush.LATER)
        if taken:
            for one in due:
                await self._told(MAIL, one)
