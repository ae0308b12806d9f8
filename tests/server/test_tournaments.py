"""Tournaments of bots that are asked for in the browser, on either database."""

from __future__ import annotations

from pathlib import Path

import pytest

from stromnetz.arena.matches import GameKind
from stromnetz.arena.results import results
from stromnetz.arena.tournament import Plan, tournament
from stromnetz.bots import BOTS
from stromnetz.play.catalogue import default_edition, editions
from tests.server.house import Guest, House
from tests.server.test_admin import command
from tests.server.test_ratings import named

pytestmark = pytest.mark.alone  # names of accounts are there once

PATH = "/api/admin/tournaments"
EDITION = default_edition()
MAP = next(one.maps[0] for one in editions() if one.id == EDITION)
WISH = {"edition": EDITION, "map": MAP, "players": 2, "bots": ["plain", "random"], "deals": 3}


def host(house: House) -> Guest:
    ann = named(house.ann, "Ann")
    command(house, "grant", "Ann")
    return ann


def test_a_tournament_comes_out_as_at_the_command_line(house: House, tmp_path: Path) -> None:
    ann = host(house)
    [asked] = ann.post(PATH, WISH, 201)["tournaments"]
    assert asked["of"] == 6
    house.wait(lambda: ann.get(PATH)["tournaments"][0]["state"] == "done", "the end")
    plan = Plan(("plain", "random"), (GameKind.of(EDITION, MAP, 2, {}),), 3)
    own = results(plan, tournament(tmp_path / "own.jsonl", plan))
    found = ann.get(f"{PATH}/{asked['id']}")
    assert found["games"] == 6
    assert [(row["bot"], row["mean_rank"]) for row in found["standings"]] == [
        (row.bot, round(row.mean_rank, 3)) for row in own.standings
    ]
    assert "<table" in ann.client.get(f"{PATH}/{asked['id']}/report").text
    ann.call("DELETE", f"{PATH}/{asked['id']}", 204)
    assert ann.get(PATH) == {"tournaments": []}


def test_what_cannot_be_played_is_refused(sqlite_house: House) -> None:
    ann = host(sqlite_house)
    for wrong, words in (
        ({"bots": ["plain", "nobody"]}, "there is no bot"),
        ({"bots": ["plain", "plain"]}, "named twice"),
        ({"bots": ["plain"]}, "at least 2"),
        ({"map": "atlantis"}, "atlantis"),
        ({"bots": list(BOTS), "deals": 200}, "more than 2000"),
    ):
        assert words in ann.post(PATH, {**WISH, **wrong}, 422)["error"]["message"], wrong
    assert ann.get(PATH) == {"tournaments": []}
    sqlite_house.guest().get(PATH, 403)
    assert "Turnier" in ann.get(f"{PATH}/none", 404, language="de")["error"]["message"]
