"""What a live connection tells and takes, as types. The messages themselves are put together in :mod:`..live`."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from stromnetz.server.core.http import ErrorBody, ResponseModel
from stromnetz.server.core.openapi import RowJson, ViewJson
from stromnetz.server.table_play.clock_schema import ClockOut
from stromnetz.server.tables.schema import TableEventOut, TableOut


class LiveMessage(ResponseModel):
    model_config = ConfigDict(extra="forbid")


class Presence(LiveMessage):
    """Who looks on: seats, and how many others."""

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
    """Everything, for one who knows nothing."""

    type: Literal["state"]
    version: int
    undo: int | None
    views: list[ViewJson]


class RowsMessage(LiveMessage):
    """What happened after a version."""

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


class AnswersMessage(LiveMessage):
    """To whoever plays the seat: what was said in advance has been used, or given up."""

    type: Literal["answers"]
    seat: int


class PresenceMessage(LiveMessage):
    type: Literal["presence"]
    presence: Presence


class ChatMessage(LiveMessage):
    """There is more to read in the chat, or it was closed or opened: GET …/chat tells."""

    type: Literal["chat"]


class RatingsMessage(LiveMessage):
    """The game has been rated: GET …/ratings tells the ratings before and after it."""

    type: Literal["ratings"]


class NoticeMessage(LiveMessage):
    """A line of the host's for everybody, by language."""

    type: Literal["notice"]
    texts: dict[str, str]


class ShutdownMessage(LiveMessage):
    """The server is being stopped: come back, elsewhere, after any time up to so many milliseconds."""

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
    | AnswersMessage
    | PresenceMessage
    | ChatMessage
    | RatingsMessage
    | NoticeMessage
    | ShutdownMessage
    | PongMessage
    | ErrorMessage
)
"""What the server sends."""
Request = ResumeRequest | PingRequest
"""What a viewer sends."""
