"""The chances of winning, and a library that has nothing to estimate them with."""

from __future__ import annotations

import pytest

from stromnetz import BadInput, new_game
from stromnetz.play import chances


def test_chances_add_up_to_one() -> None:
    game = new_game("classic-2004", players=3, map="germany", seed=1)
    found = chances.chances_of(game.rules, game.position, False)
    assert len(found) == 3
    assert sum(found) == pytest.approx(1)


def test_chances_without_an_estimate_are_refused() -> None:
    game = new_game("classic-2004", players=3, map="germany", seed=1)
    estimates = list(chances._asked)
    chances._asked.clear()
    try:
        with pytest.raises(BadInput, match="chances"):
            chances.chances_of(game.rules, game.position, False)
    finally:
        chances._asked.extend(estimates)
