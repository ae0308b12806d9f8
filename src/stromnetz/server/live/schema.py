"""Types of WebSocket messages; :mod:`..live.hub` builds them."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from stromnetz.server.core.http import ErrorBody, ResponseModel, RowJson, ViewJson
from stromnetz.server.table_play.clock_schema import ClockOut
from stromnetz.server.tables.schema import TableEventOut, TableOut


class LiveMessage(ResponseModel):
    model_config = ConfigDict(extra="forbid")


class Presence(LiveMessage):
    """Seats whose players watch, and the number of spectators."""

    seats: list[int]
    spectators: int


class HelloMessage(LiveMessage):
    type: Literal["hello"]
    protocol: int
    table: TableOut
    events: list[TableEventOut]
    presence: Presence
    version: int | None


class StateMessage(LiveMessage):
    """The whole state, for viewers without any."""

    type: Literal["state"]
    version: int
    undo: int | None
    views: list[ViewJson]


class RowsMessage(LiveMessage):
    """Everything after a version."""

    type: Literal["rows"]
    after: int
    version: int
    undo: int | None
    rows: list[RowJson]
    views: list[ViewJson]


class TableMessage(LiveMessage):
    type: Literal["table"]
    table: TableOut
    events: list[TableEventOut]


class ClockMessage(LiveMessage):
    type: Literal["clock"]
    clock: ClockOut


class PresetMovesMessage(LiveMessage):
    """Only to the player of the seat: a pre-set move was used or dropped."""

    type: Literal["preset-moves"]
    seat: int


class PresenceMessage(LiveMessage):
    type: Literal["presence"]
    presence: Presence


class ChatMessage(LiveMessage):
    """There are new chat messages, or the chat was closed or opened: GET …/chat returns them."""

    type: Literal["chat"]


class RatingsMessage(LiveMessage):
    """The game was rated: GET …/ratings returns the ratings before and after it."""

    type: Literal["ratings"]


class NoticeMessage(LiveMessage):
    """A broadcast of an admin, by language."""

    type: Literal["notice"]
    texts: dict[str, str]


class ShutdownMessage(LiveMessage):
    """The server stops: reconnect after a random time up to so many milliseconds."""

    type: Literal["leaving"]
    within: int


class PongMessage(LiveMessage):
    type: Literal["pong"]
    version: int | None


class ErrorMessage(LiveMessage):
    type: Literal["error"]
    error: ErrorBody


class ResumeRequest(LiveMessage):
    type: Literal["resume"]
    version: int


class PingRequest(LiveMessage):
    type: Literal["ping"]


Message = (
    HelloMessage
    | StateMessage
    | RowsMessage
    | TableMessage
    | ClockMessage
    | PresetMovesMessage
    | PresenceMessage
    | ChatMessage
    | RatingsMessage
    | NoticeMessage
    | ShutdownMessage
    | PongMessage
    | ErrorMessage
)
"""Sent by the server."""
Request = ResumeRequest | PingRequest
"""Sent by viewers."""
