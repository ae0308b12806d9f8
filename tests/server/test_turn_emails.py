"""Turn notifications by email, through a real mail server run by the test."""

from __future__ import annotations

import argparse
import re
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import update

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.config import ServerConfig, add_flags, read_config
from stromnetz.server.core.database.db_schema import seats
from stromnetz.server.notifications import store
from stromnetz.server.notifications.email import check_address
from stromnetz.server.notifications.store import LEASE_MS, MAIL, MAX_TRIES, DueTurn
from tests.server.conftest import Time
from tests.server.fake_services import (
    PUBLIC,
    Mailbox,
    email_server,
    everyone_leaves,
    move_once,
    named_pair,
    send_due,
    start_game,
)
from tests.server.local_server import MakeServer

LONG_DOMAIN = ".".join(letter * 60 for letter in "bcde") + ".example"

pytestmark = pytest.mark.alone  # account names are unique


# --- emails ----------------------------------------------------------------------------------------------------------


def test_emails_are_confirmed_combined_and_stopped(
    database: str, make_server: MakeServer, time: Time, mailbox: Mailbox
) -> None:
    server = email_server(make_server, mailbox, database)
    ann, ben = named_pair(server)
    tables = [start_game(server, ann, ben) for _ in range(2)]
    told = tables[0][1]
    ids = {id for id, first, _ in tables if first is told}
    state = told.call("PUT", "/api/me/mail", json={"address": "ann@example.org"}, params={"language": "nl"})
    assert state["mail"] == {"address": "ann@example.org", "confirmed": False, "turns": True}
    assert (ben if told is ann else ann).get("/api/me/notifications")["mail"]["address"] is None
    send_due(server)
    send_due(server)
    assert [to for to, _ in mailbox.messages] == [["ann@example.org"]]
    asking = mailbox.messages[0][1]
    assert asking["subject"] == "E-mails als je aan de beurt bent?"
    # nothing is sent before the link is confirmed; opening it is not enough
    time.pass_by(3600)
    stranger = server.guest()
    confirm = mailbox.link("confirm")
    shown = stranger.client.get(confirm).text
    assert "button" in shown
    assert "lang=nl" in shown, "the language of the address, not of the browser"
    send_due(server)
    assert len(mailbox.messages) == 1
    broken = confirm[:-1] + ("A" if confirm[-1] != "A" else "B")
    assert "lang=en" in stranger.client.get(broken).text
    assert "lang=en" in stranger.client.post(broken).text
    assert not told.get("/api/me/notifications")["mail"]["confirmed"]
    assert stranger.client.post(confirm).status_code == 200
    assert told.get("/api/me/notifications")["mail"]["confirmed"]

    send_due(server)
    send_due(server)
    assert len(mailbox.messages) == 2, "one email about all tables"
    email, body = mailbox.messages[1][1], mailbox.text()
    assert set(re.findall(r"/tables/(\S{22})", body)) == ids
    assert email["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert email["list-unsubscribe"] == f"<{PUBLIC}{mailbox.link('stop')}>"
    assert email["auto-submitted"] == "auto-generated"
    # a mail program unsubscribes without a cookie
    stop = mailbox.link("stop")
    assert "button" in stranger.client.get(stop).text
    assert told.get("/api/me/notifications")["mail"]["address"] is not None
    done = stranger.client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    # the address is kept for password resets
    off = {"address": "ann@example.org", "confirmed": True, "turns": False}
    assert told.get("/api/me/notifications")["mail"] == off
    assert stranger.client.post(stop).status_code == 200
    while start_game(server, ann, ben)[1] is not told:
        pass
    everyone_leaves(server, time, 2 * 3600)
    send_due(server)
    assert len(mailbox.messages) == 2
    assert told.put("/api/me/mail/turns", {"on": True})["mail"] == {**off, "turns": True}
    send_due(server)
    assert len(mailbox.messages) == 3
    (ben if told is ann else ann).put("/api/me/mail/turns", {"on": True}, 404)
    # a confirmed address need not be confirmed again
    told.put("/api/me/mail/turns", {"on": False})
    assert told.call("PUT", "/api/me/mail", json={"address": "ann@example.org"})["mail"] == {**off, "turns": True}
    send_due(server)
    assert len(mailbox.messages) == 3
    # the same page deletes it
    forget = re.search(r"/mail/forget/[\w.-]+", stranger.client.get(stop).text)
    assert forget is not None
    assert stranger.client.post(forget[0]).status_code == 200
    assert told.get("/api/me/notifications")["mail"] == {"address": None, "confirmed": False, "turns": False}


def test_at_most_one_email_an_hour_for_a_table(
    database: str, make_server: MakeServer, time: Time, mailbox: Mailbox
) -> None:
    server = email_server(make_server, mailbox, database)
    ann, ben = named_pair(server)
    id, _, _ = start_game(server, ann, ben)
    for guest, name in ((ann, "ann"), (ben, "ben")):
        guest.put("/api/me/mail", {"address": f"{name}@example.org"})
        send_due(server)
        server.guest().client.post(mailbox.link("confirm"))
    mailbox.messages.clear()
    mailbox.closed = True
    everyone_leaves(server, time, 700)
    send_due(server)
    assert mailbox.messages == []
    mailbox.closed = False
    time.pass_by(400)
    send_due(server)
    assert len(mailbox.messages) == 1, "what was not taken is tried again"

    def answer_twice() -> None:
        """Make two moves, after which the same person has to act again."""
        for _ in range(2):
            move_once(server, id, (ann, ben)[server.game(id).position.seat])

    count = {to[0]: 0 for to, _ in mailbox.messages}
    for _ in range(4):
        answer_twice()
        everyone_leaves(server, time, 700)
        send_due(server)
    for to, _ in mailbox.messages:
        count[to[0]] = count.get(to[0], 0) + 1
    assert max(count.values()) <= 2, "in three quarters of an hour and the one before"


def test_nobody_can_flood_others(make_server: MakeServer, mailbox: Mailbox) -> None:
    server = email_server(make_server, mailbox)
    for number in range(4):
        guest = server.guest()
        guest.post("/api/me", {"name": f"G{number}"})
        guest.put("/api/me/mail", {"address": "victim@example.org"}, 200 if number < 3 else 429)
    ann = server.ann
    ann.post("/api/me", {"name": "Ann"})
    for bad in (
        "nobody",
        "a@b",
        "a b@example.org",
        "a@example.org\nBcc: x@example.org",
        "ä@example.org",
        "a..b@example.org",
    ):
        ann.put("/api/me/mail", {"address": bad}, 422)
    ann.put("/api/me/mail", {"address": "ann@example.org"})
    assert ann.call("DELETE", "/api/me/mail")["mail"]["address"] is None


def test_requests_of_a_guest_are_limited_by_day(make_server: MakeServer, time: Time, mailbox: Mailbox) -> None:
    server = email_server(make_server, mailbox)
    ann, _ = named_pair(server)

    def ask(number: int, status: int = 200) -> None:
        ann.put("/api/me/mail", {"address": f"ann{number}@example.org"}, status)

    for number in range(5):
        ask(number)
    ask(5, 429)
    time.pass_by(24 * 3600)
    ask(5, 429)
    time.pass_by(0.001)
    ask(5)


def test_turn_is_due_again_until_its_email_was_sent(make_server: MakeServer, time: Time, mailbox: Mailbox) -> None:
    server = email_server(make_server, mailbox)
    id, told, other = start_game(server, *named_pair(server))
    for guest, name in ((told, "ann"), (other, "ben")):
        guest.put("/api/me/mail", {"address": f"{name}@example.org"})
        send_due(server)
        server.guest().client.post(mailbox.link("confirm"))
    with server.transaction() as c:

        def due(since: int) -> list[DueTurn]:
            return store.due(c, MAIL, time.ms + since, 600_000)

        assert due(600_000 - 1) == []
        (one,) = due(600_000)
        assert (one.table, one.version, one.since) == (id, 0, time.ms)
        for seen_at, count in ((time.ms, 0), (time.ms - 1, 1)):
            c.execute(update(seats).values(seen_at=seen_at))
            assert len(due(600_000)) == count
        with c.begin_nested() as nested:
            store.claim(c, MAIL, one, time.ms)
            store.mark_sent(c, MAIL, one, time.ms)
            assert due(2 * 3600 * 1000) == []
            nested.rollback()
        tried_at = 600_000
        for _ in range(MAX_TRIES):
            assert store.claim(c, MAIL, one, time.ms + tried_at)
            assert due(tried_at + LEASE_MS) == []
            again = due(tried_at + LEASE_MS + 1)
            tried_at += LEASE_MS + 1
        assert again == [], "it is given up"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (f"{'a' * 64}@example.org", f"{'a' * 65}@example.org"),
        (f"a@{'b' * 63}.org", f"a@{'b' * 64}.org"),
        (f"aa@{LONG_DOMAIN}", f"aaa@{LONG_DOMAIN}"),
        (" a.b@example.org ", ".b@example.org"),
        ("a.b.c@example.org", "a.@example.org"),
        ("a@example.nl", "a@example.n"),
    ],
)
def test_limits_of_addresses(good: str, bad: str) -> None:
    assert check_address(good) == good.strip()
    with pytest.raises(BadInput):
        check_address(bad)


# --- settings ---------------------------------------------------------------------------------------------------------


def test_new_address_can_be_confirmed_for_three_days(
    database: str, make_server: MakeServer, time: Time, mailbox: Mailbox
) -> None:
    server = email_server(make_server, mailbox, database)
    ann, _ = named_pair(server)
    ann.put("/api/me/mail", {"address": "ann@example.org"})
    send_due(server)
    confirm = mailbox.link("confirm")
    time.pass_by(3 * 24 * 3600 + 1)
    assert "button" not in server.guest().client.get(confirm).text
    server.guest().client.post(confirm)
    assert not ann.get("/api/me/notifications")["mail"]["confirmed"]


@pytest.mark.parametrize(("tls", "port"), [("tls", 465), ("starttls", 587), ("none", 25)])
def test_mail_server_without_port_is_reached_at_the_usual_one(
    tls: str, port: int, make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, int]] = []

    async def send(_message: EmailMessage, *, hostname: str, port: int, **_: Any) -> None:
        sent.append((hostname, port))

    monkeypatch.setattr("aiosmtplib.send", send)
    settings = {"smtp": "mail.example.org", "smtp_from": "games@example.org", "smtp_tls": tls, "public_url": PUBLIC}
    server = make_server(**settings)
    ann, _ = named_pair(server)
    ann.put("/api/me/mail", {"address": "ann@example.org"})
    send_due(server)
    assert sent == [("mail.example.org", port)]


def test_smtp_password_is_no_flag_and_not_shown() -> None:
    flags = argparse.ArgumentParser()
    add_flags(flags)
    assert "smtp-user" in flags.format_help()
    assert "password" not in flags.format_help()
    given = {"STROMNETZ_SMTP_PASSWORD": "secret", "STROMNETZ_SMTP": "mail.example.org"}
    config = read_config({"smtp_from": "table@example.org", "public_url": "https://play.example.org"}, given)
    assert config.smtp_password == "secret"
    assert "secret" not in repr(config)


@pytest.mark.parametrize(
    "wrong",
    [
        {"smtp": "mail.example.org"},
        {"smtp": "mail.example.org:x", "smtp_from": "a@example.org", "public_url": "https://example.org"},
        {"push_contact": "me"},
        {"smtp_tls": "maybe"},
        {"mail_after": -1.0},
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        ServerConfig(**wrong)
