"""Columns: names and scales match the packed numbers."""

from __future__ import annotations

from struct import unpack

import pytest

from stromnetz.learn.columns import (
    OPTION,
    OPTION_OUTLOOK,
    OPTION_OUTLOOK_SCALES,
    OPTION_OUTLOOK_SIZE,
    OPTION_SCALES,
    option_piece,
    option_zeros,
)
from stromnetz.learn.outlook import OptionOutlookRow


@pytest.mark.parametrize("column", OPTION_OUTLOOK)
def test_option_outlook_is_packed_by_columns(column: str) -> None:
    row = OptionOutlookRow()
    setattr(row, column.replace(" ", "_"), 3 * OPTION_OUTLOOK_SCALES[column])
    assert unpack(f"{OPTION_OUTLOOK_SIZE}f", row.pack()) == tuple(
        3.0 if other == column else 0.0 for other in OPTION_OUTLOOK
    )


def test_option_outlook_has_no_other_values() -> None:
    row = OptionOutlookRow()
    assert sorted(name for name in dir(row) if not name.startswith("_") and name != "pack") == sorted(
        column.replace(" ", "_") for column in OPTION_OUTLOOK
    )


def test_option_pieces_join_to_a_row() -> None:
    first = option_piece(kind=1, card=2, city=3, fuel=4, cost=500, money_left=600)
    last = option_piece(burnt=7, amount=8)
    numbers = unpack(f"{len(OPTION)}f", first + option_zeros("most", "income") + last)
    values = {name: round(number * OPTION_SCALES[name]) for name, number in zip(OPTION, numbers, strict=True) if number}
    assert values == {
        "kind": 1,
        "card": 2,
        "city": 3,
        "fuel": 4,
        "cost": 500,
        "money left": 600,
        "burnt": 7,
        "amount": 8,
    }
