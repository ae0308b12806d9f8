"""People are told that it is their turn by Web Push: at a real service, run by the test."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from stromnetz.engine.errors import BadInput
from stromnetz.server.accounts import guest_store
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.engine import writing
from stromnetz.server.notifications import service as notifications_service
from stromnetz.server.notifications import store as notifications_store
from stromnetz.server.notifications import web_push
from stromnetz.server.notifications.service import NotificationService
from stromnetz.server.notifications.store import Push
from stromnetz.server.notifications.web_push import check_endpoint, plain
from tests.server.conftest import Time
from tests.server.house import Guest, House
from tests.server.outposts import CONTACT, HangingService, PushService, begun, gone, look, two


@pytest.fixture
def service() -> Iterator[PushService]:
    out = PushService()
    yield out
    out.close()


# --- Web Push ---------------------------------------------------------------------------------------------------------


def test_a_closed_browser_is_told_once_what_only_it_can_read(
    database: str, make_house: Callable[..., House], time: Time, service: PushService
) -> None:
    house = make_house(database, push_contact=CONTACT, push_anywhere=True)
    ann, ben = two(house)
    key = ann.get("/api/me/notices")["push"]["key"]
    ann.call("POST", "/api/me/push", json=service.subscription("/ann"), params={"language": "de"})
    ben.post("/api/me/push", service.subscription("/ben"))
    id, first, _ = begun(house, ann, ben)
    # the first has just begun the game, or joined; both are gone from here on
    time.pass_by(1)
    game = house.game(id)
    first.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]
    gone(house, time, 30)
    look(house)
    assert service.arrived == [], "not at once"
    time.pass_by(30)
    look(house)
    look(house)
    assert len(service.arrived) == 1
    headers, message = service.read()
    whose = ann if house.game(id).decision.seat == 0 else ben  # type: ignore[union-attr]
    said = {"de": "Du bist am Zug", "en": "It is your turn"}["de" if whose is ann else "en"]
    assert message["title"] == said
    assert message.keys() == {"title", "body", "table"}
    assert message["table"] == id == headers["topic"]
    assert re.fullmatch(r"[^,]+, [^,]+, 2 (players|Spieler)", message["body"])
    # signed by the key that the browser was given
    found = re.fullmatch(r"vapid t=(\S+?)\.(\S+?)\.(\S+?),\s?k=(\S+)", headers["authorization"])
    assert found is not None
    assert found[4] == key
    claims = json.loads(plain(found[2]))
    assert (claims["aud"], claims["sub"]) == (service.origin, CONTACT)
    raw = plain(found[3])
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(signature, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(SHA256()))


def test_nobody_is_told_who_looks_or_has_answered_and_what_is_due_outlives_a_restart(
    database: str, make_house: Callable[..., House], time: Time, service: PushService
) -> None:
    settings = {"push_contact": CONTACT, "push_anywhere": True}
    house = make_house(database, **settings)
    ann, ben = two(house)
    for guest, path in ((ann, "/ann"), (ben, "/ben")):
        guest.post("/api/me/push", service.subscription(path))
    id, first, _ = begun(house, ann, ben)
    key = ann.get("/api/me/notices")["push"]["key"]
    time.pass_by(1)
    with first.live(id) as live:
        assert live.receive_json()["type"] == "hello"
        time.pass_by(100)
        look(house)
        assert service.arrived == [], "whoever has the table open"
    # it looked after its turn had begun
    gone(house, time, 100)
    look(house)
    assert service.arrived == [], "whoever has looked"
    game = house.game(id)
    first.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]
    service.status = 503
    gone(house, time, 60)
    look(house)
    tried = len(service.arrived)
    assert tried == 1
    house.stop()
    service.status = 201
    house = make_house(database, **settings)
    time.pass_by(600)
    look(house)
    assert len(service.arrived) == tried + 1, "what was not taken is tried again"
    look(house)
    assert len(service.arrived) == tried + 1
    fresh = house.guest()
    assert fresh.get("/api/me/notices")["push"]["key"] == key


def test_a_player_who_has_kept_the_table_open_is_not_told_when_the_turn_comes(
    database: str, make_house: Callable[..., House], time: Time, service: PushService
) -> None:
    house = make_house(database, push_contact=CONTACT, push_anywhere=True)
    ann, ben = two(house)
    for guest, path in ((ann, "/ann"), (ben, "/ben")):
        guest.post("/api/me/push", service.subscription(path))
    id, first, other = begun(house, ann, ben)
    with other.live(id) as live:
        assert live.receive_json()["type"] == "hello"
        time.pass_by(1)
        game = house.game(id)
        first.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]
        # it is not written down yet that the player looked after the turn began
        time.pass_by(60)
        look(house)
        assert service.arrived == []


def test_browsers_that_are_no_more_are_dropped_and_can_be_removed(
    database: str, make_house: Callable[..., House], time: Time, service: PushService
) -> None:
    house = make_house(database, push_contact=CONTACT, push_anywhere=True)
    ann, ben = two(house)
    for guest, path in ((ann, "/ann"), (ben, "/ben")):
        guest.post("/api/me/push", service.subscription(path))
        guest.post("/api/me/push", service.subscription(path))
    (browser,) = ann.get("/api/me/notices")["push"]["browsers"]
    ben.call("DELETE", f"/api/me/push/{browser['id']}", 404)
    assert browser.keys() == {"id", "browser", "created_at"}
    id, first, _ = begun(house, ann, ben)
    # whoever is to act first has looked before their turn began
    service.status = 410
    time.pass_by(1)
    game = house.game(id)
    first.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]
    gone(house, time, 60)
    look(house)
    left = [len(guest.get("/api/me/notices")["push"]["browsers"]) for guest in (ann, ben)]
    assert sorted(left) == [0, 1]
    stays = ann if left[0] else ben
    id = stays.get("/api/me/notices")["push"]["browsers"][0]["id"]
    assert stays.call("DELETE", f"/api/me/push/{id}")["push"]["browsers"] == []
    assert b'stromnetz_notices_total{result="gone",way="push"} 1.0' in house.service(Database).meters.text()


def waiting(house: House, time: Time, subscription: dict[str, Any], path: str) -> Guest:
    """Somebody with a browser and a table at which it is their turn."""
    ann, ben = two(house)
    id, first, _ = begun(house, ann, ben)
    time.pass_by(1)
    game = house.game(id)
    first.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]
    turn = house.game(id).decision
    assert turn is not None
    who = ann if turn.seat == 0 else ben
    origin = subscription["endpoint"].rpartition("/")[0]
    who.post("/api/me/push", {**subscription, "endpoint": f"{origin}{path}"})
    return who


def browsers(guest: Guest) -> int:
    return len(guest.get("/api/me/notices")["push"]["browsers"])


@pytest.fixture
def hanging() -> Iterator[HangingService]:
    out = HangingService()
    yield out
    out.close()


def test_endpoints_that_hang_delay_nobody_else(
    sqlite_file: str,
    make_house: Callable[..., House],
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others are told while all of the sends to hanging endpoints are still under way."""
    monkeypatch.setattr(web_push, "SEND_SECONDS", 60.0)
    house = make_house(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    hangs = {**service.subscription(), "endpoint": f"{hanging.origin}/x"}
    for number in range(6):
        waiting(house, time, hangs, f"/{number}")
    waiting(house, time, service.subscription(), "/good")
    gone(house, time, 60)
    round = threading.Thread(target=look, args=(house,))
    round.start()
    hanging.take(6)
    house.wait(lambda: bool(service.arrived), "the other one's notice")
    assert round.is_alive()
    hanging.close()  # ends the sends
    round.join(60)
    assert not round.is_alive()


def test_an_endpoint_is_dropped_after_three_timeouts_in_a_row(
    database: str,
    make_house: Callable[..., House],
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.2)
    monkeypatch.setattr(notifications_store, "MAX_TRIES", 10)
    house = make_house(database, push_contact=CONTACT, push_anywhere=True)
    ann = waiting(house, time, {**service.subscription(), "endpoint": f"{hanging.origin}/x"}, "/x")
    gone(house, time, 60)
    for _ in range(2):
        look(house)
        look(house)  # it is left alone for five minutes
        time.pass_by(301)
    assert browsers(ann) == 1
    assert b'stromnetz_notices_total{result="timeout",way="push"} 2.0' in house.service(Database).meters.text()
    # an answer in between starts the count again
    with monkeypatch.context() as patch:
        patch.setattr(house.service(NotificationService).push, "_post", answer_503)
        look(house)
    for left in (1, 1, 0):
        time.pass_by(301)
        look(house)
        assert browsers(ann) == left


async def answer_503(*_: Any) -> int:
    return 503


def test_timeouts_do_not_count_while_the_server_itself_is_offline(
    sqlite_file: str, make_house: Callable[..., House], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No connection could be made, and no other service has answered lately."""
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.01)
    house = make_house(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    push = house.service(NotificationService).push
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
    assert house.run(push.send, one, {"title": ""}, "t") == web_push.LATER
    reached.add(web_push.LOOKED_UP)
    assert house.run(push.send, one, {"title": ""}, "t") == web_push.UNREACHED
    push._answered_at = monotonic()
    assert house.run(push.send, one, {"title": ""}, "t") == web_push.TIMEOUT
    with writing(house.service(Database).engine).begin() as c:
        guest_store.add_guest(c, "g", "Ann")
        notifications_store.add_push(c, one)
        for _ in range(5):
            assert not notifications_store.push_timed_out(c, "i", 1000, counts=False)
        assert notifications_store.ready_pushes(c, "g", 1000) == []
        assert [
            push.timeouts for push in notifications_store.ready_pushes(c, "g", 1000 + notifications_store.PUSH_RETRY_MS)
        ] == [0]


def test_a_round_ends_in_its_time_and_the_next_one_goes_on(
    sqlite_file: str,
    make_house: Callable[..., House],
    time: Time,
    service: PushService,
    hanging: HangingService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.4)
    monkeypatch.setattr(notifications_service, "PUSH_ROUND_SECONDS", 0.3)
    monkeypatch.setattr(notifications_service, "MAX_PUSH_USERS", 1)
    house = make_house(sqlite_file, push_contact=CONTACT, push_anywhere=True)
    waiting(house, time, {**service.subscription(), "endpoint": f"{hanging.origin}/x"}, "/x")
    waiting(house, time, service.subscription(), "/good")
    gone(house, time, 60)
    look(house)
    assert service.arrived == [], "the only slot was taken for longer than the round"
    look(house)
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
def test_notices_go_to_public_addresses_alone(endpoint: str) -> None:
    with pytest.raises(BadInput):
        check_endpoint(endpoint, anywhere=False)
    assert check_endpoint("https://push.example.org/x", anywhere=False)


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
def test_a_name_may_lead_to_public_addresses_only(address: str, public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses that a translator or a tunnel turns into one of IPv4 are judged by that one, or refused."""

    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 443))])
    lookups = web_push.Lookups(anywhere=False)
    found = asyncio.run(lookups.address("push.example.org", 443, lambda: None))
    assert found == (address.partition("%")[0] if public else None)


def test_a_name_that_leads_inside_is_not_followed(
    database: str, make_house: Callable[..., House], service: PushService
) -> None:
    """A name is looked up when something is sent, and where it leads is checked then."""
    house = make_house(database, push_contact=CONTACT)
    push = house.service(NotificationService).push
    assert push is not None
    given = service.subscription()
    endpoint = f"https://localhost:{service.origin.rpartition(':')[2]}/x"
    one = Push("i", "g", endpoint, given["keys"]["p256dh"], given["keys"]["auth"], "en", "", 0)
    assert house.run(push.send, one, {"title": ""}, "t") == "gone"
    assert service.arrived == []


def test_bad_subscriptions_are_refused(sqlite_house: House, make_house: Callable[..., House], tmp_path: Path) -> None:
    sqlite_house.ann.post("/api/me", {"name": "Ann"})
    good = PushService()
    good.close()
    body = good.subscription()
    assert sqlite_house.ann.get("/api/me/notices") == {"push": None, "mail": None}
    sqlite_house.ann.post("/api/me/push", body, 409)
    sqlite_house.ann.put("/api/me/mail", {"address": "ann@example.org"}, 409)
    house = make_house(str(tmp_path / "push.sqlite"), push_contact=CONTACT)
    ann = house.ann
    ann.post("/api/me", {"name": "Ann"})
    public = {**body, "endpoint": "https://push.example.org/x"}
    house.guest().post("/api/me/push", public, 404)
    ann.post("/api/me/push", body, 422)
    for keys in ({"p256dh": "A" * 87, "auth": body["keys"]["auth"]}, {**body["keys"], "auth": "AAAA"}):
        ann.post("/api/me/push", {**public, "keys": keys}, 422)
    ann.post("/api/me/push", public)
