"""People are told that it is their turn by e-mail: through a real mail server, run by the test."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.config import ServerConfig, add_flags, read_config
from tests.server.conftest import Time
from tests.server.house import House
from tests.server.outposts import PUBLIC, Mailbox, begun, gone, look, two

pytestmark = pytest.mark.alone  # names of accounts are there once


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    out = Mailbox()
    yield out
    out.stop()


# --- letters ----------------------------------------------------------------------------------------------------------


def letter_house(make_house: Callable[..., House], database: str, mailbox: Mailbox) -> House:
    return make_house(
        database,
        smtp=f"127.0.0.1:{mailbox.port}",
        smtp_from="Stromnetz <table@example.org>",
        smtp_tls="none",
        public_url=PUBLIC,
    )


def test_letters_are_asked_for_confirmed_bundled_and_stopped(
    database: str, make_house: Callable[..., House], time: Time, mailbox: Mailbox
) -> None:
    house = letter_house(make_house, database, mailbox)
    ann, ben = two(house)
    tables = [begun(house, ann, ben) for _ in range(2)]
    told = tables[0][1]
    ids = {id for id, first, _ in tables if first is told}
    state = told.call("PUT", "/api/me/mail", json={"address": "ann@example.org"}, params={"language": "nl"})
    assert state["mail"] == {"address": "ann@example.org", "confirmed": False, "turns": True}
    assert (ben if told is ann else ann).get("/api/me/notices")["mail"]["address"] is None
    look(house)
    look(house)
    assert [to for to, _ in mailbox.letters] == [["ann@example.org"]]
    asking = mailbox.letters[0][1]
    assert asking["subject"] == "E-mails als je aan de beurt bent?"
    # nothing goes out before the link was followed; looking at it does not follow it
    time.pass_by(3600)
    stranger = house.guest()
    confirm = mailbox.link("confirm")
    assert "button" in stranger.client.get(confirm).text
    look(house)
    assert len(mailbox.letters) == 1
    broken = confirm[:-1] + ("A" if confirm[-1] != "A" else "B")
    stranger.client.post(broken)
    assert not told.get("/api/me/notices")["mail"]["confirmed"]
    assert stranger.client.post(confirm).status_code == 200
    assert told.get("/api/me/notices")["mail"]["confirmed"]

    look(house)
    look(house)
    assert len(mailbox.letters) == 2, "one letter about all tables"
    letter, body = mailbox.letters[1][1], mailbox.text()
    assert set(re.findall(r"/tables/(\S{22})", body)) == ids
    assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert letter["list-unsubscribe"] == f"<{PUBLIC}{mailbox.link('stop')}>"
    assert letter["auto-submitted"] == "auto-generated"
    # a mail program unsubscribes by itself, without any cookie
    stop = mailbox.link("stop")
    assert "button" in stranger.client.get(stop).text
    assert told.get("/api/me/notices")["mail"]["address"] is not None
    done = stranger.client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    # the address stays, for a new password
    off = {"address": "ann@example.org", "confirmed": True, "turns": False}
    assert told.get("/api/me/notices")["mail"] == off
    assert stranger.client.post(stop).status_code == 200
    while begun(house, ann, ben)[1] is not told:
        pass
    gone(house, time, 2 * 3600)
    look(house)
    assert len(mailbox.letters) == 2
    assert told.put("/api/me/mail/turns", {"on": True})["mail"] == {**off, "turns": True}
    look(house)
    assert len(mailbox.letters) == 3
    (ben if told is ann else ann).put("/api/me/mail/turns", {"on": True}, 404)
    # an address that was confirmed needs no second question
    told.put("/api/me/mail/turns", {"on": False})
    assert told.call("PUT", "/api/me/mail", json={"address": "ann@example.org"})["mail"] == {**off, "turns": True}
    look(house)
    assert len(mailbox.letters) == 3
    # the same page removes it altogether
    forget = re.search(r"/mail/forget/[\w.-]+", stranger.client.get(stop).text)
    assert forget is not None
    assert stranger.client.post(forget[0]).status_code == 200
    assert told.get("/api/me/notices")["mail"] == {"address": None, "confirmed": False, "turns": False}


def test_at_most_one_letter_an_hour_for_a_table(
    database: str, make_house: Callable[..., House], time: Time, mailbox: Mailbox
) -> None:
    house = letter_house(make_house, database, mailbox)
    ann, ben = two(house)
    id, _, _ = begun(house, ann, ben)
    for guest, name in ((ann, "ann"), (ben, "ben")):
        guest.put("/api/me/mail", {"address": f"{name}@example.org"})
        look(house)
        house.guest().client.post(mailbox.link("confirm"))
    mailbox.letters.clear()
    mailbox.closed = True
    gone(house, time, 700)
    look(house)
    assert mailbox.letters == []
    mailbox.closed = False
    time.pass_by(400)
    look(house)
    assert len(mailbox.letters) == 1, "what was not taken is tried again"

    def answer_twice() -> None:
        """The game goes on, and it is the turn of the same person again."""
        for _ in range(2):
            game = house.game(id)
            whose = (ann, ben)[game.decision.seat]  # type: ignore[union-attr]
            whose.move(id, game.decision.seat, game.legal_moves[0].to_json(), game.version)  # type: ignore[union-attr]

    count = {to[0]: 0 for to, _ in mailbox.letters}
    for _ in range(4):
        answer_twice()
        gone(house, time, 700)
        look(house)
    for to, _ in mailbox.letters:
        count[to[0]] = count.get(to[0], 0) + 1
    assert max(count.values()) <= 2, "in three quarters of an hour and the one before"


def test_nobody_can_have_others_flooded(
    sqlite_house: House, make_house: Callable[..., House], tmp_path: Path, mailbox: Mailbox
) -> None:
    house = letter_house(make_house, str(tmp_path / "mail.sqlite"), mailbox)
    for number in range(4):
        guest = house.guest()
        guest.post("/api/me", {"name": f"G{number}"})
        guest.put("/api/me/mail", {"address": "victim@example.org"}, 200 if number < 3 else 429)
    ann = house.ann
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


# --- settings ---------------------------------------------------------------------------------------------------------


def test_the_password_is_no_flag_and_is_not_shown() -> None:
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
def test_settings_that_cannot_work_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        ServerConfig(**wrong)
