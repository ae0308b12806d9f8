"""Talking at a table: who may say and read what. Those who play talk among themselves, and so do those who look on.

Nothing of those who look on reaches a player while the game runs. What is said is text and nothing else: it is kept in
the database, goes with its table, and is never looked into.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.words import wording
from stromnetz.server.core.cluster import CHAT, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.tables.errors import Conflict, Forbidden, NotFound, RateLimited
from stromnetz.tables.table import FINISHED, Table
from stromnetz.tables.time import now_ms

from . import store as sql
from .store import Line

PLAYERS, SPECTATORS = "players", "spectators"
MAX_MESSAGE_LENGTH = 300
"""Characters of a message."""
LIMITS = ((10_000, 5), (300_000, 40))
"""In so many milliseconds a guest says at most so much."""
MAX_REPORTS_PER_DAY = 50
MAX_MUTED = 500
DAY = 24 * 60 * 60 * 1000
MARKS = 3
"""Accents that one letter may carry; more would run into the lines above and below."""
JOINERS = "\u200c\u200d"
"""The only invisible characters that are kept: emoji and some scripts are written with them."""
TRIES = 3


def phrases() -> tuple[str, ...]:
    """The ids of what can be said with one touch; each reads it in their own language."""
    return tuple(wording.common_words("en")["phrases"])


def clean(value: str) -> str:
    """A text as it is kept: composed, in one line, without marks that turn or disturb the text around it.

    >>> clean("  gut\\u202egespielt\\r\\n!")
    'gutgespielt !'
    """
    if any(unicodedata.category(one) == "Cs" for one in value):
        raise BadInput(facts={"character": "surrogate"}, case="chat-character")
    out: list[str] = []
    marks = 0
    for one in unicodedata.normalize("NFC", value):
        category = unicodedata.category(one)
        if category in ("Zs", "Zl", "Zp") or one in "\t\r\n":
            out.append(" ")
        elif category == "Cc":
            facts = {"character": f"U+{ord(one):04X}"}
            raise BadInput(facts=facts, case="chat-character")
        elif category not in ("Cf", "Co") or one in JOINERS:
            marks = marks + 1 if category in ("Mn", "Me") else 0
            if marks <= MARKS:
                out.append(one)
    text = " ".join("".join(out).split())
    if not 1 <= len(text) <= MAX_MESSAGE_LENGTH:
        length = {"length": len(text), "most": MAX_MESSAGE_LENGTH}
        raise BadInput(facts=length, case="chat-length")
    if not any(unicodedata.category(one)[0] in "LNPS" for one in text):
        raise BadInput(case="chat-unseen")
    return text


def room_of(table: Table, guest: str | None) -> str:
    """Where somebody talks."""
    return PLAYERS if table.seats_of(guest) else SPECTATORS


def rooms_of(table: Table, guest: str | None) -> list[str]:
    """What somebody may read: their own room, and once the game is over players also what was said about it."""
    own = room_of(table, guest)
    return [own, SPECTATORS] if own == PLAYERS and table.state == FINISHED else [own]


def require_room(table: Table, guest: str | None, room: str | None) -> str:
    if room is None:
        return room_of(table, guest)
    if room not in rooms_of(table, guest):
        raise Forbidden(facts={"room": room}, case="chat-room")
    return room


@dataclass(frozen=True, slots=True)
class ChatPosted:
    """There is something new in a room of a table's chat, or the chat was closed or opened."""

    table: str
    players: bool
    """Whether in the players' room; else in the spectators'."""
    others_know: bool = False
    """Whether other servers on the same database have been told."""


class ChatService:
    """What may be said at a table, and what is done with it."""

    def __init__(self, store: Database, off: bool) -> None:
        self._store = store
        self._off = off

    def is_off(self, table: Table) -> bool:
        """Where the host of the server wants none, and at games that were played elsewhere."""
        return self._off or table.imported

    def need_on(self, table: Table) -> None:
        if self.is_off(table):
            raise Conflict(case="chat-off")

    async def say(
        self, table: Table, guest: str, name: str, seat: int | None, key: str, text: str | None, phrase: str | None
    ) -> tuple[str, Line]:
        """Say something; a repeated request says it once."""
        self.need_on(table)
        if phrase is not None and phrase not in phrases():
            known = ", ".join(phrases())
            raise BadInput(
                f"there is no phrase {short_repr(phrase)}; there are {known}", {"phrase": short_repr(phrase)}
            )
        room = room_of(table, guest)
        said = Line(0, guest, seat, name, phrase, clean(text) if text is not None else None, now_ms())

        def work(c: Connection) -> Line:
            again = sql.line_by_key(c, table.id, guest, key)
            if again is not None:
                return again
            if sql.is_silent(c, table.id):
                raise Conflict(case="chat-silent")
            _need_rate(c, guest, said.at)
            self._store.bus.publish(c, BusMessage(CHAT, table.id, int(room == PLAYERS)))
            return sql.add_line(c, table.id, room, key, said)

        for left in reversed(range(TRIES)):
            try:
                return room, await self._store.write(work)
            except IntegrityError:
                # somebody else spoke at the same time, by another process
                if not left:
                    raise RateLimited(facts={"seconds": 1}, case="chat-too-many") from None
        raise AssertionError

    async def report(
        self, table: Table, guest: str, room: str, seq: int, reason: str | None = None, note: str | None = None
    ) -> None:
        """Keep a message for the admins, with what the reporter says about it."""
        self.need_on(table)
        told = clean(note) if note is not None and note.strip() else None
        now = now_ms()

        def work(c: Connection) -> None:
            line = sql.one_line(c, table.id, room, seq)
            if line is None:
                raise NotFound(facts={"seq": seq}, case="no-line")
            if sql.reports_of(c, guest, now - DAY) >= MAX_REPORTS_PER_DAY:
                raise RateLimited(facts={"most": MAX_REPORTS_PER_DAY, "seconds": 3600}, case="too-many-reports")
            sql.report(c, table.id, room, line, guest, reason, told)

        await self._store.write(work)

    async def mute(self, guest: str, other: str, on: bool) -> None:
        def work(c: Connection) -> None:
            if on and len(sql.muted_by(c, guest)) >= MAX_MUTED:
                raise Conflict(facts={"most": MAX_MUTED}, case="too-many-muted")
            sql.mute(c, guest, other, on)

        await self._store.write(work)


def _need_rate(c: Connection, guest: str, now: int) -> None:
    """Counted in the database: it holds however many servers there are, and after a restart."""
    for span, most in LIMITS:
        if sql.count_since(c, guest, now - span) >= most:
            raise RateLimited(facts={"seconds": span // 1000}, case="chat-too-many")


ChatServiceDep = Annotated[ChatService, Depends(provided(ChatService))]
