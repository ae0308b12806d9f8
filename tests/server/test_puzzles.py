"""Puzzles on the server."""

from __future__ import annotations

import pytest

from stromnetz.puzzles import all_puzzles
from tests.server.local_server import LocalServer


def test_daily_puzzle_is_shown_and_answered(sqlite_server: LocalServer) -> None:
    ann, ben = sqlite_server.ann, sqlite_server.guest()
    daily = ann.get("/api/puzzles", day="2026-05-01")["daily"]
    assert daily == ben.get("/api/puzzles", day="2026-05-01")["daily"]
    assert daily != ann.get("/api/puzzles", day="2026-05-02")["daily"]
    assert ann.get("/api/puzzles")["ids"] == list(all_puzzles())
    ann.get("/api/puzzles", 422, day="today")
    ann.get("/api/puzzles/nothing", 404)
    for id in ("cities-1", "fuel-1", "worth-1", "end-1"):
        asked = ann.get(f"/api/puzzles/{id}", language="de")
        texts = {"title", "question", "lines", "choices"}
        assert asked.keys() == {"id", "kind", "edition", "map", "view", "cities", *texts}
        game = all_puzzles()[id].begin()
        assert game.decision is not None
        assert asked["view"] == game.view(game.decision.seat).to_json()
        named = [one["cities"] for one in all_puzzles()[id].choices] if asked["kind"] == "cities" else None
        assert asked["cities"] == named
        right = all_puzzles()[id].answer
        answers = [ann.post(f"/api/puzzles/{id}/answer", {"choice": n}) for n in range(len(asked["choices"]))]
        assert [one["right"] for one in answers] == [n == right for n in range(len(answers))]
        assert {one["best"] for one in answers} == {right}
    ann.post("/api/puzzles/worth-1/answer", {"choice": 5}, 422)


@pytest.mark.parametrize("kind", ["cities", "fuel", "worth", "end"])
def test_table_is_opened_at_puzzle_position_with_hints(sqlite_server: LocalServer, kind: str) -> None:
    ann, asked = sqlite_server.ann, all_puzzles()[f"{kind}-1"]
    path = f"/api/puzzles/{asked.id}/table"
    id = ann.post(path, {"bot": "plain"}, 201)["table"]
    table, game = ann.get(f"/api/tables/{id}"), sqlite_server.game(id)
    assert game.decision is not None
    seat = game.decision.seat
    assert game.position == asked.begin().position
    assert [one["kind"] for one in table["seats"]] == [
        "person" if one == seat else "bot" for one in range(len(table["seats"]))
    ]
    assert table["advised"]
    me, facts = game.view(seat).players[seat], asked.facts
    assert facts.get("money", me.money) == me.money
    assert facts.get("network", me.network) == me.network
    told = ann.post(f"/api/tables/{id}/advice", {"seat": seat, "level": "normal"})
    assert told["candidates"]
    assert told["version"] == game.version
    ann.post(path, {"bot": "nobody"}, 422)
    ann.post("/api/puzzles/nothing/table", {"bot": "plain"}, 404)
