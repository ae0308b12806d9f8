"""OpenID Connect with a real provider on this machine: forged, expired and foreign claims are refused."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import ECKey, OctKey

from stromnetz import BadInput
from stromnetz.server.core.config import ServerConfig, read_config
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer, MakeServer
from tests.server.oidc_provider import CLIENT, SECRET, Provider, provider
from tests.server.test_accounts import WORDS, account, tables
from tests.server.test_admin import command

pytestmark = pytest.mark.alone  # account names are unique

BEGIN = "/api/account/oidc"


@pytest.fixture
def site() -> Iterator[Provider]:
    with provider() as one:
        yield one


@pytest.fixture
def oidc_server(database: str, make_server: MakeServer, site: Provider) -> LocalServer:
    """Start a server with the provider."""
    return make_server(database, oidc_issuer=site.issuer, oidc_client_id=CLIENT, oidc_client_secret=SECRET)


def log_in_at_provider(site: Provider, guest: Guest) -> str:
    """Log in at the provider; return the redirect."""
    query = parse_qs(urlsplit(guest.post(BEGIN)["url"]).query)
    return site.authorize({name: values[0] for name, values in query.items()}).removeprefix("http://localhost")


def return_to_server(guest: Guest, address: str) -> str:
    answer = guest.client.get(address, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def log_in(site: Provider, guest: Guest) -> str:
    return return_to_server(guest, log_in_at_provider(site, guest))


def test_log_in_through_provider(oidc_server: LocalServer, site: Provider) -> None:
    ann, phone = oidc_server.ann, oidc_server.guest()
    id = ann.open("person", "open")
    assert oidc_server.guest().get("/api/account")["provider"] == "127.0.0.1"
    assert log_in(site, ann) == "/account"
    mine = ann.get("/api/account")["account"]
    assert (mine["name"], mine["password"], mine["provider"]) == ("ann", False, True)
    other = phone.open("person", "open")
    assert log_in(site, phone) == "/account"
    assert tables(phone) == tables(ann) == {id, other}
    # it is the only way to log in; with a password it can be removed
    ann.call("DELETE", BEGIN, 409)
    ann.put("/api/account/password", {"new": WORDS})
    ann.call("DELETE", BEGIN, 204)
    ann.call("DELETE", BEGIN, 404)
    # it can be added to an account, but belongs to one account only
    assert log_in(site, ann) == "/account"
    assert ann.get("/api/account")["account"]["provider"]
    bob = oidc_server.guest()
    account(bob, "Bob")
    assert log_in(site, bob) == "/account?refused"
    site.claims = {"sub": "person-2", "name": "Bob"}
    carl = oidc_server.guest()
    assert log_in(site, carl) == "/account"
    assert carl.get("/api/account")["account"]["name"].startswith("Bob ")


def test_log_in_can_be_finished_for_ten_minutes(
    sqlite_file: str, make_server: MakeServer, site: Provider, time: Time
) -> None:
    server = make_server(sqlite_file, oidc_issuer=site.issuer, oidc_client_id=CLIENT, oidc_client_secret=SECRET)
    cookie = server.ann.client.post(BEGIN).headers["set-cookie"]
    assert {"HttpOnly", "Max-Age=600", "SameSite=lax"} <= set(cookie.split("; "))
    for late, then in ((0, "/account"), (0.001, "/account?refused")):
        guest = server.guest()
        address = log_in_at_provider(site, guest)
        time.pass_by(600 + late)
        assert return_to_server(guest, address) == then


def test_invalid_claims_are_refused(oidc_server: LocalServer, site: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = oidc_server.guest()
    now = int(time.time())
    changes: list[dict[str, Any]] = [
        {"nonce": "another"},
        {"aud": "another"},
        {"aud": ["another", CLIENT], "azp": "another"},
        {"iss": "https://evil.example"},
        {"exp": now - 600},
        {"iat": now + 600},
        *({name: None} for name in ("iss", "aud", "sub", "exp", "iat", "nonce")),
    ]
    for change in changes:
        site.change = change
        assert log_in(site, eve) == "/account?refused", change
    site.change = {}
    for foreign in (ECKey.generate_key("P-256", {"kid": "1"}, private=True), OctKey.import_key(SECRET)):
        site.foreign = foreign
        assert log_in(site, eve) == "/account?refused"
    site.foreign = None
    # a log-in counts once, and in the browser in which it was started
    victim, address = oidc_server.guest(), log_in_at_provider(site, eve)
    assert return_to_server(victim, address) == "/account?refused"
    assert return_to_server(eve, address) == "/account?refused"
    address = log_in_at_provider(site, eve)
    assert return_to_server(eve, address) == "/account"
    assert return_to_server(eve, address) == "/account?refused"
    eve.post("/api/me/log-out", {})
    for query in ("", "?state=x&code=y", "?error=access_denied", "?state=%00%ff&code=" + "x" * 5000):
        assert return_to_server(eve, f"{BEGIN}/back{query}") == "/account?refused"
    assert not eve.get("/api/me")["guest"]
    # replaced keys are read again
    site.key = ECKey.generate_key("P-256", {"kid": "1"}, private=True)
    assert log_in(site, eve) == "/account"


def test_log_in_begun_before_another_one_is_over(oidc_server: LocalServer, site: Provider) -> None:
    account(oidc_server.guest(), "Ann")
    phone = oidc_server.guest()
    phone.open("person", "open")
    address = log_in_at_provider(site, phone)
    phone.post("/api/account/log-in", {"name": "Ann", "password": WORDS})
    assert return_to_server(phone, address) == "/account?refused"


@pytest.mark.parametrize(
    ("claimed", "name"), [("bob@example.org", "bob"), ("", "Player"), ("\u202e", r"Player [0-9a-f]{12}")]
)
def test_new_account_is_named_after_the_claim(
    oidc_server: LocalServer, site: Provider, claimed: str, name: str
) -> None:
    site.claims = {"sub": "person-3", "name": claimed}
    assert log_in(site, oidc_server.ann) == "/account"
    assert re.fullmatch(name, oidc_server.ann.get("/api/account")["account"]["name"])


def test_missing_provider_and_server_without_provider(sqlite_server: LocalServer, make_server: MakeServer) -> None:
    sqlite_server.ann.post(BEGIN, status=409)
    assert sqlite_server.ann.get("/api/account")["provider"] is None
    assert return_to_server(sqlite_server.ann, f"{BEGIN}/back?state=x") == "/account?refused"
    server = make_server(oidc_issuer="http://127.0.0.1:9", oidc_client_id="x")
    assert "127.0.0.1" in server.ann.post(BEGIN, status=409)["error"]["message"]


def test_secrets_come_from_environment_or_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("from a file\n")
    given = {"STROMNETZ_OIDC_CLIENT_ID": "id", "STROMNETZ_OIDC_CLIENT_SECRET_FILE": str(file)}
    config = read_config({"oidc_issuer": "https://login.example.org"}, given)
    assert (config.oidc_client_id, config.oidc_client_secret) == ("id", "from a file")
    assert "from a file" not in repr(config)
    assert {one.metadata["group"] for one in fields(ServerConfig) if "client" in one.name} == {"secret"}
    wrong: list[dict[str, Any]] = [
        {"oidc_issuer": "http://login.example.org", "oidc_client_id": "x"},
        {"oidc_issuer": "https://login.example.org"},
    ]
    for settings in wrong:
        with pytest.raises(BadInput):
            ServerConfig(**settings)
    with pytest.raises(BadInput):
        read_config({}, {"STROMNETZ_OIDC_CLIENT_ID_FILE": str(tmp_path / "none")})


def test_banned_people_get_no_new_account_from_provider(oidc_server: LocalServer, site: Provider) -> None:
    address = "203.0.113.7"
    bob, mate = oidc_server.guest(address), oidc_server.guest(address)
    for guest, name in ((bob, "Bob"), (mate, "Mate")):
        guest.post("/api/me", {"name": name})
        guest.get("/api/me")
    command(
        oidc_server,
        "ban",
        command(oidc_server, "people", "Bob")[0]["id"],
        "--reason",
        "rude",
        "--address",
        "--yes",
    )
    assert log_in(site, bob) == "/account?refused"
    assert log_in(site, oidc_server.guest(address)) == "/account?refused"
    assert log_in(site, mate) == "/account"
    # they can log in to existing accounts
    assert log_in(site, oidc_server.guest(address)) == "/account"
