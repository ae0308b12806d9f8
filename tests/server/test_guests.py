"""Guests: signed cookies, recovery links and display names."""

from __future__ import annotations

import secrets
import unicodedata

import pytest
from starlette.websockets import WebSocketDisconnect

from stromnetz import BadInput
from stromnetz.server.accounts.guests import GuestService
from stromnetz.server.core.identity import new_key, sign_guest, verify_guest
from stromnetz.tables.errors import Conflict
from stromnetz.tables.ids import new_id
from stromnetz.tables.names import confusable_key, validate_display_name
from stromnetz.tables.table import MAX_KEYS
from tests.server.local_server import Guest, LocalServer, MakeServer, read_until_closed

pytestmark = pytest.mark.alone  # account names are unique


def test_ids_never_look_like_options(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-abc", "--", "a-bc"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert new_id() == "a-bc"


def test_guest_gets_httponly_cookie(server: LocalServer) -> None:
    answer = server.ann.client.post("/api/me", json={"name": " Ann "})
    assert answer.json() == {"guest": True, "name": "Ann", "unreadable": False, "account": False}
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert part in cookie
    assert "secure" not in cookie
    assert server.ann.get("/api/me") == {"guest": True, "name": "Ann", "unreadable": False, "account": False}
    assert server.ann.post("/api/me", {"name": "Anna"})["name"] == "Anna"
    assert server.guest().get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}


def test_cookie_is_secure_behind_https(make_server: MakeServer) -> None:
    server = make_server(public_url="https://play.example.org")
    answer = server.ann.client.post("/api/me", json={"name": "Ann"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"]


def test_forged_cookie_is_ignored(server: LocalServer) -> None:
    server.ann.post("/api/me", {"name": "Ann"})
    value = server.ann.client.cookies["stromnetz"]
    guest, signature = value.split(".")
    for wrong in (
        guest,
        f"{guest}.",
        f"{new_id()}.{signature}",
        sign_guest(guest, new_key()),
        "x",
        f"{value}x",
        "é.é",
        '"',
    ):
        answer = server.guest().client.get("/api/me", headers=[(b"cookie", f"stromnetz={wrong}".encode())])
        assert answer.json() == {"guest": False, "name": None, "unreadable": True, "account": False}


def test_signatures() -> None:
    key, guest = new_key(), new_id()
    assert verify_guest(sign_guest(guest, key), key) == (guest, 0)
    assert verify_guest(sign_guest(guest, key, 3), key) == (guest, 3)
    assert sign_guest(guest, key).count(".") == 1, "cookies from before there was a log-out look like this"
    who, signature = sign_guest(guest, key, 3).rsplit(".", 1)
    assert verify_guest(f"{guest}.4.{signature}", key) is None
    assert verify_guest(f"{who}.", key) is None
    assert verify_guest(sign_guest(guest, key), new_key()) is None
    assert verify_guest(None, key) is None


def test_guest_who_was_deleted_meanwhile_cannot_act(sqlite_server: LocalServer) -> None:
    with pytest.raises(Conflict, match="logged out"):
        sqlite_server.run(sqlite_server.service(GuestService).get_or_create, new_id(), "Bob", "Bob")


def test_recovery_link_returns_the_seat(server: LocalServer) -> None:
    ann, phone, eve = server.ann, server.guest(), server.guest()
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    assert made["recovery"][0]["link"] == f"http://localhost/recover/{token}"
    back = phone.post("/api/recover", {"token": token})
    assert back["table"]["seats"][0]["mine"]
    for wrong in (f"{token[:-1]}_", "A" * 32):
        if wrong != token:
            eve.post("/api/recover", {"token": wrong}, 404)
    eve.post("/api/recover", {"token": "short"}, 422)
    ann.post(f"/api/tables/{id}/start")
    server.play(id, {0: phone}, moves=1)
    eve.get(f"/api/tables/{id}/seats/0/recovery", 403)
    eve.post(f"/api/tables/{id}/seats/0/recovery", status=403)
    ann.post(f"/api/tables/{id}/seats/1/recovery", status=403)


def test_recovery_link_gives_no_other_rights(server: LocalServer) -> None:
    ann, phone = server.ann, server.guest()
    made = ann.post(
        "/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "person", "name": "Kim"}]}, 201
    )
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    other = ann.open("person", "open")
    phone.post("/api/recover", {"token": token})
    assert [seat["mine"] for seat in phone.get(f"/api/tables/{id}")["seats"]] == [True, False]
    assert [table["id"] for table in phone.get("/api/me/tables")["tables"]] == [id]
    assert phone.get(f"/api/tables/{other}")["seats"][0]["mine"] is False
    # only the owner has the rights of the host
    assert phone.get(f"/api/tables/{id}")["host"] is False
    for path in ("start", "leave", "rematch"):
        phone.post(f"/api/tables/{id}/{path}", status=403)
    phone.put(f"/api/tables/{id}/seats/0", {"kind": "open"}, 403)
    phone.post(f"/api/tables/{id}/seats/0/recovery", status=403)
    ann.post(f"/api/tables/{id}/start")
    phone.get(f"/api/tables/{id}/view", seat=0)
    phone.get(f"/api/tables/{id}/view", 403, seat=1)
    seat = server.game(id).position.seat
    phone.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0, status=200 if seat == 0 else 403)
    # a browser that uses the link keeps its guest
    bob = server.guest()
    bob.post("/api/me", {"name": "Bob"})
    mine = bob.open("person", "open")
    bob.post("/api/recover", {"token": token})
    assert bob.get("/api/me")["name"] == "Bob"
    assert {table["id"] for table in bob.get("/api/me/tables")["tables"]} == {id, mine}


def test_new_link_disconnects_users_of_old_one(server: LocalServer) -> None:
    ann, phone = server.ann, server.guest()
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "person"}]}, 201)
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    phone.post("/api/recover", {"token": token})
    ann.post(f"/api/tables/{id}/start")
    # the link can be shown again, on every device that plays the seat
    for who in (ann, phone):
        assert who.get(f"/api/tables/{id}/seats/0/recovery")["token"] == token
    with phone.live(id) as socket:
        assert [view["seat"] for view in [socket.receive_json(), socket.receive_json()][1]["views"]] == [0]
        new = ann.post(f"/api/tables/{id}/seats/0/recovery")
        assert not any(seat["mine"] for seat in socket.receive_json()["table"]["seats"])
        assert [view["seat"] for view in socket.receive_json()["views"]] == [None]
    assert ann.get(f"/api/tables/{id}/seats/0/recovery")["token"] == new["token"] != token
    phone.post("/api/recover", {"token": token}, 404)
    phone.get(f"/api/tables/{id}/view", 403, seat=0)
    phone.move(id, 0, {"kind": "pass"}, 0, status=403)
    assert phone.get("/api/me/tables")["tables"] == []
    assert phone.post("/api/recover", {"token": new["token"]})["table"]["id"] == id
    ann.get(f"/api/tables/{id}/view", seat=0)


def test_devices_of_a_seat_are_limited(sqlite_server: LocalServer) -> None:
    made = sqlite_server.ann.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    devices = [sqlite_server.guest() for _ in range(MAX_KEYS + 1)]
    for device in devices[:-1]:
        device.post("/api/recover", {"token": made["recovery"][0]["token"]})
    devices[0].post("/api/recover", {"token": made["recovery"][0]["token"]})
    refused = devices[-1].post("/api/recover", {"token": made["recovery"][0]["token"]}, 409)
    assert str(MAX_KEYS) in refused["error"]["message"]


def test_log_out_invalidates_cookie_everywhere(server: LocalServer) -> None:
    ann, thief = server.ann, server.guest()
    id = ann.open("person", "person", start=True)
    thief.client.cookies = dict(ann.client.cookies)
    with thief.live(id) as socket:
        assert socket.receive_json()["type"] == "hello"
        assert ann.post("/api/me/log-out", {"stay": True}) == {
            "guest": True,
            "name": "Ann",
            "unreadable": False,
            "account": False,
        }
        with pytest.raises(WebSocketDisconnect) as ended:
            read_until_closed(socket)
        assert ended.value.code == 4001
    assert thief.get("/api/me") == {"guest": False, "name": None, "unreadable": True, "account": False}
    thief.get(f"/api/tables/{id}/view", 403, seat=0)
    # the browser that asked keeps a new cookie until it logs out, too
    ann.get(f"/api/tables/{id}/view", seat=0)
    last = dict(ann.client.cookies)
    assert ann.post("/api/me/log-out")["guest"] is False
    assert "stromnetz" not in ann.client.cookies
    ann.client.cookies = last
    ann.get(f"/api/tables/{id}/view", 403, seat=0)


def test_log_out_survives_restart(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    server.ann.post("/api/me", {"name": "Ann"})
    old = dict(server.ann.client.cookies)
    server.ann.post("/api/me/log-out", {"stay": True})
    new = dict(server.ann.client.cookies)
    server.stop()
    server = make_server(database)
    for cookies, known in ((old, False), (new, True)):
        server.ann.client.cookies = cookies
        assert server.ann.get("/api/me")["guest"] is known


def test_foreign_cookies_are_ignored(server: LocalServer) -> None:
    server.ann.post("/api/me", {"name": "Ann"})
    ours = f"stromnetz={server.ann.client.cookies['stromnetz']}"
    for header in (
        f'consent={{"a":1}}; {ours}',
        f'{ours}; consent={{"a":1}}',
        f"a=[1,2]; b; =; ;;{ours};",
        f'x="unfinished; {ours}',
        f"@=1;{ours}",
        f"stromnetz=other; {ours}",
    ):
        answer = server.guest().client.get("/api/me", headers={"cookie": header})
        assert answer.json() == {"guest": True, "name": "Ann", "unreadable": False, "account": False}, header


def test_unreadable_identity_is_not_replaced_silently(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "open")
    lost = server.guest()
    lost.client.cookies.set("stromnetz", sign_guest(new_id(), new_key()), domain="localhost.local")
    token = ann.get(f"/api/tables/{id}/seats/0/recovery")["token"]
    for path, body in (
        ("/api/me", {"name": "Bob"}),
        ("/api/tables", {"seats": [{"kind": "person"}, {"kind": "bot"}]}),
        (f"/api/tables/{id}/join", {}),
        ("/api/recover", {"token": token}),
        ("/api/records", {}),
    ):
        answer = lost.client.post(path, json=body, headers={"accept-language": "de"})
        assert (answer.status_code, "set-cookie" in answer.headers) == (409, False), path
        assert "abgemeldet" in answer.json()["error"]["message"].lower()
    assert "has expired" in lost.client.get(f"/recover/{token}").text
    # replaced after confirmation
    lost.post("/api/me/log-out")
    assert lost.post("/api/me", {"name": "Bob"})["guest"] is True


def test_recovery_link_asks_for_confirmation(server: LocalServer) -> None:
    ann, phone = server.ann, server.guest()
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "bot"}]}, 201)
    link = made["recovery"][0]["link"]
    page = phone.client.get(link)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    answer = phone.client.post(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{made['table']['id']}")
    assert phone.get(f"/api/tables/{made['table']['id']}")["seats"][0]["mine"]
    assert phone.client.get("/recover/" + "A" * 32).status_code == 404


def test_recovery_link_of_cleared_seat_is_invalid(server: LocalServer) -> None:
    ann = server.ann
    made = ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "person"}]}, 201)
    id, token = made["table"]["id"], made["recovery"][0]["token"]
    ann.post(f"/api/tables/{id}/start")
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    server.guest().post("/api/recover", {"token": token}, 404)


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
        ("a\u0313\u0313", "a\u0313\u0313"),
        ("क" + "\u0902" * 5, "क" + "\u0902" * 5),
    ],
)
def test_valid_names(given: str, shown: str) -> None:
    assert validate_display_name(given) == shown


# names in many scripts, some with joiners or many marks
NAMES = (
    *("Ann", "Željko", "Nguyễn", "Þórunn", "Ирина", "Οδυσσέας", "Արամ", "თამარ", "שָׁלוֹם", "يُوسُف", "فرح\u200cناز"),
    *("ܝܘܣܦ", "ޢަލީ", "ߡߊߡߊߘߎ", "ሰላም", "ⵣⴰⴽⵉⵔⴰ", "ᏎᏉᏯ", "ᐃᓄᒃ", "सुनीति", "अरुणिमा", "ক্ষমা", "ਗੁਰਪ੍ਰੀਤ", "ગીતા"),
    *("ପ୍ରିୟା", "தமிழ்ச்செல்வி", "తెలుగు", "ಕೃಷ್ಣ", "ലക്ഷ്മി", "ශ්\u200dරී", "ศรีสุดา", "ເພັດ", "བརྒྱུད་", "ခင်ခင်ကြွယ်"),
    *("សុភក្ត្រា", "ᮃᮚᮥ", "ꦱꦿꦶ", "ᜋᜍᜒ", "山田太郎", "たろう", "ヤマダ", "김하늘", "ᠪᠠᠲᠤ", "ꆈꌠ", "ᱥᱟᱱᱛᱟᱲ"),
    *("𞤀𞤣𞤢𞤥", "👾", "❤\ufe0f"),
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_in_every_script(name: str) -> None:
    assert validate_display_name(name) == unicodedata.normalize("NFC", name)


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
        "a\u0313\u0313\u0313",
        "क" + "\u0902" * 6,
        "a\u0301\u0302\u0303\u0304",
        "A\u0300\u0300\u0300\u0300nn",
        "Ann \u0301",
        # invisible, whatever they count as
        "\u3164",
        "A\u115fnn",
        "\u2800",
        "Ann\ufe0f",
        "Ann\U000e0101",
        "A\u034fnn",
        # joiners without effect
        "A\u200dnn",
        "\u200cAnn",
        "\u06cc\u200c",
        "\u06cc\u200d\u06cc",
        "a\u061cb",
        "a\u200fb",
        "a\U000e0041b",
    ],
    ids=ascii,
)
def test_disturbing_names_are_refused(given: str) -> None:
    with pytest.raises(BadInput):
        validate_display_name(given)


def called(guest: Guest, id: str) -> list[str]:
    return [seat["name"] for seat in guest.get(f"/api/tables/{id}")["seats"]]


def test_similar_names_at_a_table_are_numbered(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open(*["person"] * 2, *["open"] * 4)
    assert called(ann, id)[:2] == ["Ann", "Ann 2"]
    # Cyrillic, full width, zero-width: all look like Ann
    for seat, name in enumerate(("\u0410nn", "\uff21nn", "a.n.n"), start=2):
        server.guest().post(f"/api/tables/{id}/join", {"name": name, "seat": seat})
    assert called(ann, id)[2:5] == ["\u0410nn 3", "\uff21nn 4", "a.n.n 5"]
    ann.put(f"/api/tables/{id}/seats/5", {"kind": "person", "name": "ANN 2"})
    assert called(ann, id)[5] == "ANN 2 2"
    # account holders keep their name
    ann.put(f"/api/tables/{id}/seats/5", {"kind": "open"})
    real = server.guest()
    real.post("/api/account", {"name": "Ann", "password": "four words in a row"}, 201)
    real.post(f"/api/tables/{id}/join", {})
    names = called(ann, id)
    assert (names[0], names[5]) == ("Ann 6", "Ann")
    assert len({confusable_key(name) for name in names}) == 6
    long = server.guest().open("person", "person", name="x" * 24)
    assert called(ann, long) == ["x" * 24, f"{'x' * 22} 2"]


def test_name_is_escaped_in_pages(server: LocalServer) -> None:
    name = "<img src=x onerror=1>"
    id = server.ann.open("person", "plain", name=name)
    # for the web app see web/tests
    assert "<img" not in server.ann.client.get(f"/tables/{id}").text
    assert server.ann.get(f"/api/tables/{id}")["seats"][0]["name"] == name
