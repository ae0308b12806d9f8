"""Accounts: names, log-in on several devices, sessions and password attempts."""

from __future__ import annotations

from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection
from starlette.websockets import WebSocketDisconnect

from stromnetz import BadInput
from stromnetz.server.accounts import passwords
from stromnetz.server.accounts import service as accounts_service
from stromnetz.server.accounts import store as sql
from stromnetz.server.accounts.passwords import check_password
from stromnetz.server.accounts.store import Person, find_person_by_name, people_of, person_of
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.identity import new_key, sign_session, verify_guest, verify_session
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import confusable_key
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer, read_until_closed
from tests.server.test_guests import NAMES

pytestmark = pytest.mark.alone  # account names are unique

WORDS = "four words in a row"


def account(guest: Guest, name: str = "Ann", password: str = WORDS) -> Any:
    return guest.post("/api/account", {"name": name, "password": password}, 201)["account"]


def log_in(guest: Guest, name: str = "Ann", password: str = WORDS, status: int = 200) -> Any:
    return guest.post("/api/account/log-in", {"name": name, "password": password}, status)


def person(server: LocalServer, name: str) -> Person:
    found: Person | None = server.read(lambda c: find_person_by_name(c, name))
    assert found is not None
    return found


def tables(guest: Guest) -> set[str]:
    return {table["id"] for table in guest.get("/api/me/tables")["tables"]}


def test_guest_gets_account_and_logs_in_elsewhere(server: LocalServer) -> None:
    ann, phone = server.ann, server.guest()
    id = ann.open("person", "person", start=True)
    old = dict(ann.client.cookies)
    made = account(ann, "Anna")
    assert (made["name"], made["password"], made["admin"], len(made["sessions"])) == ("Anna", True, False, 1)
    assert ann.get("/api/me") == {"guest": True, "name": "Anna", "unreadable": False, "account": True}
    assert ann.get(f"/api/tables/{id}")["seats"][0]["mine"]
    # the cookie from before is invalid, and is not issued again
    thief = server.guest()
    thief.client.cookies = old
    assert thief.get("/api/me")["unreadable"]
    before = dict(ann.client.cookies)
    ann.open("person", "open")
    assert dict(ann.client.cookies) == before
    # log in on another device, ignoring case
    assert log_in(phone, "ANNA")["account"]["name"] == "Anna"
    assert tables(phone) == tables(ann)
    server.play(id, {0: phone, 1: ann}, moves=2)
    found = person(server, "anna")
    assert (found.name, found.named, found.admin) == ("Anna", True, False)
    everybody = server.read(lambda c: people_of(c, [found.guest, new_id()]))
    assert everybody == {found.guest: found}
    assert server.read(lambda c: person_of(c, None)) is None
    # sessions survive a restart
    assert phone.get("/api/account")["account"]["sessions"][0]["here"]


def test_guest_data_moves_to_account_on_log_in(server: LocalServer) -> None:
    ann, phone, bob = server.ann, server.guest(), server.guest()
    first = ann.open("person", "open")
    account(ann)
    # as a guest on the phone: an own table, a seat at the same table, a seat by link, rest hours
    second = phone.open("person", "open", start=False)
    phone.post(f"/api/tables/{first}/join", {"name": "Phone"})
    link = bob.post("/api/tables", {"name": "Bob", "seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    phone.post("/api/recover", {"token": link["recovery"][0]["token"]})
    third = link["table"]["id"]
    bob.post(f"/api/tables/{second}/join", {"name": "Bob"})
    phone.put(
        "/api/me/rest-hours", {"zone": "Europe/Berlin", "night": {"from": "23:00", "to": "07:00"}, "holidays": []}
    )
    phone.post(f"/api/tables/{second}/chat", {"text": "hello", "key": "k"}, 201)
    phone.post("/api/me/tokens", {"name": "Tesla"}, 201)
    phone.post(f"/api/tables/{second}/start")
    cookie = dict(phone.client.cookies)
    with bob.live(second) as socket:
        assert socket.receive_json()["type"] == "hello"
        log_in(phone)
        assert tables(ann) == tables(phone) == {first, second, third}
        for who in (ann, phone):
            assert [seat["mine"] for seat in who.get(f"/api/tables/{first}")["seats"]] == [True, True]
            assert who.get(f"/api/tables/{second}")["host"]
        assert ann.get(f"/api/tables/{second}/chat")["lines"][0]["mine"]
    assert ann.get("/api/me/rest-hours")["zone"] == "Europe/Berlin"
    assert len(ann.get("/api/me/tokens")["tokens"]) == 1
    # the game continues on either device, and the phone's guest has nothing left
    server.play(second, {0: ann, 1: bob}, moves=3)
    server.play(second, {0: phone, 1: bob}, moves=3)
    ghost = server.guest()
    ghost.client.cookies = cookie
    assert ghost.get("/api/me")["unreadable"]
    # an account is not merged into another one
    other = server.guest()
    account(other, "Zoe")
    log_in(other, status=409)
    log_in(ann, "Zoe", status=409)


def test_account_keeps_its_own_settings_on_log_in(server: LocalServer) -> None:
    ann, phone, bob = server.ann, server.guest(), server.guest()
    account(ann)
    phone.post("/api/me", {"name": "Phone"})
    bob.post("/api/me", {"name": "Bob"})
    for guest, zone in ((ann, "UTC"), (phone, "Europe/Berlin"), (bob, "Asia/Tokyo")):
        guest.put("/api/me/rest-hours", {"zone": zone})
    log_in(phone)
    zones = [guest.get("/api/me/rest-hours")["zone"] for guest in (ann, phone, bob)]
    assert zones == ["UTC", "UTC", "Asia/Tokyo"]


def test_new_name_appears_on_all_seats(server: LocalServer) -> None:
    ann, ben = server.ann, server.guest()
    account(ann)
    running, waiting = ann.open("person", "open"), ann.open("person", "open")
    shared = ben.open("person", "person", start=True)
    ben.post(f"/api/tables/{running}/join", {"name": "Anna"})
    ann.post(f"/api/tables/{running}/start")

    def names(id: str) -> list[str]:
        return [seat["name"] for seat in ben.get(f"/api/tables/{id}")["seats"]]

    assert names(running) == ["Ann", "Anna"]
    with ben.live(running) as socket:
        assert socket.receive_json()["type"] == "hello"
        ann.put("/api/account/name", {"name": "Anna"})
        told: Any = {}
        while told.get("type") != "table":
            told = socket.receive_json()
    # the account has precedence over a guest of the same name
    assert [seat["name"] for seat in told["table"]["seats"]] == ["Anna", "Anna 2"]
    assert names(waiting) == ["Anna", ""]
    # guests can rename themselves, too; of people who share a screen, only the one with the old name changes
    ben.post("/api/me", {"name": "Ben"})
    assert names(running) == ["Anna", "Ben"]
    assert names(shared) == ["Ben", "Ann 2"]
    ben.post(f"/api/tables/{waiting}/join", {})
    ben.post("/api/account", {"name": "Benedikt", "password": WORDS}, 201)
    assert (names(running), names(waiting)) == (["Anna", "Benedikt"], ["Anna", "Benedikt"])
    # also a seat that was taken as a guest elsewhere
    phone = server.guest()
    third = phone.open("person", "open")
    log_in(phone, "Benedikt")
    assert names(third) == ["Benedikt", ""]


def test_new_account_keeps_its_name_at_a_table_with_a_guest_of_that_name(sqlite_server: LocalServer) -> None:
    id, ann, bob = sqlite_server.game_of_two()
    account(ann, "Bob")
    assert [seat["name"] for seat in bob.get(f"/api/tables/{id}")["seats"]] == ["Bob", "Bob 2"]


def test_sessions_are_listed_and_ended(server: LocalServer) -> None:
    ann, phone, tablet = server.ann, server.guest(), server.guest()
    phone.client.headers["user-agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    id = ann.open("person", "plain")
    account(ann)
    log_in(phone)
    log_in(tablet)
    listed = ann.get("/api/account")["account"]["sessions"]
    assert [one["here"] for one in listed].count(True) == 1
    (mobile,) = (one for one in listed if one["device"] == "Firefox, Android")
    with phone.live(id) as socket:
        ann.call("DELETE", f"/api/account/sessions/{mobile['id']}", 204)
        with pytest.raises(WebSocketDisconnect):
            read_until_closed(socket)
    assert phone.get("/api/me") == {"guest": False, "name": None, "unreadable": True, "account": False}
    ann.call("DELETE", f"/api/account/sessions/{mobile['id']}", 404)
    assert tablet.get("/api/me")["account"]
    # sessions of others cannot be ended
    eve = server.guest()
    account(eve, "Eve")
    theirs = eve.get("/api/account")["account"]["sessions"][0]["id"]
    ann.call("DELETE", f"/api/account/sessions/{theirs}", 404)
    server.guest().call("DELETE", "/api/account/sessions", 403)
    # logging out affects one device, and ended sessions stay ended after a restart
    ann.call("DELETE", "/api/account/sessions", 204)
    assert not tablet.get("/api/me")["account"]
    assert ann.get("/api/me")["account"]
    server.restart()
    assert [one.get("/api/me")["account"] for one in (ann, tablet, eve)] == [True, False, True]
    assert ann.post("/api/me/log-out", {"stay": False})["account"] is False
    assert not ann.get("/api/me")["account"]
    assert eve.get("/api/me")["account"]


def test_new_password_ends_other_sessions(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, phone = server.ann, server.guest()
    account(ann)
    log_in(phone)
    for old in (None, "not the password"):
        ann.put("/api/account/password", {"old": old, "new": "another row of words"}, 403)
    ann.put("/api/account/password", {"old": WORDS, "new": "short"}, 422)
    ann.put("/api/account/password", {"old": WORDS, "new": "another row of words"})
    assert ann.get("/api/me")["account"]
    assert not phone.get("/api/me")["account"]
    phone.post("/api/me/log-out", {})
    log_in(phone, status=403)
    log_in(phone, password="another row of words")
    server.guest().put("/api/account/password", {"new": WORDS}, 403)


def test_session_is_touched_and_cookie_renewed(sqlite_server: LocalServer, time: Time) -> None:
    ann = sqlite_server.ann
    account(ann)
    before = dict(ann.client.cookies)
    time.pass_by(3600)
    ann.get("/api/me")
    (session,) = ann.get("/api/account")["account"]["sessions"]
    assert session["seen_at"] - session["created_at"] == 3600_000
    assert dict(ann.client.cookies) == before
    time.pass_by(60 * 24 * 3600)
    ann.get("/api/me")
    assert dict(ann.client.cookies) != before
    # a stolen copy of the old cookie expires
    thief = sqlite_server.guest()
    thief.client.cookies = before
    assert thief.get("/api/me")["account"]
    time.pass_by(360 * 24 * 3600)
    assert thief.get("/api/me")["unreadable"]
    assert ann.get("/api/me")["account"]


def test_attempts_are_limited_and_reveal_no_account(server: LocalServer, time: Time) -> None:
    account(server.ann)
    eve = server.guest()
    answers: dict[tuple[str, int | str], Any] = {}
    for name in ("Ann", "Nobody"):
        for n in range(passwords.FREE_ATTEMPTS["name"]):
            answers[name, n] = log_in(eve, name, "a wrong password", 403)
        answers[name, "locked"] = log_in(eve, name, WORDS, 429)
    # the response is the same with and without an account
    for n in (*range(passwords.FREE_ATTEMPTS["name"]), "locked"):
        assert answers["Ann", n] == answers["Nobody", n]
    assert answers["Ann", "locked"]["error"]["message"] == "Too many wrong passwords. Try again in 1 minute."
    # attempts are counted in the database; the right password is refused, too, until the time is over
    time.pass_by(31)
    log_in(server.guest())
    for _ in range(passwords.FREE_ATTEMPTS["name"] - 1):
        log_in(eve, "Ann", "a wrong password", 403)


def test_waits_grow_and_count_by_address(sqlite_server: LocalServer, time: Time) -> None:
    eve, waits = sqlite_server.guest(), []
    account(sqlite_server.ann)
    for _ in range(12):
        answer = eve.client.post("/api/account/log-in", json={"name": "Ann", "password": "wrong and wrong"})
        if answer.status_code == 429:
            waits.append(int(answer.headers["retry-after"]))
            time.pass_by(waits[-1])
    assert waits == [30, 60, 120, 240]
    n = 0
    while eve.client.post("/api/account/log-in", json={"name": f"N{n}", "password": "wrong"}).status_code == 403:
        n += 1
    assert n == passwords.FREE_ATTEMPTS["address"] - 8
    assert log_in(sqlite_server.ann, status=409)["error"]["kind"] == "conflict"
    time.pass_by(24 * 3600)
    log_in(sqlite_server.guest())


def test_unknown_name_costs_the_same_work(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that the same hash is computed, instead of measuring time."""
    account(sqlite_server.ann)
    tried: list[str] = []
    verify = PasswordHasher.verify

    def noted(hasher: PasswordHasher, kept: str, password: str) -> bool:
        tried.append(kept)
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", noted)
    for name in ("Ann", "Nobody"):
        log_in(sqlite_server.guest(), name, "a wrong password", 403)
    known, unknown = (kept.split("$") for kept in tried)
    assert known[:4] == unknown[:4]  # kind, version and costs
    assert known[4:] != unknown[4:]


def test_similar_names_are_refused(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    account(server.ann)
    for name in ("ann", "ANN", "A n n", "\u0410nn", "\uff21\uff4e\uff4e", "a_n_n", "ann.", "\u0391\u039d\u039d"):
        refused = server.guest().post("/api/account", {"name": name, "password": WORDS}, 409)
        assert name in refused["error"]["message"]
    for name in ("Admin", "5tromnetz", "s0mebody", "plain"):
        server.guest().post("/api/account", {"name": name, "password": WORDS}, 409)
    for name in ("a\u202eb", "a\u200bb", "x" * 25, " ", "\ud800", "a\nb"):
        server.guest().call("POST", "/api/account", 422, content=b'{"name":%s,"password":"x"}' % repr_json(name))
    others = ["Anna", "Jörg", "Ирина", "山田太郎", "يوسف", "रवि", "Σωκράτης"]
    for name in others:
        guest = server.guest()
        assert account(guest, name)["name"] == name
    guest.put("/api/account/name", {"name": "ÀNN"})
    guest.put("/api/account/name", {"name": "Ann"}, 409)
    assert guest.get("/api/me")["name"] == "ÀNN"
    # account holders sit under their account name
    id = server.ann.open("person", "open", name="Somebody else")
    assert server.ann.get(f"/api/tables/{id}")["seats"][0]["name"] == "Ann"
    server.ann.post("/api/me", {"name": "Bob"}, 409)
    server.ann.post("/api/me", {"name": "Ann"})


def repr_json(text: str) -> bytes:
    return ('"' + "".join(f"\\u{ord(one):04x}" for one in text) + '"').encode()


def test_confusable_keys() -> None:
    assert confusable_key("Ian") == confusable_key("lan") == confusable_key("1an")
    assert confusable_key("Barney") == confusable_key("bamey")
    assert confusable_key("...") == "..."
    alike = (
        # Lisu, Malayalam and Bengali, Hebrew with Arabic digits, Coptic
        *(("Ann", "\ua4eenn"), ("Otto", "\u0d20tt\u09e6"), ("Lola", "\u05df\u0665\u0661\u2c81")),
        # Arabic and Persian
        *(("\u0639\u0644\u064a", "\u0639\u0644\u06cc"), ("\u0645\u0644\u0643", "\u0645\u0644\u06a9")),
        # kana and kanji
        *(("\u30ab\u30bf\u30ed", "\u529b\u5915\u53e3"), ("\u3078\u30fc", "\u30d8\u4e00")),
        # Thai, Korean
        *(("\u0e41\u0e01\u0e49", "\u0e40\u0e40\u0e01\u0e49"), ("\u1101\u1173", "\u1101\u3161")),
    )
    for one, other in alike:
        assert confusable_key(one) == confusable_key(other), (one, other)
    # different names in every script stay different
    assert len({confusable_key(name) for name in NAMES}) == len(NAMES)
    assert confusable_key("Jo") != confusable_key("Jö")


def test_password_rules() -> None:
    assert check_password("correct horse", "Ann") == "correct horse"
    assert check_password("pa\u0308sse im schnee", "Ann") == "pässe im schnee"
    for value in ("日本語のパスワード", "        x y z", "\x00\x01\x02\x03\x04\x05\x06\x08", "abd" * 66 + "ab"):
        assert check_password(value, "Ann") == value
    for value in ("seven77", "x" * 201, "aaaaaaaaaa", "12345678", "87654321", "abcdefgh", "password1", "\ud800" * 9):
        with pytest.raises(BadInput):
            check_password(value, "Ann")
    with pytest.raises(BadInput):
        check_password("Annabella1", "annabella")


def test_session_cookies_are_signed() -> None:
    key, guest, session = new_key(), new_id(), new_id()
    cookie = sign_session(guest, key, 2, session, 20000)
    assert verify_session(cookie, key) == (guest, 2, session, 20000)
    assert verify_guest(cookie, key) is None
    who, signature = cookie.rsplit(".", 1)
    for wrong in (f"{who[:-1]}1.{signature}", f"{who}.", f"{who}.é", who, "", None, cookie.replace(".2.", ".3.")):
        assert verify_session(wrong, key) is None
    assert verify_session(cookie, new_key()) is None


def test_device_names() -> None:
    chrome = (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
    )
    assert accounts_service.device_of(chrome) == "Chrome, Windows"
    assert accounts_service.device_of("curl/8.1") == "curl"
    assert accounts_service.device_of("<b>\u202e" * 50) == "b" * 40
    assert accounts_service.device_of("") == ""


@pytest.mark.parametrize("why", ["switched off", "libraries"])
def test_server_without_accounts(why: str, sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = sqlite_server
    account(server.ann)
    if why == "libraries":
        monkeypatch.setattr(accounts_service, "LIBRARIES", ("no_such_library",))
    server.restart(no_accounts=why == "switched off")
    assert server.guest().get("/api/me")["account"] is None
    assert server.guest().get("/api/account") == {"offered": False, "provider": None, "emails": False, "account": None}
    log_in(server.guest(), status=409)
    refused = server.guest().post("/api/account", {"name": "Bob", "password": WORDS}, 409)
    for path, body in (("password-reset", {"name": "Ann"}), ("reset", {"token": "A" * 43, "new": WORDS})):
        assert server.guest().post(f"/api/account/{path}", body, 409) == refused
    # existing accounts keep working and can be deleted
    assert server.ann.get("/api/me")["name"] == "Ann"
    server.ann.put("/api/account/name", {"name": "Anna"}, 409)
    server.ann.post("/api/me/log-out", {})


def test_admin_right(sqlite_server: LocalServer) -> None:
    account(sqlite_server.ann)
    guest = person(sqlite_server, "Ann").guest
    assert sqlite_server.run(sqlite_server.service(Database).write, lambda c: sql.set_admin(c, guest, True))
    assert not sqlite_server.run(sqlite_server.service(Database).write, lambda c: sql.set_admin(c, new_id(), True))
    assert person(sqlite_server, "Ann").admin
    assert sqlite_server.ann.get("/api/account")["account"]["admin"]


def test_log_in_clears_attempts_of_name_and_one_of_address(sqlite_server: LocalServer) -> None:
    counted = {"name": "digest of a name", "address": "digest of an address"}

    def attempts(c: Connection) -> tuple[object, object]:
        passwords.count_attempt(c, counted)
        passwords.count_attempt(c, counted)
        passwords.count_attempt(c, counted)
        passwords.clear_attempts(c, counted)
        found = sql.attempts_of(c, counted["address"])
        return sql.attempts_of(c, counted["name"]), found and found[0]

    assert sqlite_server.run(sqlite_server.service(Database).write, attempts) == (None, 2)
