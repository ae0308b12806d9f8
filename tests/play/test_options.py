"""Options and their legal moves; and lists of moves and cards at their ends."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Done, Game, Run, new_game
from stromnetz.editions.robots.texts import deciding_for
from stromnetz.engine.options import Option
from stromnetz.play.views import View
from tests.helpers import decision
from tests.rules.robot_tables import ROBOT, with_robot


def choosing(tile: str) -> Game:
    """People decide about the first city of a robot in the West; two cities cost more than the others."""
    seats: list[dict[str, Any]] = [{"money": 9, "cities": ["dortmund", "essen"]}, {"money": 9}, {"money": 50}]
    game = with_robot("building", [tile], *seats, order=[0, ROBOT, 1], step=2, round=6, regions=["west"])
    while decision(game) == "build":
        game.apply(Done())
    return game


@pytest.mark.rule("R13", "R14", "R16")
@pytest.mark.parametrize(
    ("tile", "kind"),
    [
        ("early-choice-for-all", "robot-name"),
        ("deciding-choice", "robot-strike"),
        ("players-choice", "robot-start"),
        ("last-player-chooses", "robot-build"),
    ],
)
def test_what_is_offered_for_a_robot_makes_the_legal_moves(tile: str, kind: str) -> None:
    game = choosing(tile)
    assert decision(game) == kind
    assert game.decision is not None
    view: View = game.view(game.decision.seat)
    assert deciding_for(view) == ROBOT
    options: list[Option] = list(game.decision.options or [])
    assert [span.make(span.low) for option in options for span in option.ranges()] == list(game.legal_moves)
    for option, move in zip(options, game.legal_moves, strict=True):
        assert option.takes(move)
        assert [other.takes(move) for other in options].count(True) == 1
    sent = View.from_json(view.to_json()).decision
    assert sent is not None
    assert list(sent.legal_moves) == list(game.legal_moves), "in the same order, for bots that draw a number"


@pytest.mark.parametrize("options", [{}, {"robots": ["random"]}])
def test_while_people_bid_nobody_decides_for_a_robot(options: dict[str, Any]) -> None:
    game = new_game("classic-2004", players=3, seed=1, options=options)
    assert decision(game) in ("auction", "bid")
    assert deciding_for(game.view(0)) is None


def test_there_is_no_move_beyond_the_last() -> None:
    moves = new_game("classic-2004", players=3, seed=1).legal_moves
    count = len(moves)
    assert moves[-count] == moves[0]
    assert moves[-1] == moves[count - 1]
    for index in (count, -count - 1):
        with pytest.raises(IndexError, match=f"there are {count} legal moves, no number {index}"):
            moves[index]


def test_cards_may_be_named_in_any_collection() -> None:
    assert Run({4: 1}.keys()) == Run([4]) == Run((4,)) == Run(iter([4])) == Run({4})
