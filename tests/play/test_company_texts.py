"""Views of companies: cards and boards as text, marks of piles, and the boards that the plain bot lays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stromnetz.editions.outpost.texts import (
    TEXTS,
    best_output,
    company_of,
    discount,
    has_technology,
    laid_out,
    sites_of,
    under_top,
)
from stromnetz.play.words.text import words_for
from tests.rules.outpost_companies import LIBRARY, MOON_BASE, NODULE, arranging, at, turn
from tests.rules.outpost_tables import Card, piled, selling

# Plants as (workers, cities): 12 (2, 2), 13 (3, 3), 22 (1, 2), 24 (3, 4), 33 (1, 3), 45 (2, 5). Places: 16a 2, 26a 3.


@pytest.mark.parametrize(
    ("cards", "slots", "laid"),
    [
        ([12, 24], (1, 0), [24]),
        ([12, 22], (1, 0), [22]),  # as many cities with fewer workers
        ([12, 22, 24], (2, 0), [24, 22]),
        (["16a", "26a"], (0, 1), ["26a"]),
        ([24, 12, "16a", "26a"], (1, 2), [24, "26a", "16a"]),
        ([24, MOON_BASE], (1, 1), [24, MOON_BASE]),  # on the slot that is free
        ([24, "16a", "26a", MOON_BASE], (1, 1), [24, MOON_BASE]),  # it holds more than the smaller housing
        ([22, "26a", MOON_BASE], (1, 1), [MOON_BASE, "26a"]),  # it supplies more than the plant
        ([22, MOON_BASE], (1, 0), [MOON_BASE]),
        (["26a", MOON_BASE], (0, 1), [MOON_BASE]),
    ],
)
def test_a_sensible_board(cards: Sequence[Card], slots: tuple[int, int], laid: list[Card]) -> None:
    game = at("company", cards, [], slots)
    assert laid_out(game.view(0), arranging(game)) == laid


@pytest.mark.parametrize(
    ("plants", "hands", "most"),
    [
        ([], 3, 0),
        ([(2, 2)], 1, 0),
        ([(2, 2)], 2, 2),
        ([(2, 2), (3, 4)], 4, 4),
        ([(2, 2), (3, 4)], 5, 6),
        ([(2, 3), (2, 3), (3, 5)], 4, 6),
        ([(1, 1)], 5, 1),  # each runs once
        ([(0, 2), (3, 4)], 0, 2),
    ],
)
def test_the_most_that_workers_supply(plants: list[tuple[int, int]], hands: int, most: int) -> None:
    assert best_output(plants, hands) == most


def test_marks_of_cards_that_lie_on_others_and_of_discounts() -> None:
    game = selling(
        [13, "16c", 22, 23, 24, "26b", 33, 34],
        modules=piled([["16c", "16b", "16a"], ["26b", "26a"]], {13: 2, "26b": 3, 34: 1}),
    )
    view = game.view(0)
    assert [under_top(view, card) for card in (13, "16c", "26b")] == [0, 2, 1]
    assert [discount(view, card) for card in (13, "16c", "26b")] == [2, 0, 3]
    marks = {card: TEXTS.card_mark(view, card, card in view.current) for card in (*view.current, *view.future)}
    assert marks == {13: "", "16c": "+2", 22: "", 23: "", 24: "", "26b": "+1-3", 33: "", 34: "-1"}


def test_cards_and_boards_in_words() -> None:
    game = turn([LIBRARY, NODULE, 33], [24, "16a"], (2, 1), workers=4, seasonal=1, robots=2)
    view, words = game.view(0), words_for(game, "en")
    assert [TEXTS.card_text(view, card, words) for card in (24, "16a")] == ["Workers 3 > 4", "places 2"]
    assert TEXTS.card_text(view, MOON_BASE, words).endswith("Workers 3 > 4, places 3")
    assert TEXTS.card_text(view, LIBRARY, words).startswith("Data Library")
    assert ">" not in TEXTS.card_text(view, LIBRARY, words)
    mine = company_of(view, 0)
    assert (mine.placed, mine.plant_slots, mine.housing_slots, mine.seasonal, mine.robots) == (["16a", 24], 2, 1, 1, 2)
    assert (
        TEXTS.player_text(view, 0, words) == "on the board 16a 24 (slots 2/1), places 3, need 1, seasonal 1, robots 2"
    )
    assert TEXTS.player_text(view, 1, words) == "on the board nothing (slots 0/0), places 0, need 0"
    assert [has_technology(view, 0, effect) for effect in ("auction-rebate", "more-places", "plant-and-housing")] == [
        True,
        True,
        False,
    ]
    assert not has_technology(view, 1, "auction-rebate")
    assert set(sites_of(view).values()) == {0}
    assert len(sites_of(view)) == 3
