"""What bans close, for banned people and for newcomers from the address of a banned guest."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import pytest
from sqlalchemy import select

from stromnetz.server.admin.action_follower import AdminActionFollower
from stromnetz.server.admin.store import ADDRESS_BAN_MS
from stromnetz.server.app import ROUTE_MODULES
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import address_bans, metadata
from stromnetz.server.core.http import DeferredRoute
from stromnetz.server.core.identity import IdentityRegistry
from stromnetz.server.tables.cleanup import sweep_guests
from stromnetz.tables.errors import Unavailable
from tests.server.conftest import Time
from tests.server.house import Guest, House
from tests.server.test_admin import command, refused
from tests.server.test_ratings import PASSWORD, named

pytestmark = pytest.mark.alone

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
DAY = ADDRESS_BAN_MS / 1000
OPEN_TO_BANNED = {
    # logging in and out, and getting a password back
    "POST /api/account/log-in",
    "POST /api/account/passkeys/ask",
    "POST /api/account/passkeys/log-in",
    "POST /api/account/oidc",
    "POST /api/account/forgotten",
    "POST /api/account/reset",
    "PUT /api/account/password",
    "POST /api/me/log-out",
    # deleting what is one's own
    "POST /api/me/delete",
    "DELETE /api/account/sessions",
    "DELETE /api/account/sessions/{session}",
    "DELETE /api/account/passkeys/{passkey}",
    "DELETE /api/account/oidc",
    "DELETE /api/me/mail",
    "DELETE /api/me/program",
    "DELETE /api/me/programs/{program}",
    "DELETE /api/me/push/{id}",
    "DELETE /api/me/seek",
    # no more e-mails about turns
    "PUT /api/me/mail/turns",
    "POST /mail/{what}/{token}",
}
"""All that banned people may do besides reading. An operation that is to be open to them is added here on purpose."""


def guest_at(house: House, address: str, name: str = "Bob") -> Guest:
    guest = house.guest(address)
    guest.post("/api/me", {"name": name})
    guest.get("/api/me")  # the first request with the cookie
    return guest


def id_of(house: House, name: str) -> str:
    (found,) = command(house, "people", name)
    id: str = found["id"]
    return id


def ban(house: House, name: str = "Bob", *more: str) -> None:
    command(house, "ban", id_of(house, name), "--reason", "rude", "--yes", *more)


def may_come(house: House, address: str) -> bool:
    """Whether a newcomer from an address can become a guest."""
    answer = house.guest(address).client.post("/api/me", json={"name": "New"})
    assert answer.status_code in (200, 403), answer.text
    if answer.status_code == 403:
        assert "No new guests from your network until 20" in answer.json()["error"]["message"]
    return answer.status_code == 200


@pytest.mark.parametrize("kind", ["banned guest", "newcomer"])
def test_every_operation_is_closed_to_banned_people_unless_it_is_on_the_list(sqlite_house: House, kind: str) -> None:
    house = sqlite_house
    somebody = guest_at(house, HOME)
    ban(house, "Bob", "--address")
    if kind == "newcomer":
        somebody = house.guest(HOME)
    routes = [route for module in ROUTE_MODULES for route in module.router.routes if isinstance(route, DeferredRoute)]
    acts = {f"{method} {route.path}" for route in routes for method in (route.methods or ()) if method != "GET"}
    described = {
        f"{method.upper()} {path}"
        for path, operations in house.ann.get("/openapi.json")["paths"].items()
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


def test_newcomers_are_kept_from_the_address_of_a_banned_guest_for_a_day(house: House, time: Time) -> None:
    guest_at(house, HOME)
    assert may_come(house, HOME)
    ban(house, "Bob", "--address")
    newcomer = house.guest(HOME)
    assert not may_come(house, HOME)
    assert may_come(house, ELSEWHERE)
    newcomer.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}]}, 403)
    newcomer.post("/api/account", {"name": "Mallory", "password": "correct horse"}, 403)
    newcomer.get("/api/tables", 200)
    for language, word in (("de", "keine neuen Gäste"), ("nl", "geen nieuwe gasten")):
        answer = newcomer.client.post("/api/me", json={}, headers={"accept-language": language})
        assert word in answer.json()["error"]["message"]
    time.pass_by(DAY - 1)
    assert not may_come(house, HOME)
    time.pass_by(2)
    assert may_come(house, HOME)


def test_an_address_is_banned_no_longer_than_its_guest(sqlite_house: House, time: Time) -> None:
    guest_at(sqlite_house, HOME)
    ban(sqlite_house, "Bob", "--address", "--days", "0.5")
    assert not may_come(sqlite_house, HOME)
    time.pass_by(DAY / 2 + 1)
    assert may_come(sqlite_house, HOME)


def test_known_people_at_a_banned_address_are_not_affected(house: House) -> None:
    guest_at(house, HOME)
    mate = guest_at(house, HOME, "Mate")
    eve = named(house.guest(HOME), "Eve")
    ban(house, "Bob", "--address")
    mate.open("person", "open")
    eve.open("person", "open")
    phone = house.guest(HOME)
    phone.post("/api/account/log-in", {"name": "Eve", "password": PASSWORD}, 200)
    phone.open("person", "open")


def test_a_ban_without_the_option_leaves_the_address_alone(sqlite_house: House) -> None:
    guest_at(sqlite_house, HOME)
    ban(sqlite_house)
    assert may_come(sqlite_house, HOME)


def test_an_address_from_which_a_banned_guest_comes_later_is_banned_too(house: House, time: Time) -> None:
    bob = guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert may_come(house, ELSEWHERE)
    bob.client.address = ELSEWHERE
    bob.get("/api/me")
    assert not may_come(house, ELSEWHERE)
    assert not may_come(house, HOME)
    time.pass_by(DAY + 1)
    bob.client.address = "192.0.2.1"
    bob.get("/api/me")
    assert may_come(house, "192.0.2.1"), "only addresses of the first day are banned"


def test_an_address_that_was_left_a_day_ago_is_not_banned(sqlite_house: House, time: Time) -> None:
    guest_at(sqlite_house, HOME)
    time.pass_by(DAY + 1)
    ban(sqlite_house, "Bob", "--address")
    assert may_come(sqlite_house, HOME)


def test_lifting_a_ban_lifts_that_of_the_address(house: House) -> None:
    guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert not may_come(house, HOME)
    command(house, "unban", id_of(house, "Bob"))
    assert may_come(house, HOME)
    ban(house, "Bob", "--address")
    assert not may_come(house, HOME)
    ban(house)
    assert may_come(house, HOME), "a new ban replaces the old one"


def test_a_banned_guest_that_deletes_itself_does_not_open_its_address(house: House) -> None:
    bob = guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert bob.get("/api/me/export")["rows"]["address_bans"][0].keys() == {"until"}
    bob.post("/api/me/delete", {"sure": True}, 200)
    assert not may_come(house, HOME)


def test_an_ipv6_address_is_banned_with_its_network(sqlite_house: House) -> None:
    guest_at(sqlite_house, "2001:db8:1:2::5")
    ban(sqlite_house, "Bob", "--address")
    assert not may_come(sqlite_house, "2001:db8:1:2:ffff::1")
    assert may_come(sqlite_house, "2001:db8:1:3::5")


def test_networks_exempt_from_limits_by_address_are_not_banned(
    sqlite_file: str, make_house: Callable[..., House]
) -> None:
    house = make_house(sqlite_file, rate_exempt="203.0.113.0/24")
    guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert may_come(house, HOME)


def test_only_the_address_of_a_guest_can_be_banned(sqlite_house: House) -> None:
    house = sqlite_house
    ann, _ = named(house.ann, "Ann"), named(house.guest(HOME), "Eve")
    assert "has an account" in refused(house, "ban", "Eve", "--reason", "x", "--address", "--yes")
    command(house, "grant", "Ann")
    said = ann.put("/api/admin/people/Eve/ban", {"reason": "x", "address": True}, 409)["error"]["message"]
    assert said == "Eve has an account. Only the address of a guest can be banned."
    guest_at(house, HOME)
    ann.put(f"/api/admin/people/{id_of(house, 'Bob')}/ban", {"reason": "x", "address": True}, 200)
    assert not may_come(house, HOME)


def test_addresses_are_stored_as_digests_and_not_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert not may_come(house, HOME)
    rows = house.run(
        house.service(Database).read,
        lambda c: [tuple(row) for table in metadata.sorted_tables for row in c.execute(select(table))],
    )
    assert HOME not in str(rows)
    assert HOME not in caplog.text
    (digest,) = house.run(house.service(Database).read, lambda c: list(c.scalars(select(address_bans.c.digest))))
    assert re.fullmatch(r"[\w-]{22}", digest)


def test_bans_of_addresses_that_are_over_are_deleted(house: House, time: Time) -> None:
    def sweep() -> int:
        house.run(sweep_guests, house.service(Database), house.service(IdentityRegistry).guests)
        return len(house.run(house.service(Database).read, lambda c: c.execute(select(address_bans)).all()))

    guest_at(house, HOME)
    ban(house, "Bob", "--address")
    assert sweep() == 1
    time.pass_by(DAY + 1)
    assert sweep() == 0


def test_each_server_bans_the_addresses_it_knows(database: str, make_house: Callable[..., House]) -> None:
    here, there = make_house(database), make_house(database)
    guest_at(there, HOME)
    ban(here, "Bob", "--address")
    assert may_come(here, HOME), "this server has not seen the guest"
    there.run(there.service(AdminActionFollower).apply_new)
    assert not may_come(there, HOME)
    assert not may_come(here, HOME)


def test_an_address_that_could_not_be_stored_is_stored_later(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = sqlite_house
    bob = guest_at(house, HOME)
    ban(house, "Bob", "--address")

    async def fails(self: Database, work: object) -> None:
        raise Unavailable(case="no-database")

    bob.client.address = ELSEWHERE
    with monkeypatch.context() as patch:
        patch.setattr(Database, "write", fails)
        bob.get("/api/me", 200)
    assert may_come(house, ELSEWHERE)
    bob.get("/api/me", 200)
    assert not may_come(house, ELSEWHERE)
