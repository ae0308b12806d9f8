"""Limits for idle, slow and numerous connections, while others are served."""

from __future__ import annotations

import json
import shutil
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from stromnetz.server.core import connections
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.connections import ConnectionLimiter
from tests.server.server_process import ServerProcess, running

pytestmark = [pytest.mark.subprocess, pytest.mark.xdist_group("connections")]

HEAD = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n"
EACH = 12


@pytest.fixture(scope="module")
def program(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("connections")
    limits = ("--head-time", "1.5", "--body-time", "1", "--connections-each", str(EACH), "--log-json")
    with running(str(shutil.copy(migrated_file, folder)), folder, *limits) as program:
        yield program


def connect(program: ServerProcess) -> socket.socket:
    out = socket.create_connection(("127.0.0.1", int(program.url.rsplit(":", 1)[1])), timeout=20)
    out.settimeout(20)
    return out


def answer(one: socket.socket) -> tuple[int, Any]:
    """Return status and body of the next response; status 0 if the connection was closed."""
    with one.makefile("rb") as stream:
        line = stream.readline()
        if not line:
            return 0, None
        length = 0
        while (header := stream.readline().strip()) != b"":
            name, _, value = header.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return int(line.split()[1]), json.loads(stream.read(length))


def closed(one: socket.socket) -> bool:
    return one.recv(1) == b""


def served(program: ServerProcess) -> bool:
    with urllib.request.urlopen(f"{program.url}/healthz", timeout=20) as found:
        return bool(found.status == 200)


def test_missing_head_closes_connection(program: ServerProcess) -> None:
    with connect(program) as silent, connect(program) as half, connect(program) as dripping:
        half.sendall(HEAD + b"x-slow: ")
        until = time.monotonic() + 20
        dripping.settimeout(0.1)
        dripped = b""
        while not dripped and time.monotonic() < until:
            dripping.sendall(b"G")
            try:
                dripped = dripping.recv(4096)
            except TimeoutError:
                continue
        assert served(program)
        assert answer(half)[0] == 408
        assert closed(half)
        assert b" 408 " in dripped.split(b"\r\n")[0]
        assert answer(silent)[0] == 408


def test_next_request_on_kept_connection_has_deadline(program: ServerProcess) -> None:
    with connect(program) as one:
        one.sendall(HEAD + b"\r\n")
        assert answer(one)[0] == 200
        one.sendall(HEAD)
        status, body = answer(one)
        assert (status, body["error"]["kind"]) == (408, "too-slow")
        assert closed(one)


def test_missing_body_is_refused(program: ServerProcess) -> None:
    with connect(program) as one:
        one.sendall(POST + b'{"name"')
        status, body = answer(one)
        assert (status, body["error"]["kind"], body["error"]["facts"]) == (408, "too-slow", {"seconds": 1.0})
        assert closed(one)
    with connect(program) as refused:
        # the response comes before the body, whose rest does not block anything
        refused.sendall(POST.replace(b": 16", b": 99999999") + b"{")
        assert answer(refused)[0] == 413
        refused.sendall(b" ")
        assert closed(refused)
    lines = [json.loads(line) for line in program.log.read_text().splitlines()]
    assert not [line for line in lines if line["level"] == "error" or line.get("status") == 500]


def test_connections_per_address_are_limited(program: ServerProcess) -> None:
    with ExitStack() as stack:
        many = [stack.enter_context(connect(program)) for _ in range(EACH + 3)]
        status, body = answer(many[-1])
        assert (status, body["error"]["kind"]) == (429, "too-many")
        many[0].sendall(HEAD + b"\r\n")
        assert answer(many[0])[0] == 200
    for _ in range(1500):  # the server notices closed connections one after another
        with connect(program) as one:
            one.sendall(HEAD + b"\r\n")
            if answer(one)[0] == 200:
                break
        time.sleep(0.02)
    else:
        pytest.fail("connections that are gone are still counted")


def test_websockets_do_not_count_as_connections(program: ServerProcess) -> None:
    """Viewers neither use up the connections of their address nor have a deadline for heads."""
    upgrade = (
        b"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    body = json.dumps({"name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}]}).encode()
    request = urllib.request.Request(
        f"{program.url}/api/tables", body, {"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=20) as made:
        id = json.loads(made.read())["table"]["id"]
    with ExitStack() as stack:
        path = f"GET /api/tables/{id}/live HTTP/1.1\r\nhost: localhost\r\n".encode()
        viewers = [stack.enter_context(connect(program)) for _ in range(EACH)]
        for viewer in viewers:
            viewer.sendall(path + upgrade)
            assert viewer.recv(4096).split()[1] == b"101"
        assert served(program)
        one = stack.enter_context(connect(program))
        assert answer(one)[0] == 408  # the deadline of a head
        with urllib.request.urlopen(f"{program.url}/healthz", timeout=20) as found:
            assert json.loads(found.read())["sockets"] == EACH


def test_total_is_limited_and_proxy_only_by_total() -> None:
    limiter = ConnectionLimiter(ServerConfig(connections=3, connections_each=1, public_url="https://play.example.org"))
    assert [limiter.enter(address) for address in ("127.0.0.1", "127.0.0.1", "1.2.3.4", "1.2.3.5")] == [0, 0, 0, 503]
    limiter.leave("1.2.3.5")
    limiter.leave("127.0.0.1")
    assert limiter.enter("1.2.3.4") == 429
    direct = ConnectionLimiter(ServerConfig(connections_each=1))
    assert [direct.enter("127.0.0.1"), direct.enter("127.0.0.1")] == [0, 429]


@pytest.fixture
def big_answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Start a server that sends 8 MB and gives clients one second to read them; yield its port."""
    monkeypatch.setattr(connections, "SEND_TIMEOUT_SECONDS", 1.0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"8000000")]})
        for _ in range(8):
            await send({"type": "http.response.body", "body": b"x" * 1_000_000, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    with socket.create_server(("127.0.0.1", 0)) as listener:
        http = connections.protocol(ServerConfig())
        server = uvicorn.Server(uvicorn.Config(app, http=http, lifespan="off", log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(20)


def received(one: socket.socket) -> int:
    """Return how much of a response arrives before the connection ends."""
    count = 0
    while count < 8_000_000:
        try:
            part = len(one.recv(1 << 20))
        except ConnectionResetError:
            break
        if not part:
            break
        count += part
    return count


def test_client_that_reads_nothing_is_disconnected(big_answers: int) -> None:
    with socket.create_connection(("127.0.0.1", big_answers), timeout=20) as stuck:
        stuck.sendall(HEAD + b"\r\n")
        time.sleep(2)
        assert received(stuck) < 8_000_000
    with socket.create_connection(("127.0.0.1", big_answers), timeout=20) as slow:
        slow.sendall(HEAD + b"\r\n")
        time.sleep(0.3)
        assert received(slow) >= 8_000_000
        time.sleep(1.5)  # the deadline ended when the response was read
        slow.sendall(HEAD + b"\r\n")
        assert slow.recv(12) == b"HTTP/1.1 200"
