"""Phase 1: the order of the players (O1, O2), and the worked example of it (EX1)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import Open, Pass, SitOut
from stromnetz.engine.events import OrderSet
from tests.helpers import asked, decision, play_on, position, to_act

WEST = ["osnabrueck", "muenster", "dortmund", "essen", "duisburg", "duesseldorf", "kassel"]
EAST = ["halle", "leipzig", "dresden", "erfurt", "fulda", "wuerzburg", "nuernberg"]
SOUTH = ["freiburg", "stuttgart", "konstanz", "augsburg", "regensburg", "muenchen", "passau"]


def order_of(*players: dict[str, Any], before: list[int]) -> list[int]:
    """The order that phase 1 of a later round makes of another one."""
    game = position("order", list(players), round=2, order=before)
    assert decision(game) == "auction"
    assert to_act(game) == game.view(None).order[0]
    return game.view(None).order


@pytest.mark.rule("EX1", "O1")
def test_worked_example_of_four_players() -> None:
    order = order_of(
        {"cities": EAST[:4], "plants": [30]},
        {"cities": WEST[:5], "plants": [15, 3]},
        {"cities": SOUTH[:6], "plants": [7]},
        {"cities": ["aachen", "koeln", "trier", "wiesbaden", "mannheim"], "plants": [4, 17]},
        before=[0, 1, 2, 3],
    )
    assert order == [2, 3, 1, 0]


@pytest.mark.rule("O1")
def test_cities_count_before_plants() -> None:
    assert order_of(
        {"cities": WEST[:1], "plants": [50, 46, 44]}, {"cities": EAST[:2], "plants": [3]}, before=[0, 1]
    ) == [1, 0]


@pytest.mark.rule("O1")
def test_a_tie_goes_by_the_highest_plant_alone() -> None:
    # neither how many plants there are nor their sum matters
    assert order_of({"plants": [18, 19, 20]}, {"plants": [3, 21]}, before=[0, 1]) == [1, 0]


@pytest.mark.rule("O1")
def test_money_and_fuel_do_not_matter() -> None:
    assert order_of({"plants": [4], "money": 200, "fuel": {"coal": 4}}, {"plants": [5], "money": 0}, before=[0, 1]) == [
        1,
        0,
    ]


@pytest.mark.rule("O1")
def test_the_order_of_a_round_is_set_by_what_the_round_before_left() -> None:
    """The order is kept through a round, whatever is built, and is set again when the next begins."""
    game = position(
        "building", [{"plants": [3], "money": 100}, {"plants": [4]}, {"plants": [5]}], deck=[20, 25], to_act=0
    )
    assert game.view(None).order == [2, 1, 0]
    game.apply(stromnetz.Connect("essen"))
    game.apply(stromnetz.Connect("duisburg"))
    assert game.view(None).order == [2, 1, 0]
    play_on(game, until=lambda rules: rules.view(None).round == 3)
    assert game.view(None).phase == "auctions"
    cities = [player.cities for player in game.view(None).players]
    assert game.view(None).order == sorted(range(3), key=lambda s: (cities[s], 3 + s), reverse=True)


@pytest.mark.rule("O1")
def test_a_plant_bought_in_phase_2_does_not_change_the_order_of_a_later_round() -> None:
    game = position("auctions", [{"plants": [3]}, {"plants": [4]}], market=[6, 7, 8, 9, 10, 11, 12, 14], deck=[20, 25])
    assert game.view(None).order == [1, 0]
    game.apply(SitOut())
    events = game.apply(Open(9, 9))
    assert decision(game) == "fuel"
    assert not [e for e in events if isinstance(e, OrderSet)]
    assert to_act(game) == 0  # still the worst, so the first to buy fuel
    assert game.view(None).order == [1, 0]


@pytest.mark.rule("O2")
def test_the_drawn_order_stands_for_the_first_auctions() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1, order=[2, 0, 1])
    asked = []
    for plant in (6, 5, 4):
        asked.append(to_act(game))
        game.apply(Open(plant, plant))
        while decision(game) == "bid":
            game.apply(Pass())
    assert asked == [2, 0, 1]


@pytest.mark.rule("O2")
def test_the_order_is_set_anew_after_the_first_auctions() -> None:
    """All have no cities then, so the highest plant decides."""
    game = stromnetz.new_game("classic-2004", players=3, seed=1, order=[2, 0, 1])
    events = []
    for plant in (3, 5, 4):  # bought by 2, 0, 1
        events = game.apply(Open(plant, plant))
        while decision(game) == "bid":
            events = game.apply(Pass())
    assert [list(e.order) for e in events if isinstance(e, OrderSet)] == [[0, 1, 2]]
    assert game.view(None).order == [0, 1, 2]
    assert asked(game) == (2, "fuel")


@pytest.mark.rule("O2")
def test_the_first_phase_of_round_1_sets_nothing() -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1, order=[3, 1, 0, 2])
    assert [list(e.order) for e in game.rows[0].events if isinstance(e, OrderSet)] == [[3, 1, 0, 2]]
    assert game.view(None).order == [3, 1, 0, 2]
