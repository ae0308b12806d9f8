"""Cards of the Outpost market that come together: in a saved position, and when the deck is empty (L10b)."""

from __future__ import annotations

import pytest

import stromnetz
from tests.rules.outpost_tables import buy, finish_round, last_turn, market, piles, selling


@pytest.mark.rule("L10", "L10b")
def test_a_drawn_card_joins_its_equal_at_a_table_that_was_saved() -> None:
    game = last_turn([13, 14, 15, "26a", 33, 34, 35, 36], ["26c", 37, 42])
    again = stromnetz.parse_position(game.position_json())
    for one in (game, again):
        finish_round(one)
        assert piles(one) == [["26c", "26a"]]
        assert market(one) == [13, 14, 15, "26c", 33, 34, 35, 37]


@pytest.mark.rule("L10b", "M2")
def test_with_an_empty_deck_all_that_slide_up_join_one_after_another() -> None:
    game = selling([14, 15, "26a", 33, "38a", "38b", "38c", 42], [])
    buy(game, 14)
    assert market(game) == [15, "26a", 33, "38a", "38b", "38c", 42], "only one of them is in the current market"
    game = selling([14, 15, 22, "26a", "26b", "26c", "38a", "38b"], [])
    buy(game, 14)
    assert piles(game) == [["26c", "26b", "26a"]], "where the second has left a place the third slides up"
    assert market(game) == [15, 22, "26c", "38a", "38b"]
