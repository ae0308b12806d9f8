"""Resigning, deleted players, and table events besides moves."""

from __future__ import annotations

from typing import Any

from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.local_server import Guest, Json, LocalServer, MakeServer, read_until

SHORT: dict[str, Any] = {"options": {"short": True}}


def game_of_two(server: LocalServer, *kinds: str, **more: Any) -> tuple[str, Guest, Guest]:
    """Start a table of Ann and Bob, and bots of these kinds."""
    return server.game_of_two(*kinds, **SHORT, **more)


def events(guest: Guest, id: str) -> list[tuple[Any, ...]]:
    found = guest.get(f"/api/tables/{id}/events")["events"]
    return [(one["kind"], one["seat"], one["bot"], one["reason"]) for one in found]


def ranks(view: Json) -> dict[int, int]:
    return {row["seat"]: row["rank"] for row in view["result"]["ranking"]}


def finished(guest: Guest) -> list[str]:
    return [one["id"] for one in guest.get("/api/me/tables", show="finished")["tables"]]


def test_resigning_with_two_players_ends_the_game(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, ann, bob = game_of_two(server)
    server.play(id, {0: ann, 1: bob}, moves=5)
    ann.get(f"/api/tables/{id}/times", 409)
    seat, version = server.game(id).position.seat, server.game(id).version
    path = f"/api/tables/{id}"
    move = {"seat": seat, "moves": [server.game(id).legal_moves[0].to_json()], "version": version, "key": "k"}
    table = bob.post(f"{path}/resign", {"seat": 1})
    assert (table["state"], table["ending"], table["to_act"]) == ("finished", "resigned", None)
    assert (table["seats"][1]["kind"], table["seats"][1]["resigned"]) == ("person", True)
    ann.post(f"{path}/resign", {"seat": 0}, 409)
    # nobody can play on
    assert (ann, bob)[seat].post(f"{path}/moves", move, 409)["error"]["message"] == "The game is over."
    assert ann.get(f"{path}/decision")["decision"] is None
    for guest in (ann, bob, server.guest()):
        view = guest.get(f"{path}/view")
        assert (view["version"], view["decision"], view["result"]["winners"]) == (version, None, [0])
        assert ranks(view) == {0: 1, 1: 2}
    assert events(ann, id) == [("resigned", 1, None, None)]
    assert ann.get(f"{path}/ranking")["sentences"] == ["Bob resigned and ranks last."]
    times = ann.get(f"{path}/times")["players"]
    assert sum(one["moves"] for one in times) == 5
    assert all(0 <= one["median_seconds"] <= one["total_seconds"] for one in times)
    assert "seed" in ann.get(f"{path}/record")["setup"]
    assert finished(ann) == finished(bob) == [id]
    # everything survives a restart
    server.restart()
    assert server.game(id).version == version
    fields = ("state", "ending", "to_act", "version", "revision")
    assert [ann.get(path)[one] for one in fields] == [table[one] for one in fields]
    assert events(ann, id) == [("resigned", 1, None, None)]
    # both can play again
    again = ann.post(f"{path}/rematch", status=201)["table"]
    assert [(one["name"], one["invited"]) for one in again["seats"]] == [("Ann", False), ("Bob", True)]


def test_sole_player_who_resigns_loses_to_the_only_bot(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "plain", start=True, **SHORT)
    assert ann.post(f"/api/tables/{id}/resign", {"seat": 0})["ending"] == "resigned"
    assert ann.get(f"/api/tables/{id}/view")["result"]["winners"] == [1]


def test_player_who_resigns_ranks_last_and_keeps_the_game(server: LocalServer) -> None:
    id, ann, bob = game_of_two(server, "plain")
    path = f"/api/tables/{id}"
    seat = bob.post(f"{path}/resign", {"seat": 1})["seats"][1]
    assert (seat["kind"], seat["bot"], seat["resigned"], seat["mine"]) == ("bot", "normal", True, True)
    assert not ann.get(path)["seats"][1]["mine"]
    assert [one["id"] for one in bob.get("/api/me/tables", show="running")["tables"]] == [id]
    bob.get(f"{path}/view", 403, seat=1)
    server.finish(id)
    result = ann.get(f"{path}/view")["result"]
    assert [row["seat"] for row in result["ranking"]][-1] == 1
    assert ranks({"result": result})[1] == 3
    assert 1 not in result["winners"]
    said = ann.get(f"{path}/ranking")["sentences"]
    assert said[-1] == "Bob resigned and ranks last."
    assert sum("Bob" in one for one in said) == 1
    assert finished(bob) == [id]
    (game,) = bob.get("/api/me/export")["games"]
    assert (game["table"], game["seats"], game["events"][0]["kind"]) == (id, [1], "resigned")
    # when Bob deletes his data, his name is removed
    bob.post("/api/me/delete", {"sure": True})
    assert ann.get(path)["seats"][1]["name"] == ""
    assert "Bob" not in ann.client.get(f"{path}/ranking").text


def test_deleting_a_person_resigns(sqlite_server: LocalServer) -> None:
    id, ann, bob = game_of_two(sqlite_server)
    bob.post("/api/me/delete", {"sure": True})
    table = ann.get(f"/api/tables/{id}")
    assert (table["state"], table["ending"], table["seats"][1]["name"]) == ("finished", "resigned", "")
    assert ann.get(f"/api/tables/{id}/view")["result"]["winners"] == [0]


def test_table_events_reach_viewers_and_survive_restart(server: LocalServer, time: Time) -> None:
    clock = {"kind": "live", "bank": 60, "increment": 0, "bot": "plain"}
    id, ann, bob = game_of_two(server, clock=clock)
    seat = server.game(id).position.seat
    slow = (ann, bob)[seat]
    with server.guest().live(id) as socket:
        time.pass_by(61)
        server.run(server.service(ClockService).expire_due_turns)
        told = read_until(socket, "table")
        (event,) = told["events"]
        assert (event["kind"], event["seat"], event["bot"], event["version"]) == ("time-out", seat, "plain", 0)
    slow.post(f"/api/tables/{id}/resign", {"seat": seat})
    wanted = [("time-out", seat, "plain", None), ("resigned", seat, None, None)]
    assert events(slow, id) == wanted
    server.restart()
    assert events(server.guest(), id) == wanted
