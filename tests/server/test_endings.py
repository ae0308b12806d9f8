"""Games that end before the rules end them, and what the log of a table tells besides moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.house import Guest, House, Json

SHORT: dict[str, Any] = {"options": {"short": True}}


def at_table(house: House, *kinds: str, **more: Any) -> tuple[str, Guest, Guest]:
    """A running table of Ann and Bob, and of bots of these kinds."""
    ann, bob = house.ann, house.guest()
    id = ann.open("person", "open", *kinds, **SHORT, **more)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    return id, ann, bob


def events(guest: Guest, id: str) -> list[tuple[Any, ...]]:
    found = guest.get(f"/api/tables/{id}/events")["events"]
    return [(one["kind"], one["seat"], one["bot"], one["reason"]) for one in found]


def ranks(view: Json) -> dict[int, int]:
    return {row["seat"]: row["rank"] for row in view["result"]["ranking"]}


def finished(guest: Guest) -> list[str]:
    return [one["id"] for one in guest.get("/api/me/tables", show="finished")["tables"]]


def test_of_two_players_one_resigns_and_the_other_has_won(database: str, make_house: Callable[..., House]) -> None:
    house = make_house(database)
    id, ann, bob = at_table(house)
    house.play(id, {0: ann, 1: bob}, moves=5)
    seat, version = house.game(id).position.seat, house.game(id).version
    path = f"/api/tables/{id}"
    move = {"seat": seat, "moves": [house.game(id).legal_moves[0].to_json()], "version": version, "key": "k"}
    table = bob.post(f"{path}/resign", {"seat": 1})
    assert (table["state"], table["ending"], table["to_act"]) == ("finished", "resigned", None)
    assert (table["seats"][1]["kind"], table["seats"][1]["resigned"]) == ("person", True)
    ann.post(f"{path}/resign", {"seat": 0}, 409)
    # nothing more is played, by nobody
    assert (ann, bob)[seat].post(f"{path}/moves", move, 409)["error"]["message"] == "The game is over."
    assert ann.get(f"{path}/decision")["decision"] is None
    for guest in (ann, bob, house.guest()):
        view = guest.get(f"{path}/view")
        assert (view["version"], view["decision"], view["result"]["winners"]) == (version, None, [0])
        assert ranks(view) == {0: 1, 1: 2}
    assert events(ann, id) == [("resigned", 1, None, None)]
    assert ann.get(f"{path}/ranking")["sentences"] == ["Bob resigned and therefore ranks last."]
    assert "seed" in ann.get(f"{path}/record")["setup"]
    assert finished(ann) == finished(bob) == [id]
    # all of it is there after a restart
    cookies = dict(ann.client.cookies)
    house.stop()
    house = make_house(database)
    ann = house.ann
    ann.client.cookies = cookies
    assert house.game(id).version == version
    fields = ("state", "ending", "to_act", "version", "revision")
    assert [ann.get(path)[one] for one in fields] == [table[one] for one in fields]
    assert events(ann, id) == [("resigned", 1, None, None)]
    # and both can play again
    again = ann.post(f"{path}/rematch", status=201)["table"]
    assert [(one["name"], one["invited"]) for one in again["seats"]] == [("Ann", False), ("Bob", True)]


def test_with_bots_a_sole_player_who_resigns_has_lost_to_the_only_bot(sqlite_house: House) -> None:
    ann = sqlite_house.ann
    id = ann.open("person", "plain", start=True, **SHORT)
    assert ann.post(f"/api/tables/{id}/resign", {"seat": 0})["ending"] == "resigned"
    assert ann.get(f"/api/tables/{id}/view")["result"]["winners"] == [1]


def test_whoever_resigns_among_more_players_ranks_last_and_keeps_the_game(house: House) -> None:
    id, ann, bob = at_table(house, "plain")
    path = f"/api/tables/{id}"
    seat = bob.post(f"{path}/resign", {"seat": 1})["seats"][1]
    assert (seat["kind"], seat["bot"], seat["resigned"], seat["mine"]) == ("bot", "normal", True, True)
    assert not ann.get(path)["seats"][1]["mine"]
    assert [one["id"] for one in bob.get("/api/me/tables", show="running")["tables"]] == [id]
    bob.get(f"{path}/view", 403, seat=1)
    house.finish(id)
    result = ann.get(f"{path}/view")["result"]
    assert [row["seat"] for row in result["ranking"]][-1] == 1
    assert ranks({"result": result})[1] == 3
    assert 1 not in result["winners"]
    said = ann.get(f"{path}/ranking")["sentences"]
    assert said[-1] == "Bob resigned and therefore ranks last."
    assert sum("Bob" in one for one in said) == 1
    assert finished(bob) == [id]
    (game,) = bob.get("/api/me/export")["games"]
    assert (game["table"], game["seats"], game["events"][0]["kind"]) == (id, [1], "resigned")
    # nothing of Bob is left there when he deletes everything
    bob.post("/api/me/delete", {"sure": True})
    assert ann.get(path)["seats"][1]["name"] == ""
    assert "Bob" not in ann.client.get(f"{path}/ranking").text


def test_whoever_deletes_everything_resigns(sqlite_house: House) -> None:
    id, ann, bob = at_table(sqlite_house)
    bob.post("/api/me/delete", {"sure": True})
    table = ann.get(f"/api/tables/{id}")
    assert (table["state"], table["ending"], table["seats"][1]["name"]) == ("finished", "resigned", "")
    assert ann.get(f"/api/tables/{id}/view")["result"]["winners"] == [0]


def test_table_events_reach_viewers_and_survive_a_restart(
    database: str, make_house: Callable[..., House], time: Time
) -> None:
    house = make_house(database)
    clock = {"kind": "live", "bank": 60, "increment": 0, "bot": "plain"}
    id, ann, bob = at_table(house, clock=clock)
    seat = house.game(id).position.seat
    slow = (ann, bob)[seat]
    with house.guest().live(id) as socket:
        time.pass_by(61)
        house.run(house.service(ClockService).expire_due_turns)
        while (told := socket.receive_json())["type"] != "table":
            pass
        (event,) = told["events"]
        assert (event["kind"], event["seat"], event["bot"], event["version"]) == ("time-out", seat, "plain", 0)
    slow.post(f"/api/tables/{id}/resign", {"seat": seat})
    wanted = [("time-out", seat, "plain", None), ("resigned", seat, None, None)]
    assert events(slow, id) == wanted
    house.stop()
    house = make_house(database)
    assert events(house.guest(), id) == wanted
