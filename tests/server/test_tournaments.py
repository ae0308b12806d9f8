"""Tournaments of bots started in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from stromnetz.arena.matches import GameKind
from stromnetz.arena.results import results
from stromnetz.arena.tournament import TournamentPlan, tournament
from stromnetz.bots import BOTS
from stromnetz.play.catalogue import default_edition, editions
from tests.server.local_server import Guest, LocalServer
from tests.server.test_admin import command
from tests.server.test_ratings import create_account

pytestmark = pytest.mark.alone  # account names are unique

PATH = "/api/admin/tournaments"
EDITION = default_edition()
MAP = next(one.maps[0] for one in editions() if one.id == EDITION)
WISH = {"edition": EDITION, "map": MAP, "players": 3, "bots": ["plain", "random"], "deals": 1}


def host(server: LocalServer) -> Guest:
    ann = create_account(server.ann, "Ann")
    command(server, "grant", "Ann")
    return ann


def test_results_equal_those_of_the_command(server: LocalServer, tmp_path: Path) -> None:
    ann = host(server)
    [asked] = ann.post(PATH, WISH, 201)["tournaments"]
    assert asked["of"] == 6
    server.wait(lambda: ann.get(PATH)["tournaments"][0]["state"] == "done", "the end")
    plan = TournamentPlan(("plain", "random"), (GameKind.of(EDITION, MAP, 3, {}),), 1)
    own = results(plan, tournament(tmp_path / "own.jsonl", plan))
    found = ann.get(f"{PATH}/{asked['id']}")
    assert found["games"] == 6
    assert [(row["bot"], row["mean_rank"], row["share"], row["fair"]) for row in found["standings"]] == [
        (row.bot, round(row.mean_rank, 3), round(row.won.share, 4), 0.3333) for row in own.standings
    ]
    assert "<table" in ann.client.get(f"{PATH}/{asked['id']}/report").text
    ann.call("DELETE", f"{PATH}/{asked['id']}", 204)
    assert ann.get(PATH) == {"tournaments": []}


def test_invalid_tournaments_are_refused(sqlite_server: LocalServer) -> None:
    ann = host(sqlite_server)
    for wrong, words in (
        ({"bots": ["plain", "nobody"]}, "there is no bot"),
        ({"bots": ["plain", "plain"]}, "named twice"),
        ({"bots": ["plain"]}, "at least 2"),
        ({"map": "atlantis"}, "atlantis"),
        ({"bots": list(BOTS), "deals": 200}, "more than 2000"),
    ):
        assert words in ann.post(PATH, {**WISH, **wrong}, 422)["error"]["message"], wrong
    assert ann.get(PATH) == {"tournaments": []}
    sqlite_server.guest().get(PATH, 403)
    assert "Turnier" in ann.get(f"{PATH}/none", 404, language="de")["error"]["message"]
