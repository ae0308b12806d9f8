"""Winning chances, and reviews of finished games."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stromnetz import new_game
from stromnetz.bots.review import Reviewer, turning_points
from stromnetz.play.files.boardgamers import import_game
from stromnetz.play.files.game_files import parse_game
from stromnetz.server.analysis import review_service
from stromnetz.server.core.jobs import Job, JobQueue
from tests.helpers import play_on
from tests.play.test_import import played
from tests.server.local_server import LocalServer, MakeServer
from tests.server.test_accounts import account

HINTS = 15
"""Number of hints that are followed."""
COMPARED_DECISIONS = 30
"""Number of decisions that are reviewed without a server, too."""


def finished(**options: Any) -> dict[str, Any]:
    game = play_on(new_game("classic-2004", "germany", 2, 5, options={"short": True, **options}), 5)
    assert game.decision is None
    return game.to_json()


def reviewed(server: LocalServer, id: str, seat: int) -> dict[str, Any]:
    out: list[dict[str, Any]] = []

    def ready() -> bool:
        out[:] = [server.ann.get(f"/api/tables/{id}/review", seat=seat)]
        return bool(out[0]["ready"])

    server.wait(ready, "the review")
    return out[0]


def test_chances_without_other_people(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "plain", "plain", start=True, edition="classic-2004", map="germany")
    told = ann.get(f"/api/tables/{id}/chances")
    assert len(told["chances"]) == 3
    assert sum(told["chances"]) == pytest.approx(1, abs=0.001)
    assert ann.get(f"/api/tables/{id}/chances", version=0)["version"] == 0
    eve = sqlite_server.guest()
    assert eve.get(f"/api/tables/{id}/chances", 403)["error"]["kind"] == "forbidden"


def test_chances_with_other_people_only_after_the_game(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True, edition="classic-2004", map="germany")
    assert "alone" in ann.get(f"/api/tables/{id}/chances", 403)["error"]["message"]
    assert "over" in ann.get(f"/api/tables/{id}/review", 409, seat=0)["error"]["message"]
    made = ann.post("/api/records", finished(money="hidden"), 201)
    over = made["table"]["id"]
    assert sorted(sqlite_server.guest().get(f"/api/tables/{over}/chances")["chances"]) == [0, 1]
    assert sum(sqlite_server.guest().get(f"/api/tables/{over}/chances", version=9)["chances"]) == pytest.approx(1)


def test_game_without_net_is_refused(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    ann = sqlite_server.ann
    id = ann.open("person", "plain", start=True, edition="outpost", map="planet")
    error = ann.get(f"/api/tables/{id}/chances", 409, language="de")["error"]
    assert "noch kein Bot trainiert" in error["message"]


def test_waiting_reviews_of_a_user_are_limited(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others still get theirs: accounts count by themselves, guests by their address."""

    async def never(_: Job) -> None:
        await asyncio.sleep(3600)

    server = sqlite_server
    monkeypatch.setattr(review_service, "MAX_WAITING_PER_USER", 1)
    monkeypatch.setitem(server.service(JobQueue).kinds, review_service.KIND, never)
    id = server.ann.post("/api/records", finished(), 201)["table"]["id"]
    path = f"/api/tables/{id}/review"
    server.ann.get(path, seat=0)
    refused = server.guest().get(path, 429, seat=1)["error"]
    assert refused["message"] == "You already have 1 waiting review. Try again when one is done."
    server.guest().get(path, 200, seat=0)  # it is queued already
    ben = server.guest()
    account(ben, "Ben")
    ben.get(path, 200, seat=1)


def test_review_finds_nothing_in_moves_that_follow_hints(make_server: MakeServer) -> None:
    """Hints and review are computed in different processes, from views and from the record."""
    server = make_server(bot_processes=1)
    ann, followed = server.ann, set[int]()
    options = {"short": True, "money": "hidden"}
    id = ann.open("person", "plain", start=True, edition="classic-2004", map="germany", options=options)
    while len(followed) < HINTS and server.wait_for_people(id)["to_act"] is not None:
        hint = ann.post(f"/api/tables/{id}/advice", {"seat": 0})
        ann.move(id, 0, hint["candidates"][0]["move"], hint["version"], status=200)
        followed.add(hint["version"] + 1)
    server.play(id, {0: ann})
    found = [one for one in reviewed(server, id, 0)["choices"] if one["version"] in followed]
    assert len(found) >= 5
    assert all((one["cost"], one["better"]) == (0, None) for one in found)


def test_review_has_curve_turning_points_and_costs(make_server: MakeServer) -> None:
    server = make_server(bot_processes=1)
    record = finished()
    id = server.ann.post("/api/records", record, 201)["table"]["id"]
    first = server.ann.get(f"/api/tables/{id}/review", seat=0)
    assert (first["ready"], first["curve"]) == (False, [])
    found = reviewed(server, id, 0)
    assert found["done"] == found["of"] > 20
    reviewer = Reviewer(parse_game(record))
    curve = [reviewer.moment(number) for number in range(len(reviewer.ends) + 1)]
    assert found["curve"] == [one._asdict() for one in curve]
    assert found["turns"] == [one._asdict() for one in turning_points(curve)]
    some = [reviewer.decision(numbers) for numbers in reviewer.decisions_of(0)[:COMPARED_DECISIONS]]
    own = [one.to_json() for one in some if one is not None]
    assert [{key: one[key] for key in own[0]} for one in found["choices"][: len(own)]] == own
    costs = [one["cost"] for one in found["choices"]]
    assert found["cost"] == pytest.approx(sum(costs) / len(costs), abs=0.0001)
    assert found["cost"] > 0
    worst = max(found["choices"], key=lambda one: float(one["cost"]))
    assert worst["name"]
    assert worst["better_text"]
    assert worst["text"]
    assert "no seat 5" in server.ann.get(f"/api/tables/{id}/review", 409, seat=5)["error"]["message"]
    # imported games are reviewed, too
    there, data = played(0, "germany", 2)
    elsewhere = server.ann.post("/api/records", import_game(data).to_json(), 201)["table"]["id"]
    other_curve: list[dict[str, Any]] = []

    def begun() -> bool:
        other_curve[:] = server.ann.get(f"/api/tables/{elsewhere}/review", seat=1)["curve"]
        return bool(other_curve)

    server.wait(begun, "the curve of the imported game")
    assert there.result is not None
    assert [sum(one["chances"]) for one in other_curve] == pytest.approx([1] * len(other_curve), abs=0.001)
    ended = server.ann.get(f"/api/tables/{elsewhere}/chances")["chances"]
    assert [seat for seat, chance in enumerate(ended) if chance] == there.result.winners
