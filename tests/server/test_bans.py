"""Bans of people, and of newcomers from the address of a banned guest."""

from __future__ import annotations

import logging
import re

import pytest
from sqlalchemy import select

from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.store import ADDRESS_BAN_MS
from stromnetz.server.app import ROUTE_MODULES
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import address_bans, metadata
from stromnetz.server.core.http import DeferredRoute
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.tables.cleanup import remove_unused_guests
from stromnetz.tables.errors import Unavailable
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer, MakeServer
from tests.server.test_admin import command, refused
from tests.server.test_ratings import PASSWORD, create_account

pytestmark = pytest.mark.alone

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
DAY = ADDRESS_BAN_MS / 1000
OPEN_TO_BANNED = {
    # log in and out, and reset a password
    "POST /api/account/log-in",
    "POST /api/account/passkeys/ask",
    "POST /api/account/passkeys/log-in",
    "POST /api/account/oidc",
    "POST /api/account/password-reset",
    "POST /api/account/reset",
    "PUT /api/account/password",
    "POST /api/me/log-out",
    # delete own data
    "POST /api/me/delete",
    "DELETE /api/account/sessions",
    "DELETE /api/account/sessions/{session}",
    "DELETE /api/account/passkeys/{passkey}",
    "DELETE /api/account/oidc",
    "DELETE /api/me/mail",
    "DELETE /api/me/token",
    "DELETE /api/me/tokens/{program}",
    "DELETE /api/me/push/{id}",
    "DELETE /api/me/seek",
    # stop emails about turns
    "PUT /api/me/mail/turns",
    "POST /mail/{what}/{token}",
}
"""What banned people may do besides reading; new operations are added here on purpose."""


def guest_at(server: LocalServer, address: str, name: str = "Bob") -> Guest:
    guest = server.guest(address)
    guest.post("/api/me", {"name": name})
    guest.get("/api/me")  # the first request with the cookie
    return guest


def id_of(server: LocalServer, name: str) -> str:
    (found,) = command(server, "people", name)
    id: str = found["id"]
    return id


def ban(server: LocalServer, name: str = "Bob", *more: str) -> None:
    command(server, "ban", id_of(server, name), "--reason", "rude", "--yes", *more)


def may_come(server: LocalServer, address: str) -> bool:
    """Return whether a newcomer from an address can become a guest."""
    answer = server.guest(address).client.post("/api/me", json={"name": "New"})
    assert answer.status_code in (200, 403), answer.text
    if answer.status_code == 403:
        assert "No new guests from your network until 20" in answer.json()["error"]["message"]
    return answer.status_code == 200


@pytest.mark.parametrize("kind", ["banned guest", "newcomer"])
def test_operations_are_closed_to_banned_people_unless_listed(sqlite_server: LocalServer, kind: str) -> None:
    server = sqlite_server
    somebody = guest_at(server, HOME)
    ban(server, "Bob", "--address")
    if kind == "newcomer":
        somebody = server.guest(HOME)
    routes = [route for module in ROUTE_MODULES for route in module.router.routes if isinstance(route, DeferredRoute)]
    acts = {f"{method} {route.path}" for route in routes for method in (route.methods or ()) if method != "GET"}
    described = {
        f"{method.upper()} {path}"
        for path, operations in server.ann.get("/openapi.json")["paths"].items()
        for method in operations
        if method != "get"
    }
    assert len(described) > 70
    assert described <= acts
    assert acts >= OPEN_TO_BANNED
    says = "banned from this server: rude" if kind == "banned guest" else "No new guests from your network"
    for operation in sorted(acts - OPEN_TO_BANNED):
        method, path = operation.split()
        answer = somebody.client.request(method, re.sub(r"\{[^}]+\}", "1", path))
        assert answer.status_code == 403, f"{operation} is open: {answer.status_code} {answer.text[:200]}"
        assert answer.json()["error"]["kind"] == "forbidden", operation
        assert says in answer.json()["error"]["message"], operation
    for operation in sorted(OPEN_TO_BANNED):
        method, path = operation.split()
        answer = somebody.client.request(method, re.sub(r"\{[^}]+\}", "1", path))
        assert says not in answer.text, operation


def test_newcomers_from_address_of_banned_guest_are_refused_for_a_day(server: LocalServer, time: Time) -> None:
    guest_at(server, HOME)
    assert may_come(server, HOME)
    ban(server, "Bob", "--address")
    newcomer = server.guest(HOME)
    assert not may_come(server, HOME)
    assert may_come(server, ELSEWHERE)
    newcomer.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403)
    newcomer.post("/api/account", {"name": "Mallory", "password": "correct horse"}, 403)
    newcomer.get("/api/tables", 200)
    for language, word in (("de", "keine neuen Gäste"), ("nl", "geen nieuwe gasten")):
        answer = newcomer.client.post("/api/me", json={}, headers={"accept-language": language})
        assert word in answer.json()["error"]["message"]
    time.pass_by(DAY - 1)
    assert not may_come(server, HOME)
    time.pass_by(2)
    assert may_come(server, HOME)


def test_address_is_banned_no_longer_than_guest(sqlite_server: LocalServer, time: Time) -> None:
    guest_at(sqlite_server, HOME)
    ban(sqlite_server, "Bob", "--address", "--days", "0.5")
    assert not may_come(sqlite_server, HOME)
    time.pass_by(DAY / 2 + 1)
    assert may_come(sqlite_server, HOME)


def test_known_people_at_banned_address_are_not_affected(server: LocalServer) -> None:
    guest_at(server, HOME)
    mate = guest_at(server, HOME, "Mate")
    eve = create_account(server.guest(HOME), "Eve")
    ban(server, "Bob", "--address")
    mate.open("person", "open")
    eve.open("person", "open")
    phone = server.guest(HOME)
    phone.post("/api/account/log-in", {"name": "Eve", "password": PASSWORD}, 200)
    phone.open("person", "open")


def test_ban_without_option_leaves_address_alone(sqlite_server: LocalServer) -> None:
    guest_at(sqlite_server, HOME)
    ban(sqlite_server)
    assert may_come(sqlite_server, HOME)


def test_later_address_of_banned_guest_is_banned_too(server: LocalServer, time: Time) -> None:
    bob = guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert may_come(server, ELSEWHERE)
    bob.client.address = ELSEWHERE
    bob.get("/api/me")
    assert not may_come(server, ELSEWHERE)
    assert not may_come(server, HOME)
    time.pass_by(DAY + 1)
    bob.client.address = "192.0.2.1"
    bob.get("/api/me")
    assert may_come(server, "192.0.2.1"), "only addresses of the first day are banned"


def test_address_left_a_day_ago_is_not_banned(sqlite_server: LocalServer, time: Time) -> None:
    guest_at(sqlite_server, HOME)
    time.pass_by(DAY + 1)
    ban(sqlite_server, "Bob", "--address")
    assert may_come(sqlite_server, HOME)


def test_lifting_ban_lifts_ban_of_address(server: LocalServer) -> None:
    guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert not may_come(server, HOME)
    command(server, "unban", id_of(server, "Bob"))
    assert may_come(server, HOME)
    ban(server, "Bob", "--address")
    assert not may_come(server, HOME)
    ban(server)
    assert may_come(server, HOME), "a new ban replaces the old one"


def test_banned_guest_cannot_lift_ban_by_deleting_itself(server: LocalServer) -> None:
    bob = guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert bob.get("/api/me/export")["rows"]["address_bans"][0].keys() == {"until"}
    bob.post("/api/me/delete", {"sure": True}, 200)
    assert not may_come(server, HOME)


def test_ipv6_address_is_banned_with_its_network(sqlite_server: LocalServer) -> None:
    guest_at(sqlite_server, "2001:db8:1:2::5")
    ban(sqlite_server, "Bob", "--address")
    assert not may_come(sqlite_server, "2001:db8:1:2:ffff::1")
    assert may_come(sqlite_server, "2001:db8:1:3::5")


def test_exempt_networks_are_not_banned(sqlite_file: str, make_server: MakeServer) -> None:
    server = make_server(sqlite_file, rate_exempt="203.0.113.0/24")
    guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert may_come(server, HOME)


def test_only_addresses_of_guests_can_be_banned(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, _ = create_account(server.ann, "Ann"), create_account(server.guest(HOME), "Eve")
    assert "has an account" in refused(server, "ban", "Eve", "--reason", "x", "--address", "--yes")
    command(server, "grant", "Ann")
    said = ann.put("/api/admin/people/Eve/ban", {"reason": "x", "address": True}, 409)["error"]["message"]
    assert said == "Eve has an account. Only a guest's address can be banned."
    guest_at(server, HOME)
    ann.put(f"/api/admin/people/{id_of(server, 'Bob')}/ban", {"reason": "x", "address": True}, 200)
    assert not may_come(server, HOME)


def test_addresses_are_stored_as_digests_and_not_logged(server: LocalServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert not may_come(server, HOME)
    rows = server.read(
        lambda c: [tuple(row) for table in metadata.sorted_tables for row in c.execute(select(table))],
    )
    assert HOME not in str(rows)
    assert HOME not in caplog.text
    (digest,) = server.read(lambda c: list(c.scalars(select(address_bans.c.digest))))
    assert re.fullmatch(r"[\w-]{22}", digest)


def test_expired_bans_of_addresses_are_deleted(server: LocalServer, time: Time) -> None:
    def sweep() -> int:
        server.run(remove_unused_guests, server.service(Database), server.service(IdentityRegistry).guests)
        return len(server.read(lambda c: c.execute(select(address_bans)).all()))

    guest_at(server, HOME)
    ban(server, "Bob", "--address")
    assert sweep() == 1
    time.pass_by(DAY + 1)
    assert sweep() == 0


def test_each_server_bans_the_addresses_it_knows(database: str, make_server: MakeServer) -> None:
    here, there = make_server(database), make_server(database)
    guest_at(there, HOME)
    ban(here, "Bob", "--address")
    assert may_come(here, HOME), "this server has not seen the guest"
    there.run(there.service(AdminActionFollower).apply_new)
    assert not may_come(there, HOME)
    assert not may_come(here, HOME)


def test_failed_ban_of_address_is_retried(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = sqlite_server
    bob = guest_at(server, HOME)
    ban(server, "Bob", "--address")

    async def fails(self: Database, work: object) -> None:
        raise Unavailable(case="no-database")

    bob.client.address = ELSEWHERE
    with monkeypatch.context() as patch:
        patch.setattr(Database, "write", fails)
        bob.get("/api/me", 200)
    assert may_come(server, ELSEWHERE)
    bob.get("/api/me", 200)
    assert not may_come(server, ELSEWHERE)
