"""Step 3 before step 2, and "Step 3" drawn at an odd moment; the plant market card by card."""

import pytest

from stromnetz import Connect, Done, Open, Pass, Run, SitOut
from tests.helpers import refused
from tests.rules.tables import (
    COLUMN,
    MARKET,
    auctions,
    boxed,
    building,
    bureaucracy,
    deck,
    finish_round,
    frame,
    market,
    stock,
)

# --- step 3 before step 2 ---


@pytest.mark.rule("T5")
def test_step_3_before_step_2_in_phase_2() -> None:
    game = auctions(1, sat_out=[1, 2])
    events = game.apply(Open(10, 10))
    assert boxed(events) == [(11, "T5"), ("step-3", "T3"), (12, "T3")]
    assert market(game) == [14, 15, 16, 19, 20, 25]
    assert deck(game) == [26, 24]
    assert frame(events) == [3, "fuel", "building"]


@pytest.mark.rule("T5")
def test_step_3_before_step_2_in_phase_4() -> None:
    game = building(1, 5, [6, *MARKET[1:]])
    events = game.apply(Connect("bremen"))
    assert boxed(events) == [(6, "M3"), ("step-3", "T3"), (11, "T5"), (12, "T3")]
    assert market(game) == [14, 15, 16, 19, 20, 25]
    assert game.view(None).step == 1
    with refused("B4", game):
        game.apply(Connect("passau"))
    assert frame(finish_round(game))[:2] == [3, "bureaucracy"]
    assert stock(game) == COLUMN[3]
    assert market(game) == [15, 16, 19, 20, 25, 26]


@pytest.mark.rule("T5")
def test_step_3_before_step_2_in_phase_5() -> None:
    game = bureaucracy(1, reshuffle=[25, 26, 20, 24])
    events = game.apply(Run())
    assert boxed(events) == [("step-3", "T3"), (10, "T5"), (11, "T3")]
    assert market(game) == [12, 14, 15, 16, 19, 25]
    assert stock(game) == COLUMN[1]
    assert frame(events)[:2] == [3, "order"]


@pytest.mark.rule("T5", "T2")
def test_step_2_never_begins_afterwards() -> None:
    """The seventh city, which would begin step 2, turns up "Step 3"."""
    game = building(1, 6, [7, *MARKET[1:]])
    game.apply(Connect("hannover"))
    events = finish_round(game)
    assert frame(events)[:3] == [3, "bureaucracy", "order"]
    assert boxed(events) == [(14, "U3")]


@pytest.mark.rule("T5", "M3")
def test_the_plant_drawn_for_step_2_may_be_obsolete_too() -> None:
    game = building(1, 5, [6, *MARKET[1:]], deck=["step-3", 3, 25, 24], reshuffle=[3, 25, 24])
    events = game.apply(Connect("bremen"))
    assert boxed(events) == [(6, "M3"), ("step-3", "T3"), (11, "T5"), (3, "M3"), (12, "T3")]
    assert market(game) == [14, 15, 16, 19, 20, 25]


# --- rulings ---


@pytest.mark.rule("T6")
def test_step_3_drawn_by_the_begin_of_step_2() -> None:
    game = building(1, 7, [8, *MARKET[:7]])
    events = game.apply(Done())
    assert boxed(events) == [(8, "T2"), ("step-3", "T3"), (10, "T3")]
    assert (game.view(None).step, market(game)) == (2, [11, 12, 14, 15, 16, 19])
    events = game.apply(Run())
    assert stock(game) == COLUMN[2]
    assert boxed(events) == []
    assert market(game) == [11, 12, 14, 15, 16, 25]
    assert game.view(None).under_deck == [19]
    assert frame(events)[:2] == [3, "order"]


@pytest.mark.rule("T6")
def test_with_fewer_than_five_on_offer_nothing_goes_under() -> None:
    game = building(1, 7, [8, 10, 11, 12, 14, 15], open_places=8, deck=["step-3"])
    game.apply(Done())
    events = game.apply(Run())
    assert "card-put-under" not in [e.kind for e in events]
    assert market(game) == [11, 12, 14, 15]


@pytest.mark.rule("T7")
def test_two_places_empty_in_phase_2() -> None:
    game = auctions(2, MARKET[:7], open_places=8)
    game.apply(Open(10, 10))
    game.apply(Pass())
    assert market(game) == [11, 12, 14, 15, 16, 19, 25, "step-3"]
    assert deck(game) == [26, 24]


@pytest.mark.rule("T7")
def test_two_places_empty_in_phase_4() -> None:
    game = building(2, 9, MARKET[:7], open_places=8)
    events = game.apply(Connect("rostock"))
    assert boxed(events) == [(10, "M3"), ("step-3", "T3"), (11, "T3")]
    assert market(game) == [12, 14, 15, 16, 19, 25]
    assert deck(game) == [26, 24]


@pytest.mark.rule("T7")
def test_two_places_empty_in_phase_5() -> None:
    game = bureaucracy(2, MARKET[:7], open_places=8, reshuffle=[25, 19, 26, 24])
    game.apply(Run())
    assert market(game) == [11, 12, 14, 15, 16, 25]
    assert deck(game) == [19, 26, 24]


@pytest.mark.rule("T7", "T5")
def test_two_places_empty_and_step_2_not_begun() -> None:
    game = building(1, 5, [6, *MARKET[1:7]], open_places=8)
    events = game.apply(Connect("bremen"))
    assert boxed(events) == [(6, "M3"), ("step-3", "T3"), (11, "T5"), (12, "T3")]
    assert market(game) == [14, 15, 16, 19, 25, 26]


@pytest.mark.rule("T8", "A10")
@pytest.mark.parametrize(
    ("step", "out", "left"),
    [
        (2, [(10, "A10"), ("step-3", "T3"), (11, "T3")], [12, 14, 15, 16, 19, 20]),
        (1, [(10, "A10"), (11, "T5"), ("step-3", "T3"), (12, "T3")], [14, 15, 16, 19, 20, 25]),
    ],
)
def test_unsold_first_then_step_3(step: int, out: list[tuple[int | str, str]], left: list[int]) -> None:
    """The removal of A10 draws "Step 3": that counts as drawn in phase 2."""
    game = auctions(step, sat_out=[1, 2])
    events = game.apply(SitOut())
    assert boxed(events) == out
    assert market(game) == left
    assert frame(events) == [3, "fuel", "building"]


@pytest.mark.rule("T8", "A10")
def test_unsold_with_step_3_already_on_offer() -> None:
    game = auctions(2, [*MARKET[:7], "step-3"], deck=[24, 25], sat_out=[1, 2])
    assert boxed(game.apply(SitOut())) == [(10, "A10"), ("step-3", "T3"), (11, "T3")]
    assert market(game) == [12, 14, 15, 16, 19, 24]
    assert deck(game) == [25]
