"""Viewers of `make chaos`: each follows a table, and reconnects to any server."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Sequence

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


class Follower(threading.Thread):
    """Follows the version of one table."""

    def __init__(self, urls: Sequence[str], id: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._urls, self.id, self._stop_now = urls, id, stop
        self._rng = random.Random(id)
        self.version = -1
        self.gaps = 0
        self.returns = 0

    def run(self) -> None:
        while not self._stop_now.is_set():
            try:
                self._follow()
            except (OSError, WebSocketException, TimeoutError):
                self.returns += 1
                time.sleep(0.1)

    def _follow(self) -> None:
        url = self._rng.choice(self._urls).replace("http", "ws", 1)
        since = f"?since={self.version}" if self.version >= 0 else ""
        with connect(f"{url}/api/tables/{self.id}/live{since}", max_size=None, open_timeout=5) as socket:
            while not self._stop_now.is_set():
                try:
                    message = json.loads(socket.recv(0.5))
                except TimeoutError:
                    continue
                if message["type"] == "rows":
                    self.gaps += message["after"] != self.version
                    self.version = message["version"]
                elif message["type"] == "state":
                    self.version = message["version"]
