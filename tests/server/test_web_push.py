"""Turn notifications by Web Push, sent to a real service run by the test."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from stromnetz.engine.errors import BadInput
from stromnetz.server.accounts import store
from stromnetz.server.core.database.database import Database
from stromnetz.server.notifications import service as notifications_service
from stromnetz.server.notifications import store as notifications_store
from stromnetz.server.notifications import web_push
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.notifications.store import Push
from stromnetz.server.notifications.web_push import check_endpoint, from_base64url, to_base64url
from tests.server.conftest import Time
from tests.server.fake_services import (
    CONTACT,
    HangingService,
    PushService,
    everyone_leaves,
    move_once,
    named_pair,
    send_due,
    start_game,
)
from tests.server.local_server import Guest, LocalServer, MakeServer


@pytest.fixture
def server(database: str, make_server: MakeServer, time: Time) -> LocalServer:
    return make_server(database, push_contact=CONTACT, push_anywhere=True)


@pytest.fixture
def service() -> Iterator[PushService]:
    out = PushService()
    yield out
    out.close()


# --- Web Push ---------------------------------------------------------------------------------------------------------


def test_closed_browser_is_notified_once_with_encrypted_message(
    server: LocalServer, time: Time, service: PushService
) -> None:
    ann, ben = named_pair(server)
    key = ann.get("/api/me/notifications")["push"]["key"]
    ann.call("POST", "/api/me/push", json=service.subscription("/ann"), params={"language": "de"})
    ben.post("/api/me/push", service.subscription("/ben"))
    id, first, _ = start_game(server, ann, ben)
    # the players have just started or joined; from here on both are away
    time.pass_by(1)
    move_once(server, id, first)
    everyone_leaves(server, time, 44.999)
    send_due(server)
    assert service.arrived == [], "not at once"
    time.pass_by(0.001)
    send_due(server)
    send_due(server)
    assert len(service.arrived) == 1
    headers, message = service.read()
    whose = ann if server.game(id).decision.seat == 0 else ben  # type: ignore[union-attr]
    said = {"de": "Du bist am Zug", "en": "It's your turn"}["de" if whose is ann else "en"]
    assert message["title"] == said
    assert message.keys() == {"title", "body", "table"}
    assert message["table"] == id == headers["topic"]
    assert re.fullmatch(r"[^,]+, [^,]+, 2 (players|Spieler)", message["body"])
    # signed by the key that the browser was given
    found = re.fullmatch(r"vapid t=(\S+?)\.(\S+?)\.(\S+?),\s?k=(\S+)", headers["authorization"])
    assert found is not None
    assert found[4] == key
    claims = json.loads(from_base64url(found[2]))
    assert (claims["aud"], claims["sub"]) == (service.origin, CONTACT)
    assert (headers["ttl"], claims["exp"]) == (str(24 * 3600), time.ms // 1000 + 12 * 3600)
    raw = from_base64url(found[3])
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key))
    public.verify(signature, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(SHA256()))


def test_present_players_are_not_notified_and_due_turns_survive_restart(
    server: LocalServer, time: Time, service: PushService
) -> None:
    ann, ben = named_pair(server)
    ann.post("/api/me/push", service.subscription("/ann"))
    ben.post("/api/me/push", service.subscription("/ben"))
    id, first, _ = start_game(server, ann, ben)
    key = ann.get("/api/me/notifications")["push"]["key"]
    time.pass_by(1)
    with first.live(id) as live:
        assert live.receive_json()["type"] == "hello"
        time.pass_by(100)
        send_due(server)
        assert service.arrived == [], "whoever has the table open"
    # seen after the turn began
    everyone_leaves(server, time, 100)
    send_due(server)
    assert service.arrived == [], "whoever has looked"
    move_once(server, id, first)
    service.status = 503
    everyone_leaves(server, time, 60)
    send_due(server)
    tried = len(service.arrived)
    assert tried == 1
    server.stop()
    service.status = 201
    server.restart()
    time.pass_by(600)
    send_due(server)
    assert len(service.arrived) == tried + 1, "what was not taken is tried again"
    send_due(server)
    assert len(service.arrived) == tried + 1
    fresh = server.guest()
    assert fresh.get("/api/me/notifications")["push"]["key"] == key


def test_player_with_open_table_is_not_notified(server: LocalServer, time: Time, service: PushService) -> None:
    ann, ben = named_pair(server)
    ann.post("/api/me/push", service.subscription("/ann"))
    ben.post("/api/me/push", service.subscription("/ben"))
    id, first, other = start_game(server, ann, ben)
    with other.live(id) as live:
        assert live.receive_json()["type"] == "hello"
        time.pass_by(1)
        move_once(server, id, first)
        # the presence after the beginning of the turn is not saved yet
        time.pass_by(60)
        send_due(server)
        assert service.arrived == []


def test_gone_browsers_are_dropped_and_others_can_be_removed(
    server: LocalServer, time: Time, service: PushService
) -> None:
    ann, ben = named_pair(server)
    for guest, path in ((ann, "/ann"), (ben, "/ben")):
        guest.post("/api/me/push", service.subscription(path))
        guest.post("/api/me/push", service.subscription(path))
    (browser,) = ann.get("/api/me/notifications")["push"]["browsers"]
    ben.call("DELETE", f"/api/me/push/{browser['id']}", 404)
    assert browser.keys() == {"id", "browser", "created_at"}
    id, first, _ = start_game(server, ann, ben)
    # the first player was seen before the turn began
    service.status = 410
    time.pass_by(1)
    move_once(server, id, first)
    everyone_leaves(server, time, 60)
    send_due(server)
    left = [len(guest.get("/api/me/notifications")["push"]["browsers"]) for guest in (ann, ben)]
    assert sorted(left) == [0, 1]
    stays = ann if left[0] else ben
    id = stays.get("/api/me/notifications")["push"]["browsers"][0]["id"]
    assert stays.call("DELETE", f"/api/me/push/{id}")["push"]["browsers"] == []
    assert b'stromnetz_notifications_total{channel="push",result="gone"} 1.0' in server.service(Database).meters.text()


def test_gone_browser_is_asked_once(
    sqlite_file: str, make_server: MakeServer, time: Time, service: PushService
) -> None:
    server = make_server(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    ann, ben = named_pair(server)
    while [start_game(server, ann, ben)[1] for _ in range(3)].count(ann) < 2:
        pass
    ann.post("/api/me/push", service.subscription())
    service.status = 410
    everyone_leaves(server, time, 60)
    send_due(server)
    assert len(service.arrived) == 1, "though several tables wait for Ann"


def guest_to_notify(server: LocalServer, time: Time, subscription: dict[str, Any], path: str) -> Guest:
    """Return a guest with a browser, who has to act at a table."""
    ann, ben = named_pair(server)
    id, first, _ = start_game(server, ann, ben)
    time.pass_by(1)
    move_once(server, id, first)
    turn = server.game(id).decision
    assert turn is not None
    who = ann if turn.seat == 0 else ben
    origin = subscription["endpoint"].rpartition("/")[0]
    who.post("/api/me/push", {**subscription, "endpoint": f"{origin}{path}"})
    return who


def count_browsers(guest: Guest) -> int:
    return len(guest.get("/api/me/notifications")["push"]["browsers"])


@pytest.fixture
def hanging() -> Iterator[HangingService]:
    out = HangingService()
    yield out
    out.close()


def test_hanging_endpoints_delay_nobody(
    sqlite_file: str,
    make_server: MakeServer,
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others are notified while all sends to hanging endpoints are in progress."""
    monkeypatch.setattr(web_push, "SEND_SECONDS", 60.0)
    server = make_server(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    hangs = {**service.subscription(), "endpoint": f"{hanging.origin}/x"}
    for number in range(6):
        guest_to_notify(server, time, hangs, f"/{number}")
    guest_to_notify(server, time, service.subscription(), "/good")
    everyone_leaves(server, time, 60)
    round = threading.Thread(target=send_due, args=(server,))
    round.start()
    hanging.take(6)
    server.wait(lambda: bool(service.arrived), "the other one's notice")
    assert round.is_alive()
    hanging.close()  # ends the sends
    round.join(60)
    assert not round.is_alive()


def test_endpoint_is_dropped_after_three_timeouts(
    server: LocalServer,
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.2)
    monkeypatch.setattr(notifications_store, "MAX_TRIES", 10)
    ann = guest_to_notify(server, time, {**service.subscription(), "endpoint": f"{hanging.origin}/x"}, "/x")
    everyone_leaves(server, time, 60)
    for _ in range(2):
        send_due(server)
        send_due(server)  # the endpoint is paused for five minutes
        time.pass_by(301)
    assert count_browsers(ann) == 1
    assert (
        b'stromnetz_notifications_total{channel="push",result="timeout"} 2.0' in server.service(Database).meters.text()
    )
    # a response resets the count
    with monkeypatch.context() as patch:
        patch.setattr(server.service(NotificationService).push, "_post", answer_503)
        send_due(server)
    for left in (1, 1, 0):
        time.pass_by(301)
        send_due(server)
        assert count_browsers(ann) == left


async def answer_503(*_: Any) -> int:
    return 503


def test_failed_notification_is_tried_five_times(
    server: LocalServer, time: Time, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest_to_notify(server, time, service.subscription("/x"), "/x")
    everyone_leaves(server, time, 60)
    tried: list[str] = []

    async def fail(endpoint: str, *_: Any) -> int:
        tried.append(endpoint)
        return 503

    monkeypatch.setattr(server.service(NotificationService).push, "_post", fail)
    for _ in range(notifications_store.MAX_TRIES + 2):
        send_due(server)
        time.pass_by(3600)
    assert len(tried) == notifications_store.MAX_TRIES


def test_timeouts_do_not_count_while_server_is_offline(
    sqlite_file: str, make_server: MakeServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No connection could be established, and no other service has responded lately."""
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.01)
    server = make_server(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    push = server.service(NotificationService).push
    assert push is not None

    async def never(_endpoint: str, _body: bytes, _headers: dict[str, str], steps: set[str]) -> int:
        steps |= reached
        await asyncio.sleep(60)
        return 201

    reached: set[str] = set()

    monkeypatch.setattr(push, "_post", never)
    given = PushService()
    given.close()
    keys = given.subscription()["keys"]
    one = Push("i", "g", given.origin, keys["p256dh"], keys["auth"], "en", "", 0)
    assert server.run(push.send, one, {"title": ""}, "t") == web_push.LATER
    reached.add(web_push.LOOKED_UP)
    assert server.run(push.send, one, {"title": ""}, "t") == web_push.UNREACHED
    push._answered_at = monotonic()
    assert server.run(push.send, one, {"title": ""}, "t") == web_push.TIMEOUT
    with server.transaction() as c:
        store.add_guest(c, "g", "Ann")
        notifications_store.add_push(c, one)
        for _ in range(5):
            assert not notifications_store.push_timed_out(c, "i", 1000, counts=False)
        assert notifications_store.ready_pushes(c, "g", 1000) == []
        assert [
            push.timeouts for push in notifications_store.ready_pushes(c, "g", 1000 + notifications_store.PUSH_RETRY_MS)
        ] == [0]


def test_push_round_ends_in_time_and_next_one_continues(
    sqlite_file: str,
    make_server: MakeServer,
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.4)
    monkeypatch.setattr(notifications_service, "PUSH_ROUND_SECONDS", 0.3)
    monkeypatch.setattr(notifications_service, "MAX_PUSH_USERS", 1)
    server = make_server(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    guest_to_notify(server, time, {**service.subscription(), "endpoint": f"{hanging.origin}/x"}, "/x")
    guest_to_notify(server, time, service.subscription(), "/good")
    everyone_leaves(server, time, 60)
    send_due(server)
    assert service.arrived == [], "the only slot was taken for longer than the round"
    send_due(server)
    assert len(service.arrived) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://8.8.8.8/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[2002:7f00:1::]/x",
        "https://localhost/x",
        "https://push.example.org:8080/x",
        "https://user@push.example.org/x",
        "file:///etc/passwd",
        "https://",
        "https://push.example.org/a b",
        "https://[bad/x",
    ],
)
def test_only_public_addresses_are_used(endpoint: str) -> None:
    with pytest.raises(BadInput):
        check_endpoint(endpoint, anywhere=False)
    assert check_endpoint("https://push.example.org/x", anywhere=False)


def test_endpoint_must_be_an_http_address() -> None:
    for endpoint in ("ftp://push.example.org/x", "push.example.org/x", "file:///etc/passwd"):
        with pytest.raises(BadInput):
            check_endpoint(endpoint, anywhere=True)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("64:ff9b::808:808", True),  # 8.8.8.8, as DNS64 writes it
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("64:ff9b:1::a00:1", False),
        ("2002:7f00:1::", False),
        ("2002:808:808::1", False),
        ("2001:0:4136:e378::1", False),
        ("::ffff:10.0.0.1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:7f00:1", False),
        ("fe80::1%eth0", False),
    ],
)
def test_lookup_results_must_be_public(address: str, public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses that embed an IPv4 address are judged by that address, or refused."""

    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 443))])
    lookups = web_push.Lookups(anywhere=False)
    found = asyncio.run(lookups.address("push.example.org", 443, lambda: None))
    assert found == (address.partition("%")[0] if public else None)


def test_keys_in_base64_round_trip() -> None:
    for length in range(20):
        assert from_base64url(to_base64url(b"x" * length)) == b"x" * length


def test_new_key_has_32_bytes() -> None:
    assert len(from_base64url(web_push.new_private_key())) == 32


def test_status_of_a_service_says_whether_to_retry() -> None:
    for result, statuses in (
        (web_push.SENT, (200, 201, 299)),
        (web_push.LATER, (408, 429, 500, 503)),
        (web_push.GONE, (199, 300, 400, 404, 410, 428, 499)),
    ):
        assert {web_push._result_of(status) for status in statuses} == {result}


def test_lookups_are_cached_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push, "MAX_CACHED_LOOKUPS", 2)
    asked: list[str] = []

    def look_up(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", ("8.8.8.8", 443))]

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    lookups = web_push.Lookups(anywhere=False)
    for host in "abababcb":
        assert asyncio.run(lookups.address(host, 443, lambda: None)) == "8.8.8.8"
    assert "".join(asked) == "abc", "the third name replaces the oldest one"
    assert asyncio.run(lookups.address("a", 443, lambda: None)) == "8.8.8.8"
    assert "".join(asked) == "abca"


def test_name_of_private_address_is_refused(database: str, make_server: MakeServer, service: PushService) -> None:
    """The name is resolved and checked when something is sent."""
    server = make_server(database, push_contact=CONTACT)
    push = server.service(NotificationService).push
    assert push is not None
    given = service.subscription()
    endpoint = f"https://localhost:{service.origin.rpartition(':')[2]}/x"
    one = Push("i", "g", endpoint, given["keys"]["p256dh"], given["keys"]["auth"], "en", "", 0)
    assert server.run(push.send, one, {"title": ""}, "t") == "gone"
    assert service.arrived == []


def test_invalid_subscriptions_are_refused(sqlite_server: LocalServer, make_server: MakeServer) -> None:
    sqlite_server.ann.post("/api/me", {"name": "Ann"})
    good = PushService()
    good.close()
    body = good.subscription()
    assert sqlite_server.ann.get("/api/me/notifications") == {"push": None, "mail": None}
    sqlite_server.ann.post("/api/me/push", body, 409)
    sqlite_server.ann.put("/api/me/mail", {"address": "ann@example.org"}, 409)
    server = make_server(push_contact=CONTACT)
    ann = server.ann
    ann.post("/api/me", {"name": "Ann"})
    public = {**body, "endpoint": "https://push.example.org/x"}
    server.guest().post("/api/me/push", public, 404)
    ann.post("/api/me/push", body, 422)
    for keys in ({"p256dh": "A" * 87, "auth": body["keys"]["auth"]}, {**body["keys"], "auth": "AAAA"}):
        ann.post("/api/me/push", {**public, "keys": keys}, 422)
    ann.post("/api/me/push", public)
