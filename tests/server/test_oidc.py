"""OpenID Connect with a real provider on this machine: only what it signs, for us and now, lets anybody in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import ECKey, OctKey

from stromnetz import BadInput
from stromnetz.server.core.config import ServerConfig, read_config
from tests.server.house import Guest, House
from tests.server.provider import CLIENT, SECRET, Provider, provider
from tests.server.test_accounts import WORDS, account, tables
from tests.server.test_admin import command

pytestmark = pytest.mark.alone  # names of accounts are there once

BEGIN = "/api/account/oidc"


@pytest.fixture
def site() -> Iterator[Provider]:
    with provider() as one:
        yield one


@pytest.fixture
def club(database: str, make_house: Callable[..., House], site: Provider) -> House:
    """A server whose host has set the provider."""
    return make_house(database, oidc_issuer=site.issuer, oidc_client_id=CLIENT, oidc_client_secret=SECRET)


def there(site: Provider, guest: Guest) -> str:
    """Go to the provider and log in there: where it sends the browser."""
    query = parse_qs(urlsplit(guest.post(BEGIN)["url"]).query)
    return site.authorize({name: values[0] for name, values in query.items()}).removeprefix("http://localhost")


def back(guest: Guest, address: str) -> str:
    answer = guest.client.get(address, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def visit(site: Provider, guest: Guest) -> str:
    return back(guest, there(site, guest))


def test_people_log_in_by_the_hosts_provider(club: House, site: Provider) -> None:
    ann, phone = club.ann, club.guest()
    id = ann.open("person", "open")
    assert club.guest().get("/api/account")["provider"] == "127.0.0.1"
    assert visit(site, ann) == "/account"
    mine = ann.get("/api/account")["account"]
    assert (mine["name"], mine["password"], mine["provider"]) == ("ann", False, True)
    other = phone.open("person", "open")
    assert visit(site, phone) == "/account"
    assert tables(phone) == tables(ann) == {id, other}
    # it is the only way in; with a password it can go
    ann.call("DELETE", BEGIN, 409)
    ann.put("/api/account/password", {"new": WORDS})
    ann.call("DELETE", BEGIN, 204)
    ann.call("DELETE", BEGIN, 404)
    # an account that there is can be connected, but a login belongs to one account
    assert visit(site, ann) == "/account"
    assert ann.get("/api/account")["account"]["provider"]
    bob = club.guest()
    account(bob, "Bob")
    assert visit(site, bob) == "/account?refused"
    site.claims = {"sub": "person-2", "name": "Bob"}
    carl = club.guest()
    assert visit(site, carl) == "/account"
    assert carl.get("/api/account")["account"]["name"].startswith("Bob ")


def test_nobody_else_comes_in(club: House, site: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = club.guest()
    now = int(time.time())
    for change in (
        {"nonce": "another"},
        {"aud": "another"},
        {"aud": ["another", CLIENT], "azp": "another"},
        {"iss": "https://evil.example"},
        {"exp": now - 600},
        {"iat": now + 600},
        {"sub": None},
    ):
        site.change = change
        assert visit(site, eve) == "/account?refused", change
    site.change = {}
    for foreign in (ECKey.generate_key("P-256", {"kid": "1"}, private=True), OctKey.import_key(SECRET)):
        site.foreign = foreign
        assert visit(site, eve) == "/account?refused"
    site.foreign = None
    # a visit counts once, and in the browser that began it
    victim, address = club.guest(), there(site, eve)
    assert back(victim, address) == "/account?refused"
    assert back(eve, address) == "/account?refused"
    address = there(site, eve)
    assert back(eve, address) == "/account"
    assert back(eve, address) == "/account?refused"
    eve.post("/api/me/log-out", {})
    for query in ("", "?state=x&code=y", "?error=access_denied", "?state=%00%ff&code=" + "x" * 5000):
        assert back(eve, f"{BEGIN}/back{query}") == "/account?refused"
    assert not eve.get("/api/me")["guest"]
    # keys that have changed are read again
    site.key = ECKey.generate_key("P-256", {"kid": "1"}, private=True)
    assert visit(site, eve) == "/account"


def test_a_provider_that_is_not_there_and_a_server_without(
    sqlite_house: House, tmp_path: Path, make_house: Callable[..., House]
) -> None:
    sqlite_house.ann.post(BEGIN, status=409)
    assert sqlite_house.ann.get("/api/account")["provider"] is None
    assert back(sqlite_house.ann, f"{BEGIN}/back?state=x") == "/account?refused"
    house = make_house(str(tmp_path / "b.sqlite"), oidc_issuer="http://127.0.0.1:9", oidc_client_id="x")
    assert "127.0.0.1" in house.ann.post(BEGIN, status=409)["error"]["message"]


def test_secrets_come_by_environment_or_file(tmp_path: Path) -> None:
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


def test_banned_people_get_no_new_account_from_the_provider(club: House, site: Provider) -> None:
    address = "203.0.113.7"
    bob, mate = club.guest(address), club.guest(address)
    for guest, name in ((bob, "Bob"), (mate, "Mate")):
        guest.post("/api/me", {"name": name})
        guest.get("/api/me")
    command(club, "ban", command(club, "people", "Bob")[0]["id"], "--reason", "rude", "--address", "--yes")
    assert visit(site, bob) == "/account?refused"
    assert visit(site, club.guest(address)) == "/account?refused"
    assert visit(site, mate) == "/account"
    # an account that there is can be logged in to
    assert visit(site, club.guest(address)) == "/account"
