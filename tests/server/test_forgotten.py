"""A forgotten password is set anew by a letter's link or the host's, once, and nobody learns who has an account."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stromnetz.server.accounts.password_reset import PasswordReset
from stromnetz.server.accounts.passwords import FREE
from stromnetz.server.notifications.service import NotificationService
from tests.server.conftest import Time
from tests.server.house import Guest, House
from tests.server.outposts import PUBLIC, Mailbox
from tests.server.test_admin import command, text

pytestmark = pytest.mark.alone  # what is counted or listed is all there is

OLD, NEW = "four words in a row", "another four words"
LINK = re.compile(re.escape(PUBLIC) + r"/account#reset=([\w-]{43})")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    out = Mailbox()
    yield out
    out.stop()


def writing_house(make_house: Callable[..., House], database: str, mailbox: Mailbox) -> House:
    more = {"smtp": f"127.0.0.1:{mailbox.port}", "smtp_from": "table@example.org", "smtp_tls": "none"}
    return make_house(database, **more, public_url=PUBLIC)


def account(house: House, name: str, mailbox: Mailbox | None = None, confirmed: bool = True) -> Guest:
    """Somebody with an account, and with an address where there is a mailbox."""
    guest = house.guest()
    guest.post("/api/account", {"name": name, "password": OLD}, 201)
    if mailbox is not None:
        address = {"address": f"{name.lower()}@example.org"}
        guest.call("PUT", "/api/me/mail", json=address, params={"language": "de"})
        house.run(house.service(NotificationService).send_due)
        if confirmed:
            guest.client.post(mailbox.link("confirm"))
    return guest


def ask(house: House, name: str, status: int = 202) -> Any:
    answer = house.guest().post("/api/account/forgotten", {"name": name}, status)

    async def written() -> None:
        for task in list(house.service(PasswordReset)._writing):
            await task

    house.run(written)
    return answer


def test_a_letter_brings_a_link_that_works_once(
    database: str, make_house: Callable[..., House], time: Time, mailbox: Mailbox
) -> None:
    house = writing_house(make_house, database, mailbox)
    ann = account(house, "Ann", mailbox)
    assert ann.get("/api/account")["letters"]
    # whoever wants no e-mails about turns can still forget a password
    house.guest().client.post(mailbox.link("stop"))
    assert ann.get("/api/me/notices")["mail"]["turns"] is False
    before = len(mailbox.letters)
    ask(house, "ann")
    assert [to for to, _ in mailbox.letters[before:]] == [["ann@example.org"]]
    assert mailbox.letters[-1][1]["subject"] == "Dein Stromnetz-Passwort zurücksetzen"
    assert "Ann" not in mailbox.text()
    assert mailbox.letters[-1][1]["list-unsubscribe"] is None
    first = LINK.search(mailbox.text())
    ask(house, "Ann")
    last = LINK.search(mailbox.text())
    assert first is not None
    assert last is not None
    phone = house.guest()
    own = phone.open("person", "open")
    # the letter before is worth nothing any more, and a password that is none uses nothing up
    phone.post("/api/account/reset", {"token": first[1], "new": NEW}, 404)
    phone.post("/api/account/reset", {"token": last[1], "new": "ann"}, 422)
    state = phone.post("/api/account/reset", {"token": last[1], "new": NEW})
    assert (state["account"]["name"], len(state["account"]["sessions"])) == ("Ann", 1)
    assert own in {table["id"] for table in phone.get("/api/me/tables")["tables"]}
    # who was logged in is not any more, the link is used up, the old password too
    assert ann.get("/api/account")["account"] is None
    refused = house.guest().post("/api/account/reset", {"token": last[1], "new": OLD}, 404)["error"]
    assert "used already" in refused["message"]
    house.guest().post("/api/account/log-in", {"name": "Ann", "password": OLD}, 403)
    house.guest().post("/api/account/log-in", {"name": "Ann", "password": NEW})


def test_a_link_is_worth_nothing_after_an_hour_and_for_others(
    sqlite_house: House, make_house: Callable[..., House], time: Time, mailbox: Mailbox, tmp_path: Any
) -> None:
    house = writing_house(make_house, str(tmp_path / "letters.sqlite"), mailbox)
    account(house, "Ann", mailbox)
    bob = account(house, "Bob")
    ask(house, "Ann")
    found = LINK.search(mailbox.text())
    assert found is not None
    # whoever is logged in as somebody else stays it
    bob.post("/api/account/reset", {"token": found[1], "new": NEW}, 409)
    time.pass_by(3601)
    house.guest().post("/api/account/reset", {"token": found[1], "new": NEW}, 404)
    for token in ("", "x", "A" * 43 + "\n", "Ä" * 43):
        house.guest().post("/api/account/reset", {"token": token, "new": NEW}, 422)
    # without a mail server there is the host
    assert sqlite_house.ann.get("/api/account")["letters"] is False
    refused = sqlite_house.ann.post("/api/account/forgotten", {"name": "Ann"}, 409)["error"]["message"]
    assert "whoever runs it" in refused


def test_nobody_learns_who_has_an_account_and_letters_are_few(
    make_house: Callable[..., House], time: Time, mailbox: Mailbox, tmp_path: Any
) -> None:
    house = writing_house(make_house, str(tmp_path / "letters.sqlite"), mailbox)
    account(house, "Ann", mailbox)
    account(house, "Bob")
    account(house, "Eve", mailbox, confirmed=False)
    before = len(mailbox.letters)
    answers = [ask(house, name) for name in ("Ann", "Bob", "Eve", "Nobody")]
    assert answers == [{"minutes": 60}] * 4
    assert [to for to, _ in mailbox.letters[before:]] == [["ann@example.org"]]
    # as often for a name that is there as for one that is not
    for name in ("Ann", "Nobody"):
        for _ in range(FREE["name"] - 1):
            ask(house, name)
        ask(house, name, 429)
    assert 1 < len(mailbox.letters) - before <= 3
    # guesses at the password are counted apart
    house.guest().post("/api/account/log-in", {"name": "Ann", "password": OLD})


def test_the_host_gives_a_link(house: House) -> None:
    ann, bob = account(house, "Ann"), account(house, "Bob")
    command(house, "grant", "Ann")
    for _ in range(FREE["name"]):
        house.guest().post("/api/account/log-in", {"name": "Bob", "password": "wrong words"}, 403)
    made = ann.post("/api/admin/people/Bob/password-link")
    token = made["link"].partition("#reset=")[2]
    assert made["minutes"] == 24 * 60
    assert ann.get("/api/admin/actions")["actions"][0]["what"] == "password-link"
    assert token not in json.dumps(ann.get("/api/admin/actions"))
    phone = house.guest()
    phone.post("/api/account/reset", {"token": token, "new": NEW})
    assert bob.get("/api/account")["account"] is None
    # the lock is off
    house.guest().post("/api/account/log-in", {"name": "Bob", "password": NEW})
    phone.post("/api/admin/people/Ann/password-link", status=403)
    # in the browser nobody becomes another admin; at the command line the host may
    ann.post("/api/admin/people/Ann/password-link", status=409)
    ann.post("/api/admin/people/nobody/password-link", status=404)
    link = text(house, "password-link", "Ann").splitlines()[1]
    house.guest().post("/api/account/reset", {"token": link.removeprefix("/account#reset="), "new": NEW})
