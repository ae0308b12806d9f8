"""Fuzzing games with robots: a random change either loads or is refused, and loaded games can be played."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from stromnetz import Done, parse_game, parse_position
from tests.helpers import play_on
from tests.play.fuzzer import NASTY, cut_records, fuzz, play_a_little
from tests.properties.games import robots
from tests.rules.robot_tables import ROBOT, USUAL, building, made_of, with_robot

ROBOT_NASTY: list[Any] = [
    *NASTY,
    *(
        ["robot-choosing", 2, 0],
        ["robot-choosing", 0, 2],
        ["robot-naming", 2, 1],
        ["robot-striking", 2, 6],
        ["robot-bidding", 2, 3, 0, -1, 0],
        ["robot-bidding", 2, 7, 4, 2, 1],
        ["robot-turns", "build", 7],
        ["turn", "build", 2, 0],
    ),
    *(
        list(USUAL),
        [list(USUAL)],
        made_of("always-last"),
        "random",
        ["random"],
        "last-choice",
        "robot-build",
        ["essen"],
    ),
]


@cache
def dumps() -> list[Any]:
    """Positions with every kind of decision about a robot, a waiting robot, and decisions of whole games."""
    out = []
    for tile in ("early-choice-for-all", "players-choice", "bidding-choice", "deciding-choice", "last-choice"):
        seats = [{"money": 50}, {"money": 50}, {"money": 50}]
        game = with_robot("building", [tile], *seats, order=[0, ROBOT, 1], round=1, regions=["west"])
        for _ in range(3):
            out.append(game.position_json())
            game.apply(Done() if game.position.kind == "build" else game.legal_moves[-1])
    out.append(building(["last-player-chooses"], {"cities": ["essen"], "money": 40})[0].position_json())
    return out


@pytest.mark.parametrize("block", range(3))
def test_positions_load_or_are_refused(block: int) -> None:
    fuzz(dumps(), parse_position, 5000 + block, ROBOT_NASTY)


def test_positions_that_load_can_be_played() -> None:
    fuzz(dumps(), play_a_little, 5100, ROBOT_NASTY)


def test_records_load_or_are_refused() -> None:
    fuzz(cut_records(tuple(robots(3))), parse_game, 5200, ROBOT_NASTY)


def test_what_was_dumped_plays_on() -> None:
    for data in dumps():
        assert play_on(parse_position(data), seed=3, rounds=4).position.round > 1
