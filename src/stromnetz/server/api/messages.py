"""What a live connection tells and takes, as types. The messages themselves are put together in :mod:`..live`."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from .base import Reply
from .models import ErrorBody, TableEventOut, TableOut
from .shaped import RowJson, ViewJson
from .timing import ClockOut


class Told(Reply):
    model_config = ConfigDict(extra="forbid")


class Presence(Told):
    """Who looks on: seats, and how many others."""

    seats: list[int]
    spectators: int


class HelloMessage(Told):
    type: Literal["hello"]
    protocol: int
    table: TableOut
    events: list[TableEventOut]
    presence: Presence
    version: int | None


class StateMessage(Told):
    """Everything, for one who knows nothing."""

    type: Literal["state"]
    version: int
    undo: int | None
    views: list[ViewJson]


class RowsMessage(Told):
    """What happened after a version."""

    type: Literal["rows"]
    after: int
    version: int
    undo: int | None
    rows: list[RowJson]
    views: list[ViewJson]


class TableMessage(Told):
    type: Literal["table"]
    table: TableOut
    events: list[TableEventOut]


class ClockMessage(Told):
    type: Literal["clock"]
    clock: ClockOut


class AnswersMessage(Told):
    """To whoever plays the seat: what was said in advance has been used, or given up."""

    type: Literal["answers"]
    seat: int


class PresenceMessage(Told):
    type: Literal["presence"]
    presence: Presence


class ChatMessage(Told):
    """There is more to read in the chat, or it was closed or opened: GET …/chat tells."""

    type: Literal["chat"]


class RatingsMessage(Told):
    """The game has been rated: GET …/ratings tells the ratings before and after it."""

    type: Literal["ratings"]


class NoticeMessage(Told):
    """A line of the host's for everybody, by language."""

    type: Literal["notice"]
    texts: dict[str, str]


class LeavingMessage(Told):
    """The server is being stopped: come back, elsewhere, after any time up to so many milliseconds."""

    type: Literal["leaving"]
    within: int


class PongMessage(Told):
    type: Literal["pong"]
    version: int | None


class ErrorMessage(Told):
    type: Literal["error"]
    error: ErrorBody


class ResumeRequest(Told):
    type: Literal["resume"]
    version: int


class PingRequest(Told):
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
    | LeavingMessage
    | PongMessage
    | ErrorMessage
)
"""What the server sends."""
Request = ResumeRequest | PingRequest
"""What a viewer sends."""
