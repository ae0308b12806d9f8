"""Middleware: origins, hosts, sizes, rate limits, headers, and no tracebacks."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from stromnetz.engine.errors import BadInput
from stromnetz.lessons import all_lessons
from stromnetz.puzzles import all_puzzles
from stromnetz.server.app import ROUTE_MODULES
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.connections import ConnectionLimiter
from stromnetz.server.core.http import Cost, DeferredRoute, Policy, Router, policy_of
from stromnetz.server.core.logs import JsonFormatter
from stromnetz.server.core.middleware.body import UploadLimitMiddleware
from stromnetz.server.core.middleware.rejections import ADDRESS, HEADERS, POLICY
from stromnetz.server.core.rate_limits import TokenBuckets, network_of
from stromnetz.server.live.hub import LiveHub
from stromnetz.server.tables import store as tables_store
from stromnetz.tables.errors import RateLimited
from tests.server.local_server import LocalServer, MakeServer
from tools.generate import api_limits

TABLE = {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}]}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"origin": "https://localhost"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_foreign_pages_change_nothing(sqlite_server: LocalServer, headers: dict[str, str]) -> None:
    ann = sqlite_server.ann
    answer = ann.client.post("/api/tables", json=TABLE, headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "foreign-origin")
    id = ann.open("person", "open")
    if "origin" in headers:
        with pytest.raises(WebSocketDisconnect), ann.live(id, headers=headers):
            pass
    assert ann.client.get(f"/api/tables/{id}", headers=headers).status_code == 200


def test_own_and_named_origins_are_accepted(make_server: MakeServer) -> None:
    server = make_server(public_url="https://play.example.org", origins="https://a.example, http://b.example:8000/")
    for origin in ("http://localhost", "https://play.example.org", "https://a.example", "http://b.example:8000"):
        answer = server.ann.client.post("/api/tables", json=TABLE, headers={"origin": origin})
        assert answer.status_code == 201, origin
        with server.ann.live(answer.json()["table"]["id"], headers={"origin": origin}) as socket:
            assert socket.receive_json()["type"] == "hello"
    assert answer.json()["link"].startswith("https://play.example.org/tables/")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "", "localhost.evil.example", "[", "a b"])
def test_unknown_hosts_are_refused(sqlite_server: LocalServer, host: str) -> None:
    answer = sqlite_server.ann.client.get("/api/editions", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (421, "unknown-host")


@pytest.mark.parametrize("host", ["localhost", "localhost:80", "127.0.0.1:8765", "192.168.1.7:8765", "[::1]:8765"])
def test_addresses_and_localhost_are_accepted(sqlite_server: LocalServer, host: str) -> None:
    assert sqlite_server.ann.client.get("/api/editions", headers={"host": host}).status_code == 200


def test_all_responses_have_security_headers(sqlite_server: LocalServer) -> None:
    client = sqlite_server.ann.client
    for path in (
        "/",
        "/docs",
        "/assets/plain.css",
        "/openapi.json",
        "/api/editions",
        "/nothing",
        "/healthz",
        "/api/me",
    ):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "cache-control" in headers
        assert "server" not in headers
    assert client.get("/api/me").headers["cache-control"] == "no-store"


def test_pages_comply_with_policy(sqlite_server: LocalServer) -> None:
    """No inline script or style, and nothing from elsewhere; tests/web checks the web app."""
    text = sqlite_server.ann.client.get("/docs").text
    for word in ("<script", "<style", "style=", "onclick", "http://", "https://"):
        assert word not in text, word
    docs = sqlite_server.ann.client.get("/docs").text
    for path in sqlite_server.ann.get("/openapi.json")["paths"]:
        assert path in docs


def test_limits_of_requests_match_file(sqlite_server: LocalServer) -> None:
    """After a change of the interface: `make generate`."""
    listed = api_limits.listed(sqlite_server.ann.get("/openapi.json"))
    assert listed.splitlines() == api_limits.LIMITS_FILE.read_text(encoding="utf-8").splitlines()


def test_body_size_is_limited(sqlite_server: LocalServer) -> None:
    client = sqlite_server.ann.client
    big = {"name": "x" * 70_000}
    answer = client.post("/api/me", json=big)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "too-large")
    # also without a content length
    answer = client.post("/api/me", content=iter([b"{" + b" " * 40_000] * 4))
    assert answer.status_code == 413
    assert client.post("/api/records", json=big).status_code == 422
    assert client.post("/api/records", content=b" " * (768 * 1024 + 1)).status_code == 413


def test_requests_are_rate_limited(make_server: MakeServer) -> None:
    server = make_server(rate=0.001, burst=5, heavy_rate=0.001, heavy_burst=2)
    ann, bob = server.ann, server.guest()
    for _ in range(2):
        ann.post("/api/tables", TABLE, 201)
    answer = ann.client.post("/api/tables", json=TABLE)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "too-many")
    assert int(answer.headers["retry-after"]) > 0
    codes = [ann.client.get("/api/bots").status_code for _ in range(6)]
    assert codes[0] == 200
    assert codes[-1] == 429
    # a guest without requests is not affected
    assert [bob.client.get("/api/bots").status_code for _ in range(3)] == [200] * 3
    # guessing codes is heavy work, too
    assert bob.client.get("/api/codes/AAAAAAAAAA").status_code == 429


def test_all_routes_declare_their_limit() -> None:
    routes = [route for module in ROUTE_MODULES for route in module.router.routes if isinstance(route, DeferredRoute)]
    assert len(routes) > 100
    undeclared = [f"{route.methods} {route.path}" for route in routes if route.policy is None]
    assert not undeclared, f"declare a cost, as in @router.post(…, cost=Cost.HEAVY): {undeclared}"
    undeclared_router = Router(prefix="/api")
    undeclared_router.post("/undeclared")(lambda: None)
    assert policy_of(undeclared_router.routes[-1]) == Policy(Cost.HEAVY, banned=False)


def test_routes_that_add_something_are_limited(make_server: MakeServer) -> None:
    settings: dict[str, Any] = {"rate": 1000, "burst": 1000, "heavy_rate": 0.001, "heavy_burst": 2}
    requests: list[tuple[str, str, Any]] = [
        ("POST", f"/api/puzzles/{next(iter(all_puzzles()))}/table", {"bot": "plain"}),
        ("POST", f"/api/lessons/{all_lessons()[0].id}", {"again": True}),
        ("PUT", "/api/me/seek", {"edition": "classic-2004"}),
        ("POST", "/api/me/tokens", {"name": "Robo"}),
        ("PUT", "/api/me/mail", {"address": "ann@example.org"}),
    ]
    server = make_server(**settings)
    id = server.ann.open("person", "open")
    for number, (method, path, body) in enumerate(requests):
        ann = server.guest(f"192.0.2.{number}")
        ann.post("/api/me", {"name": "Ann"})
        codes = [ann.client.request(method, path, json=body).status_code for _ in range(2)]
        assert codes[0] != 429, path
        assert codes[1] == 429, path
        # joining is only limited for strangers, whom it makes guests
        assert ann.client.post(f"/api/tables/{id}/join", json={}).status_code in (200, 409), path
        assert server.guest(f"192.0.2.{number}").client.post(f"/api/tables/{id}/join", json={}).status_code == 429


def test_networks_can_be_exempt_from_limits(make_server: MakeServer) -> None:
    strict: dict[str, Any] = {"burst": 40, "heavy_rate": 0.001, "heavy_burst": 2, "sockets_each": 1}
    free = make_server(**strict, rate=0)
    for _ in range(4):
        free.ann.post("/api/tables", TABLE, 201)
    club = make_server(**strict, rate=0.001, rate_exempt="203.0.113.0/24,2001:db8:7::/48")
    for address in ("203.0.113.9", "2001:db8:7:1::5"):
        for _ in range(4):
            club.guest(address).post("/api/tables", TABLE, 201)
        # single guests are limited there as usual
        ann = club.guest(address)
        ann.post("/api/me", {"name": "Ann"})
        assert [ann.client.get("/api/bots").status_code for _ in range(42)][-1] == 429
    other = club.guest("203.0.114.9")
    assert [other.client.post("/api/tables", json=TABLE).status_code for _ in range(3)] == [201, 201, 429]
    club.service(LiveHub).count_in(object(), "203.0.113.9")  # type: ignore[arg-type]
    club.service(LiveHub).count_in(object(), "203.0.114.9")  # type: ignore[arg-type]
    club.service(LiveHub).check("203.0.113.9")
    with pytest.raises(RateLimited):
        club.service(LiveHub).check("203.0.114.9")
    door = ConnectionLimiter(ServerConfig(connections_each=1, rate_exempt="203.0.113.0/24"))
    assert [door.enter("203.0.113.9") for _ in range(2)] == [0, 0]
    assert [door.enter("203.0.114.9") for _ in range(2)] == [0, 429]
    with pytest.raises(BadInput, match="not an address or network"):
        ServerConfig(rate_exempt="203.0.113.7/24")


async def _unread() -> Any:
    raise AssertionError("the body of a refused upload is read")


def test_uploads_take_a_slot_before_they_are_read() -> None:
    club = "192.0.2.1"

    async def run(config: ServerConfig) -> list[tuple[int, str]]:
        done = asyncio.Event()

        async def checks(scope: Scope, receive: Receive, send: Send) -> None:
            await done.wait()

        uploads = UploadLimitMiddleware(checks, config)

        async def upload(address: str) -> tuple[int, str]:
            told: list[Any] = []

            async def send(message: Any) -> None:
                told.append(message)

            scope = {"type": "http", HEADERS: {}, ADDRESS: address, POLICY: Policy(Cost.UPLOAD)}
            await uploads(scope, _unread, send)
            if not told:
                return 200, ""
            return told[0]["status"], dict(told[0]["headers"])[b"retry-after"].decode()

        addresses = ["a", "a", "a", club, club, club, "b", "b", "c", "d"]
        tasks = []
        for address in addresses:
            tasks.append(asyncio.create_task(upload(address)))
            await asyncio.sleep(0)
        done.set()
        first = await asyncio.gather(*tasks)
        assert await upload("a") == (200, ""), "slots are free again"
        return first

    taken, too_many, full = (200, ""), (429, "5"), (503, "5")
    answers = asyncio.run(run(ServerConfig(rate_exempt=club)))
    assert answers == [taken, taken, too_many, *[taken] * 6, full]
    assert asyncio.run(run(ServerConfig(rate=0))) == [taken] * 8 + [full] * 2


def test_uploads_are_charged_by_size(make_server: MakeServer) -> None:
    server = make_server(rate=1000, burst=1000, heavy_rate=0.001, heavy_burst=30)
    ann = server.ann
    large, small = b"[" + b" " * (700 * 1024) + b"]", b"[]"
    codes = [ann.client.post("/api/records", content=text).status_code for text in (large, large, large, small)]
    assert codes == [422, 422, 429, 422]


def test_buckets_refill() -> None:
    now = 0.0
    buckets = TokenBuckets(2.0, 3, lambda: now)
    assert [buckets.try_spend("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.try_spend("a") == 0.5
    assert buckets.try_spend("b") == 0
    now = 0.5
    assert buckets.try_spend("a") == 0
    assert buckets.try_spend("a") > 0
    now = 100
    assert [buckets.try_spend("a") == 0 for _ in range(4)] == [True, True, True, False]


def test_ipv6_network_counts_as_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"
    assert network_of("testclient") == "testclient"


def test_unexpected_error_reveals_nothing(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("the secret inside")

    monkeypatch.setattr(tables_store, "list_public", broken)
    answer = sqlite_server.ann.client.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json() == {
        "error": {"kind": "internal", "message": "Something went wrong on the server; it has been logged."}
    }
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers
    assert any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 10_000,
        b'{"name": NaN}',
        b'{"name": ' + b"9" * 5000 + b"}",
        b'{"name": "\\ud800"}',
        b'{"name": "\\u0000"}',
        b'{"name": ["a"]}',
        b'{"name": "a", "name2": 1e999}',
    ],
    ids=lambda b: repr(b[:20]),
)
def test_invalid_bodies_are_refused(sqlite_server: LocalServer, content: bytes) -> None:
    answer = sqlite_server.ann.client.post("/api/me", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["kind"] == "bad-input"


@pytest.mark.parametrize(
    "value", ["\ud800", "\u0000", float("nan"), 10**400, {"a": [1]}, [[]], None, True, "x" * 5000], ids=repr
)
def test_invalid_moves_are_refused(sqlite_server: LocalServer, value: Any) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    seat = sqlite_server.game(id).position.seat
    for move in (
        {"kind": value},
        {"kind": "open", "plant": value, "bid": 4},
        {"kind": "open", "plant": 4, "bid": value},
    ):
        text = json.dumps({"seat": seat, "moves": [move], "version": 0, "key": "k"})
        for path in ("moves",):
            answer = ann.client.post(
                f"/api/tables/{id}/{path}", content=text, headers={"content-type": "application/json"}
            )
            assert answer.status_code in (409, 422), answer.text
            assert answer.json()["error"]["message"]


def test_unknown_paths_and_methods_are_json_errors(sqlite_server: LocalServer) -> None:
    client = sqlite_server.ann.client
    assert client.get("/api/nothing").json()["error"]["kind"] == "not-found"
    assert client.delete("/api/me").json()["error"]["kind"] == "not-allowed"


def test_log_names_no_table(sqlite_server: LocalServer, caplog: pytest.LogCaptureFixture) -> None:
    """The address of a table is its key."""
    with caplog.at_level(logging.INFO):
        id = sqlite_server.ann.open("person", "person", start=True)
        sqlite_server.ann.get(f"/api/tables/{id}/view")
    lines = [record.getMessage() for record in caplog.records if record.name == "stromnetz.http"]
    assert "GET /api/tables/{id}/view 200" in lines
    assert not any(id in line for line in lines)
    data = json.loads(JsonFormatter().format(next(r for r in caplog.records if r.name == "stromnetz.http")))
    assert {"time", "level", "part", "message", "method", "route", "status", "ms"} <= set(data)
