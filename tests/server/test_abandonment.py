"""Abandoned games, tables closed by their last player, and players removed by the host."""

from __future__ import annotations

from sqlalchemy import select

from stromnetz.server.core.database.db_schema import rated_games
from stromnetz.server.matchmaking.rating_service import RatingService
from tests.server.local_server import Guest, Json, LocalServer, MakeServer, read_until
from tests.server.test_endings import SHORT, events, finished, game_of_two
from tests.server.test_ratings import create_account, rated_table


def vote(guest: Guest, id: str, agree: bool = True, status: int = 200) -> Json:
    out: Json = guest.post(f"/api/tables/{id}/abandon", {"agree": agree}, status)
    return out


def offer(guest: Guest, id: str) -> tuple[list[int], list[int], int | None]:
    found = guest.get(f"/api/tables/{id}")["offer"]
    return found["voters"], found["agreed"], found["declined"]


def game_of_three(server: LocalServer, *kinds: str) -> tuple[str, Guest, Guest, Guest]:
    """Start a table of Ann, Bob and Cem, and bots of these kinds."""
    return server.game_of_three(*kinds, **SHORT)


def test_game_ends_without_winner_when_all_people_agree(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, ann, bob, cem = game_of_three(server, "plain")
    path = f"/api/tables/{id}"
    assert offer(ann, id) == ([0, 1, 2], [], None)
    vote(server.guest(), id, status=403)
    assert vote(ann, id)["offer"] == {"voters": [0, 1, 2], "agreed": [0], "declined": None}
    vote(ann, id)  # agreeing twice changes nothing
    vote(bob, id)
    # the offer survives a restart
    server.restart()
    assert offer(cem, id) == ([0, 1, 2], [0, 1], None)
    with server.guest().live(id) as socket:
        socket.receive_json()
        table = vote(cem, id)
        while (told := socket.receive_json())["type"] != "table" or told["table"]["state"] == "running":
            pass
        assert [one["kind"] for one in told["events"]] == ["abandoned"]
    assert (table["state"], table["ending"], table["to_act"]) == ("finished", "abandoned", None)
    assert table["offer"] == {"voters": [], "agreed": [], "declined": None}
    view = ann.get(f"{path}/view")
    assert (view["decision"], view["result"]["winners"], view["result"]["ranking"]) == (None, [], [])
    assert events(ann, id) == [("abandoned", None, None, None)]
    vote(ann, id, status=409)
    # the game stays in lists, and can be exported, replayed and played again
    assert finished(ann) == finished(bob) == finished(cem) == [id]
    (game,) = bob.get("/api/me/export")["games"]
    assert (game["table"], game["events"][0]["kind"]) == (id, "abandoned")
    assert "seed" in ann.get(f"{path}/record")["setup"]
    ann.post(f"{path}/rematch", status=201)


def test_offer_is_withdrawn_or_declined(sqlite_server: LocalServer) -> None:
    id, ann, bob, cem = game_of_three(sqlite_server)
    vote(cem, id, agree=False)  # without an offer there is nothing to decline
    assert offer(ann, id) == ([0, 1, 2], [], None)
    vote(ann, id)
    vote(bob, id)
    vote(ann, id, agree=False)
    assert offer(ann, id) == ([0, 1, 2], [1], None)
    vote(bob, id, agree=False)
    assert offer(ann, id) == ([0, 1, 2], [], None)
    vote(ann, id)
    vote(cem, id, agree=False)
    assert offer(ann, id) == ([0, 1, 2], [], 2)
    assert "next round" in vote(bob, id, status=409)["error"]["message"]
    vote(ann, id, agree=False)
    assert offer(ann, id) == ([0, 1, 2], [], 2)


def test_offer_lapses_at_end_of_round(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, ann, bob = game_of_two(server)
    vote(ann, id)
    first = server.game(id).position.round
    server.play(id, {0: ann, 1: bob}, moves=1)
    assert offer(bob, id) == ([0, 1], [0], None)
    while server.game(id).position.round == first:
        server.play(id, {0: ann, 1: bob}, moves=1)
    assert offer(bob, id) == ([0, 1], [], None)
    vote(bob, id, agree=False)
    vote(bob, id)
    assert ann.get(f"/api/tables/{id}")["state"] == "running"
    assert vote(ann, id)["ending"] == "abandoned"


def test_offer_lapses_when_player_resigns(sqlite_server: LocalServer) -> None:
    id, ann, bob, cem = game_of_three(sqlite_server)
    vote(ann, id)
    vote(bob, id)
    cem.post(f"/api/tables/{id}/resign", {"seat": 2})
    assert offer(ann, id) == ([0, 1], [], None)
    vote(cem, id, status=403)
    vote(bob, id)
    assert vote(ann, id)["ending"] == "abandoned"


def test_player_with_stand_in_is_not_asked(sqlite_server: LocalServer) -> None:
    id, ann, _, cem = game_of_three(sqlite_server)
    sqlite_server.stand_in(id, 2)
    vote(ann, id)
    assert offer(ann, id) == ([0, 1], [0], None)
    cem.post(f"/api/tables/{id}/seats/2/return", {})
    assert offer(ann, id) == ([0, 1, 2], [], None)


def test_people_at_one_screen_agree_together(sqlite_server: LocalServer) -> None:
    ann, bob = sqlite_server.ann, sqlite_server.guest()
    seats = [{"kind": "person"}, {"kind": "person", "name": "Mum"}, {"kind": "open"}]
    id = ann.post("/api/tables", {"name": "Ann", "seats": seats, **SHORT}, 201)["table"]["id"]
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{id}/start")
    assert vote(ann, id)["offer"]["agreed"] == [0, 1]
    assert vote(bob, id)["ending"] == "abandoned"


def test_host_closes_table_without_other_people(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = server.ann, server.guest()
    id = ann.open("person", "plain", "plain", start=True, **SHORT)
    vote(bob, id, status=403)
    table = vote(ann, id)
    assert (table["state"], table["ending"]) == ("finished", "closed")
    assert events(ann, id) == [("closed", None, None, "host")]
    assert ann.get(f"/api/tables/{id}/view")["result"]["ranking"] == []
    # the host need not play either
    id = ann.open("person", "plain", "plain", start=True, **SHORT)
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    vote(bob, id, status=403)
    assert vote(ann, id)["ending"] == "closed"
    assert events(ann, id)[-1] == ("closed", None, None, "host")


def test_last_person_closes_table_after_host_resigned(sqlite_server: LocalServer) -> None:
    id, ann, bob = game_of_two(sqlite_server, "plain")
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    vote(ann, id, status=403)
    assert vote(bob, id)["ending"] == "closed"
    assert events(bob, id)[-1] == ("closed", 1, None, "player")


def test_abandoned_game_is_not_rated(server: LocalServer) -> None:
    ann, bob = create_account(server.ann, "Una"), create_account(server.guest(), "Uwe")
    id = rated_table(ann, bob)
    vote(ann, id)
    assert vote(bob, id)["ending"] == "abandoned"
    query = select(rated_games.c.table_id).where(rated_games.c.table_id == id)
    assert server.read(lambda c: c.execute(query).all()) == []
    assert server.run(server.service(RatingService).rate_finished) == 0
    assert ann.get(f"/api/tables/{id}/view")["result"]["winners"] == []


def test_rated_game_needs_two_people_including_absent_ones(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = create_account(server.ann, "Ute"), create_account(server.guest(), "Udo")
    id = rated_table(ann, bob)
    server.stand_in(id, 1)
    assert vote(ann, id)["offer"] == {"voters": [0, 1], "agreed": [0], "declined": None}
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert "You can resign" in vote(ann, id, status=409)["error"]["message"]
    ann.post(f"/api/tables/{id}/resign", {"seat": 0})
    vote(ann, id, status=409)  # otherwise the host could escape a loss


def test_removed_player_is_told_until_joining_again(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob, eve = server.ann, server.guest(), server.guest()
    id = ann.open("person", "open", "open", **SHORT)
    path = f"/api/tables/{id}"
    bob.post(f"{path}/join", {"name": "Bob"})
    with bob.live(id) as socket:
        assert socket.receive_json()["table"]["removed"] is False
        ann.put(f"{path}/seats/1", {"kind": "bot", "bot": "plain"})
        told = read_until(socket, "table")
        assert (told["table"]["removed"], told["table"]["seats"][1]["mine"]) == (True, False)
    # also after the removal, and only Bob
    server.evict(id)
    assert [one.get(path)["removed"] for one in (ann, bob, eve)] == [False, True, False]
    (row,) = bob.get("/api/me/export")["rows"]["removals"]
    assert row["table_id"] == id
    bob.post(f"{path}/join", {"name": "Bob"})
    server.evict(id)
    assert bob.get(path)["removed"] is False
    # players who leave, or who share the host's screen, do not count as removed
    bob.post(f"{path}/leave")
    assert bob.get(path)["removed"] is False
    ann.put(f"{path}/seats/2", {"kind": "person", "name": "Mum"})
    ann.put(f"{path}/seats/2", {"kind": "open"})
    assert ann.get(path)["removed"] is False
