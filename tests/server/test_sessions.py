"""Sessions: validity, known devices, new signing keys, and cookies under https."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from stromnetz.cli import main
from stromnetz.server.accounts import store as accounts_store
from stromnetz.server.accounts.guests import MAX_ACCOUNTS, known_device, with_account
from stromnetz.server.accounts.passwords import FREE_ATTEMPTS
from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.core import identity
from stromnetz.server.core.cookies import COOKIE_DAYS
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.events import EventBus
from stromnetz.server.core.identity import GuestLoggedOut, IdentityRegistry, KnownGuests, Sessions, new_key, sign_guest
from stromnetz.tables.errors import Unavailable
from stromnetz.tables.ids import new_id
from tests.server.conftest import Time
from tests.server.in_process_client import Client
from tests.server.local_server import Guest, LocalServer, MakeServer, read_until_closed
from tests.server.test_accounts import WORDS, account, log_in, person

pytestmark = pytest.mark.alone  # account names are unique


def test_sessions_are_checked_in_the_database(
    database: str, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, other = make_server(database), make_server(database)
    ann, phone = server.ann, other.guest()
    account(ann)
    log_in(phone)
    (mobile,) = (one for one in ann.get("/api/account")["account"]["sessions"] if not one["here"])
    # the signing key alone is not enough without an existing session
    forger, me = server.guest(), person(server, "Ann").guest
    forger.client.cookies.set(
        "stromnetz", server.service(IdentityRegistry).session_cookie(me, new_id()), domain="localhost.local"
    )
    assert forger.get("/api/me")["unreadable"]
    reads = 0
    for store in (server.service(Database), other.service(Database)):
        read = store.read

        async def counted(work: Any, read: Any = read) -> Any:
            nonlocal reads
            reads += 1
            return await read(work)

        monkeypatch.setattr(store, "read", counted)
    ann.get("/api/bots")
    ann.get("/api/bots")
    assert reads == 0, "a session that was looked up is cached"
    # another process learns about an ended session by a message or by polling
    id = ann.open("person", "plain")
    with phone.live(id) as socket:
        ann.call("DELETE", f"/api/account/sessions/{mobile['id']}", 204)
        if not other.service(Database).bus.shared:
            assert other.run(other.service(IdentityRegistry).sessions.refresh) == {me}
            other.run(other.service(EventBus).publish, GuestLoggedOut(me))
        with pytest.raises(WebSocketDisconnect):
            read_until_closed(socket)
    assert phone.get("/api/me")["unreadable"]
    assert ann.get("/api/me")["account"]

    # while the database is unavailable, known sessions stay valid, and others are undecided
    async def fail(work: Any) -> Any:
        raise Unavailable(case="no-database")

    again = server.guest()
    log_in(again)
    monkeypatch.setattr(server.service(Database), "read", fail)
    assert ann.client.get("/api/bots").status_code == 200
    server.service(IdentityRegistry).sessions.clear()
    assert again.get("/api/me", 503)["error"]["kind"] == "unavailable"
    assert again.client.get("/healthz").status_code == 200
    with pytest.raises(WebSocketDisconnect), again.live(id):
        pass


def test_known_device_logs_in_despite_attempts_of_strangers(server: LocalServer, time: Time) -> None:
    ann, eve = server.ann, server.guest()
    account(ann)
    ann.post("/api/me/log-out")
    for _ in range(FREE_ATTEMPTS["name"]):
        log_in(eve, password="a wrong password", status=403)
    # strangers are locked out on all devices, also on one known for another account
    log_in(server.guest(), status=429)
    account(eve, "Eve")
    eve.post("/api/me/log-out")
    log_in(eve, status=429)
    # the owner is not, not even from the stranger's address
    for _ in range(FREE_ATTEMPTS["address"]):
        server.guest().client.post("/api/account/log-in", json={"name": "Nobody", "password": "wrong"})
    log_in(ann)
    ann.put("/api/account/password", {"old": WORDS, "new": "another row of words"})
    # a known device has no more attempts than others
    ann.post("/api/me/log-out")
    for _ in range(FREE_ATTEMPTS["device"]):
        log_in(ann, status=403)
    log_in(ann, password="another row of words", status=429)
    time.pass_by(31)
    log_in(ann, password="another row of words")


def test_session_is_valid_to_the_end_of_its_last_day(sqlite_server: LocalServer, time: Time) -> None:
    account(sqlite_server.ann)
    cookies = dict(sqlite_server.ann.client.cookies)

    def is_valid() -> bool:
        other = sqlite_server.guest()
        other.client.cookies = cookies
        sqlite_server.service(IdentityRegistry).sessions.clear()
        return not other.get("/api/me")["unreadable"]

    time.pass_by(COOKIE_DAYS * 24 * 3600 - 1)
    assert is_valid()
    time.pass_by(24 * 3600)
    assert not is_valid(), "though its use has renewed the session"


def test_cookie_of_known_device() -> None:
    key, accounts = new_key(), [new_id() for _ in range(MAX_ACCOUNTS + 1)]
    cookie = ""
    for one in accounts:
        cookie = with_account(cookie, one, key)
    known = [known_device(cookie, one, key) for one in accounts]
    assert known[0] is None, "the one used longest ago goes"
    assert None not in known[1:]
    assert len(set(known[1:])) == MAX_ACCOUNTS, "one account says nothing about another"
    assert with_account(cookie, accounts[-1], key) == cookie
    assert known_device(with_account(cookie, accounts[2], key), accounts[2], key) == known[2]
    assert known_device(cookie, accounts[2], new_key()) is None
    for wrong in ("", "x", cookie.replace(accounts[2], new_id()), "~" * 9, "é.é"):
        assert known_device(wrong, accounts[2], key) is None


def test_new_key_logs_everyone_out(database: str, make_server: MakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server = make_server(database)
    ann, ben = server.ann, server.guest()
    id = ann.open("person", "open", "open")
    account(ann)
    ben.post(f"/api/tables/{id}/join", {"name": "Ben"})
    program = ann.post("/api/me/tokens", {"name": "Tesla"})
    old_key, token = server.service(IdentityRegistry).key, ann.get(f"/api/tables/{id}/seats/0/recovery")["token"]
    assert main(["admin", "new-key", "--database", database]) == 2
    said = capsys.readouterr().err
    assert "everyone is logged out" in said
    assert "accounts on all devices (1 sessions)" in said
    assert "(seats at open tables: 1), bots (tokens: 1)" in said
    server.run(server.service(AdminActionFollower).apply_new)
    assert ann.get("/api/me")["account"], "nothing was done without --yes"
    with ben.live(id) as socket, ann.live(id) as mine:
        assert main(["admin", "new-key", "--database", database, "--yes", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"sessions": 1, "seats": 1, "programs": 1}
        server.run(server.service(AdminActionFollower).apply_new)
        for one in (socket, mine):
            with pytest.raises(WebSocketDisconnect) as ended:
                read_until_closed(one)
            assert ended.value.code == 4001
    assert [one.get("/api/me")["unreadable"] for one in (ann, ben)] == [True, True]
    headers = {"authorization": f"Bearer {program['token']}"}
    assert server.guest().client.get("/api/me", headers=headers).status_code == 401
    # the old key is worthless
    forger = server.guest()
    forger.client.cookies.set("stromnetz", sign_guest(new_id(), old_key), domain="localhost.local")
    assert forger.get("/api/me")["unreadable"]
    # accounts can log in again, and seats have new links
    ann.post("/api/me/log-out")
    log_in(ann)
    server.guest().post("/api/recover", {"token": token}, 404)
    other = ann.get(f"/api/tables/{id}/seats/0/recovery")["token"]
    assert server.guest().post("/api/recover", {"token": other})["table"]["seats"][0]["mine"]
    server.restart()
    assert ann.get("/api/me")["account"]
    assert server.service(IdentityRegistry).key != old_key


HTTPS = "https://play.example.org"
NEW, OLD = "__Host-stromnetz", "stromnetz"


def browser(server: LocalServer) -> Guest:
    """Return a browser that uses https through a proxy."""
    client = Client(server.app, HTTPS)
    client.portal = server.guest().client.portal
    return Guest(client)


def cookies_set(headers: Any) -> dict[str, str]:
    """Return the cookies that a response sets, by name."""
    found = [text for name, text in headers if name.lower() in ("set-cookie", b"set-cookie")]
    texts = [text.decode() if isinstance(text, bytes) else text for text in found]
    return {text.partition("=")[0]: text.partition("=")[2] for text in texts}


def test_https_cookies_belong_to_this_host(database: str, make_server: MakeServer) -> None:
    server = make_server(database, public_url=HTTPS)
    ann = browser(server)
    answer = ann.client.post("/api/me", json={"name": "Ann"})
    (new,) = cookies_set(answer.headers.multi_items()).items()
    assert new[0] == NEW
    assert new[1].endswith("; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax; Secure")
    assert ann.get("/api/me")["name"] == "Ann"
    account(ann)
    assert set(ann.client.cookies) == {NEW, f"{NEW}-device"}
    # cookies that another host of the domain could set are ignored, beside ours and instead of it
    eve = browser(server)
    account(eve, "Eve")
    tossed = {OLD: eve.client.cookies[NEW]}
    ann.client.cookies.set(OLD, tossed[OLD])
    assert ann.get("/api/me")["name"] == "Ann"
    victim = browser(server)
    victim.client.cookies = tossed
    assert victim.get("/api/me")["unreadable"]
    assert set(cookies_set(victim.client.post("/api/me/log-out").headers.multi_items())) == {NEW, OLD}


def test_cookie_of_old_name_is_replaced(database: str, make_server: MakeServer) -> None:
    """It was set before the server used https, or under an earlier name."""
    before = make_server(database)
    ann, ben, id = before.ann, before.guest(), before.ann.open("person", "plain")
    ben.post("/api/me", {"name": "Ben"})
    account(ann)
    old = [dict(one.client.cookies) for one in (ann, ben)]
    before.stop()
    server = make_server(database, public_url=HTTPS)
    for cookies, name in zip(old, ("Ann", "Ben"), strict=True):
        one = browser(server)
        one.client.cookies.set(OLD, cookies[OLD], domain="play.example.org")
        with one.client.websocket_connect(f"wss://play.example.org/api/tables/{id}/live") as socket:
            assert cookies_set(socket.extra_headers).keys() == {NEW, OLD}
        # cacheable responses set no cookie
        cached = one.client.get("/api/editions")
        assert cached.headers["cache-control"] != "no-store"
        assert cookies_set(cached.headers.multi_items()) == {}
        answer = one.client.get("/api/me")
        assert answer.json()["name"] == name
        got = cookies_set(answer.headers.multi_items())
        assert "Max-Age=0" in got[OLD]
        assert set(one.client.cookies) - {f"{NEW}-device"} == {NEW}
        again = one.client.get("/api/me")
        assert (again.json()["name"], cookies_set(again.headers.multi_items())) == (name, {})
    # logging out deletes both
    one = browser(server)
    one.client.cookies.set(OLD, old[0][OLD], domain="play.example.org")
    assert one.post("/api/me/log-out")["guest"] is False
    assert not {NEW, OLD} & set(one.client.cookies)
    assert one.get("/api/me")["unreadable"] is False


class StoredIdentities:
    """A database with guests and sessions, which notes who was asked for."""

    def __init__(self) -> None:
        self.valid = set("abcde")
        self.asked: list[str] = []
        self.away = False

    async def read(self, work: Callable[[Any], Any]) -> Any:
        if self.away:
            raise Unavailable("away")
        return work(self)


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> StoredIdentities:
    def guest_name(c: StoredIdentities, guest: str) -> str | None:
        c.asked.append(guest)
        return guest if guest in c.valid else None

    def session_guests(c: StoredIdentities, ids: list[str]) -> dict[str, str]:
        c.asked.append("".join(ids))
        return {id: f"guest {id}" for id in ids if id in c.valid}

    monkeypatch.setattr(accounts_store, "guest_name", guest_name)
    monkeypatch.setattr(accounts_store, "session_guests", session_guests)
    return StoredIdentities()


def test_least_recently_used_identities_are_forgotten(
    stored: StoredIdentities, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "CACHE_SIZE", 2)
    guests, sessions = KnownGuests(stored), Sessions(stored)  # type: ignore[arg-type]
    for find in (guests.has, sessions.guest_of):
        stored.asked.clear()
        assert all(asyncio.run(find(one)) for one in "abacab")
        assert stored.asked == list("abcb")
    for known in (guests, sessions):
        known.clear()
    stored.asked.clear()
    assert [asyncio.run(guests.has(one)) for one in "xxbb"] == [False, False, True, True]
    assert stored.asked == list("xxb"), "unknown guests may be added at any time"
    stored.asked.clear()
    assert [asyncio.run(sessions.guest_of(one)) for one in "xxbb"] == [None, None, "guest b", "guest b"]
    assert stored.asked == list("xb")
    stored.away = True
    assert asyncio.run(guests.has("unknown"))
    with pytest.raises(Unavailable):
        asyncio.run(sessions.guest_of("unknown"))


def test_ended_sessions_are_found_in_batches(stored: StoredIdentities, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "BATCH_SIZE", 2)
    sessions = Sessions(stored)  # type: ignore[arg-type]
    for one in "abcdex":
        asyncio.run(sessions.guest_of(one))
    sessions.end("a")
    stored.valid -= {"c", "e"}
    nobody: set[str] = set()
    for ended, asked in (({"guest c", "guest e"}, ["bc", "de"]), (nobody, ["bd"])):
        stored.asked.clear()
        assert asyncio.run(sessions.refresh()) == ended
        assert stored.asked == asked
    assert [asyncio.run(sessions.guest_of(one)) for one in "abce"] == [None, "guest b", None, None]
