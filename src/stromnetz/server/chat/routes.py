"""Routes of the chat at a table: post, read, mute and report; the host opens and closes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query
from pydantic import Field, model_validator

from stromnetz.server.accounts import store
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.dependencies import DatabaseDep, EventBusDep, Guest, IdentityRegistryDep, unreadable_cookie
from stromnetz.server.core.http import Cost, RequestModel, ResponseModel, Router, SafeJson, refusals
from stromnetz.server.core.identity import IdentityRegistry, chat_handle
from stromnetz.server.tables.schema import Key, SeatField, TableId
from stromnetz.server.tables.service import TableDep
from stromnetz.tables.errors import Forbidden, NotFound
from stromnetz.tables.table import Table

from . import store as sql
from .service import PLAYERS, ChatPosted, ChatServiceDep, phrases, require_room, rooms_of
from .store import Line

router = Router(reads=Cost.LIGHT, prefix="/api/tables/{id}/chat", tags=["chat"], default_response_class=SafeJson)

Room = Literal["players", "spectators"]
ReportReason = Literal["insult", "spam", "cheating", "other"]
LineNumber = Annotated[int, Field(ge=1, le=1_000_000_000)]
Author = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{16}$", description="the author of a message, as listed")]


class NewMessage(RequestModel):
    """A text, or the id of a predefined phrase."""

    text: Annotated[str, Field(min_length=1, max_length=2000)] | None = Field(
        None, description="plain text in one line, at most 300 characters", examples=["Well built!"]
    )
    phrase: Annotated[str, Field(min_length=1, max_length=32)] | None = None
    seat: SeatField | None = Field(None, description="which of your seats writes; default: the first")
    key: Key

    @model_validator(mode="after")
    def _one_of_two(self) -> NewMessage:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("there is a `text` or a `phrase`, not both and not neither")
        return self


class ChatState(RequestModel):
    silent: bool = Field(description="whether the chat is closed")


class Report(RequestModel):
    room: Room
    seq: LineNumber
    reason: ReportReason | None = None
    note: Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="a remark for the admins: plain text, at most 300 characters"
    )


class LineOut(ResponseModel):
    seq: int = Field(description="counted from 1 in each room")
    author: str = Field(description="the same for all messages of a person at this table")
    mine: bool
    seat: int | None = Field(description="of a player; null for a spectator")
    name: str
    phrase: str | None
    text: str | None
    at: int


class Muted(ResponseModel):
    author: str
    name: str


class ChatOut(ResponseModel):
    state: Literal["open", "silent", "off"] = Field(description="open, closed by the table's host, or not offered here")
    room: Room
    rooms: list[Room] = Field(description="rooms that you may read; you write in the first")
    phrases: list[str]
    lines: list[LineOut]
    muted: list[Muted] = Field(description="muted authors of this chat")


@router.get("", response_model=ChatOut, responses=refusals(403, 404))
async def read(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    chat: ChatServiceDep,
    opened: TableDep,
    guest: Guest,
    id: TableId,
    room: Annotated[Room | None, Query(description="default: your own")] = None,
    after: Annotated[int, Query(ge=0, le=1_000_000_000, description="messages after this one")] = 0,
) -> SafeJson:
    """Return messages: players read players, spectators read spectators; muted people are left out."""
    table = opened.table
    wanted = require_room(table, guest, room)
    out: dict[str, Any] = {"room": wanted, "rooms": rooms_of(table, guest), "phrases": list(phrases())}
    if chat.is_off(table):
        return SafeJson({**out, "state": "off", "lines": [], "muted": []})
    silent, lines, muted = await database.read(
        lambda c: (
            sql.is_silent(c, id),
            sql.lines_after(c, id, wanted, after, guest),
            _muted(identities, sql.muted_by(c, guest), sql.speakers(c, id, out["rooms"]), id)
            if guest is not None
            else [],
        )
    )
    mine = table.seats_of(guest)
    shown = [_line(identities, id, line, guest, mine) for line in lines]
    return SafeJson({**out, "state": "silent" if silent else "open", "lines": shown, "muted": muted})


def _muted(identities: IdentityRegistry, by: set[str], spoke: list[tuple[str, str]], id: str) -> list[dict[str, str]]:
    key = identities.key
    return [{"author": chat_handle(id, guest, key), "name": name} for guest, name in spoke if guest in by]


def _line(identities: IdentityRegistry, id: str, line: Line, guest: str | None, mine: list[int]) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "author": chat_handle(id, line.guest, identities.key),
        # messages from my seat are mine, even if sent from a device that opened it by link
        "mine": line.guest == guest or line.seat in mine,
        "seat": line.seat,
        "name": line.name,
        "phrase": line.phrase,
        "text": line.text,
        "at": line.at,
    }


async def _speaker(
    database: Database, table: Table, guest: str | None, seat: int | None
) -> tuple[str, str, int | None]:
    """Return the guest, name and seat of a new message."""
    if guest is None:
        raise Forbidden(case="chat-who")
    if seat is not None:
        return guest, table.own_seat(seat, guest).name, seat
    mine = table.seats_of(guest)
    if mine:
        return guest, table.seats[mine[0]].name, mine[0]
    name = await database.read(lambda c: store.guest_name(c, guest))
    if name is None:
        raise unreadable_cookie()
    return guest, name, None


@router.post("", cost=Cost.LIGHT, status_code=201, response_model=LineOut, responses=refusals(403, 404, 409))
async def say(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    events: EventBusDep,
    chat: ChatServiceDep,
    opened: TableDep,
    guest: Guest,
    id: TableId,
    body: NewMessage,
) -> SafeJson:
    """Post a message to the own room; the same key never posts it twice."""
    table = opened.table
    me, name, seat = await _speaker(database, table, guest, body.seat)
    room, line = await chat.say(table, me, name, seat, body.key, body.text, body.phrase)
    events.publish(ChatPosted(id, room == PLAYERS, others_know=True))  # the commit has notified other servers
    return SafeJson(_line(identities, id, line, guest, table.seats_of(guest)), status_code=201)


@router.put("", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def set_state(
    database: DatabaseDep,
    events: EventBusDep,
    chat: ChatServiceDep,
    opened: TableDep,
    guest: Guest,
    id: TableId,
    body: ChatState,
) -> None:
    """Close or open the chat of my table. Messages stay."""
    table = opened.table
    table.require_host(guest)
    chat.require_on(table)
    await database.write(lambda c: sql.set_silent(c, id, body.silent))
    for players in (True, False):
        events.publish(ChatPosted(id, players))


async def _reader_and_author(
    database: DatabaseDep,
    identities: IdentityRegistryDep,
    chat: ChatServiceDep,
    opened: TableDep,
    guest: Guest,
    author: Author,
) -> tuple[str, str]:
    """Return the guest who asks and the author meant, who must have posted something that the guest may read."""
    table = opened.table
    chat.require_on(table)
    if guest is None:
        raise Forbidden(case="chat-who")
    rooms = rooms_of(table, guest)
    for other, _ in await database.read(lambda c: sql.speakers(c, table.id, rooms)):
        if chat_handle(table.id, other, identities.key) == author:
            return guest, other
    raise NotFound(case="no-line")


ReaderAndAuthor = Annotated[tuple[str, str], Depends(_reader_and_author)]


@router.put("/muted/{author}", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def mute(chat: ChatServiceDep, people: ReaderAndAuthor) -> None:
    """Mute someone, here and at other tables. They are not told."""
    await chat.mute(*people, True)


@router.delete("/muted/{author}", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def unmute(chat: ChatServiceDep, people: ReaderAndAuthor) -> None:
    """Unmute someone."""
    await chat.mute(*people, False)


@router.post("/reports", cost=Cost.LIGHT, status_code=204, responses=refusals(403, 404, 409))
async def report(chat: ChatServiceDep, opened: TableDep, guest: Guest, body: Report) -> None:
    """Report a message to the admins of this server (`stromnetz admin reports`)."""
    table = opened.table
    room = require_room(table, guest, body.room)
    if guest is None:
        raise Forbidden(case="chat-who")
    await chat.report(table, guest, room, body.seq, body.reason, body.note)
