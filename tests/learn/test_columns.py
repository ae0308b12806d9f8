"""Columns: their names belong to the numbers that are written, in the scales that they say."""

from __future__ import annotations

from struct import unpack

import pytest

from stromnetz.learn.columns import LOOK, LOOK_SCALES, LOOK_SIZE, OPTION, OPTION_SCALES, option_piece, option_zeros
from stromnetz.learn.option_features import LookRow


@pytest.mark.parametrize("column", LOOK)
def test_the_outlook_of_an_option_is_packed_by_its_columns(column: str) -> None:
    row = LookRow()
    setattr(row, column.replace(" ", "_"), 3 * LOOK_SCALES[column])
    assert unpack(f"{LOOK_SIZE}f", row.pack()) == tuple(3.0 if other == column else 0.0 for other in LOOK)


def test_the_outlook_of_an_option_has_no_other_numbers() -> None:
    row = LookRow()
    assert sorted(name for name in dir(row) if not name.startswith("_") and name != "pack") == sorted(
        column.replace(" ", "_") for column in LOOK
    )


def test_pieces_of_an_option_join_to_a_row() -> None:
    first = option_piece(kind=1, card=2, city=3, fuel=4, cost=500, money_left=600)
    last = option_piece(burnt=7, amount=8)
    numbers = unpack(f"{len(OPTION)}f", first + option_zeros("most", "income") + last)
    told = {name: round(number * OPTION_SCALES[name]) for name, number in zip(OPTION, numbers, strict=True) if number}
    assert told == {
        "kind": 1,
        "card": 2,
        "city": 3,
        "fuel": 4,
        "cost": 500,
        "money left": 600,
        "burnt": 7,
        "amount": 8,
    }
