"""Tables before and after games: opening, listing, joining, leaving, starting, rematches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Time
from tests.server.local_server import LocalServer

Json = dict[str, Any]


def seats(table: Json) -> list[tuple[str, str, bool]]:
    return [(seat["kind"], seat["name"], seat["mine"]) for seat in table["seats"]]


def test_table_with_every_kind_of_seat(time: Time, server: LocalServer) -> None:
    body = {
        "name": "Ann",
        "edition": "classic-2004",
        "map": "usa",
        "seats": [
            {"kind": "person"},
            {"kind": "person", "name": "Mum"},
            {"kind": "open"},
            {"kind": "bot", "bot": "random"},
        ],
        "options": {"short": True, "money": "hidden", "promo": ["taxes"]},
        "regions": "draft",
    }
    made = server.ann.post("/api/tables", body, 201)
    table = made["table"]
    assert seats(table) == [
        ("person", "Ann", True),
        ("person", "Mum", True),
        ("open", "", False),
        ("bot", "random", False),
    ]
    assert table["settings"] == {
        "edition": "classic-2004",
        "map": "usa",
        "players": 4,
        "regions": "draft",
        "options": body["options"],
        "clock": {"kind": "none", "bank": 0, "increment": 0, "turn": 0, "away": 3 * 24 * 3600, "bot": "normal"},
        "lesson": None,
        "rated": False,
        "puzzle": None,
        "unrated": None,
    }
    assert (table["state"], table["host"], table["public"]) == ("lobby", True, False)
    assert made["link"] == f"http://localhost/tables/{table['id']}"
    assert [r["seat"] for r in made["recovery"]] == [0, 1]
    assert server.ann.get(f"/api/tables/{table['id']}") == table
    other = server.guest().get(f"/api/tables/{table['id']}")
    assert not any(mine for _, _, mine in seats(other))
    assert not other["host"]


def test_named_regions(server: LocalServer) -> None:
    named = ["northwest", "northeast", "west"]
    id = server.ann.open("person", "person", edition="classic-2004", map="germany", regions=named, start=True)
    assert server.ann.get(f"/api/tables/{id}/view")["regions"] == named


@pytest.mark.parametrize(
    "change",
    [
        {"edition": "no-such"},
        {"map": "no-such"},
        {"options": {"money": "maybe"}},
        {"options": {"luck": True}},
        {"options": {"promo": ["no-such"]}},
        {"options": {"promo": 7}},
        {"regions": ["northwest"]},
        {"regions": ["atlantis", "x", "y"]},
        {"regions": "some"},
        {"seats": []},
        {"seats": [{"kind": "person"}]},
        {"seats": [{"kind": "person"}] * 7},
        {"seats": [{"kind": "person"}] * 9},
        {"seats": [{"kind": "ghost"}] * 2},
        {"seats": [{"kind": "bot", "bot": "no-such"}] * 2},
        {"seats": [{"kind": "person", "name": "\u202e"}] * 2},
        {"seats": "two"},
        {"name": ""},
        {"name": "x" * 25},
        {"public": "yes"},
        {"more": 1},
    ],
    ids=str,
)
def test_impossible_games_are_refused(sqlite_server: LocalServer, change: Json) -> None:
    body = {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}], **change}
    error = sqlite_server.ann.post("/api/tables", body, 422)["error"]
    assert error["kind"] == "bad-input"
    assert error["message"]
    assert sqlite_server.ann.get("/api/me") == {"guest": False, "name": None, "unreadable": False, "account": False}


def test_joining_by_link_and_by_code(server: LocalServer) -> None:
    ann, bob, eve = server.ann, server.guest(), server.guest()
    id = ann.open("person", "open", "open")
    code = ann.get(f"/api/tables/{id}")["code"]
    assert bob.get(f"/api/codes/{code[:5].lower()}-{code[5:]}") == {"id": id}
    bob.get("/api/codes/AAAAAAAAAA", 404)
    joined = bob.post(f"/api/tables/{id}/join", {"name": "Bob", "seat": 2})
    assert seats(joined["table"])[2] == ("person", "Bob", True)
    assert eve.post(f"/api/tables/{id}/join", {"seat": 2}, 409)["error"]["kind"] == "conflict"
    assert eve.get("/api/me")["guest"] is False
    eve.post(f"/api/tables/{id}/join", {"seat": 6}, 404)
    assert seats(eve.post(f"/api/tables/{id}/join", {})["table"])[1] == ("person", "Guest", True)
    assert server.guest().post(f"/api/tables/{id}/join", {}, 409)["error"]["message"] == "No seat is free."
    assert [table["id"] for table in bob.get("/api/me/tables")["tables"]] == [id]


def test_leaving(server: LocalServer) -> None:
    ann, bob, eve = server.ann, server.guest(), server.guest()
    id = ann.open("person", "open", "plain")
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    eve.post(f"/api/tables/{id}/leave", status=403)
    ann.post(f"/api/tables/{id}/leave", status=204)
    table = bob.get(f"/api/tables/{id}")
    assert seats(table) == [("open", "", False), ("person", "Bob", True), ("bot", "plain", False)]
    assert table["host"], "the table passes to whoever is left"
    bob.post(f"/api/tables/{id}/leave", status=204)
    bob.get(f"/api/tables/{id}", 404)


def test_nobody_leaves_a_running_game(server: LocalServer) -> None:
    id = server.ann.open("person", "person", start=True)
    server.ann.post(f"/api/tables/{id}/leave", status=409)
    server.guest().post(f"/api/tables/{id}/join", {}, 409)
    server.ann.put(f"/api/tables/{id}/seats/0", {"kind": "open"}, 409)
    server.ann.post(f"/api/tables/{id}/start", status=409)


def test_host_changes_seats(server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    id = ann.open("person", "open", "open")
    bob.post(f"/api/tables/{id}/join", {"name": "Bob", "seat": 1})
    bob.put(f"/api/tables/{id}/seats/2", {"kind": "bot"}, 403)
    ann.put(f"/api/tables/{id}/seats/7", {"kind": "bot"}, 404)
    ann.put(f"/api/tables/{id}/seats/2", {"kind": "bot", "bot": "none"}, 422)
    ann.put(f"/api/tables/{id}/seats/2", {"kind": "person"}, 422)
    ann.put(f"/api/tables/{id}/seats/2", {"kind": "person", "name": "Mum"})
    assert ann.post(f"/api/tables/{id}/start")["state"] == "running"
    other = ann.open("person", "open", "open")
    bob.post(f"/api/tables/{other}/join", {"name": "Bob"})
    for seat in (1, 2):
        ann.put(f"/api/tables/{other}/seats/{seat}", {"kind": "bot", "bot": "random"})
    assert seats(ann.get(f"/api/tables/{other}"))[1:] == [("bot", "random", False)] * 2
    ann.put(f"/api/tables/{other}/seats/1", {"kind": "open"})
    ann.post(f"/api/tables/{other}/start", status=409)


def test_only_host_starts_and_only_a_full_table(server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    id = ann.open("person", "open")
    assert ann.post(f"/api/tables/{id}/start", status=409)["error"]["facts"] == {"free": [1]}
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    bob.post(f"/api/tables/{id}/start", status=403)
    server.guest().post(f"/api/tables/{id}/start", status=403)
    table = ann.post(f"/api/tables/{id}/start")
    assert (table["state"], table["version"]) == ("running", 0)
    assert table["to_act"] in (0, 1)


def test_public_tables_are_paged(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    ids = [ann.open("person", "open", public=True) for _ in range(5)]
    hidden = ann.open("person", "open")
    found: list[str] = []
    page = eve.get("/api/tables", limit=2)
    while True:
        found += [table["id"] for table in page["tables"]]
        if page["next"] is None:
            break
        page = eve.get("/api/tables", limit=2, before=page["next"])
    assert sorted(found) == sorted(ids)
    assert hidden not in found
    assert eve.get("/api/tables", state="running")["tables"] == []
    eve.get("/api/tables", 422, limit=0)
    eve.get("/api/tables", 422, state="lost")


def test_rematch_invites_the_others(server: LocalServer) -> None:
    id, ann, bob = server.game_of_two("plain", options={"short": True})
    bob.post(f"/api/tables/{id}/rematch", status=409)
    server.play(id, {0: ann, 1: bob})
    server.guest().post(f"/api/tables/{id}/rematch", status=403)
    with ann.live(id) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["hello", "state"]
        again = bob.post(f"/api/tables/{id}/rematch", status=201)["table"]
        assert socket.receive_json()["table"]["rematch"] == again["id"]
    assert again["rematch_of"] == id
    assert again["settings"] == ann.get(f"/api/tables/{id}")["settings"]
    assert [(s["name"], s["invited"]) for s in again["seats"]] == [("Ann", True), ("Bob", False), ("plain", False)]
    assert ann.post(f"/api/tables/{id}/rematch", status=201)["table"]["id"] == again["id"]
    assert ann.get(f"/api/tables/{id}")["rematch"] == again["id"]
    assert again["id"] in [table["id"] for table in ann.get("/api/me/tables")["tables"]]
    bob.post(f"/api/tables/{again['id']}/start", status=409)
    server.guest().post(f"/api/tables/{again['id']}/join", {"seat": 0}, 409)
    ann.post(f"/api/tables/{again['id']}/join", {"name": "Ann"})
    bob.post(f"/api/tables/{again['id']}/start")
    server.play(again["id"], {0: ann, 1: bob}, moves=3)


def test_rematch_keeps_the_chat_closed(server: LocalServer) -> None:
    id, ann, bob = server.game_of_two()
    ann.put(f"/api/tables/{id}/chat", {"silent": True}, 204)
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    again = ann.post(f"/api/tables/{id}/rematch", status=201)["table"]["id"]
    assert ann.get(f"/api/tables/{again}/chat")["state"] == "silent"


def test_rematch_can_be_declined(server: LocalServer) -> None:
    id, ann, bob = server.game_of_two(options={"short": True})
    server.play(id, {0: ann, 1: bob})
    again = ann.post(f"/api/tables/{id}/rematch", status=201)["table"]["id"]
    bob.post(f"/api/tables/{again}/leave", status=204)
    assert [(s["kind"], s["invited"]) for s in ann.get(f"/api/tables/{again}")["seats"]] == [
        ("person", False),
        ("open", False),
    ]
    bob.post(f"/api/tables/{again}/leave", status=403)
    assert again not in [table["id"] for table in bob.get("/api/me/tables")["tables"]]


def test_reference_data(sqlite_server: LocalServer) -> None:
    """Clients get everything to draw and explain a game, for every edition and board."""
    ann = sqlite_server.ann
    editions = ann.get("/api/editions")
    assert sum(edition["default"] for edition in editions) == 1
    for short in editions:
        edition = ann.get(f"/api/editions/{short['id']}")
        assert edition["options"] == short["options"]
        for key in ("payments", "place_costs", "fuels", "players", "cards", "money", "name", "plant_market"):
            assert edition[key], key
        first, later = edition["phases"]
        assert len(set(first)) == len(first) >= len(later)
        assert set(later) <= set(first), "a further round has no phase of its own"
        for fuel in edition["fuels"]:
            for count in short["players"]:
                assert fuel.get("spaces") or fuel["spaces_by_players"][str(count)], "a place for every marker"
        for board_id in edition["maps"]:
            board = ann.get(f"/api/boards/{board_id}")
            regions = {region["id"] for region in board["regions"]}
            for city in board["cities"].values():
                assert city["region"] in regions
                assert city["name"]
                assert {"lat", "lon"} <= set(city) or {"x", "y"} <= set(city), "a place to draw it at"
            for a, b, *cost in board["connections"]:
                assert {a, b} <= set(board["cities"])
                assert cost[0] >= 0 if cost else edition["tiles"], "printed, or laid out as tiles"
    assert {board["id"] for board in ann.get("/api/boards")} == {m for e in editions for m in e["maps"]}
    for language in ("en", "de", "nl"):
        told = ann.get(f"/api/words/{language}")
        assert told["events"]
        # words of other pages come with the page
        assert "page_ratings" not in told
        assert ann.get(f"/api/words/{language}/ratings")["ladder"]
    assert "plain" in [bot["id"] for bot in ann.get("/api/bots")]
    rules = ann.get("/api/rules")
    assert rules["rules"]["A5"] == ann.get("/api/rules/a5")["text"]
    assert "A5" in [id for heading in rules["headings"] for id in heading["rules"]]
    for path in ("editions/none", "boards/none", "words/xx", "words/xx/ratings", "words/en/none", "rules/ZZ99"):
        assert ann.get(f"/api/{path}", 404)["error"]["kind"] == "not-found"


def test_joining_twice_takes_one_seat(time: Time, server: LocalServer) -> None:
    ann, bob = server.ann, server.guest()
    id = ann.open("person", "open", "open")
    first = bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    assert bob.post(f"/api/tables/{id}/join", {"name": "Bob"}) == first
    assert bob.post(f"/api/tables/{id}/join", {"name": "Bob", "seat": 1}) == first
    assert bob.post(f"/api/tables/{id}/join", {"name": "Bob", "seat": 2}, 409)["error"]["facts"]["yours"] == [1]
    assert [seat["kind"] for seat in ann.get(f"/api/tables/{id}")["seats"]] == ["person", "person", "open"]
    # the link of the first response still works
    assert bob.get(f"/api/tables/{id}/seats/1/recovery") == first["recovery"][0]


ROBOTS: Json = {"options": {"robots": ["random", "random"], "short": True}}


def test_automatic_seats_are_played_by_the_rules_only(server: LocalServer) -> None:
    bob = server.guest()
    id = server.ann.open("person", "automatic", "open", **ROBOTS)
    table = server.ann.get(f"/api/tables/{id}")
    assert seats(table) == [("person", "Ann", True), ("automatic", "Robo 1", False), ("automatic", "Robo 2", False)]
    assert bob.post(f"/api/tables/{id}/join", {"name": "Bob"}, 409)["error"]["kind"] == "conflict"
    refused = server.ann.put(f"/api/tables/{id}/seats/2", {"kind": "open"}, 409)
    assert refused["error"]["message"] == "The rules control this seat: nobody can sit there."
    server.ann.post(f"/api/tables/{id}/start")
    server.play(id, {0: server.ann})
    done = server.ann.get(f"/api/tables/{id}")
    assert done["state"] == "finished", "one person against robots"
    again = server.ann.post(f"/api/tables/{id}/rematch", None, 201)["table"]
    assert [kind for kind, _, _ in seats(again)] == ["person", "automatic", "automatic"]


@pytest.mark.parametrize(
    ("kinds", "settings", "why"),
    [
        (("person", "person", "plain"), ROBOTS, "The rules control this seat: nobody can sit there."),
        (("person", "automatic"), {}, "No seat at this table is controlled by the rules."),
        (("person", "open"), ROBOTS, "At least one player must be human: a table of 2 has no room for 2 robots."),
    ],
)
def test_invalid_automatic_seats_are_refused(
    sqlite_server: LocalServer, kinds: tuple[str, ...], settings: Json, why: str
) -> None:
    seats = [{"kind": k} if k != "plain" else {"kind": "bot", "bot": k} for k in kinds]
    refused = sqlite_server.ann.post("/api/tables", {"name": "Ann", "seats": seats, **settings}, 422)
    assert refused["error"]["message"] == why
