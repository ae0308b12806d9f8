"""Invalid positions of games with robots, each refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stromnetz import BadInput, Bid, Done, new_game, parse_position
from tests.play.bad_input import bad
from tests.rules.robot_tables import ROBOT, with_robot

Change = Callable[[Any], None]
SEVEN = ["dortmund", "duesseldorf", "duisburg", "essen", "kassel", "muenster", "osnabrueck"]


def starting(tile: str, moves: int = 0) -> Any:
    """People decide about the first city of a robot in the West; this many have decided."""
    seats = [{"money": 50}, {"money": 50}, {"money": 50}]
    game = with_robot("building", [tile], *seats, order=[0, ROBOT, 1], round=1, regions=["west"])
    while game.position.kind == "build":
        game.apply(Done())
    for _ in range(moves):
        game.apply(game.legal_moves[-1])
    return game.position_json()


def frame(*values: Any) -> Change:
    def change(data: Any) -> None:
        (at,) = [i for i, one in enumerate(data["agenda"]) if one[0] == values[0]]
        data["agenda"][at] = list(values)

    return change


def marked(*cities: str) -> Change:
    def change(data: Any) -> None:
        data["modules"]["robots"]["marked"] = list(cities)

    return change


def both(*changes: Change) -> Change:
    def change(data: Any) -> None:
        for one in changes:
            one(data)

    return change


BID, NAME, STRIKE, CHOOSE = "bidding-choice", "early-choice-for-all", "deciding-choice", "last-choice"
CASES: list[tuple[str, int, Change, str]] = [
    (CHOOSE, 0, frame("robot-choosing", ROBOT, ROBOT), "a person chooses for a robot"),
    (NAME, 0, frame("robot-naming", ROBOT, 1), "as many cities are named as people were asked"),
    (NAME, 1, frame("robot-naming", ROBOT, 0), "as many cities are named as people were asked"),
    (
        NAME,
        1,
        both(frame("robot-naming", ROBOT, 3), marked("essen", "kassel", "muenster")),
        "as many cities are named as people were asked",
    ),
    (NAME, 1, marked("berlin"), "once, in the playing area"),
    (NAME, 1, both(frame("robot-naming", ROBOT, 2), marked("essen", "essen")), "once, in the playing area"),
    (STRIKE, 1, frame("robot-striking", ROBOT, 2), "one city at least is left"),
    (STRIKE, 1, both(frame("robot-striking", ROBOT, 7), marked(*SEVEN)), "one city at least is left"),
    (BID, 0, frame("robot-bidding", ROBOT, 3, 0, -1, -1), "who is asked for a bid must still be in"),
    (BID, 0, frame("robot-bidding", ROBOT, 1, 0, -1, 1), "who is asked for a bid must still be in"),
    (BID, 0, frame("robot-bidding", ROBOT, 7, 0, -1, 1), "who is asked for a bid must still be in"),
    (BID, 0, frame("robot-bidding", ROBOT, 3, 4, -1, 1), "a bid is somebody's"),
    (BID, 0, frame("robot-bidding", ROBOT, 3, 4, 1, 1), "who has bid most is in, has the money and is not asked"),
    (BID, 0, frame("robot-bidding", ROBOT, 2, 4, 0, 1), "who has bid most is in, has the money and is not asked"),
    (BID, 0, frame("robot-bidding", ROBOT, 3, 51, 0, 1), "who has bid most is in, has the money and is not asked"),
]


@pytest.mark.parametrize(("tile", "moves", "change", "match"), CASES, ids=[f"{i}-{c[0]}" for i, c in enumerate(CASES)])
def test_decisions_about_a_robot_that_cannot_be(tile: str, moves: int, change: Change, match: str) -> None:
    data = starting(tile, moves)
    assert parse_position(data).position_json() == data
    change(data)
    with bad(BadInput, match):
        parse_position(data)


@pytest.mark.parametrize(("tile", "moves"), [(BID, 1), (STRIKE, 5), (NAME, 1)])
def test_decisions_in_the_middle_of_which_a_position_is_saved(tile: str, moves: int) -> None:
    data = starting(tile, moves)
    assert parse_position(data).position_json() == data


def test_all_the_money_may_be_bid() -> None:
    game = parse_position(starting(BID))
    game.apply(Bid(50))
    data = game.position_json()
    assert parse_position(data).position == game.position


def test_what_a_robot_has_built_is_a_number() -> None:
    data = starting(BID)
    for value in (0, 99):
        data["modules"]["robots"]["built"] = [value]
        assert parse_position(data).position_json() == data
    for wrong in (-1, 100, True, "1", 1.0, None):
        data["modules"]["robots"]["built"] = [wrong]
        with bad(BadInput, "'built' of 'robots' is a list of numbers"):
            parse_position(data)


def test_a_spy_is_a_seat() -> None:
    game = new_game("classic-2004", players=3, seed=1, options={"promo": ["industrial-espionage"]})
    data = game.position_json()
    for value in (-1, 3, "0", 1.5, True):
        for name in ("seat", "shown_to"):
            data["modules"]["industrial-espionage"] = {"seat": 0, "shown_to": 0, name: value}
            with bad(BadInput, f"'{name}' of 'industrial-espionage' is null or a seat"):
                parse_position(data)
