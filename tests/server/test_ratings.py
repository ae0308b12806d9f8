"""Ratings: who is rated, for which games, and how ratings are recomputed."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from stromnetz import cli
from stromnetz.arena.results import Rating, rated
from stromnetz.engine.errors import BadInput
from stromnetz.play.catalogue import rating_group
from stromnetz.server.admin import cli as admin_cli
from stromnetz.server.core.cluster import RATED, BusMessage
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import rated_games, rated_players, rated_seats, ratings, tables
from stromnetz.server.matchmaking import profile_store
from stromnetz.server.matchmaking import rating_store as sql
from stromnetz.server.matchmaking.rating_service import LadderCache, RatingService
from stromnetz.tables.rating_rules import points
from tests.server.local_server import Guest, LocalServer, MakeServer

pytestmark = pytest.mark.alone  # account names are unique

SHORT: dict[str, Any] = {"options": {"short": True}}
PASSWORD = "four words in a row"


def create_account(guest: Guest, name: str) -> Guest:
    guest.post("/api/account", {"name": name, "password": PASSWORD}, 201)
    return guest


def rated_table(ann: Guest, bob: Guest) -> str:
    id = ann.open("person", "open", "easy", rated=True, **SHORT)
    bob.post(f"/api/tables/{id}/join", {})
    ann.post(f"/api/tables/{id}/start")
    return id


def finish(server: LocalServer, id: str) -> None:
    """Let bots play for everyone who is still in the game, and wait until it is rated."""
    if server.ann.get(f"/api/tables/{id}")["state"] != "finished":
        server.stand_in(id)

    def done() -> bool:
        query = select(rated_games.c.seq).where(rated_games.c.table_id == id)
        return server.read(lambda c: c.execute(query).scalar_one()) is not None

    server.wait(done, "the rating of a game")


def stored_ratings(server: LocalServer) -> list[Any]:
    """Return all stored ratings."""

    def read(c: Any) -> list[Any]:
        return [sorted(map(tuple, c.execute(select(table)))) for table in (rated_seats, ratings)]

    found: list[Any] = server.read(read)
    return found


def rebuild(server: LocalServer, *more: str) -> dict[str, int]:
    args = cli.parser().parse_args(["ratings", "rebuild", "--json", "--database", server.config.database, *more])
    found: dict[str, int] = json.loads(admin_cli.run(args))
    return found


def check_against_library(server: LocalServer, ann: Guest, ids: list[str]) -> tuple[str, dict[str, Rating]]:
    """Compute ratings with the library alone and compare them; return the group and the ratings."""

    def read(c: Any) -> Any:
        order = c.execute(select(rated_games.c.table_id).order_by(rated_games.c.seq)).scalars().all()
        seats: dict[str, list[Any]] = {id: [] for id in order}
        for row in c.execute(select(rated_seats).order_by(rated_seats.c.seat)).mappings():
            seats[row["table_id"]].append((row["player"], row["rank"], row["resigned"]))
        return seats, sql.all_standings(c)

    seats, stands = server.read(read)
    assert list(seats) == ids
    assert [one[2] for one in seats[ids[2]]] == [False, True, False]
    assert seats[ids[2]][1][1] == 3
    known: dict[str, Rating] = {}
    for found in seats.values():
        known.update(rated(known, [one[0] for one in found], [one[1] for one in found]))
    (group,) = stands
    assert group == rating_group(ann.get(f"/api/tables/{ids[0]}")["settings"]["edition"])
    assert {player: Rating(stand.mu, stand.sigma) for player, stand in stands[group].items()} == known
    assert [stand.games for stand in stands[group].values()] == [4, 4, 4]
    return group, known


def check_rebuild(server: LocalServer, ids: list[str]) -> None:
    """Recompute ratings after a game was deleted and a rating was tampered with."""
    before = stored_ratings(server)
    assert rebuild(server) == {"games": 4, "players": 3, "games_changed": 0, "ratings_changed": 0}
    with server.transaction() as c:
        c.execute(delete(tables).where(tables.c.id == ids[1]))
        c.execute(update(ratings).values(mu=30.0, wins=7))
        c.execute(update(rated_seats).where(rated_seats.c.table_id != ids[1]).values(rank=1, sigma=1.0))
    assert rebuild(server, "--check") == {"games": 4, "players": 3, "games_changed": 3, "ratings_changed": 3}
    assert stored_ratings(server) != before
    rebuild(server)
    assert stored_ratings(server) == before


def plants_bought(server: LocalServer, ids: list[str], seat: int) -> Counter[Any]:
    """Return the plants that a seat has bought, from the records."""
    events = [event.to_json() for id in ids for row in server.game(id).rows for event in row.events]
    return Counter(one["plant"] for one in events if one["kind"] == "plant-bought" and one["seat"] == seat)


def check_profiles(
    server: LocalServer, ann: Guest, ids: list[str], found: tuple[str, dict[str, Rating]], plants: Counter[Any]
) -> None:
    group, known = found
    ladder = ann.get(f"/api/ratings/{group}")
    assert sorted(row["name"] for row in ladder["players"]) == ["Ann", "Bob", "easy"]
    assert [row["points"] for row in ladder["players"]] == sorted(map(points, [one.mu for one in known.values()]))[::-1]
    assert [row["place"] for row in ladder["players"] if not row["bot"]] == [1, 2]
    assert group in [one["id"] for one in ann.get("/api/ratings")["groups"] if one["ranked"] == 2]
    mine = ann.get("/api/me/profile")
    assert (mine["name"], mine["mine"], mine["hidden"], mine["bot"]) == ("Ann", True, False, False)
    (standing,) = mine["standings"]
    assert (standing["group"], standing["games"], len(standing["curve"])) == (group, 4, 4)
    assert standing["curve"][-1][1] == standing["points"] == mine["games"][0]["points"]
    assert [game["table"] for game in mine["games"]] == [ids[3], ids[2], None, ids[0]]
    won = sum(game["rank"] == 1 for game in mine["games"])
    edition = ann.get(f"/api/tables/{ids[0]}")["settings"]["edition"]
    assert mine["seats"] == [{"seat": 0, "games": 4, "wins": won}]
    assert mine["editions"] == [{"edition": edition, "games": 4, "wins": won}]
    assert standing["wins"] == won
    favourites = sorted(plants.items(), key=lambda one: (-one[1], str((edition, one[0]))))[
        : profile_store.MAX_FAVOURITES
    ]
    assert mine["plants"] == [{"edition": edition, "plant": plant, "times": n} for plant, n in favourites]
    assert ann.get("/api/players/easy")["bot"]
    theirs = server.guest().get("/api/players/aNN")
    assert theirs == {**mine, "mine": False}
    # hidden profiles are neither found nor listed
    assert ann.put("/api/me/profile", {"hidden": True})["hidden"]
    server.guest().get("/api/players/Ann", 404)
    assert ann.get("/api/players/Ann")["mine"]
    assert [row["name"] for row in ann.get(f"/api/ratings/{group}")["players"] if not row["bot"]] == ["Bob"]


def test_games_are_rated_and_recomputed_equally(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_store, "PROVISIONAL", 3)
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    ids = [rated_table(ann, bob) for _ in range(4)]
    assert ann.get(f"/api/tables/{ids[0]}")["settings"]["rated"]
    for id in ids[:2]:
        finish(server, id)
    # players who resign are last, however well the bot plays
    bob.post(f"/api/tables/{ids[2]}/resign", {"seat": 1})
    finish(server, ids[2])
    # games that end while ratings are off are rated later, here after a restart
    server.service(RatingService).runs = False
    server.finish(ids[3])
    server.restart()
    finish(server, ids[3])

    found, plants = check_against_library(server, ann, ids), plants_bought(server, ids, 0)
    check_rebuild(server, ids)
    check_profiles(server, ann, ids, found, plants)


def test_bot_wins_if_all_people_resign(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    id = rated_table(ann, bob)
    for seat, guest in enumerate((ann, bob)):
        guest.post(f"/api/tables/{id}/resign", {"seat": seat})
    finish(server, id)
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        theirs = guest.get(f"/api/players/{name}")
        assert [(one["games"], one["wins"]) for one in theirs["seats"] + theirs["editions"]] == [(1, 0)] * 2
        assert [game["resigned"] for game in theirs["games"]] == [True]
    assert sorted(row["wins"] for row in stands(server)) == [0, 0, 1]
    assert server.guest().get("/api/players/easy")["games"][0]["rank"] == 1
    # nobody is ranked before the tenth game
    group = ann.get("/api/me/profile")["standings"][0]["group"]
    for games, ranked in ((9, []), (10, ["Ann", "Bob"])):
        with server.transaction() as c:
            c.execute(update(ratings).values(games=games))
        server.service(LadderCache).clear()
        assert ann.get("/api/me/profile")["standings"][0]["provisional"] is not bool(ranked)
        shown = ann.get(f"/api/ratings/{group}")["players"]
        assert sorted(row["name"] for row in shown if not row["bot"]) == ranked


def stands(server: LocalServer) -> list[Any]:
    """Return all ratings, row by row."""
    return server.read(lambda c: list(c.execute(select(ratings)).mappings()))


def test_rated_tables_need_accounts_and_own_bots(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob, guest = server.ann, server.guest(), server.guest()
    seats = [{"kind": "person"}, {"kind": "open"}]
    wish = {"seats": seats, "rated": True, **SHORT}
    assert "account" in guest.post("/api/tables", wish, 403)["error"]["message"]
    create_account(ann, "Ann")
    create_account(bob, "Bob")
    one_screen = [{"kind": "person"}, {"kind": "person", "name": "Her brother"}]
    ann.post("/api/tables", {**wish, "seats": one_screen}, 409)
    id = ann.open("person", "open", rated=True, **SHORT)
    guest.post(f"/api/tables/{id}/join", {"name": "Eve"}, 403)
    ann.put(f"/api/tables/{id}/seats/1", {"kind": "person", "name": "Her brother"}, 409)
    token = bob.post("/api/me/tokens", {"name": "Tesla"}, 201)["token"]
    program = server.guest()
    program.client.headers["authorization"] = f"Bearer {token}"
    program.post(f"/api/tables/{id}/join", {}, 403)
    bob.post(f"/api/tables/{id}/join", {})
    ann.post(f"/api/tables/{id}/start")
    # games of bots alone are not rated, and neither are seats that the rules play
    alone = ann.open("easy", "easy", rated=True, **SHORT)
    ann.post(f"/api/tables/{alone}/start", status=409)
    # no hints, no undo
    who = {0: ann, 1: bob}
    server.play(id, who, moves=1)
    seat = 1 - server.game(id).decision.seat  # type: ignore[union-attr]
    version = server.game(id).version
    back = who[seat].post(f"/api/tables/{id}/undo", {"seat": seat, "version": version, "key": "k"}, 409)
    assert "rated" in back["error"]["message"]
    solo = ann.open("person", "easy", start=True, rated=True, **SHORT)
    server.wait_for_people(solo)
    assert "rated" in ann.post(f"/api/tables/{solo}/advice", {"seat": 0}, 409)["error"]["message"]
    assert ann.get("/api/features")["ratings"]
    # without rated games there is no profile; an unknown ladder does not exist
    eve = create_account(server.guest(), "Eve")
    eve.get("/api/me/profile", 404)
    eve.get("/api/players/Eve", 404)
    guest.get("/api/me/profile", 403)
    guest.get("/api/players/Nobody", 404)
    guest.get("/api/ratings/none", 404)


def test_ratings_can_be_switched_off(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = make_server(no_ratings=True)
    ann = create_account(server.ann, "Ann")
    assert not ann.get("/api/features")["ratings"]
    for path in ("/api/ratings", "/api/ratings/x", "/api/players/Ann", "/api/me/profile"):
        for guest in (ann, server.guest()):
            assert guest.get(path, 409)["error"]["message"] == "This server has no ratings."
    ann.post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "open"}], "rated": True}, 409)
    monkeypatch.setattr("stromnetz.server.admin.commands.missing", lambda *names: names)
    with pytest.raises(BadInput, match="openskill"):
        rebuild(server)


def resign_all(id: str, *people: Guest) -> None:
    """End a game at once: the bots win."""
    for seat, guest in enumerate(people):
        guest.post(f"/api/tables/{id}/resign", {"seat": seat})


def resigned_game(ann: Guest, bob: Guest) -> str:
    id = rated_table(ann, bob)
    resign_all(id, ann, bob)
    return id


def test_ratings_before_and_after_a_game(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_store, "PROVISIONAL", 2)
    server = sqlite_server
    ann, bob, eve = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob"), server.guest()
    ids = [resigned_game(ann, bob) for _ in range(2)]
    for id in ids:
        finish(server, id)
    first, second = (eve.get(f"/api/tables/{id}/ratings") for id in ids)
    assert [first["state"], first["reason"]] == ["rated", None]
    assert [one["seat"] for one in first["seats"]] == [0, 1, 2]
    assert [one["before"] for one in first["seats"]] == [1500] * 3
    assert [one["provisional"] for one in first["seats"] + second["seats"]] == [True] * 3 + [False] * 3
    assert [one["before"] for one in second["seats"]] == [one["after"] for one in first["seats"]]
    for seat, name in enumerate(("Ann", "Bob", "easy")):
        theirs = eve.get(f"/api/players/{name}")
        change = second["seats"][seat]["after"] - second["seats"][seat]["before"]
        assert (theirs["games"][0]["points"], theirs["games"][0]["change"]) == (second["seats"][seat]["after"], change)
    assert first["seats"][2]["after"] > 1500 > first["seats"][0]["after"]
    # players who hide their profile see their own rating, and nobody else does
    ann.put("/api/me/profile", {"hidden": True})
    assert ann.get(f"/api/tables/{ids[0]}/ratings") == first
    unknown = {"seat": 0, "before": None, "after": None, "provisional": False}
    assert bob.get(f"/api/tables/{ids[0]}/ratings")["seats"] == [unknown, *first["seats"][1:]]
    # the same holds for deleted players
    ann.put("/api/me/profile", {"hidden": False})
    with server.transaction() as c:
        c.execute(update(rated_players).where(rated_players.c.guest.is_not(None)).values(guest=None))
    assert ann.get(f"/api/tables/{ids[0]}/ratings")["seats"][0] == unknown


@pytest.mark.slow
def test_level_on_several_seats_has_one_rating(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_store, "PROVISIONAL", 2)
    server = sqlite_server
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    for provisional in (True, False):
        id = ann.open("person", "open", "easy", "easy", rated=True, **SHORT)
        bob.post(f"/api/tables/{id}/join", {})
        ann.post(f"/api/tables/{id}/start")
        resign_all(id, ann, bob)
        finish(server, id)
        levels = [{**one, "seat": 0} for one in ann.get(f"/api/tables/{id}/ratings")["seats"][2:]]
        assert levels[0] == levels[1]
        assert levels[0]["provisional"] == provisional


def test_viewers_are_told_when_game_was_rated(make_server: MakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = make_server()
    ann, bob = create_account(server.ann, "Ann"), create_account(server.guest(), "Bob")
    rate, sent = server.service(RatingService).rate_finished, list[BusMessage]()

    async def later() -> int:
        return 0

    monkeypatch.setattr(server.service(RatingService), "rate_finished", later)
    id, off = rated_table(ann, bob), rated_table(ann, bob)
    assert ann.get(f"/api/tables/{id}/ratings", 409)["error"]["facts"] == {"state": "running"}
    resign_all(id, ann, bob)
    with server.guest().live(id) as socket:
        assert ann.get(f"/api/tables/{id}/ratings") == {"state": "pending", "reason": None, "seats": []}
        monkeypatch.setattr(server.service(Database).bus, "publish", lambda c, *messages: sent.extend(messages))
        assert server.run(rate) == 1
        assert sent == [BusMessage(RATED, id)], "viewers on other servers, too"
        while socket.receive_json()["type"] != "ratings":
            pass
    server.service(RatingService).runs = False
    resign_all(off, ann, bob)
    assert ann.get(f"/api/tables/{off}/ratings") == {"state": "unrated", "reason": "off", "seats": []}
    assert ann.get(f"/api/tables/{id}/ratings")["state"] == "rated"


def test_unrated_game_has_no_ratings(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    id, _, bob = server.game_of_two(**SHORT)
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert bob.get(f"/api/tables/{id}/ratings") == {"state": "unrated", "reason": None, "seats": []}
