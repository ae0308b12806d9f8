"""The card market of Outpost: initial layout (L6), piles, cards side by side and sliding up (L10)."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz import BadInput, Open
from stromnetz.editions.outpost.piles import PILES, add_drawn_card, current_row
from tests.helpers import purses, refused
from tests.rules.outpost_tables import (
    DECK,
    MARKET,
    NINE,
    RICH,
    Cards,
    buy,
    cards_of,
    deck,
    discounts,
    finish_round,
    last_turn,
    market,
    new,
    next_phase_4,
    piled,
    piles,
    prepared,
    selling,
    told,
)

LOW: Cards = [13, 14, 15, 22]
"""Four cards that keep all cards of these tests out of the current market."""


# --- the first cards (L6) ---


@pytest.mark.rule("L6", "I2")
def test_eight_cards_are_drawn_and_sorted() -> None:
    game = prepared(NINE, [50])
    assert (game.view(None).current, game.view(None).future) == ([2, 3, 4, 10], [11, 12, 13, 14])
    assert (piles(game), deck(game)[:2], game.view(None).deck_back) == ([], [8, 50], "plug")


@pytest.mark.rule("L6", "L5")
def test_equal_cards_of_the_current_market_share_a_place() -> None:
    game = prepared([12, "05b", 2, 11, "05a", 3, 10, 8, 13], [50])
    assert piles(game) == [["05a", "05b"]], "the one that was drawn later lies on top"
    assert market(game) == [2, 3, "05a", 8, 10, 11, 12, 13], "one more card was drawn"
    assert deck(game)[0] == 50


@pytest.mark.rule("L6", "L10a")
def test_cards_are_drawn_one_by_one_until_all_places_are_occupied() -> None:
    game = prepared([2, 3, "05b", "05a", 8, 10, 11, 12, "05d"], ["05c", 25, 15])
    assert piles(game) == [["05c", "05d", "05a", "05b"]]
    assert market(game) == [2, 3, "05c", 8, 10, 11, 12, 25]
    assert (deck(game)[0], game.view(None).deck_back) == (15, "socket")


@pytest.mark.rule("L6")
def test_equal_cards_share_the_last_place_of_the_current_market_too() -> None:
    """With 02, 03 and 04, only one 5 has a place there: the others go on it, and drawing continues."""
    game = prepared([10, "05c", 8, "05a", 4, "05b", 3, 2, "05d"], [50, 48])
    assert piles(game) == [["05d", "05b", "05a", "05c"]], "the last one is drawn onto it"
    assert (market(game), deck(game)[0]) == ([2, 3, 4, "05d", 8, 10, 48, 50], 15)


@pytest.mark.rule("L6")
def test_in_the_future_market_they_lie_side_by_side() -> None:
    game = prepared([2, 3, "05a", "05b", "05c", 8, 10, 11, 12], ["16b", "16a", 50])
    assert piles(game) == [["05c", "05b", "05a"]]
    assert (market(game), deck(game)[0]) == ([2, 3, "05c", 8, 10, 11, 12, "16b"], "16a")
    game = prepared([2, 3, "05a", "05b", "05c", "05d", 8, 10, 11], ["16b", "16a", 50])
    assert (market(game), deck(game)[0]) == ([2, 3, "05d", 8, 10, 11, "16b", "16a"], 50)


@pytest.mark.rule("L6", "L10b")
def test_what_slides_up_while_the_market_is_laid_out_joins_the_pile() -> None:
    """The third and fourth 5 were in the future market until the first two shared a place."""
    game = prepared([3, 4, "05d", "05a", "05c", "05b", 8, 10, 2], [20, 22, 23])
    assert piles(game) == [["05b", "05c", "05a", "05d"]]
    assert market(game) == [2, 3, 4, "05b", 8, 10, 20, 22]


@pytest.mark.rule("L6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_after_setup_eight_places_are_occupied(players: int) -> None:
    for seed in range(25):
        game = new(players, seed=seed)
        assert len(market(game)) == 8
        numbers = [int(str(card)[:2]) for card in market(game)]
        assert numbers == sorted(numbers)
        assert len(set(numbers[:4])) == 4
        assert 5 not in numbers[4:], "every 5 that was drawn lies in the current market"
        assert {pile[0] for pile in piles(game)} <= set(game.view(None).current)


# --- piles in the current market ---


@pytest.mark.rule("L0", "M5", "M2")
def test_eight_places_are_filled_one_card_at_a_time() -> None:
    """A position that lacks two cards, and a deck with only two."""
    game = selling(MARKET[:7], [34, 12], open_places=8)
    assert [row["card"] for row in told(buy(game, 13), "card-drawn")] == [34, 12]
    assert (market(game), deck(game)) == ([12, 14, 15, 22, 23, 24, 25, 34], [])
    game = selling(LOW, [])
    buy(game, 13)
    assert market(game) == [14, 15, 22]


@pytest.mark.rule("L10", "L10a")
def test_a_drawn_card_goes_on_top_of_its_equal_in_the_current_market() -> None:
    game = selling([13, "16a", 22, 23, 24, 25, 33, 34], ["16b", 35, 36], modules=piled(discounts={"16a": 3}))
    events = buy(game, 13)
    assert told(events, "card-piled") == [{"card": "16b", "on": "16a"}]
    assert piles(game) == [["16b", "16a"]]
    assert discounts(game) == {"16b": 3}, "discounts move to the top card"
    assert market(game) == ["16b", 22, 23, 24, 25, 33, 34, 35], "it filled no place"
    assert deck(game) == [36]
    assert game.view(None).minimum_bids == [13, 22, 23, 24]


@pytest.mark.rule("L10a", "M5")
def test_drawing_goes_on_until_all_places_are_filled() -> None:
    game = selling([13, "16a", 22, 23, 24, 25, 33, 34], ["16d", "16b", "16c", 35, 36])
    assert [row["card"] for row in told(buy(game, 13), "card-drawn")] == ["16d", "16b", "16c", 35]
    assert piles(game) == [["16c", "16b", "16d", "16a"]]
    assert market(game) == ["16c", 22, 23, 24, 25, 33, 34, 35]


@pytest.mark.rule("L10a", "M2")
def test_with_an_empty_deck_the_place_stays_empty() -> None:
    game = selling([13, "16a", 22, 23, 24, 25, 33, 34], ["16b"])
    buy(game, 13)
    assert (market(game), deck(game)) == (["16b", 22, 23, 24, 25, 33, 34], [])


@pytest.mark.rule("L10")
def test_only_the_top_card_can_be_put_up() -> None:
    game = selling([13, "16b", 22, 23], modules=piled([["16b", "16a"]]))
    with refused("A1", game):
        game.apply(Open("16a", 16))
    game.apply(Open("16b", 16))
    assert cards_of(game, 0) == ["16b"]


@pytest.mark.rule("L10", "L11")
def test_a_sold_top_card_takes_its_discounts_along_and_is_not_replaced() -> None:
    places: Cards = [13, "16c", 22, 23, 24, 25, 33, 34]
    game = selling(places, modules=piled([["16c", "16b", "16a"]], {13: 2, "16c": 5}))
    events = buy(game, "16c")
    assert purses(game)[0] == RICH - 11
    assert told(events, "card-drawn") == []
    assert market(game) == [13, "16b", 22, 23, 24, 25, 33, 34]
    assert piles(game) == [["16b", "16a"]]
    assert discounts(game) == {13: 2}
    assert game.view(None).minimum_bids == [11, 16, 22, 23]
    assert deck(game) == DECK


@pytest.mark.rule("L10")
def test_the_last_card_of_a_pile_is_replaced() -> None:
    game = selling([13, "16b", 22, 23, 24, 25, 33, 34], [35, 36], modules=piled([["16b", "16a"]]), sat_out=[2])
    buy(game, "16b")
    buy(game, "16a")
    assert [cards_of(game, seat) for seat in (0, 1)] == [["16b"], ["16a"]]
    assert (market(game), piles(game), deck(game)) == ([13, 22, 23, 24, 25, 33, 34, 35], [], [36])


@pytest.mark.rule("L10")
def test_the_rest_of_a_pile_keeps_its_place_before_a_single_card() -> None:
    game = selling([13, 14, 15, "26b", "26c", 33, 34, 35], modules=piled([["26b", "26a"]]))
    buy(game, "26b")
    assert (market(game), piles(game)) == ([13, 14, 15, "26a", "26c", 33, 34, 35], [])


# --- sliding up (L10b) ---


@pytest.mark.rule("L10")
def test_of_equal_cards_in_the_future_market_one_can_slide_up_alone() -> None:
    game = selling([*LOW, "26a", "26b", 33, 34], [35, 36])
    buy(game, 13)
    assert market(game) == [14, 15, 22, "26a", "26b", 33, 34, 35]
    assert piles(game) == []


@pytest.mark.rule("L10b", "L10a")
def test_the_second_that_slides_up_goes_on_top_of_the_first() -> None:
    """Two places are free then: that of the sold card and that of the second card."""
    game = selling([14, 15, 22, "26a", "26b", 33, 34, 35], [36, 37], modules=piled(discounts={"26a": 2, "26b": 3}))
    events = buy(game, 14)
    assert told(events, "card-piled") == [{"card": "26b", "on": "26a"}]
    assert piles(game) == [["26b", "26a"]]
    assert discounts(game) == {"26b": 5}, "both their discounts"
    assert market(game) == [15, 22, "26b", 33, 34, 35, 36, 37]


@pytest.mark.rule("L10b")
def test_the_newer_is_the_one_to_the_right() -> None:
    game = selling([14, 15, 22, "26b", "26a", 33, 34, 35], [36, 37])
    buy(game, 14)
    assert piles(game) == [["26a", "26b"]]


@pytest.mark.rule("L10b")
def test_several_slide_up_one_after_the_other() -> None:
    game = selling([14, 15, 22, "26a", "26b", "26c", "26d", 35], [36, 37, 44, 45, 46])
    buy(game, 14)
    assert piles(game) == [["26d", "26c", "26b", "26a"]]
    assert market(game) == [15, 22, "26d", 35, 36, 37, 44, 45]


@pytest.mark.rule("L10b", "L8")
def test_joined_discounts_of_more_than_the_number() -> None:
    """The minimum bid is at least 1."""
    game = selling(
        [2, 3, 4, "05a", "05b", 13, 14, 15], [22, 23], modules=piled(discounts={"05a": 3, "05b": 4}), sat_out=[2]
    )
    buy(game, 2)
    assert discounts(game) == {"05b": 7}
    assert game.view(None).minimum_bids == [3, 4, 1, 13]
    with refused("A1", game):
        game.apply(Open("05b", 0))
    game.apply(Open("05b", 1))
    assert purses(game)[1] == RICH - 1


@pytest.mark.rule("L10b", "L10")
def test_single_cards_slide_onto_a_pile() -> None:
    game = selling([14, 15, 22, "26b", "26c", 33, 34, 35], [36, 37], modules=piled([["26b", "26a"]], {"26b": 6}))
    buy(game, 15)
    assert piles(game) == [["26c", "26b", "26a"]]
    assert discounts(game) == {"26c": 6}
    assert market(game) == [14, 22, "26c", 33, 34, 35, 36, 37]


@pytest.mark.rule("L10b", "M1")
def test_the_replacement_is_drawn_before_cards_slide_up() -> None:
    """The drawn 26 is put beside its equal in the future market, of which the older one then slides up alone."""
    game = selling([*LOW, "26a", 33, 34, 35], ["26b", 36])
    buy(game, 13)
    assert piles(game) == []
    assert market(game) == [14, 15, 22, "26a", "26b", 33, 34, 35]


@pytest.mark.rule("L10b", "M1")
def test_a_small_replacement_leaves_equal_cards_apart() -> None:
    """The fifth card does not slide up: its place is taken by the replacement."""
    game = selling([13, 14, 15, "26a", "26b", 33, 34, 35], [12, 36, 37])
    buy(game, 13)
    assert (piles(game), market(game)) == ([], [12, 14, 15, "26a", "26b", 33, 34, 35])


@pytest.mark.rule("L10a", "L10b")
def test_a_card_drawn_for_a_pile_leaves_the_place_empty_until_another_comes() -> None:
    """The first replacement goes onto the 16; the second, a small one, keeps the 26 in the future market."""
    game = selling([13, 14, "16a", "26a", "26b", 33, 34, 35], ["16b", 12, 36])
    buy(game, 13)
    assert piles(game) == [["16b", "16a"]]
    assert market(game) == [12, 14, "16b", "26a", "26b", 33, 34, 35]


@pytest.mark.rule("L10b")
def test_with_an_empty_deck_cards_slide_up_at_once() -> None:
    game = selling([13, 14, 15, "26a", "26b", 33], [])
    buy(game, 13)
    assert (piles(game), market(game)) == ([["26b", "26a"]], [14, 15, "26b", 33])


# --- the future market ---


@pytest.mark.rule("L10", "L20")
def test_equal_cards_lie_side_by_side_in_the_future_market() -> None:
    game = last_turn([*LOW, "26c", 33, 34, 35], ["26a", "26b", 36])
    finish_round(game)
    assert market(game) == [*LOW, "26c", "26a", 33, 34]
    next_phase_4(game)
    assert market(game) == [*LOW, "26c", "26a", "26b", 33], "the newer to the right"
    assert piles(game) == []


@pytest.mark.rule("L10", "L20")
@pytest.mark.parametrize("future", [[25, 33, 34, 35], [35]])
def test_a_card_that_leaves_the_future_market_leaves_no_gap_in_the_current_one(future: Cards) -> None:
    """The last of the current market is still there when the replacement comes: an equal one goes on top of it."""
    game = last_turn([13, 14, 15, "16a", *future], ["16b", 36, 37], places=4 + len(future))
    finish_round(game)
    assert piles(game) == [["16b", "16a"]]
    assert market(game) == [13, 14, 15, "16b", *future[:-1], 36]


@pytest.mark.rule("L10", "L11")
def test_a_pile_pushed_to_the_future_market_stays_a_pile() -> None:
    game = last_turn([13, 14, 22, "26b", 33, 34, 35, 36], [15, 37], modules=piled([["26b", "26a"]], {"26b": 4}))
    finish_round(game)
    assert game.view(None).current == [13, 14, 15, 22]
    assert game.view(None).future == ["26b", 33, 34, 35]
    assert piles(game) == [["26b", "26a"]]
    assert discounts(game) == {"26b": 4}
    with refused("M1", game):
        game.apply(Open("26b", 26))


@pytest.mark.rule("L10", "L10a", "L10b")
def test_a_pile_in_the_future_market_takes_further_cards() -> None:
    game = last_turn([*LOW, "26b", 33, 34, 35], ["26c", 36, 37], modules=piled([["26b", "26a"]], {"26b": 4}))
    finish_round(game)
    assert piles(game) == [["26c", "26b", "26a"]]
    assert discounts(game) == {"26c": 4}
    assert market(game) == [*LOW, "26c", 33, 34, 36], "it filled no place"


@pytest.mark.rule("L10b")
def test_a_drawn_card_joins_the_pile_rather_than_the_single_card_beside_it() -> None:
    game = last_turn([*LOW, "26b", "26c", 33, 34], ["26d", 35], modules=piled([["26b", "26a"]]))
    finish_round(game)
    assert piles(game) == [["26d", "26b", "26a"]]
    assert market(game) == [*LOW, "26d", "26c", 33, 35]


@pytest.mark.rule("L10b")
def test_a_drawn_card_joins_its_equal_in_the_current_market_first() -> None:
    game = last_turn([13, 14, 15, "26a", "26b", 33, 34, 35], ["26c", 36, 37])
    finish_round(game)
    assert piles(game) == [["26c", "26a"]]
    assert market(game) == [13, 14, 15, "26c", "26b", 33, 34, 36]


@pytest.mark.rule("L10", "L10b")
def test_a_pile_pushed_beside_a_single_card_and_back() -> None:
    game = last_turn([13, 14, 15, "26c", "26b", 33, 34, 35], [12, 36, 37], modules=piled([["26c", "26a"]], {"26c": 2}))
    finish_round(game)
    assert market(game) == [12, 13, 14, 15, "26c", "26b", 33, 34]
    assert piles(game) == [["26c", "26a"]]
    buy(game, 12)
    assert market(game) == [13, 14, 15, "26c", "26b", 33, 34, 36], "the pile slides up first"
    assert (piles(game), discounts(game)) == ([["26c", "26a"]], {"26c": 2})


@pytest.mark.rule("L10")
def test_a_single_card_pushed_back_lies_beside_its_equal() -> None:
    game = last_turn([13, 14, 15, "26a", "26b", 33, 34, 35], [12], modules=piled(discounts={"26a": 5}))
    finish_round(game)
    assert game.view(None).future == ["26a", "26b", 33, 34]
    assert (piles(game), discounts(game)) == ([], {"26a": 5})


@pytest.mark.rule("L10", "L10b", "L11")
def test_a_market_is_saved_as_it_lies() -> None:
    places: Cards = [13, 14, 22, "26b", "26c", "38b", "38a", 42]
    game = selling(places, [46, 44], modules=piled([["26b", "26d", "26a"]], {"26b": 4, "38b": 1}))
    again = stromnetz.parse_position(game.position_json())
    assert (market(again), piles(again), discounts(again)) == (market(game), piles(game), discounts(game))
    buy(game, 13)
    buy(again, 13)
    assert again.position == game.position
    assert piles(again) == [["26c", "26b", "26d", "26a"]]
    assert market(again) == [14, 22, "26c", "38b", "38a", 42, 44, 46]


@pytest.mark.rule("L10b")
def test_no_position_shows_a_number_twice_in_the_current_market() -> None:
    with pytest.raises(BadInput, match="pile"):
        selling([13, "16a", "16b", 22])
    assert market(selling([*LOW, "26a", "26b"], places=6)) == [*LOW, "26a", "26b"]


@pytest.mark.rule("L10", "L22a")
def test_in_step_3_a_drawn_card_goes_on_top_of_its_equal_wherever_that_lies() -> None:
    game = selling([13, 14, 15, 22, 24, "26a"], step=3)
    p = game.position.copy()
    add_drawn_card(game.rules, p, game.rules.card("26b"))
    assert [game.rules.card_refs[c] for c in p.market] == [13, 14, 15, 22, 24, "26b"]


@pytest.mark.rule("L10b")
def test_no_more_places_of_the_current_row_are_empty_than_the_market_lacks() -> None:
    game = selling()
    p = game.position.copy()
    p.market = p.market[:-1]
    for gaps, row in ((0, 4), (1, 3), (2, 3)):
        PILES.state(game.rules, p).gaps = gaps
        assert current_row(game.rules, p) == row, f"seven cards on eight places, {gaps} gone from the current row"
