"""Password reset by email or by an admin's link: works once, and reveals no accounts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from stromnetz.server.accounts.password_reset import PasswordReset
from stromnetz.server.accounts.passwords import FREE_ATTEMPTS
from stromnetz.server.notifications.service import NotificationService
from tests.server.conftest import Time
from tests.server.fake_services import PUBLIC, Mailbox, email_server
from tests.server.local_server import Guest, LocalServer, MakeServer
from tests.server.test_admin import command, text

pytestmark = pytest.mark.alone  # these tests list everything on the server

OLD, NEW = "four words in a row", "another four words"
LINK = re.compile(re.escape(PUBLIC) + r"/account#reset=([\w-]{43})")


def account(server: LocalServer, name: str, mailbox: Mailbox | None = None, confirmed: bool = True) -> Guest:
    """Create an account, with an email address if there is a mailbox."""
    guest = server.guest()
    guest.post("/api/account", {"name": name, "password": OLD}, 201)
    if mailbox is not None:
        address = {"address": f"{name.lower()}@example.org"}
        guest.call("PUT", "/api/me/mail", json=address, params={"language": "de"})
        server.run(server.service(NotificationService).send_due)
        if confirmed:
            guest.client.post(mailbox.link("confirm"))
    return guest


def ask(server: LocalServer, name: str, status: int = 202) -> Any:
    answer = server.guest().post("/api/account/password-reset", {"name": name}, status)

    async def written() -> None:
        for task in list(server.service(PasswordReset)._writing):
            await task

    server.run(written)
    return answer


def test_reset_link_from_email_works_once(database: str, make_server: MakeServer, time: Time, mailbox: Mailbox) -> None:
    server = email_server(make_server, mailbox, database)
    ann = account(server, "Ann", mailbox)
    assert ann.get("/api/account")["emails"]
    # it works without emails about turns, too
    server.guest().client.post(mailbox.link("stop"))
    assert ann.get("/api/me/notifications")["mail"]["turns"] is False
    before = len(mailbox.messages)
    ask(server, "ann")
    assert [to for to, _ in mailbox.messages[before:]] == [["ann@example.org"]]
    assert mailbox.messages[-1][1]["subject"] == "Dein Stromnetz-Passwort zurücksetzen"
    assert "Ann" not in mailbox.text()
    assert mailbox.messages[-1][1]["list-unsubscribe"] is None
    first = LINK.search(mailbox.text())
    ask(server, "Ann")
    last = LINK.search(mailbox.text())
    assert first is not None
    assert last is not None
    phone = server.guest()
    own = phone.open("person", "open")
    # the earlier link is invalid, and a refused password does not use up the new one
    phone.post("/api/account/reset", {"token": first[1], "new": NEW}, 404)
    phone.post("/api/account/reset", {"token": last[1], "new": "ann"}, 422)
    state = phone.post("/api/account/reset", {"token": last[1], "new": NEW})
    assert (state["account"]["name"], len(state["account"]["sessions"])) == ("Ann", 1)
    assert own in {table["id"] for table in phone.get("/api/me/tables")["tables"]}
    # sessions are ended, the link is used up, the old password is invalid
    assert ann.get("/api/account")["account"] is None
    refused = server.guest().post("/api/account/reset", {"token": last[1], "new": OLD}, 404)["error"]
    assert "used already" in refused["message"]
    server.guest().post("/api/account/log-in", {"name": "Ann", "password": OLD}, 403)
    server.guest().post("/api/account/log-in", {"name": "Ann", "password": NEW})


def test_reset_link_expires_and_is_for_one_account(
    sqlite_server: LocalServer, make_server: MakeServer, time: Time, mailbox: Mailbox
) -> None:
    server = email_server(make_server, mailbox)
    account(server, "Ann", mailbox)
    bob = account(server, "Bob")
    ask(server, "Ann")
    found = LINK.search(mailbox.text())
    assert found is not None
    # another account that is logged in stays logged in
    bob.post("/api/account/reset", {"token": found[1], "new": NEW}, 409)
    time.pass_by(3601)
    server.guest().post("/api/account/reset", {"token": found[1], "new": NEW}, 404)
    for token in ("", "x", "A" * 43 + "\n", "Ä" * 43):
        server.guest().post("/api/account/reset", {"token": token, "new": NEW}, 422)
    # without a mail server, an admin can help
    assert sqlite_server.ann.get("/api/account")["emails"] is False
    refused = sqlite_server.ann.post("/api/account/password-reset", {"name": "Ann"}, 409)["error"]["message"]
    assert "the person who runs it" in refused


def test_reset_reveals_no_accounts_and_limits_emails(make_server: MakeServer, time: Time, mailbox: Mailbox) -> None:
    server = email_server(make_server, mailbox)
    account(server, "Ann", mailbox)
    account(server, "Bob")
    account(server, "Eve", mailbox, confirmed=False)
    before = len(mailbox.messages)
    answers = [ask(server, name) for name in ("Ann", "Bob", "Eve", "Nobody")]
    assert answers == [{"minutes": 60}] * 4
    assert [to for to, _ in mailbox.messages[before:]] == [["ann@example.org"]]
    # the limit is the same with and without an account
    for name in ("Ann", "Nobody"):
        for _ in range(FREE_ATTEMPTS["name"] - 1):
            ask(server, name)
        ask(server, name, 429)
    assert 1 < len(mailbox.messages) - before <= 3
    # attempts at the password are counted separately
    server.guest().post("/api/account/log-in", {"name": "Ann", "password": OLD})


def test_emails_to_one_address_are_limited_over_accounts(
    database: str, make_server: MakeServer, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    # two emails to confirm the address, and one more
    monkeypatch.setattr("stromnetz.server.accounts.password_reset.MAX_REQUESTS_PER_ADDRESS", 3)
    server = email_server(make_server, mailbox, database)
    for name in ("Ann", "Bob"):
        guest = server.guest()
        guest.post("/api/account", {"name": name, "password": OLD}, 201)
        guest.put("/api/me/mail", {"address": "shared@example.org"})
        server.run(server.service(NotificationService).send_due)
        guest.client.post(mailbox.link("confirm"))
    before = len(mailbox.messages)
    ask(server, "Ann")
    ask(server, "Bob")
    assert [to for to, _ in mailbox.messages[before:]] == [["shared@example.org"]]


def test_admin_creates_reset_link(server: LocalServer) -> None:
    ann, bob = account(server, "Ann"), account(server, "Bob")
    command(server, "grant", "Ann")
    for _ in range(FREE_ATTEMPTS["name"]):
        server.guest().post("/api/account/log-in", {"name": "Bob", "password": "wrong words"}, 403)
    made = ann.post("/api/admin/people/Bob/password-link")
    token = made["link"].partition("#reset=")[2]
    assert made["minutes"] == 24 * 60
    assert ann.get("/api/admin/actions")["actions"][0]["action"] == "password-link"
    assert token not in json.dumps(ann.get("/api/admin/actions"))
    phone = server.guest()
    phone.post("/api/account/reset", {"token": token, "new": NEW})
    assert bob.get("/api/account")["account"] is None
    # it clears the attempts
    server.guest().post("/api/account/log-in", {"name": "Bob", "password": NEW})
    phone.post("/api/admin/people/Ann/password-link", status=403)
    # in the browser, admins cannot reset each other's passwords; the command line can
    ann.post("/api/admin/people/Ann/password-link", status=409)
    ann.post("/api/admin/people/nobody/password-link", status=404)
    link = text(server, "password-link", "Ann").splitlines()[1]
    server.guest().post("/api/account/reset", {"token": link.removeprefix("/account#reset="), "new": NEW})
