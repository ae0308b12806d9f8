"""Passkeys: accounts without password, and verification of signatures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.authenticator import PRESENT, Authenticator
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer
from tests.server.test_accounts import WORDS, account, tables

pytestmark = pytest.mark.alone  # account names are unique

NEW, ALL, ASK, IN = (f"/api/account/passkeys{end}" for end in ("/new", "", "/ask", "/log-in"))


def make(guest: Guest, key: Authenticator, name: str | None = None, status: int = 201) -> Any:
    asked = guest.post(NEW, {} if name is None else {"name": name})
    return guest.post(ALL, {"id": asked["id"], "credential": key.make(asked["options"])}, status)


def log_in(guest: Guest, key: Authenticator, status: int = 200) -> Any:
    asked = guest.post(ASK)
    return guest.post(IN, {"id": asked["id"], "credential": key.answer(asked["options"])}, status)


def test_account_with_passkeys_only(server: LocalServer) -> None:
    ann, phone, key = server.ann, server.guest(), Authenticator()
    id = ann.open("person", "open")
    made = make(ann, key, "Ann")["account"]
    assert (made["name"], made["password"], len(made["passkeys"])) == ("Ann", False, 1)
    assert tables(ann) == {id}
    mine = phone.open("person", "open")
    assert log_in(phone, key)["account"]["name"] == "Ann"
    assert tables(phone) == tables(ann) == {id, mine}
    assert ann.get("/api/account")["account"]["passkeys"][0]["used_at"]
    # the last way to log in cannot be removed
    first = made["passkeys"][0]["id"]
    ann.call("DELETE", f"/api/account/passkeys/{first}", 409)
    other = Authenticator()
    assert len(make(ann, other)["account"]["passkeys"]) == 2
    # passkeys have labels
    named = ann.put(f"/api/account/passkeys/{first}", {"label": "  My old phone "})["account"]["passkeys"]
    assert {one["id"] == first: one["label"] for one in named}[True] == "My old phone"
    for label in ("", " ", "x" * 41, "a\nb"):
        assert ann.put(f"/api/account/passkeys/{first}", {"label": label}, 422)["error"]["message"]
    server.guest().put(f"/api/account/passkeys/{first}", {"label": "mine"}, 403)
    ben = server.guest()
    account(ben, "Ben")
    ben.put(f"/api/account/passkeys/{first}", {"label": "mine"}, 404)
    ann.call("DELETE", f"/api/account/passkeys/{first}", 204)
    ann.call("DELETE", f"/api/account/passkeys/{first}", 404)
    phone.post("/api/me/log-out", {})
    log_in(phone, key, 403)
    log_in(phone, other)
    ann.put("/api/account/password", {"new": WORDS})
    assert ann.get("/api/account")["account"]["password"]


def test_invalid_signatures_are_refused(sqlite_server: LocalServer, time: Time) -> None:
    server = sqlite_server
    ann, key = server.ann, Authenticator()
    make(ann, key, "Ann")
    eve = server.guest()
    make(eve, Authenticator("http://evil.example"), "Eve", 422)
    make(eve, Authenticator(flags=PRESENT), "Eve", 422)
    eve.post(NEW, {}, 422)
    eve.post(NEW, {"name": "ann"}, 409)
    assert not eve.get("/api/me")["guest"]
    # a response counts once, in time, for its own challenge, and not from a copied key
    asked = eve.post(ASK)
    answer = {"id": asked["id"], "credential": key.answer(asked["options"])}
    other = eve.post(ASK)
    eve.post(IN, {"id": other["id"], "credential": answer["credential"]}, 422)
    eve.post(IN, {"id": other["id"], "credential": key.answer(other["options"])}, 409)
    late = eve.post(ASK)
    time.pass_by(301)
    eve.post(IN, {"id": late["id"], "credential": key.answer(late["options"])}, 409)
    stranger = Authenticator()
    log_in(eve, stranger, 403)
    stranger.id = key.id
    log_in(eve, stranger, 422)
    key.count = 9
    log_in(server.guest(), key)
    key.count = 3
    log_in(server.guest(), key, 422)
    key.count = 10
    for wrong in ({}, {"id": 3}, {"id": key.answer(late["options"])["id"], "response": None}):
        asked = eve.post(ASK)
        refused = eve.client.post(IN, json={"id": asked["id"], "credential": wrong})
        assert refused.status_code in (403, 422)
    # challenges of others are not accepted
    asked = ann.post(NEW, {})
    eve.post(ALL, {"id": asked["id"], "credential": Authenticator().make(asked["options"])}, 409)
    log_in(ann, key, 409)


def test_passkeys_of_others_are_protected(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    key = Authenticator()
    make(sqlite_server.ann, key, "Ann")
    eve = sqlite_server.guest()
    account(eve, "Eve")
    theirs = sqlite_server.ann.get("/api/account")["account"]["passkeys"][0]["id"]
    eve.call("DELETE", f"/api/account/passkeys/{theirs}", 404)
    make(eve, key, status=422)
    monkeypatch.setattr("stromnetz.server.accounts.passkey_routes.MAX_PASSKEYS", 1)
    sqlite_server.ann.post(NEW, {}, 409)
