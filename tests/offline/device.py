"""A device that plays offline: keeps what the app writes, and the messages it sends."""

from __future__ import annotations

import json
from typing import Any

from stromnetz.offline.app import OfflineApp
from stromnetz.offline.requests import Request

Json = dict[str, Any]
NOW = 1_900_000_000_000


class Device:
    def __init__(self, seed: int = 7) -> None:
        self.stored: dict[str, str] = {}
        self.messages: list[tuple[str, Json]] = []
        self.seed = seed
        self.app = self._start()
        self._keys = 0

    def _start(self) -> OfflineApp:
        saved = {key: json.loads(text) for key, text in self.stored.items()}
        return OfflineApp(saved, clock=lambda: NOW, seeds=lambda: self.seed)

    def restart(self) -> None:
        """Close the page and open it again."""
        self.app = self._start()

    def keep(self) -> None:
        """Write and receive what the app has collected."""
        out = self.app.collect()
        for key, value in out.writes.items():
            if value is None:
                del self.stored[key]
            else:
                self.stored[key] = json.dumps(value)
        self.messages += json.loads(json.dumps(out.messages))

    def ask(self, method: str, path: str, body: Json | None = None, status: int | None = None) -> Any:
        """Send a request; an error unless the status is expected."""
        path, _, query = path.partition("?")
        asked = dict(part.split("=", 1) for part in query.split("&")) if query else {}
        response = self.app.request(Request(method, path, asked, body or {}))
        self.keep()
        expected = (status,) if status is not None else (200, 201, 204)
        assert response.status in expected, (method, path, response)
        return json.loads(json.dumps(response.body))

    def get(self, path: str, status: int | None = None) -> Any:
        return self.ask("GET", path, status=status)

    def post(self, path: str, body: Json | None = None, status: int | None = None) -> Any:
        return self.ask("POST", path, body, status)

    def open(self, *seats: str, **settings: Any) -> str:
        """Open a table and start its game: seats are ``person`` or names of bots."""
        wishes = [{"kind": one} if one == "person" else {"kind": "bot", "bot": one} for one in seats]
        id: str = self.post("/api/tables", {"seats": wishes, **settings})["table"]["id"]
        self.post(f"/api/tables/{id}/start")
        return id

    def play_bots(self, id: str) -> None:
        """Let bots move until a person has to, or the game is over."""
        if self.app.bot_due(id):
            while self.app.play_bot(id):
                self.keep()
            self.keep()

    def move(self, id: str, seat: int, move: Json, version: int, status: int | None = None) -> Any:
        self._keys += 1
        body = {"seat": seat, "moves": [move], "version": version, "key": f"key{self._keys}"}
        return self.post(f"/api/tables/{id}/moves", body, status)
