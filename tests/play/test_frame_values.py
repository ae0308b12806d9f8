"""Values of saved frames at their limits: which are read, and which are refused."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, new_game
from stromnetz.engine.frames import CARD, NUMBER, SEAT, TURNS, Field


@pytest.mark.parametrize(
    ("field", "good", "wrong", "told"),
    [
        (NUMBER, [0, 10**9], [-1, 10**9 + 1, True, 1.0, "1", None], "a whole number from 0 to 1000000000"),
        (SEAT, [-1, 0, 2], [-2, 3, True, 0.0, "0", None], "a whole number from -1 to 2"),
        (TURNS, ["fuel", "build", "run"], ["sleep", "", 0, None, ["run"]], "one of fuel, build, run"),
    ],
)
def test_values_of_saved_frames(field: Field, good: list[Any], wrong: list[Any], told: str) -> None:
    rules = new_game("classic-2004", players=3, seed=1).rules
    for value in good:
        assert field.read(rules, value, "agenda turn") == value
        assert field.write(rules, value) == value
    for value in wrong:
        with pytest.raises(BadInput, match=f"'agenda turn' must be {told}, not "):
            field.read(rules, value, "agenda turn")


def test_cards_of_saved_frames_are_written_by_their_names() -> None:
    rules = new_game("classic-2009", players=3, seed=1).rules
    for ref in (13, "transformer-station", "step-3"):
        assert CARD.write(rules, CARD.read(rules, ref, "agenda bought")) == ref
    with pytest.raises(BadInput, match="there is no card 41 in this game"):
        CARD.read(rules, 41, "agenda bought")
