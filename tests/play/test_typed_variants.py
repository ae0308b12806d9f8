"""Variants typed as NAME=VALUE."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, new_game
from stromnetz.play.variants import read_variant
from tests.rules.robot_tables import USUAL, made_of

OTHER = made_of("last-choice", "second-smallest-number", "all-resources", "one-two-three-cities", "half-bid")


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("text", "robots"),
    [
        ("1", ["random"]),
        ("2", ["random", "random"]),
        ("random", ["random"]),
        ("random, random", ["random", "random"]),
        ("+".join(USUAL), [list(USUAL)]),
        (f"random,{' + '.join(OTHER)}", ["random", OTHER]),
        (f"{'+'.join(USUAL)} , {'+'.join(OTHER)}", [list(USUAL), OTHER]),
    ],
)
def test_robots_by_their_number_or_one_by_one(text: str, robots: list[Any]) -> None:
    name, value = read_variant("classic-2004", f"robots={text}")
    assert (name, value) == ("robots", robots)
    game = new_game("classic-2004", players=4, seed=1, options={name: value})
    assert list(game.rules.automatic) == [0, 1, 2, 3][-len(robots) :]


@pytest.mark.parametrize("text", ["4", "12", "\u00b2", "", "-1", "random,", "nobody", "+"])
def test_robots_that_there_cannot_be_are_refused_as_the_game_begins(text: str) -> None:
    name, value = read_variant("classic-2004", f"robots={text}")
    with pytest.raises(BadInput):
        new_game("classic-2004", players=4, seed=1, options={name: value})


def test_what_no_variant_is_called_is_handed_on_and_refused() -> None:
    assert read_variant("classic-2004", "weather=fine") == ("weather", "fine")
    assert read_variant("outpost", "robots=2") == ("robots", "2"), "nobody knows robots there"
    for edition, options in (("classic-2004", {"weather": "fine"}), ("outpost", {"robots": "2"})):
        with pytest.raises(BadInput):
            new_game(edition, players=3, seed=1, options=options)
