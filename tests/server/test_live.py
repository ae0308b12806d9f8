"""WebSockets: versioned messages, gaps, reconnecting, presence and misbehaving clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stromnetz.play.catalogue import default_edition
from stromnetz.server.core.database.database import Database
from stromnetz.server.live import hub as live_hub
from stromnetz.server.live import lobby_feed
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.live.lobby_feed import LobbyFeed
from stromnetz.server.live.schema import Message
from stromnetz.server.live.viewers import RETRY, TABLE_CLOSED, Viewer
from stromnetz.server.tables.service import TableService
from stromnetz.tables.errors import Unavailable
from tests.server.local_server import Guest, LocalServer, MakeServer

Json = dict[str, Any]
OPEN = {"kind": "open", "plant": 4, "bid": 4}


def read(socket: WebSocketTestSession, kind: str) -> Json:
    """Return the next message, which must be of this kind."""
    message: Json = socket.receive_json()
    assert message["type"] == kind, message
    return message


def until(socket: WebSocketTestSession, done: Callable[[Json], bool]) -> list[Json]:
    """Return messages up to the first that matches."""
    out: list[Json] = []
    while not out or not done(out[-1]):
        out.append(socket.receive_json())
    return out


def ask(socket: WebSocketTestSession, version: int) -> Json:
    """Ask for everything after a version; return the response."""
    socket.send_json({"type": "resume", "version": version})
    message: Json = socket.receive_json()
    return message


def start_game(server: LocalServer) -> tuple[str, Guest, Guest]:
    """Start a table with Ann on seat 0 and Bob on seat 1."""
    return server.game_of_two(options={"money": "hidden"})


def test_all_viewers_follow_the_game(server: LocalServer) -> None:
    id, ann, bob = start_game(server)
    eve = server.guest()
    with ann.live(id) as a, bob.live(id) as b, eve.live(id) as e:
        for socket, seat in ((a, 0), (b, 1), (e, None)):
            hello = read(socket, "hello")
            assert (hello["protocol"], hello["version"]) == (1, 0)
            assert [s["mine"] for s in hello["table"]["seats"]] == [seat == 0, seat == 1]
            state = until(socket, lambda m: m["type"] == "state")[-1]
            assert [view["seat"] for view in state["views"]] == [seat]
        server.play(id, {0: ann, 1: bob}, moves=30)
        for socket, guest in ((a, ann), (b, bob), (e, eve)):
            messages = [m for m in until(socket, lambda m: m.get("version") == 30) if m["type"] == "rows"]
            known = 0
            seen: list[Json] = []
            for message in messages:
                assert message["after"] == known
                seen += message["rows"]
                known = message["version"]
                assert message["views"][0]["version"] == known
            assert [row["seq"] for row in seen] == list(range(1, 31))
            assert seen == guest.get(f"/api/tables/{id}/history", after=0)["rows"]
            assert messages[-1]["views"] == [guest.get(f"/api/tables/{id}/view")]


def test_reconnecting_viewer_gets_missed_rows(server: LocalServer) -> None:
    id, ann, bob = start_game(server)
    server.play(id, {0: ann, 1: bob}, moves=25)
    with ann.live(id, since=10) as socket:
        assert read(socket, "hello")["version"] == 25
        missed = read(socket, "rows")
        assert (missed["after"], missed["version"]) == (10, 25)
        assert [row["seq"] for row in missed["rows"]] == list(range(11, 26))
        # a gap is noticed later: the same rows again
        assert ask(socket, 10) == missed
        assert ask(socket, 24)["rows"] == missed["rows"][-1:]
        # an unknown version, or none, gets the whole state
        for version in (26, 1000, -1):
            assert ask(socket, version)["type"] == "state"
    for since in (None, 25, 26, 10**8):
        with ann.live(id, since=since) as socket:
            read(socket, "hello")
            assert read(socket, "state")["version"] == 25


def test_large_gap_is_sent_as_state(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_hub, "MAX_ROWS", 5)
    id, ann, bob = start_game(server)
    server.play(id, {0: ann, 1: bob}, moves=12)
    for since, kind in ((6, "state"), (7, "rows")):
        with ann.live(id, since=since) as socket:
            read(socket, "hello")
            read(socket, kind)


def test_people_at_one_screen_see_all_their_seats(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True, options={"money": "hidden"})
    with ann.live(id) as socket:
        read(socket, "hello")
        views = read(socket, "state")["views"]
        assert [view["seat"] for view in views] == [0, 1]
        for view in views:
            assert [player["money"] is None for player in view["players"]] == [view["seat"] != 0, view["seat"] != 1]


def test_presence(server: LocalServer) -> None:
    id, ann, bob = start_game(server)
    eve = server.guest()
    with ann.live(id) as a:
        assert read(a, "hello")["presence"] == {"seats": [0], "spectators": 0}
        read(a, "state")
        with bob.live(id) as b:
            assert read(b, "hello")["presence"] == {"seats": [0, 1], "spectators": 0}
            assert read(a, "presence")["presence"] == {"seats": [0, 1], "spectators": 0}
            with eve.live(id):
                assert read(a, "presence")["presence"] == {"seats": [0, 1], "spectators": 1}
            assert read(a, "presence")["presence"] == {"seats": [0, 1], "spectators": 0}
        assert read(a, "presence")["presence"] == {"seats": [0], "spectators": 0}
    assert server.ann.get("/healthz")["sockets"] == 0


def test_changes_before_the_game_are_sent(server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    id = ann.open("person", "open")
    with ann.live(id) as socket:
        assert read(socket, "hello")["version"] is None
        bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
        table = read(socket, "table")["table"]
        assert [(s["name"], s["mine"]) for s in table["seats"]] == [("Ann", True), ("Bob", False)]
        ann.post(f"/api/tables/{id}/start")
        table = read(socket, "table")["table"]
        assert table["state"] == "running"
        assert len(table["commitment"]) == 64
        assert read(socket, "state")["version"] == 0
        bob.post(f"/api/tables/{id}/resign", {"seat": 1})
        told = read(socket, "table")
        assert told["table"]["seats"][1]["resigned"]
        assert [(one["kind"], one["seat"]) for one in told["events"]] == [("resigned", 1)]
        # the views are sent again without a move: the game is over
        assert read(socket, "state")["views"][0]["result"]["winners"] == [0]


def test_viewers_of_closed_table_are_disconnected(server: LocalServer) -> None:
    id = server.ann.open("person", "open")
    with server.guest().live(id) as socket:
        read(socket, "hello")
        server.ann.post(f"/api/tables/{id}/leave", status=204)
        with pytest.raises(WebSocketDisconnect) as end:
            read(socket, "nothing")
    assert end.value.code == TABLE_CLOSED


def test_invalid_messages_get_an_error(server: LocalServer) -> None:
    id, ann, _ = start_game(server)
    with ann.live(id) as socket:
        read(socket, "hello")
        read(socket, "state")
        resumes = ['{"type": "resume"}', '{"type": "resume", "version": "1"}', '{"type": "resume", "version": 1.0}']
        for text in ("", "x", "[]", "7", "{}", '{"type": 7}', *resumes, "[" * 4000, "x" * 5000):
            socket.send_text(text)
            assert read(socket, "error")["error"]["kind"] == "bad-input"
        socket.send_bytes(b"\xff\x00")
        read(socket, "error")
        socket.send_json({"type": "ping"})
        assert read(socket, "pong") == {"type": "pong", "version": 0}


def test_too_many_messages_disconnect(server: LocalServer) -> None:
    id, ann, _ = start_game(server)
    with ann.live(id) as socket:
        for _ in range(200):
            socket.send_json({"type": "ping"})
        with pytest.raises(WebSocketDisconnect) as end:
            until(socket, lambda message: False)
    assert end.value.code == 1008
    server.wait(lambda: server.ann.get("/healthz")["sockets"] == 0, "the socket is gone")


@pytest.mark.parametrize("path", ["AAAAAAAAAAAAAAAAAAAAAA/live", "short/live", "AAAAAAAAAAAAAAAAAAAAAA/live?since=x"])
def test_socket_of_unknown_table_is_refused(server: LocalServer, path: str) -> None:
    url = f"ws://localhost/api/tables/{path}"
    with pytest.raises(WebSocketDisconnect) as end, server.ann.client.websocket_connect(url):
        pass
    assert end.value.code == 1008


def test_sockets_are_limited(database: str, make_server: MakeServer) -> None:
    server = make_server(database, sockets_each=2)
    id, ann, bob = start_game(server)
    with ann.live(id), bob.live(id):
        with pytest.raises(WebSocketDisconnect) as end, ann.live(id):
            pass
        assert end.value.reason == "too-many"
    with ann.live(id) as socket:
        read(socket, "hello")


def test_viewer_who_reads_nothing_is_dropped(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sender waits for the network; the game continues, and no messages pile up."""
    monkeypatch.setattr(live_hub, "SEND_SECONDS", 0.05)
    id, ann, bob = start_game(server)

    async def stuck() -> int | None:
        opened = await server.service(TableService).get(id)
        room, viewer = live_hub.Room(opened, server.service(Database).meters), Viewer(None, "x", None)

        class Socket:
            async def send_text(self, text: str) -> None:
                await asyncio.sleep(3600)

        viewer.mark_dirty("rows")
        return await live_hub._send(Socket(), room, viewer)  # type: ignore[arg-type]

    assert server.run(stuck) == 1013
    server.play(id, {0: ann, 1: bob}, moves=3)


def test_messages_match_their_types(sqlite_server: LocalServer) -> None:
    """The types of the browser are generated from these, so fields must match exactly."""
    described: TypeAdapter[Any] = TypeAdapter(Message)
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    seat = sqlite_server.game(id).position.seat

    def told(socket: WebSocketTestSession, kind: str) -> None:
        for message in until(socket, lambda message: message["type"] == kind):
            described.validate_python(message, strict=True)

    with ann.live(id) as socket:
        told(socket, "hello")
        told(socket, "state")
        ann.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
        told(socket, "rows")
        socket.send_json({"type": "ping"})
        told(socket, "pong")
        socket.send_text("no message")
        told(socket, "error")
        with sqlite_server.guest().live(id):
            told(socket, "presence")
        ann.post(f"/api/tables/{id}/resign", {"seat": 1 - seat})
        told(socket, "table")


# --- lists ------------------------------------------------------------------------------------------------------------


def read_until_changed(socket: WebSocketTestSession, what: str) -> None:
    """Read until this list is reported as changed."""
    until(socket, lambda one: one["type"] == "changed" and what in one["what"])


def test_listeners_are_told_about_changed_lists(
    database: str, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_feed, "BATCH_SECONDS", 0.0)
    server, other = make_server(database), make_server(database)
    ann, bob, eve = server.ann, server.guest(), other.guest()
    path = "ws://localhost/api/live"
    with bob.client.websocket_connect(path) as stranger, eve.client.websocket_connect(path) as elsewhere:
        id = ann.open("person", "open", public=True)
        read_until_changed(stranger, "tables")
        # a change by another process is found in the database
        other.run(other.service(LobbyFeed).poll)
        read_until_changed(elsewhere, "tables")
        ann.put("/api/me/seek", {"edition": default_edition()})
        read_until_changed(stranger, "seeks")
        ann.call("DELETE", "/api/me/seek")
        read_until_changed(stranger, "seeks")
        # neither the content of the change nor private tables are mentioned
        ann.open("person", "open")
        ann.put(f"/api/tables/{id}/public", {"public": False})
        assert stranger.receive_json() == {"type": "changed", "what": ["tables"]}
        stranger.send_json({"type": "ping"})
        assert stranger.receive_json()["type"] == "pong"
        closed = ann.open("person", "open", public=True)
        read_until_changed(stranger, "tables")
        ann.post(f"/api/tables/{closed}/leave", status=204)
        read_until_changed(stranger, "tables")
        # my table, at every move; others are not told
        with ann.client.websocket_connect(path) as mine:
            bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
            read_until_changed(mine, "mine")
            ann.post("/api/me/log-out", {"stay": False})
            with pytest.raises(WebSocketDisconnect) as caught:
                until(mine, lambda one: False)
            assert caught.value.code == 4001
        stranger.send_json({"type": "ping"})
        assert stranger.receive_json()["type"] == "pong"
    assert len(server.service(LiveHub)) == 0


def test_viewer_who_comes_when_database_fails_retries(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id, ann, _ = start_game(sqlite_server)
    table_service = sqlite_server.service(TableService)
    opened = sqlite_server.run(table_service.get, id)

    async def get(id: str) -> Any:
        return opened

    async def near(id: str) -> Any:
        raise Unavailable("the database cannot be read now", case="no-database")

    monkeypatch.setattr(table_service, "get", get)
    monkeypatch.setattr(table_service.cache, "load", near)
    with ann.live(id) as socket, pytest.raises(WebSocketDisconnect) as ended:
        socket.receive_json()
    assert ended.value.code == RETRY
    assert "a WebSocket failed" not in caplog.messages


def test_listeners_count_as_connections(database: str, make_server: MakeServer) -> None:
    server = make_server(database, sockets_each=1)
    path = "ws://localhost/api/live"
    with server.ann.client.websocket_connect(path) as first:
        with pytest.raises(WebSocketDisconnect) as caught, server.guest().client.websocket_connect(path):
            pass
        assert (caught.value.code, caught.value.reason) == (1008, "too-many")
        first.send_json({"type": "ping"})
        assert first.receive_json()["type"] == "pong"
    with server.ann.client.websocket_connect(path):
        pass
