"""Several servers in separate processes on one PostgreSQL, and people who send requests to any of them."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from tests.server.server_process import ServerProcess

Json = dict[str, Any]
SOON = 20.0
"""Timeout in seconds: longer than anything takes."""
_keys = count()


class Refused(AssertionError):
    def __init__(self, status: int, error: Json) -> None:
        super().__init__(f"{status}: {error}")
        self.status, self.kind = status, error["kind"]


class Person:
    """A client with a cookie that is valid on all servers of a cluster."""

    def __init__(self, *urls: str) -> None:
        self.urls: Sequence[str] = urls
        self.cookie = ""
        self._turn = count()

    def call(self, method: str, path: str, body: Json | None = None, at: int | None = None) -> Any:
        """Send a request to the server ``at``, or to the servers in turn."""
        url = self.urls[next(self._turn) % len(self.urls) if at is None else at]
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SOON) as answer:
                if "set-cookie" in answer.headers:
                    self.cookie = answer.headers["set-cookie"].split(";")[0]
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.loads(error.read())["error"]) from None
        return json.loads(text) if text else None

    def get(self, path: str, at: int | None = None) -> Any:
        return self.call("GET", path, at=at)

    def post(self, path: str, body: Json | None = None, at: int | None = None) -> Any:
        return self.call("POST", path, body, at)

    def open(self, *kinds: str, start: bool = True, at: int | None = None, **settings: Any) -> str:
        seats = [{"kind": kind} if kind in ("person", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
        made = self.post("/api/tables", {"name": "Ann", "seats": seats, **settings}, at)
        id: str = made["table"]["id"]
        if start:
            self.post(f"/api/tables/{id}/start", at=at)
        return id

    def move(self, id: str, seat: int, move: Json, version: int, at: int | None = None) -> Json:
        body = {"seat": seat, "moves": [move], "version": version, "key": f"key-{next(_keys)}"}
        made: Json = self.post(f"/api/tables/{id}/moves", body, at)
        return made

    @contextmanager
    def live(self, id: str, at: int) -> Iterator[Viewer]:
        address = f"{self.urls[at].replace('http', 'ws', 1)}/api/tables/{id}/live"
        with connect(address, additional_headers={"Cookie": self.cookie}, max_size=None) as socket:
            yield Viewer(socket)


class Viewer:
    """Reads the messages of a WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = -1

    def until(self, wanted: Callable[[Json], bool], what: str) -> Json:
        end = time.monotonic() + SOON
        while True:
            try:
                message: Json = json.loads(self.socket.recv(max(0.01, end - time.monotonic())))
            except TimeoutError:
                raise AssertionError(f"never told: {what}") from None
            if message["type"] in ("rows", "state"):
                self.version = message["version"]
            if wanted(message):
                return message

    def until_version(self, version: int) -> Json:
        return self.until(lambda told: told.get("version") == version and told["type"] != "hello", f"row {version}")

    def until_type(self, kind: str) -> Json:
        return self.until(lambda told: told["type"] == kind, kind)


class Cluster:
    def __init__(self, database: str, folder: Path, count: int, flags: Sequence[str]) -> None:
        self.database, self.folder, self.flags = database, folder, flags
        self.servers = [self.start(wait=False) for _ in range(count)]
        for server in self.servers:
            server.wait()

    def start(self, *more: str, wait: bool = True, command: str = "serve") -> ServerProcess:
        return ServerProcess(self.database, self.folder / "log.txt", *self.flags, *more, wait=wait, command=command)

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def person(self) -> Person:
        return Person(*self.urls)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:
            for server in self.servers:
                stack.callback(server.stop)


def wait(done: Callable[[], Any], what: str) -> Any:
    """Wait until a function returns something true, and return it."""
    end = time.monotonic() + SOON
    while not (found := done()):
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)
    return found
