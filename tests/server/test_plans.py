"""A plan is one request: one commit, one message to those who look on, one undo; or nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from stromnetz import load_game
from stromnetz.server.core.database.database import Database
from stromnetz.server.tables.cache import TableCache
from stromnetz.server.tables.service import TableService
from tests.server.house import House, new_key
from tests.server.test_moves import stored

CITIES = 2
"""No more, for a third city may turn up a card."""


def ready_to_build(house: House) -> tuple[str, int]:
    """A table at which a person with money builds first, two other seats to follow."""
    id = house.ann.open("person", "person", "person", start=True, options={"short": True})
    while house.game(id).position.kind != "build":
        house.play(id, dict.fromkeys(range(3), house.ann), moves=1)
    return id, house.game(id).position.seat


def cities_for(house: House, id: str) -> list[dict[str, Any]]:
    """The cheapest cities, one after another, as far as the money goes; then done."""
    game = house.game(id)
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


def commits_of_rows(house: House) -> list[object]:
    """Grows with every commit that holds rows of a game: what else a server writes now and then is not meant."""
    writing: list[object] = []
    out: list[object] = []

    def executed(connection: object, cursor: object, statement: str, *more: object) -> None:
        if statement.startswith("INSERT INTO rows"):
            writing.append(connection)

    def committed(connection: object) -> None:
        if connection in writing:
            writing[:] = [one for one in writing if one is not connection]
            out.append(connection)

    event.listen(house.service(Database).engine, "before_cursor_execute", executed)
    event.listen(house.service(Database).engine, "commit", committed)
    return out


def test_a_plan_is_one_request_one_commit_one_message_and_one_undo(
    database: str, make_house: Callable[..., House]
) -> None:
    house = make_house(database)
    id, seat = ready_to_build(house)
    before, moves = house.game(id), cities_for(house, id)
    body = {"seat": seat, "moves": moves, "version": before.version, "key": "plan"}
    commits = commits_of_rows(house)
    with house.ann.live(id, since=before.version) as socket:
        socket.receive_json(), socket.receive_json()
        commits.clear()
        made = house.ann.post(f"/api/tables/{id}/moves", body)
        assert len(commits) == 1
        told = socket.receive_json()
        last = before.version + len(moves)
        assert (told["type"], told["after"], told["version"]) == ("rows", before.version, last)
        assert [row["move"] for row in told["rows"]] == moves
        assert made["version"] == last
        assert told["undo"] == seat
        assert made["rows"] == told["rows"]
        assert [row.get("plan") for row in made["rows"]] == [None] + [before.version + 1] * (len(moves) - 1)
        # the same request again, also by a server that has just begun
        assert house.ann.post(f"/api/tables/{id}/moves", body) == made
        assert house.ann.post(f"/api/tables/{id}/moves", {**body, "moves": moves[:1]}, 422)["error"]["kind"] == (
            "bad-input"
        )
        house.service(TableCache).evict(house.run(house.service(TableService).get, id))
        assert house.ann.post(f"/api/tables/{id}/moves", body) == made
        commits.clear()
        back = house.ann.post(f"/api/tables/{id}/undo", {"seat": seat, "version": last, "key": "back"})
        assert len(commits) == 1
        assert back == {"version": last + 1, "rows": [{"seq": last + 1, "seat": seat, "undo": before.version + 1}]}
    assert house.game(id).position == before.position
    assert stored(house, id) == list(range(last + 2))
    assert load_game(
        house.run(house.service(TableService).history.whole_record, house.run(house.service(TableService).get, id))
    ) == house.game(id)


def test_a_plan_that_fails_midway_leaves_nothing(house: House) -> None:
    id, seat = ready_to_build(house)
    game, moves = house.game(id), cities_for(house, id)
    for plan, number, status in (
        ([*moves[:2], moves[0], moves[-1]], 2, 409),
        ([moves[0], {"kind": "connect", "city": "atlantis"}], 1, 422),
        ([*moves, moves[-1]], len(moves), 409),
    ):
        body = {"seat": seat, "moves": plan, "version": game.version, "key": new_key()}
        error = house.ann.post(f"/api/tables/{id}/moves", body, status)["error"]
        assert error["move"] == number
        assert error["message"].startswith(f"Move {number + 1} of the plan: ")
        assert house.game(id) == game
    assert stored(house, id) == list(range(game.version + 1))
    for version in (game.version - 1, game.version + 1):
        body = {"seat": seat, "moves": moves, "version": version, "key": new_key()}
        assert house.ann.post(f"/api/tables/{id}/moves", body, 409)["error"]["kind"] == "version-conflict"
    body = {"seat": seat, "moves": moves, "version": game.version, "key": new_key()}
    assert house.guest().post(f"/api/tables/{id}/moves", body, 403)["error"]["kind"] == "forbidden"
    assert house.game(id) == game


OPEN = {"kind": "open", "plant": 4, "bid": 4}


@pytest.mark.parametrize(
    "wrong",
    [{}, {"move": OPEN}, {"moves": []}, {"moves": [OPEN] * 61}, {"moves": OPEN}, {"moves": [4]}],
)
def test_what_is_no_list_of_moves_is_refused(sqlite_house: House, wrong: dict[str, Any]) -> None:
    house = sqlite_house
    id = house.ann.open("person", "person", start=True)
    body = {"seat": house.game(id).position.seat, "version": 0, "key": "one", **wrong}
    error = house.ann.post(f"/api/tables/{id}/moves", body, 422)["error"]
    assert error["kind"] == "bad-input"
    assert "move" in error["message"]
    assert house.game(id).version == 0
