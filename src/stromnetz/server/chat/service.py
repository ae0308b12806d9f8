"""Chat at tables: who may write and read what. Players and spectators have separate rooms.

While the game runs, players see nothing of the spectators. Messages are plain text, stored in the database and deleted
with their table.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.words import vocabulary
from stromnetz.server.core.cluster import CHAT, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import provided
from stromnetz.tables.errors import Conflict, Forbidden, NotFound, RateLimited
from stromnetz.tables.table import FINISHED, Table
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql
from .store import Line

PLAYERS, SPECTATORS = "players", "spectators"
MAX_MESSAGE_LENGTH = 300
LIMITS = ((10_000, 5), (300_000, 40))
"""Pairs of milliseconds and the maximum number of messages of a guest in that time."""
MAX_REPORTS_PER_DAY = 50
MAX_MUTED = 500
MAX_MARKS = 3
"""Combining marks on one letter; more would overlap the lines above and below."""
JOINERS = "\u200c\u200d"
"""The only invisible characters that are kept: emoji and some scripts need them."""
MAX_ATTEMPTS = 3


def phrases() -> tuple[str, ...]:
    """Return the ids of the predefined phrases, which everyone reads in their own language."""
    return tuple(vocabulary.common_words("en")["phrases"])


def clean(value: str) -> str:
    """Normalise a message: one line, without characters that reverse or disturb the surrounding text."""
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
            if marks <= MAX_MARKS:
                out.append(one)
    text = " ".join("".join(out).split())
    if not 1 <= len(text) <= MAX_MESSAGE_LENGTH:
        length = {"length": len(text), "most": MAX_MESSAGE_LENGTH}
        raise BadInput(facts=length, case="chat-length")
    if not any(unicodedata.category(one)[0] in "LNPS" for one in text):
        raise BadInput(case="chat-unseen")
    return text


def room_of(table: Table, guest: str | None) -> str:
    """Return the room in which a guest writes."""
    return PLAYERS if table.seats_of(guest) else SPECTATORS


def rooms_of(table: Table, guest: str | None) -> list[str]:
    """Return the rooms that a guest may read: their own; after the game players read the spectators', too."""
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
    """A message was posted in a room of a table's chat, or the chat was closed or opened."""

    table: str
    players: bool
    """Whether it was the players' room, else the spectators'."""
    others_know: bool = False
    """Whether other servers on the same database have been notified."""


class ChatService:
    """Posts, reports and mutes messages."""

    def __init__(self, database: Database, off: bool) -> None:
        self._database = database
        self._off = off

    def is_off(self, table: Table) -> bool:
        """Return whether there is no chat: switched off on this server, or an imported game."""
        return self._off or table.imported

    def require_on(self, table: Table) -> None:
        if self.is_off(table):
            raise Conflict(case="chat-off")

    async def say(
        self, table: Table, guest: str, name: str, seat: int | None, key: str, text: str | None, phrase: str | None
    ) -> tuple[str, Line]:
        """Post a message; a repeated request posts it once."""
        self.require_on(table)
        if phrase is not None and phrase not in phrases():
            known = ", ".join(phrases())
            raise BadInput(
                f"there is no phrase {short_repr(phrase)}; there are {known}", {"phrase": short_repr(phrase)}
            )
        room = room_of(table, guest)
        said = Line(0, guest, seat, name, phrase, clean(text) if text is not None else None, now_ms())

        def work(c: Connection) -> Line:
            posted = sql.line_by_key(c, table.id, guest, key)
            if posted is not None:
                return posted
            if sql.is_silent(c, table.id):
                raise Conflict(case="chat-silent")
            _check_rate(c, guest, said.at)
            self._database.bus.publish(c, BusMessage(CHAT, table.id, int(room == PLAYERS)))
            return sql.add_line(c, table.id, room, key, said)

        for left in reversed(range(MAX_ATTEMPTS)):
            try:
                return room, await self._database.write(work)
            except IntegrityError:
                # another process posted a message with the same number
                if not left:
                    raise RateLimited(facts={"seconds": 1}, case="chat-too-many") from None
        raise AssertionError

    async def report(
        self, table: Table, guest: str, room: str, seq: int, reason: str | None = None, note: str | None = None
    ) -> None:
        """Report a message to the admins, optionally with a remark."""
        self.require_on(table)
        remark = clean(note) if note is not None and note.strip() else None
        now = now_ms()

        def work(c: Connection) -> None:
            line = sql.one_line(c, table.id, room, seq)
            if line is None:
                raise NotFound(facts={"seq": seq}, case="no-line")
            if sql.reports_of(c, guest, now - DAY_MS) >= MAX_REPORTS_PER_DAY:
                raise RateLimited(facts={"most": MAX_REPORTS_PER_DAY, "seconds": 3600}, case="too-many-reports")
            sql.report(c, table.id, room, line, guest, reason, remark)

        await self._database.write(work)

    async def mute(self, guest: str, other: str, on: bool) -> None:
        def work(c: Connection) -> None:
            if on and len(sql.muted_by(c, guest)) >= MAX_MUTED:
                raise Conflict(facts={"most": MAX_MUTED}, case="too-many-muted")
            sql.mute(c, guest, other, on)

        await self._database.write(work)


def _check_rate(c: Connection, guest: str, now: int) -> None:
    """Refuse too many messages. They are counted in the database, over all servers and restarts."""
    for span, most in LIMITS:
        if sql.count_since(c, guest, now - span) >= most:
            raise RateLimited(facts={"seconds": span // 1000}, case="chat-too-many")


ChatServiceDep = Annotated[ChatService, Depends(provided(ChatService))]
