"""Several moves in one request: one commit, one message, one undo, or nothing at all."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from stromnetz import parse_game
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.service import TableService
from tests.server.local_server import LocalServer, MakeServer, new_key
from tests.server.test_moves import stored

CITIES = 2
"""A third city could reveal a card."""


def start_before_building(server: LocalServer) -> tuple[str, int]:
    """Start a table at which a person with money builds first, before two others."""
    id = server.ann.open("person", "person", "person", start=True, options={"short": True})
    while server.game(id).position.kind != "build":
        server.play(id, dict.fromkeys(range(3), server.ann), moves=1)
    return id, server.game(id).position.seat


def cities_for(server: LocalServer, id: str) -> list[dict[str, Any]]:
    """Return moves to the cheapest cities that can be paid, and done."""
    game = server.game(id)
    moves: list[dict[str, Any]] = []
    while len(moves) < CITIES:
        decision = game.preview(moves).view.decision if moves else game.view(game.position.seat).decision
        assert decision is not None
        offers = [one for one in decision.to_json()["options"] or [] if one["kind"] == "connect"]
        if not offers:
            break
        moves.append({"kind": "connect", "city": min(offers, key=lambda one: int(one["cost"]))["city"]})
    assert len(moves) == CITIES
    return [*moves, {"kind": "done"}]


def commits_of_rows(server: LocalServer) -> list[object]:
    """Count commits with rows of a game, ignoring other writes."""
    writing: list[object] = []
    out: list[object] = []

    def executed(connection: object, cursor: object, statement: str, *more: object) -> None:
        if statement.startswith("INSERT INTO rows"):
            writing.append(connection)

    def committed(connection: object) -> None:
        if connection in writing:
            writing[:] = [one for one in writing if one is not connection]
            out.append(connection)

    event.listen(server.service(Database).engine, "before_cursor_execute", executed)
    event.listen(server.service(Database).engine, "commit", committed)
    return out


def test_plan_is_one_request_one_commit_one_message_and_one_undo(database: str, make_server: MakeServer) -> None:
    server = make_server(database)
    id, seat = start_before_building(server)
    before, moves = server.game(id), cities_for(server, id)
    body = {"seat": seat, "moves": moves, "version": before.version, "key": "plan"}
    commits = commits_of_rows(server)
    with server.ann.live(id, since=before.version) as socket:
        socket.receive_json(), socket.receive_json()
        commits.clear()
        made = server.ann.post(f"/api/tables/{id}/moves", body)
        assert len(commits) == 1
        told = socket.receive_json()
        last = before.version + len(moves)
        assert (told["type"], told["after"], told["version"]) == ("rows", before.version, last)
        assert [row["move"] for row in told["rows"]] == moves
        assert made["version"] == last
        assert told["undo"] == seat
        assert made["rows"] == told["rows"]
        assert [row.get("plan") for row in made["rows"]] == [None] + [before.version + 1] * (len(moves) - 1)
        # the same request again, also after a restart
        assert server.ann.post(f"/api/tables/{id}/moves", body) == made
        assert server.ann.post(f"/api/tables/{id}/moves", {**body, "moves": moves[:1]}, 422)["error"]["kind"] == (
            "bad-input"
        )
        server.evict(id)
        assert server.ann.post(f"/api/tables/{id}/moves", body) == made
        commits.clear()
        back = server.ann.post(f"/api/tables/{id}/undo", {"seat": seat, "version": last, "key": "back"})
        assert len(commits) == 1
        assert back == {"version": last + 1, "rows": [{"seq": last + 1, "seat": seat, "undo": before.version + 1}]}
    assert server.game(id).position == before.position
    assert stored(server, id) == list(range(last + 2))
    assert parse_game(server.run(server.service(TableService).history.whole_record, server.opened(id))) == server.game(
        id
    )


def test_plan_that_fails_midway_changes_nothing(server: LocalServer) -> None:
    id, seat = start_before_building(server)
    game, moves = server.game(id), cities_for(server, id)
    for plan, number, status in (
        ([*moves[:2], moves[0], moves[-1]], 2, 409),
        ([moves[0], {"kind": "connect", "city": "atlantis"}], 1, 422),
        ([*moves, moves[-1]], len(moves), 409),
    ):
        body = {"seat": seat, "moves": plan, "version": game.version, "key": new_key()}
        error = server.ann.post(f"/api/tables/{id}/moves", body, status)["error"]
        assert error["move"] == number
        assert error["message"].startswith(f"Move {number + 1} of the plan: ")
        assert server.game(id) == game
    assert stored(server, id) == list(range(game.version + 1))
    for version in (game.version - 1, game.version + 1):
        body = {"seat": seat, "moves": moves, "version": version, "key": new_key()}
        assert server.ann.post(f"/api/tables/{id}/moves", body, 409)["error"]["kind"] == "version-conflict"
    body = {"seat": seat, "moves": moves, "version": game.version, "key": new_key()}
    assert server.guest().post(f"/api/tables/{id}/moves", body, 403)["error"]["kind"] == "forbidden"
    assert server.game(id) == game


OPEN = {"kind": "open", "plant": 4, "bid": 4}


@pytest.mark.parametrize(
    "wrong",
    [{}, {"move": OPEN}, {"moves": []}, {"moves": [OPEN] * 61}, {"moves": OPEN}, {"moves": [4]}],
)
def test_invalid_lists_of_moves_are_refused(sqlite_server: LocalServer, wrong: dict[str, Any]) -> None:
    server = sqlite_server
    id = server.ann.open("person", "person", start=True)
    body = {"seat": server.game(id).position.seat, "version": 0, "key": "one", **wrong}
    error = server.ann.post(f"/api/tables/{id}/moves", body, 422)["error"]
    assert error["kind"] == "bad-input"
    assert "move" in error["message"]
    assert server.game(id).version == 0
