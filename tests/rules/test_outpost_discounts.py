"""When discounts drive a card out of the market (L19)."""

from __future__ import annotations

import pytest

from tests.rules.outpost_tables import discounts, finish_round, last_turn, market, piled


@pytest.mark.rule("L19")
@pytest.mark.parametrize(("round", "before", "stays"), [(1, 1, True), (2, 0, True), (2, 1, False), (3, 0, False)])
def test_a_card_goes_when_its_discounts_reach_its_number(round: int, before: int, stays: bool) -> None:
    """The 03: exactly 3 is enough, 2 is not."""
    modules = piled(discounts={3: before}) if before else {}
    game = last_turn([3, 14, 15, 22, 33, 34, 35, 36], [37, 42, 44], round=round, modules=modules)
    finish_round(game)
    assert (3 in market(game)) == stays
    assert discounts(game).get(3) == (before + round if stays else None)
