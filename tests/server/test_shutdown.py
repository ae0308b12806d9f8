"""Graceful shutdown: viewers move to another server, and no move is lost."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stromnetz.play.catalogue import default_edition
from stromnetz.server.core.config import database_url
from stromnetz.server.core.database.engine import open_database, writing
from stromnetz.server.live.drain import ConnectionDrain
from tests.load.client import choose
from tests.server.cluster import Person
from tests.server.local_server import LocalServer
from tests.server.server_process import running

pytestmark = [pytest.mark.alone, pytest.mark.subprocess]  # the server is stopped

Json = dict[str, Any]


def test_viewers_of_table_are_told_and_disconnected(sqlite_server: LocalServer) -> None:
    server, ann = sqlite_server, sqlite_server.ann
    id = ann.open("person", "person", start=True)
    with ann.live(id) as live:
        assert [live.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        server.play(id, {0: ann, 1: ann}, moves=1)
        server.run(server.service(ConnectionDrain).begin, 0)
        server.run(server.service(ConnectionDrain).disconnect_viewers)
        told = [live.receive_json() for _ in range(2)]
        # pending updates come first
        assert [message["type"] for message in told] == ["rows", "leaving"]
        assert 0 < told[1]["within"] <= 5000
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_json()
        assert closed.value.code == 1012
    for language, word in (("en", "shutting down"), ("de", "herunter"), ("nl", "gestopt")):
        refusal = ann.get("/readyz", 503, language=language)["error"]
        assert refusal["kind"] == "unavailable"
        assert word in refusal["message"]
    # the server still answers requests
    assert ann.get("/healthz", 200)["sockets"] == 0
    server.play(id, {0: ann, 1: ann}, moves=1)


def test_viewers_of_lists_are_told_and_disconnected(sqlite_server: LocalServer) -> None:
    server, ann = sqlite_server, sqlite_server.ann
    with ann.client.websocket_connect("ws://localhost/api/live") as lists:
        # pending changes are sent without waiting for the end of the second
        ann.open("person", "open", public=True)
        assert lists.receive_json()["type"] == "changed"
        ann.put("/api/me/seek", {"edition": default_edition()})
        server.run(server.service(ConnectionDrain).disconnect_viewers)
        # pending changes come first
        assert "seeks" in lists.receive_json()["what"]
        told = lists.receive_json()
        assert told["type"] == "leaving"
        assert 0 < told["within"] <= 5000
        with pytest.raises(WebSocketDisconnect) as closed:
            lists.receive_json()
        assert closed.value.code == 1012
    assert ann.get("/healthz", 200)["sockets"] == 0


def test_server_older_than_database_is_not_ready(server: LocalServer) -> None:
    engine = open_database(database_url(server.config.database))
    with writing(engine).begin() as c:
        c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for language, word in (("en", "match the version"), ("de", "andere Version"), ("nl", "andere versie")):
        assert word in server.ann.get("/readyz", 503, language=language)["error"]["message"]
    assert server.ann.get("/healthz", 200)["status"] == "ok"


class Player(threading.Thread):
    """Plays both seats of a table, wherever the server is, and records the responses."""

    def __init__(self, where: list[str]) -> None:
        super().__init__(daemon=True)
        self.person = Person()
        self.person.urls = where
        self.told: dict[str, int] = {}
        self.stop = threading.Event()
        self.broken = ""
        self._rng = random.Random(1)
        self.open()

    def open(self) -> None:
        seats = [{"kind": "person"}, {"kind": "person"}]
        self.id: str = self.call("POST", "/api/tables", {"seats": seats})["table"]["id"]
        self.call("POST", f"/api/tables/{self.id}/start", {})
        self.told[self.id] = 0

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """Repeat the request with the same key until there is a response."""
        for _ in range(1500):
            try:
                return self.person.call(method, path, body)
            except (OSError, HTTPException):
                time.sleep(0.02)
        raise AssertionError(f"{path}: nobody answers")

    def next_move(self) -> Json:
        while (seat := self.call("GET", f"/api/tables/{self.id}")["to_act"]) is None:
            self.open()  # the game is over
        view = self.call("GET", f"/api/tables/{self.id}/view?seat={seat}")
        version = view["version"]
        return {"seat": seat, "moves": [choose(view, self._rng)], "version": version, "key": f"key{version}"}

    def move(self) -> None:
        body = self.next_move()
        made = self.call("POST", f"/api/tables/{self.id}/moves", body)
        assert made["version"] > body["version"]
        self.told[self.id] += 1

    def all_told(self) -> int:
        return sum(self.told.values())

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.move()
                time.sleep(0.02)
        except Exception as error:
            self.broken = str(error)


def test_move_in_progress_is_finished_and_new_connections_refused(sqlite_file: str, tmp_path: Path) -> None:
    with running(sqlite_file, tmp_path) as program, ExitStack() as stack:
        player = Player([program.url])
        url = urlsplit(program.url)
        assert url.hostname is not None
        assert url.port is not None
        address = (url.hostname, url.port)
        body = json.dumps(player.next_move()).encode()
        wire = stack.enter_context(socket.create_connection(address, 30))
        head = (
            f"POST /api/tables/{player.id}/moves HTTP/1.1\r\nhost: {url.netloc}\r\ncookie: {player.person.cookie}\r\n"
        )
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        wire.sendall(head.encode() + body[:10])
        live = f"{program.url.replace('http', 'ws', 1)}/api/tables/{player.id}/live"
        viewer = stack.enter_context(connect(live, additional_headers={"cookie": player.person.cookie}, max_size=None))
        assert [json.loads(viewer.recv())["type"] for _ in range(2)] == ["hello", "state"]
        program.process.terminate()
        assert json.loads(viewer.recv())["type"] == "leaving"
        with pytest.raises(ConnectionClosed) as closed:
            viewer.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(address, 5)
        wire.sendall(body[10:])
        answer = wire.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["version"] > 0
        assert program.stop() == 0


def test_second_server_takes_over_without_losing_moves(postgres_database: str, tmp_path: Path) -> None:
    """Two processes on one database: players continue while the first one stops."""
    flags = ("--rate", "0", "--heavy-rate", "0", "--log-level", "warning")
    with running(postgres_database, tmp_path, *flags) as first, running(postgres_database, tmp_path, *flags) as second:
        where = [first.url]
        players = [Player(where) for _ in range(2)]

        def play_on() -> None:
            before, last = [player.all_told() for player in players], time.monotonic() + 60
            while any(player.all_told() < count + 5 for player, count in zip(players, before, strict=True)):
                assert time.monotonic() < last, [player.broken for player in players]
                time.sleep(0.01)

        for player in players:
            player.start()
        play_on()
        where[0] = second.url
        assert first.stop() == 0
        play_on()
        for player in players:
            player.stop.set()
            player.join(30)
            assert not player.broken
            for id, told in player.told.items():
                history = player.call("GET", f"/api/tables/{id}/history?after=-1")
                assert len([row for row in history["rows"] if "move" in row]) == told
        assert second.stop() == 0
