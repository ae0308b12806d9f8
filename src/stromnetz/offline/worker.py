"""The offline app behind messages of text, for a web worker: requests in, output for the page and the storage out.

A message is a JSON object with a ``type``: ``request``, ``connect``, ``resume`` or ``disconnect``. Each call returns
JSON with ``responses``, ``writes``, ``messages``, and whether a bot is to move (``busy``), which :meth:`Worker.advance`
does: one move at a time, so that the page never waits for several.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from stromnetz.engine.errors import StromnetzError

from .app import OfflineApp
from .requests import Request

Json = dict[str, Any]


class Worker:
    def __init__(self, app: OfflineApp) -> None:
        self._app = app

    def handle(self, text: str) -> str:
        message = json.loads(text)
        if message["type"] == "request":
            return self._result([self._answer(message["request"])])
        try:
            self._follow(message["type"], message)
        except StromnetzError:
            # the page asks for the table next, and the response says what is wrong with it
            return self._result([], [(message["table"], {"type": "closed"})])
        return self._result([])

    def advance(self) -> str:
        """Make one move of a bot at a table that is watched."""
        due = next(iter(self._due()), None)
        if due is not None:
            self._app.play_bot(due)
        return self._result([])

    def _answer(self, asked: Json) -> Json:
        path, _, query = asked["path"].partition("?")
        body = asked.get("body") or {}
        request = Request(asked["method"], path, dict(parse_qsl(query)), body, asked["language"])
        response = self._app.request(request)
        return {"id": asked["id"], "status": response.status, "body": response.body}

    def _follow(self, kind: str, message: Json) -> None:
        table = message["table"]
        if kind == "connect":
            self._app.connect(table, message["since"])
        elif kind == "resume":
            self._app.resume(table, message["version"])
        else:
            self._app.disconnect(table)

    def _due(self) -> list[str]:
        return [id for id in self._app.watched() if self._app.bot_due(id)]

    def _result(self, responses: list[Json], more: Sequence[tuple[str, Json]] = ()) -> str:
        out = self._app.collect()
        messages = [*out.messages, *more]
        result = {"responses": responses, "writes": out.writes, "messages": messages, "busy": bool(self._due())}
        return json.dumps(result, separators=(",", ":"))


def start(saved: str) -> Worker:
    """Return a worker with what the storage has, as JSON."""
    return Worker(OfflineApp(json.loads(saved)))
