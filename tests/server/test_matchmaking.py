"""Matchmaking: public tables, colours, lists of own tables, and seeks."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.play.catalogue import default_edition
from stromnetz.server.matchmaking.seeks import Seek, SeekGroup, find_group, player_counts, table_for
from stromnetz.server.matchmaking.service import SEEK_TIMEOUT_MS, Matchmaker
from stromnetz.server.table_play.clock_service import ClockService
from tests.server.conftest import Time
from tests.server.local_server import Guest, LocalServer

pytestmark = pytest.mark.alone  # these tests list everything on the server

EDITION = default_edition()


def named(server: LocalServer, name: str) -> Guest:
    guest = server.guest()
    guest.post("/api/me", {"name": name})
    return guest


def seek(guest: Guest, **wish: Any) -> Any:
    return guest.put("/api/me/seek", {"edition": EDITION, **wish})


def colours(table: Any) -> list[int]:
    return [seat["colour"] for seat in table["seats"]]


# --- public tables, colours -------------------------------------------------------------------------------------------


def test_host_makes_table_public_and_private(sqlite_server: LocalServer) -> None:
    ann, bob = sqlite_server.ann, sqlite_server.guest()
    id = ann.open("person", "open")
    assert bob.get("/api/tables")["tables"] == []
    assert ann.put(f"/api/tables/{id}/public", {"public": True})["public"]
    assert [one["id"] for one in bob.get("/api/tables")["tables"]] == [id]
    bob.put(f"/api/tables/{id}/public", {"public": False}, 403)
    ann.put(f"/api/tables/{id}/public", {"public": False})
    assert bob.get("/api/tables")["tables"] == []


def test_colours_are_chosen_and_distinct(server: LocalServer) -> None:
    ann, bob = server.ann, named(server, "Bob")
    id = ann.open("person", "open", "plain", options={"short": True})
    path = f"/api/tables/{id}"
    assert colours(ann.get(path)) == [0, 1, 2]
    assert colours(ann.put(f"{path}/seats/0/colour", {"colour": 1})) == [1, 0, 2]
    refusal = bob.post(f"{path}/join", {"colour": 1}, 409)["error"]
    assert (refusal["kind"], refusal["facts"]) == ("conflict", {"colour": 1})
    assert not any(seat["mine"] for seat in bob.get(path)["seats"]), "nothing has changed"
    # a bot's colour gives way
    assert colours(bob.post(f"{path}/join", {"colour": 2})["table"]) == [1, 2, 0]
    bob.put(f"{path}/seats/0/colour", {"colour": 5}, 403)
    bob.put(f"{path}/seats/1/colour", {"colour": 6}, 422)
    assert colours(bob.put(f"{path}/seats/1/colour", {"colour": 5})) == [1, 5, 2]
    ann.post(f"{path}/start")
    bob.put(f"{path}/seats/1/colour", {"colour": 0}, 409)
    # a bot keeps the colour of a player who resigned, and so does a rematch
    bob.post(f"{path}/resign", {"seat": 1})
    ann.post(f"{path}/resign", {"seat": 0})
    server.wait(lambda: ann.get(path)["state"] == "finished", "the end")
    assert colours(ann.get(path)) == [1, 5, 2]


def test_colours_of_new_table(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    seats = [{"kind": "person", "colour": 4}, {"kind": "open", "colour": 4}]
    ann.post("/api/tables", {"seats": seats}, 409)
    assert ann.get("/api/me")["guest"] is False
    made = ann.post("/api/tables", {"seats": [seats[0], {"kind": "open"}]}, 201)
    assert colours(made["table"]) == [4, 1]
    ann.post(f"/api/tables/{made['table']['id']}/leave")


# --- my tables --------------------------------------------------------------------------------------------------------


def test_my_tables_by_state_turn_and_archive(server: LocalServer) -> None:
    ann, bob = server.ann, named(server, "Bob")
    lobby = ann.open("person", "open")
    running = ann.open("person", "open")
    bob.post(f"/api/tables/{running}/join", {})
    ann.post(f"/api/tables/{running}/start")
    over = ann.open("person", "plain", start=True, options={"short": True})
    server.finish(over)

    def mine(guest: Guest, show: str = "all") -> set[str]:
        return {table["id"] for table in guest.get("/api/me/tables", show=show)["tables"]}

    assert (mine(ann), mine(bob)) == ({lobby, running, over}, {running})
    assert [mine(ann, show) for show in ("lobby", "running", "finished")] == [{lobby}, {running}, {over}]
    turn = ann.get(f"/api/tables/{running}")["to_act"]
    assert [mine(guest, "turn") for guest in (ann, bob)] == [{running} if seat == turn else set() for seat in (0, 1)]
    rounds = {table["id"]: table["round"] for table in ann.get("/api/me/tables")["tables"]}
    assert (rounds[lobby], rounds[running]) == (None, 1)
    assert rounds[over] > 3

    ann.put(f"/api/me/tables/{over}/archived", {"archived": True})
    ann.put(f"/api/me/tables/{over}/archived", {"archived": True})
    assert (mine(ann), mine(ann, "archived"), mine(ann, "finished")) == ({lobby, running}, {over}, set())
    bob.put(f"/api/me/tables/{over}/archived", {"archived": True}, 404)
    ann.put(f"/api/me/tables/{over}/archived", {"archived": False})
    assert (mine(ann, "finished"), mine(ann, "archived")) == ({over}, set())


@pytest.mark.alone
def test_my_tables_start_with_least_time_left(server: LocalServer, time: Time) -> None:
    ann, bob = named(server, "Ann"), named(server, "Bob")

    def begin(clock: dict[str, Any] | None) -> str:
        """Start a game of two in which Ann has to act."""
        while True:
            time.pass_by(1)
            id = ann.open("person", "open", clock=clock)
            bob.post(f"/api/tables/{id}/join", {})
            ann.post(f"/api/tables/{id}/start")
            if ann.get(f"/api/tables/{id}")["to_act"] == 0:
                return id
            ann.post(f"/api/tables/{id}/resign", {"seat": 0})
            ann.put(f"/api/me/tables/{id}/archived", {"archived": True})

    def turns(guest: Guest) -> tuple[int, list[str]]:
        found = guest.get("/api/me/turns")
        return found["count"], found["tables"]

    lobby = ann.open("person", "open")
    time.pass_by(1)
    oldest, days, live, newest, hours = (
        begin(clock)
        for clock in (
            None,
            {"kind": "correspondence", "turn": 72 * 3600},
            {"kind": "live", "bank": 600},
            None,
            {"kind": "correspondence", "turn": 3600},
        )
    )
    order = [live, hours, days, oldest, newest]
    assert turns(ann) == (5, order)
    assert not set(turns(bob)[1]) & set(order)
    assert turns(server.guest()) == (0, [])
    assert ann.get("/api/me/turns")["running"] >= 5
    assert [table["id"] for table in ann.get("/api/me/tables")["tables"]] == [*order, lobby]
    # page by page, in the same order
    page = ann.get("/api/me/tables", limit=2)
    pages = [table["id"] for table in page["tables"]]
    while page["next"] is not None:
        page = ann.get("/api/me/tables", limit=2, before=page["next"])
        pages += [table["id"] for table in page["tables"]]
    assert pages == [*order, lobby]
    assert [table["id"] for table in ann.get("/api/me/tables", show="turn")["tables"]] == order
    ann.get("/api/me/tables", 422, before="2.x")
    # neither bots' turns nor archived tables wait for me
    time.pass_by(600)
    server.run(server.service(ClockService).expire_due_turns)
    assert turns(ann)[1][:1] == [hours]
    ann.put(f"/api/me/tables/{hours}/archived", {"archived": True})
    assert turns(ann) == (3, [days, oldest, newest])


def test_invitation_comes_before_other_waiting_tables(server: LocalServer, time: Time) -> None:
    ann, bob = named(server, "Ann"), named(server, "Bob")
    over = ann.open("person", "open")
    bob.post(f"/api/tables/{over}/join", {})
    ann.post(f"/api/tables/{over}/start")
    ann.post(f"/api/tables/{over}/resign", {"seat": 0})
    time.pass_by(1)
    rematch = ann.post(f"/api/tables/{over}/rematch", status=201)["table"]["id"]
    time.pass_by(1)
    newer = {guest: guest.open("person", "open") for guest in (ann, bob)}

    def listed(guest: Guest) -> list[str]:
        return [table["id"] for table in guest.get("/api/me/tables")["tables"]]

    assert listed(bob) == [rematch, newer[bob], over], "he is invited"
    assert listed(ann) == [newer[ann], rematch, over], "she invites"


# --- seeks ------------------------------------------------------------------------------------------------------------


def wish(guest: str, since: int, **more: Any) -> Seek:
    known = {"map": None, "players": None, "clock": None, "bot": None, "fill_after": None}
    return Seek(guest, guest, **{"edition": "e", **known, **more}, since=since, seen_at=since)


@pytest.mark.parametrize(
    ("seeks", "now", "seated"),
    [
        ([wish("a", 0, players=3), wish("b", 1), wish("c", 2)], 3, "abc"),
        ([wish("a", 0, players=3), wish("b", 1, players=4), wish("c", 2)], 3, None),
        ([wish("a", 0, map="x", players=2), wish("b", 1, map="y"), wish("c", 2)], 3, "ac"),
        ([wish("a", 0, clock="live"), wish("b", 1, clock="none"), wish("c", 2), wish("d", 3, players=2)], 4, "ad"),
        # people without a wish are not put at a table of two
        ([wish("a", 0), wish("b", 1)], 2, None),
        # the largest table that can be filled
        ([wish("a", 0), wish("b", 1), wish("c", 2), wish("d", 3)], 4, "abcd"),
        ([wish("a", 0, rated=True, players=2), wish("b", 1, players=2), wish("c", 2, rated=True)], 3, "ac"),
        ([wish("a", 0, edition="f", players=2), wish("b", 1, players=2)], 2, None),
        # b's bots come with a, who accepts them, and without c, who waits for people
        ([wish("a", 0, fill_after=600), wish("b", 1, fill_after=1), wish("c", 2, players=4)], 1001, "ab"),
        ([wish("a", 0, fill_after=600), wish("b", 1, fill_after=1)], 1000, None),
        # a map that is too small for a
        ([wish("a", 0, players=4), wish("b", 1, map="small"), wish("c", 2), wish("d", 3)], 4, "bcd"),
    ],
)
def test_find_group(seeks: list[Seek], now: int, seated: str | None) -> None:
    group = find_group(seeks, now, lambda edition, map: (2, 3) if map == "small" else (2, 3, 4))
    assert (None if group is None else "".join(one.guest for one in group.people)) == seated


@pytest.mark.parametrize(
    ("possible", "players"), [((2, 3, 4, 5, 6), 4), ((3, 5), 5), ((2, 3), 3), ((5, 6), 5), ((2, 6), 6), ((), None)]
)
def test_bots_fill_a_table_of_about_four(possible: tuple[int, ...], players: int | None) -> None:
    group = find_group([wish("a", 0, fill_after=1)], 1000, lambda edition, map: possible)
    assert (None if group is None else group.players) == players


def test_edition_that_is_gone_delays_nobody() -> None:
    gone, other = wish("a", 0, edition="gone", fill_after=0), wish("b", 1, players=3, fill_after=0)
    group = find_group([gone, other], 1, lambda edition, map: () if edition == "gone" else (2, 3))
    assert group is not None
    assert [one.guest for one in group.people] == ["b"]


def test_seekers_of_one_name_are_told_apart() -> None:
    people = tuple(Seek(guest, "Ann", EDITION, None, 2, None, None, None, 0, 0) for guest in "ab")
    table = table_for(SeekGroup(people, people[0], 2))
    assert [seat.name for seat in table.seats] == ["Ann", "Ann 2"]


def test_numbers_of_players_of_an_edition() -> None:
    # without a map it is the first one: some editions have no other
    for edition, map in (("classic-2009", "usa"), ("outpost", None)):
        assert list(player_counts(edition, map)) == [2, 3, 4, 5, 6]
    assert list(player_counts("nothing", None)) == list(player_counts("classic-2009", "europe")) == []


def test_compatible_seekers_are_seated_and_game_starts(server: LocalServer) -> None:
    ann, bob, eve = named(server, "Ann"), named(server, "Bob"), named(server, "Eve")
    state = seek(ann, players=2, clock="live")
    assert (state["seeking"], state["others"], state["wish"]["players"]) == (True, 0, 2)
    seek(eve, players=2, clock="none")
    assert ann.get("/api/me/seek")["others"] == 0
    assert [(one["name"], one["mine"]) for one in ann.get("/api/seeks")["seeks"]] == [("Ann", True), ("Eve", False)]
    found = seek(bob)
    assert (found["seeking"], ann.get("/api/me/seek")["table"]) == (False, found["table"])
    table = ann.get(f"/api/tables/{found['table']}")
    assert (table["state"], table["origin"], table["public"]) == ("running", "seek", False)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob"]
    assert (table["settings"]["clock"]["kind"], table["settings"]["clock"]["bank"]) == ("live", 1200)
    assert [table["id"] for table in bob.get("/api/me/tables", show="running")["tables"]] == [found["table"]]
    # the link of the seat works as usual
    assert ann.get(f"/api/tables/{table['id']}/seats/0/recovery")["token"]
    eve.get(f"/api/tables/{table['id']}/seats/0/recovery", 403)
    assert [one["name"] for one in eve.get("/api/seeks")["seeks"]] == ["Eve"]
    # it is shown until it is acknowledged
    assert bob.call("DELETE", "/api/me/seek")["table"] is None


@pytest.mark.alone
def test_seekers_without_clock_get_live_clock(sqlite_server: LocalServer) -> None:
    server = sqlite_server
    ann, bob = named(server, "Ann"), named(server, "Bob")
    seek(ann, players=2)
    clock = ann.get(f"/api/tables/{seek(bob)['table']}")["settings"]["clock"]
    assert (clock["kind"], clock["bank"], clock["increment"], clock["away"]) == ("live", 1200, 15, 600)
    # a named clock is used; without clocks on the server there is none
    seek(ann, players=2, clock="none")
    assert ann.get(f"/api/tables/{seek(bob)['table']}")["settings"]["clock"]["kind"] == "none"
    server.restart(no_clocks=True)
    refused = named(server, "Eve").put("/api/me/seek", {"edition": EDITION, "clock": "live"}, 409)
    assert "clocks" in refused["error"]["message"]
    table = seek(named(server, "Ann"), players=2, fill_after=0, bot="plain")["table"]
    assert server.ann.get(f"/api/tables/{table}")["settings"]["clock"]["kind"] == "none"


def test_bots_fill_table_after_time(server: LocalServer, time: Time) -> None:
    ann, look = named(server, "Ann"), server.service(Matchmaker).seat_groups
    seek(ann, players=3, fill_after=60, bot="plain")
    time.pass_by(59)
    assert server.run(look)
    assert ann.get("/api/me/seek")["seeking"]
    time.pass_by(1)
    assert not server.run(look)
    table = ann.get(f"/api/tables/{ann.get('/api/me/seek')['table']}")
    assert [(seat["kind"], seat["bot"]) for seat in table["seats"]] == [("person", None), *[("bot", "plain")] * 2]
    assert table["state"] == "running"


def test_rated_seek_needs_accounts(server: LocalServer) -> None:
    ann, bob, eve = named(server, "Ann"), named(server, "Bob"), named(server, "Eve")
    refused = ann.put("/api/me/seek", {"edition": EDITION, "rated": True}, 403)["error"]["message"]
    assert "account" in refused
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        guest.post("/api/account", {"name": name, "password": "four words in a row"}, 201)
    assert seek(ann, players=2, rated=True)["wish"]["rated"]
    assert seek(eve, players=2)["others"] == 0
    assert [one["rated"] for one in eve.get("/api/seeks")["seeks"]] == [True, False]
    table = ann.get(f"/api/tables/{seek(bob, rated=True)['table']}")
    assert (table["settings"]["rated"], table["state"]) == (True, "running")
    # bots that are rated fill the table
    found = seek(ann, players=2, rated=True, fill_after=0, bot="easy")["table"]
    assert ann.get(f"/api/tables/{found}")["settings"]["rated"]


def test_seek_survives_restart_changes_and_expires(server: LocalServer, time: Time) -> None:
    ann, bob = named(server, "Ann"), named(server, "Bob")
    seek(ann, players=2)
    server.restart()
    assert ann.get("/api/me/seek")["wish"]["players"] == 2
    assert seek(ann, players=4)["wish"]["players"] == 4
    assert seek(bob, players=2)["table"] is None
    assert not ann.call("DELETE", "/api/me/seek")["seeking"]
    assert [one["name"] for one in bob.get("/api/seeks")["seeks"]] == ["Bob"]
    # asking for its state keeps it alive
    time.pass_by(SEEK_TIMEOUT_MS / 1000 - 1)
    assert bob.get("/api/me/seek")["seeking"]
    time.pass_by(SEEK_TIMEOUT_MS / 1000 - 1)
    assert bob.get("/api/me/seek")["seeking"]
    time.pass_by(SEEK_TIMEOUT_MS / 1000 + 1)
    assert not bob.get("/api/me/seek")["seeking"]
    assert seek(ann, players=2)["table"] is None


def test_impossible_seek_is_refused(sqlite_server: LocalServer) -> None:
    bob = sqlite_server.guest()
    for body in (
        {"edition": "nothing"},
        {"edition": EDITION, "map": "nowhere"},
        {"edition": EDITION, "players": 7},
        {"edition": EDITION, "bot": "os:path"},
        {"edition": EDITION, "fill_after": -1},
        {"edition": EDITION, "clock": "sundial"},
    ):
        bob.put("/api/me/seek", body, 422)
    assert bob.get("/api/me")["guest"] is False


def test_seeking_can_be_switched_off(sqlite_server: LocalServer) -> None:
    """Existing seeks end, too, and their owners are not seated."""
    ann = named(sqlite_server, "Ann")
    assert seek(ann, players=2, fill_after=0, bot="plain")["table"] is not None
    bob = named(sqlite_server, "Bob")
    assert seek(bob, players=2, fill_after=3600, bot="plain")["seeking"]
    sqlite_server.restart(no_seeking=True)
    cem = sqlite_server.guest()
    assert cem.get("/api/features")["seeking"] is False
    cem.put("/api/me/seek", {"edition": EDITION}, 409)
    assert cem.get("/api/seeks") == {"seeks": []}
    state = bob.get("/api/me/seek")
    assert (state["seeking"], state["table"]) == (False, None)


def test_public_tables_can_be_switched_off(sqlite_server: LocalServer) -> None:
    """Existing ones are hidden, and no table can be made public; links and codes still work."""
    server = sqlite_server
    body = {"seats": [{"kind": "person"}, {"kind": "open"}]}
    id = server.ann.post("/api/tables", {**body, "public": True})["table"]["id"]
    server.restart(no_public_tables=True)
    bob = server.guest()
    assert bob.get("/api/features")["public_tables"] is False
    for state in ("lobby", "running", "finished"):
        assert bob.get("/api/tables", state=state) == {"tables": [], "next": None}
    refusal = bob.post("/api/tables", {**body, "public": True}, 409)["error"]
    assert refusal["message"].startswith("This server has no public tables")
    own = bob.post("/api/tables", body)["table"]
    bob.put(f"/api/tables/{own['id']}/public", {"public": True}, 409)
    assert not bob.put(f"/api/tables/{own['id']}/public", {"public": False})["public"]
    server.guest().post(f"/api/tables/{id}/join", {"name": "Cem"})
    assert server.guest().get(f"/api/codes/{own['code']}")["id"] == own["id"]
