"""Games over HTTP: moves, refusals, previews, undo and history."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import parse_game
from tests.server.local_server import LocalServer, new_key


@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        pytest.param(["person", "plain", "random"], {"options": {"short": True}}, marks=pytest.mark.slow),
        pytest.param(
            ["person", "person"], {"edition": "deluxe-europe", "options": {"money": "hidden"}}, marks=pytest.mark.slow
        ),
        (["plain", "person", "plain"], {"options": {"promo": ["taxes", "industrial-espionage"]}, "regions": "draft"}),
        (["person", "plain"], {"edition": "outpost"}),
    ],
    ids=["short", "deluxe for two", "promo", "workers"],
)
def test_whole_game(server: LocalServer, seats: list[str], settings: dict[str, Any]) -> None:
    ann = server.ann
    id = ann.open(*seats, start=True, **settings)
    people = {seat: ann for seat, kind in enumerate(seats) if kind == "person"}
    table = server.play(id, people)
    assert table["state"] == "finished"
    view = ann.get(f"/api/tables/{id}/view")
    assert view["result"]["winners"]
    record = ann.get(f"/api/tables/{id}/record")
    game = parse_game(record)
    assert game.version == table["version"]
    assert game == server.game(id)
    rows = ann.get(f"/api/tables/{id}/history")["rows"]
    assert [row["seq"] for row in rows] == list(range(table["version"] + 1))
    ann.move(id, next(iter(people)), {"kind": "done"}, table["version"], status=409)


def test_refused_move_names_its_rule_and_changes_nothing(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True)
    game = server.game(id)
    assert game.decision is not None
    seat = game.decision.seat
    error = ann.move(id, seat, {"kind": "open", "plant": 7, "bid": 7}, 0, status=409)["error"]
    assert (error["kind"], error["rule"]) == ("illegal-move", "M1")
    assert ann.get(f"/api/rules/{error['rule']}")["text"]
    assert error["facts"]
    error = ann.move(id, 1 - seat, {"kind": "open", "plant": 4, "bid": 4}, 0, status=409)["error"]
    assert error["kind"] == "not-your-turn"
    opens = {"kind": "open", "plant": 4, "bid": 4}
    for move in ({}, {"kind": "fly"}, {"kind": "open"}, {**opens, "plant": "x"}, {**opens, "x": 1}):
        assert ann.move(id, seat, move, 0, status=422)["error"]["kind"] == "bad-input"
    assert ann.get(f"/api/tables/{id}")["version"] == 0
    assert server.game(id) == game
    ann.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0, status=200)


def test_only_its_guest_moves_a_seat(server: LocalServer) -> None:
    ann, bob, eve = server.ann, server.guest(), server.guest()
    id = ann.open("person", "open")
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    seat = server.game(id).position.seat
    right, wrong = (ann, bob) if seat == 0 else (bob, ann)
    move = {"kind": "open", "plant": 4, "bid": 4}
    for other in (wrong, eve):
        assert other.move(id, seat, move, 0, status=403)["error"]["kind"] == "forbidden"
        other.get(f"/api/tables/{id}/view", 403, seat=seat)
        other.post(f"/api/tables/{id}/preview", {"seat": seat, "moves": []}, 403)
        other.post(f"/api/tables/{id}/resign", {"seat": seat}, 403)
        other.post(f"/api/tables/{id}/undo", {"seat": seat, "version": 0, "key": "k"}, 403)
    right.move(id, seat, move, 0)
    right.move(id, 5, move, 1, status=404)


def test_options_are_shown_to_their_seat_only(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "person", start=True)
    seat = server.game(id).position.seat
    mine = ann.get(f"/api/tables/{id}/decision")
    assert mine["decision"]["seat"] == seat
    assert mine["decision"]["options"]
    assert mine["decision"] == ann.get(f"/api/tables/{id}/view", seat=seat)["decision"]
    assert eve.get(f"/api/tables/{id}/decision")["decision"]["options"] is None
    assert eve.get(f"/api/tables/{id}/view")["seat"] is None


def test_preview_changes_nothing(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True)
    seat = server.game(id).position.seat
    plan = [{"kind": "open", "plant": 5, "bid": 6}]
    out = ann.post(f"/api/tables/{id}/preview", {"seat": seat, "moves": plan})
    assert (out["made"], out["view"]["auction"]["bid"]) == (1, 6)
    assert out["events"][0]["kind"] == "auction-opened"
    assert ann.get(f"/api/tables/{id}/view")["auction"] is None
    error = ann.post(f"/api/tables/{id}/preview", {"seat": seat, "moves": [{**plan[0], "bid": 1}]}, 409)["error"]
    assert error["kind"] == "illegal-move"
    error = ann.post(f"/api/tables/{id}/preview", {"seat": 1 - seat, "moves": plan}, 409)["error"]
    assert error["kind"] == "not-your-turn"


def test_undo(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True)
    seat = server.game(id).position.seat
    before = ann.get(f"/api/tables/{id}/view", seat=seat)
    ann.move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
    other = {"seat": 1 - seat, "version": 1, "key": new_key()}
    assert ann.post(f"/api/tables/{id}/undo", other, 409)["error"]["rule"] == "G1"
    body = {"seat": seat, "version": 1, "key": new_key()}
    made = ann.post(f"/api/tables/{id}/undo", body)
    assert made == {"version": 2, "rows": [{"seq": 2, "seat": seat, "undo": 1}]}
    assert ann.post(f"/api/tables/{id}/undo", body) == made
    assert ann.get(f"/api/tables/{id}/view", seat=seat) == {**before, "version": 2}
    assert ann.post(f"/api/tables/{id}/undo", {**body, "version": 2}, 422)["error"]["kind"] == "bad-input"
    assert ann.post(f"/api/tables/{id}/undo", {**body, "version": 2, "key": new_key()}, 409)["error"]["rule"] == "G1"


def test_everyone_may_ask_for_forecasts(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "person", start=True)
    out = eve.post(f"/api/tables/{id}/forecast", {"seat": 0, "plants": [4], "buy": {"coal": 2}, "cities": 1})
    assert (out["supplies"], out["income"], out["burn"]) == (1, 22, {"coal": 2})
    assert out["cost"] > 0
    assert eve.post(f"/api/tables/{id}/forecast", {"seat": 0, "buy": {"coal": 90}}, 422)["error"]["kind"] == "bad-input"
    assert eve.post(f"/api/tables/{id}/forecast", {"seat": 5}, 422)["error"]["kind"] == "bad-input"
    eve.post(f"/api/tables/{id}/forecast", {"seat": 0, "plants": ["x"] * 9}, 422)
    eve.post(f"/api/tables/{'x' * 22}/forecast", {"seat": 0}, 404)


def test_everyone_may_ask_for_prices_but_only_the_owner_with_a_plan(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "person", start=True, options={"money": "hidden"})
    out = eve.post(f"/api/tables/{id}/prices", {"seat": 1, "moves": []})
    assert out["version"] == 0
    assert {(one["kind"], one["place_cost"], one["connection_cost"], one["cost"]) for one in out["offers"]} == {
        ("connect", 10, 0, 10)
    }
    assert [len(one["cities"]) for one in out["next"]] == [1, 2]
    seat = ann.get(f"/api/tables/{id}/view")["decision"]["seat"]
    plan = [{"kind": "open", "plant": 4, "bid": 4}]
    eve.post(f"/api/tables/{id}/prices", {"seat": seat, "moves": plan}, 403)
    assert ann.post(f"/api/tables/{id}/prices", {"seat": seat, "moves": plan})["offers"] == out["offers"]
    # seats that are not to act can plan cities only
    late = ann.post(f"/api/tables/{id}/prices", {"seat": 1 - seat, "moves": plan}, 409)
    assert late["error"]["kind"] == "illegal-move"
    assert eve.post(f"/api/tables/{id}/prices", {"seat": 5, "moves": []}, 422)["error"]["kind"] == "bad-input"


def test_views_of_earlier_versions(server: LocalServer) -> None:
    ann, eve = server.ann, server.guest()
    id = ann.open("person", "person", start=True, options={"money": "hidden"})
    seen: list[list[Any]] = []

    def look() -> list[Any]:
        views = [ann.get(f"/api/tables/{id}/view", seat=seat) for seat in (0, 1)]
        return [*views, eve.get(f"/api/tables/{id}/view")]

    seen.append(look())
    server.play(id, {0: ann, 1: ann}, moves=45, watch=lambda: seen.append(look()))
    rounds = {views[0]["round"] for views in seen}
    assert len(rounds) > 1
    for version, (zero, one, spectator) in enumerate(seen):
        assert ann.get(f"/api/tables/{id}/view", seat=0, version=version) == zero
        assert ann.get(f"/api/tables/{id}/view", seat=1, version=version) == one
        assert eve.get(f"/api/tables/{id}/view", version=version) == spectator
    ann.get(f"/api/tables/{id}/view", 422, version=len(seen))


def test_history_is_paged(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "person", start=True)
    server.play(id, {0: ann, 1: ann}, moves=10)
    whole = ann.get(f"/api/tables/{id}/history")
    assert whole["version"] == 10
    assert whole["rows"][0]["seq"] == 0
    part = ann.get(f"/api/tables/{id}/history", after=3, limit=4)
    assert part["rows"] == whole["rows"][4:8]
    assert ann.get(f"/api/tables/{id}/history", after=10)["rows"] == []


def test_no_view_before_the_game(server: LocalServer) -> None:
    ann = server.ann
    id = ann.open("person", "open")
    for path in ("view", "decision", "history", "record", "deal"):
        assert ann.get(f"/api/tables/{id}/{path}", 409)["error"]["kind"] == "conflict"
    ann.move(id, 0, {"kind": "done"}, 0, status=409)


def test_bot_plays_for_player_who_resigned(server: LocalServer) -> None:
    id, ann, bob = server.game_of_two("plain", options={"short": True})
    server.play(id, {0: ann, 1: bob}, moves=7)
    table = bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert table["seats"][1] == {
        "seat": 1,
        "kind": "bot",
        "name": "Bob",
        "bot": "normal",
        "invited": False,
        "resigned": True,
        "advice": False,
        "colour": 1,
        "mine": True,
    }
    bob.post(f"/api/tables/{id}/resign", {"seat": 1}, 403)
    bob.get(f"/api/tables/{id}/view", 403, seat=1)
    assert bob.get(f"/api/tables/{id}/view")["seat"] is None
    assert server.play(id, {0: ann})["state"] == "finished"
