"""A viewer of a table or of lists: what it has received, and the messages it sends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.server.core.rate_limits import ReadBudget
from stromnetz.tables.clocks import clock_json
from stromnetz.tables.errors import error_body
from stromnetz.tables.table import Table
from stromnetz.tables.time import now_ms

SEND_SECONDS = 20.0
"""Viewers that take longer to receive a message are dropped."""
MAX_MESSAGE_BYTES = 4096
RESUME_COST_MS = 5.0
"""CPU time charged for the messages that a viewer has missed."""
COOKIE_ENDED, TABLE_CLOSED = 4001, 4004
"""Close codes: the guest has logged out; the table was closed."""
RESTART, RETRY, POLICY_VIOLATION = 1012, 1013, 1008
"""Close codes: the server stops; connect again later; invalid or too many messages."""
MAX_MESSAGES_PER_SECOND = 20.0
ROWS = "rows"


class Viewer:
    """One WebSocket: what it has received, and what is pending."""

    def __init__(self, guest: str | None, address: str, since: int | None) -> None:
        self.guest = guest
        self.address = address
        self.version = since
        """The version that the viewer has; None for none."""
        self.seats: list[int] = []
        self.pending: set[str] = set()
        self.woken = asyncio.Event()
        self.notice: dict[str, str] = {}
        """The latest broadcast, by language."""
        self.spread = 0
        """Milliseconds over which reconnecting viewers are spread."""

    def set_seats(self, seats: list[int]) -> None:
        """Change the seats; the viewer then needs all views again."""
        if seats != self.seats:
            self.seats, self.version = seats, None

    def mark_dirty(self, *what: str) -> None:
        self.pending.update(what)
        self.woken.set()


def table_state(table: Table) -> tuple[Any, ...]:
    """Return what viewers are told about a table itself, apart from the game."""
    return table.revision, table.state, table.rematch, table.ending


def clock_state(table: Table) -> dict[str, Any]:
    """Return what viewers are told about clocks, without the current time."""
    return clock_json(table, now_ms()) | {"now": 0}


async def receive(socket: WebSocket, viewer: Viewer, costs: ReadBudget) -> int | None:
    """Receive messages until the socket ends; return a close code or None. Invalid messages get an error."""
    loop = asyncio.get_running_loop()
    tokens, last = MAX_MESSAGES_PER_SECOND, loop.time()
    while True:
        try:
            message = await socket.receive()
        except RuntimeError:
            return None
        if message["type"] != "websocket.receive":
            return None
        now = loop.time()
        tokens = min(MAX_MESSAGES_PER_SECOND, tokens + (now - last) * MAX_MESSAGES_PER_SECOND) - 1
        last = now
        if tokens < 0:
            return POLICY_VIOLATION
        answer = _answer(message.get("text"), viewer, costs)
        if answer is not None:
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(to_compact_json(answer))
            except TimeoutError:
                return RETRY
            except (WebSocketDisconnect, RuntimeError):
                return None


def _answer(text: str | None, viewer: Viewer, costs: ReadBudget) -> dict[str, Any] | None:
    try:
        if text is None or len(text) > MAX_MESSAGE_BYTES:
            raise ValueError
        data = json.loads(text)
        kind = data["type"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {"type": "error", **error_body("bad-input", "a message is a JSON object with a type")}
    if kind == "ping":
        return {"type": "pong", "version": viewer.version}
    if kind == "resume" and type(data.get("version")) is int:
        # viewers that ask too often get the whole state, which is built once for all
        allowed = data["version"] >= 0 and not costs.try_spend(viewer.guest, viewer.address, RESUME_COST_MS)
        viewer.version = data["version"] if allowed else None
        viewer.mark_dirty(ROWS)
        return None
    return {"type": "error", **error_body("bad-input", "there are the messages resume, with a version, and ping")}
