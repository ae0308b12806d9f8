"""Outpost, phase 3 b): who decides about the company board, and all possible arrangements."""

import pytest

from stromnetz import Done
from tests.helpers import asked
from tests.rules.outpost_companies import LABORATORIES, LIBRARY, MOON_BASE, turn
from tests.rules.outpost_tables import Card

# --- whether there is a choice ---


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("cards", "placed", "slots", "choice"),
    [
        ([], [], (4, 4), False),
        ([12, "16a"], [], (0, 0), False),
        ([12], [], (0, 4), False),
        (["16a"], [], (4, 0), False),
        ([LIBRARY, "32a", LABORATORIES], [], (4, 4), False),
        ([], [12, "16a"], (1, 1), False),
        ([], [12, "16a"], (4, 4), False),
        ([LIBRARY], [12], (1, 0), False),
        (["16a"], [12], (1, 0), False),
        ([13], [12], (1, 0), True),
        ([13], [12], (2, 0), True),
        ([12], [], (1, 0), True),
        (["16a"], [], (0, 1), True),
        (["05a"], ["05b"], (0, 1), True),
        ([MOON_BASE], [], (1, 0), True),
        ([MOON_BASE], [], (0, 1), True),
        ([MOON_BASE], [12], (1, 0), True),
        ([MOON_BASE], [], (0, 0), False),
        ([], [MOON_BASE], (1, 1), False),
    ],
)
def test_who_can_change_nothing_is_not_asked(
    cards: list[Card], placed: list[Card], slots: tuple[int, int], choice: bool
) -> None:
    game = turn(cards, placed, slots)
    game.apply(Done())
    assert (asked(game) == (0, "company")) == choice


# --- every arrangement, worked out another way ---
