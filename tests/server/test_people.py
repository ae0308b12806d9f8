"""Guests: cookies that nobody can write, links that bring a seat back, names that disturb nothing."""

from __future__ import annotations

import pytest

from stromnetz import BadInput
from stromnetz.server.people import check_name, new_id, new_key, sign, signed_guest
from tests.server.house import House


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(house: House) -> None:
    answer = house.ann.client.post("/api/me", json={"name": " Ann "})
    assert answer.json() == {"guest": True, "name": "Ann"}
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert part in cookie
    assert "secure" not in cookie
    assert house.ann.get("/api/me") == {"guest": True, "name": "Ann"}
    assert house.ann.post("/api/me", {"name": "Anna"})["name"] == "Anna"
    assert house.guest().get("/api/me") == {"guest": False, "name": None}


def test_behind_https_the_cookie_stays_there(tmp_path, make_house) -> None:  # type: ignore[no-untyped-def]
    house = make_house(str(tmp_path / "x.sqlite"), public_url="https://play.example.org")
    answer = house.ann.client.post("/api/me", json={"name": "Ann"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"]


def test_a_cookie_that_somebody_else_wrote_is_nobody(house: House) -> None:
    house.ann.post("/api/me", {"name": "Ann"})
    value = house.ann.client.cookies["stromnetz"]
    guest, signature = value.split(".")
    for wrong in (guest, f"{guest}.", f"{new_id()}.{signature}", sign(guest, new_key()), "x", f"{value}x", "é.é", '"'):
        answer = house.guest().client.get("/api/me", headers=[(b"cookie", f"stromnetz={wrong}".encode())])
        assert answer.json() == {"guest": False, "name": None}


def test_signatures() -> None:
    key, guest = new_key(), new_id()
    assert signed_guest(sign(guest, key), key) == guest
    assert signed_guest(sign(guest, key), new_key()) is None
    assert signed_guest(None, key) is None


def test_a_recovery_link_brings_the_seat_back(house: House) -> None:
    ann, phone, eve = house.ann, house.guest(), house.guest()
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    assert made["recovery"][0]["link"] == f"http://localhost/recover/{token}"
    back = phone.post("/api/recover", {"token": token})
    assert back["table"]["seats"][0]["mine"]
    phone.post(f"/api/tables/{id}/start")
    for wrong in (f"{token[:-1]}_", "A" * 32):
        if wrong != token:
            eve.post("/api/recover", {"token": wrong}, 404)
    eve.post("/api/recover", {"token": "short"}, 422)
    # a new link makes the old one worthless
    new = ann.post(f"/api/tables/{id}/seats/0/recovery")
    eve.post("/api/recover", {"token": token}, 404)
    assert house.guest().post("/api/recover", {"token": new["token"]})["table"]["id"] == id
    eve.post(f"/api/tables/{id}/seats/0/recovery", status=403)
    ann.post(f"/api/tables/{id}/seats/1/recovery", status=403)


def test_the_link_in_a_browser_asks_first(house: House) -> None:
    ann, phone = house.ann, house.guest()
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    link = made["recovery"][0]["link"]
    page = phone.client.get(link)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    answer = phone.client.post(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{made['table']['id']}")
    assert phone.get(f"/api/tables/{made['table']['id']}")["seats"][0]["mine"]
    assert phone.client.get("/recover/" + "A" * 32).status_code == 404


def test_the_link_of_a_seat_that_was_given_up_is_worthless(house: House) -> None:
    ann = house.ann
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "person"}]}, 201)
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    ann.post(f"/api/tables/{id}/start")
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    house.guest().post("/api/recover", {"token": token}, 404)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann  B ", "Ann  B"),
        ("Jo\u0308rg", "Jörg"),
        ("<b>", "<b>"),
        ("名前", "名前"),
        ("👾", "👾"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names(given: str, shown: str) -> None:
    assert check_name(given) == shown


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "x" * 25,
        "a\nb",
        "a\tb",
        "a\x00b",
        "\u202eabc",
        "a\u200bb",
        "a\u2066b",
        "\ud800",
        "a\u2028b",
        "\u00a0",
        "\ue000",
        "\u0301\u0301",
        "a\u0301\u0302\u0303\u0304",
    ],
    ids=ascii,
)
def test_names_that_would_disturb_the_text_are_refused(given: str) -> None:
    with pytest.raises(BadInput):
        check_name(given)


def test_a_name_is_text_wherever_it_is_shown(house: House) -> None:
    name = "<img src=x onerror=1>"
    id = house.ann.open("person", "plain", name=name)
    # the board asks for names and shows them as text: web/tests looks at that
    assert "<img" not in house.ann.client.get(f"/tables/{id}").text
    assert house.ann.get(f"/api/tables/{id}")["seats"][0]["name"] == name
