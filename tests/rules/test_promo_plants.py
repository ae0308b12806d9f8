"""The Flux Generator: plant 33 1/3, which takes any fuel and removes the smallest plant when drawn."""

from typing import Any

import pytest

from stromnetz import Assign, Bid, Connect, Done, Game, Open, Pass, Run, SitOut
from tests.helpers import asked, purses, refused
from tests.rules.promo_tables import FLUX, SHORTAGE, STATION, Seat, drawn, order, promo
from tests.rules.tables import CITIES, MARKET, boxed, deck, finish_round, frame, leave_all, market

LARGE = [34, 35, 36, 37, 38, 39, 40, 42]


def sold(cards: list[int | str], offer: list[Any] = MARKET, **fields: Any) -> Game:
    """Seat 0 is about to buy the smallest plant alone; the others have left."""
    return promo("auctions", [FLUX], market=offer, deck=cards, **{"sat_out": [1, 2], **fields})


def owner(phase: str, *plants: int | str, fuel: dict[str, int] | None = None, **fields: Any) -> Game:
    """Seat 0 has these plants and seven cities and acts last."""
    seats: list[Seat] = [{"plants": [*plants], "fuel": fuel or {}, "cities": CITIES[:7], "money": 100}, {}, {}]
    given = {"order": [1, 2, 0], "to_act": 0, "deck": [24, 25, 26], **fields}
    return promo(phase, [FLUX, STATION], *seats, **given)


# --- its number ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q2", "M1")
def test_it_is_sorted_between_33_and_34() -> None:
    game = promo("auctions", [FLUX], market=[34, FLUX, 33, 32, 35, 36], step=3, deck=[24])
    assert game.view(None).current == [32, 33, FLUX, 34, 35, 36]


@pytest.mark.rule("Q2", "A1")
def test_its_minimum_bid_is_33() -> None:
    game = sold([24], [32, 33, FLUX, 34], places=4)
    assert game.view(None).minimum_bids == [32, 33, 33, 34]
    with refused("A1", game) as no:
        game.apply(Open(FLUX, 32))
    assert no.error.facts["minimum"] == 33
    game.apply(Open(FLUX, 33))
    assert game.view(None).players[0].plants == [3, FLUX]
    assert game.view(0).players[0].money == 67


@pytest.mark.rule("Q2a", "A9", "M1")
def test_it_is_auctioned_like_any_plant_and_not_from_the_future_market() -> None:
    game = sold([24], [10, 11, 12, 14, FLUX, 34, 35, 36], sat_out=[2])
    with refused("M1", game):
        game.apply(Open(FLUX, 33))
    game = sold([24], [10, 11, 12, FLUX, 34, 35, 36, 37], sat_out=[2])
    game.apply(Open(FLUX, 40))
    game.apply(Bid(41))
    game.apply(Pass())
    assert [row.plants for row in game.view(None).players] == [[3], [4, FLUX], [5]]
    assert purses(game) == [100, 59, 100]


@pytest.mark.rule("Q2a", "O1")
@pytest.mark.parametrize(("other", "first"), [(33, 0), (34, 1)])
def test_it_breaks_ties_in_the_order_between_33_and_34(other: int, first: int) -> None:
    seats: list[Seat] = [{"plants": [3, FLUX]}, {"plants": [5, other]}]
    game = promo("bureaucracy", [FLUX], *seats, {}, order=[2, 0, 1], deck=[24], acted=[0, 2])
    finish_round(game)
    assert order(game) == [first, 1 - first, 2]


@pytest.mark.rule("Q2", "U1")
def test_it_supplies_six_cities_with_three_markers() -> None:
    game = owner("bureaucracy", FLUX, fuel={"coal": 1, "garbage": 1, "uranium": 1})
    game.apply(Run([FLUX]))
    assert game.view(0).players[0].money == 100 + 73
    assert game.view(None).players[0].fuel == {}


@pytest.mark.rule("Q2a", "X3")
def test_the_transformer_station_can_be_put_on_it() -> None:
    game = owner("auctions", 13, FLUX, fuel={"oil": 3}, deck=[STATION, 24, 25], sat_out=[1, 2])
    game.apply(SitOut())
    game.apply(Bid(10))
    game.apply(Assign(FLUX))
    assert game.view(None).players[0].output == 1 + 6 + 1


# --- drawn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q2", "Q2a")
def test_drawn_for_a_plant_sold_it_drives_out_the_smallest() -> None:
    game = sold([FLUX, 24, 25])
    events = game.apply(Open(10, 10))
    assert drawn(events) == [FLUX, 24]
    assert boxed(events) == [(11, "Q2")]
    assert market(game) == [12, 14, 15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2", "Q2a")
def test_if_it_is_the_smallest_it_goes_itself() -> None:
    game = sold([FLUX, 24, 25], LARGE, step=1)
    events = game.apply(Open(34, 34))
    assert boxed(events) == [(FLUX, "Q2")]
    assert drawn(events) == [FLUX, 24]
    assert market(game) == [24, *LARGE[1:]]


@pytest.mark.rule("Q2", "Q2a")
def test_plant_33_is_smaller() -> None:
    game = sold([FLUX, 24, 25], [32, 33, *LARGE[:6]])
    events = game.apply(Open(32, 32))
    assert boxed(events) == [(33, "Q2")]
    assert market(game) == [24, FLUX, *LARGE[:6]]


@pytest.mark.rule("Q2a", "A10")
def test_drawn_at_the_end_of_phase_2() -> None:
    game = promo("auctions", [FLUX], deck=[FLUX, 24, 25])
    events = leave_all(game)
    assert boxed(events) == [(10, "A10"), (11, "Q2")]
    assert market(game) == [12, 14, 15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2a", "M3")
def test_drawn_in_phase_4_for_an_obsolete_plant() -> None:
    seats: list[Seat] = [{"cities": CITIES[:9], "money": 200}, {}, {}]
    game = promo("building", [FLUX], *seats, to_act=0, order=[1, 2, 0], deck=[FLUX, 24, 25])
    events = game.apply(Connect(CITIES[9]))
    assert boxed(events) == [(10, "M3"), (11, "Q2")]
    assert asked(game) == (0, "build")
    assert market(game) == [12, 14, 15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2a", "T2")
def test_drawn_when_step_2_begins() -> None:
    game = owner("building", 13, step=1, order=[0, 1, 2], deck=[FLUX, 24, 25])
    assert boxed(game.apply(Done())) == [(10, "T2"), (11, "Q2")]
    assert market(game) == [12, 14, 15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2a", "U3")
@pytest.mark.parametrize(
    ("step", "offer", "gone", "left"),
    [
        (2, MARKET, [(10, "Q2")], [11, 12, 14, 15, 16, 19, 24, FLUX]),
        (3, MARKET[:6], [(10, "U3"), (11, "Q2")], [12, 14, 15, 16, 24, FLUX]),
    ],
)
def test_drawn_by_the_market_update(step: int, offer: list[int], gone: list[Any], left: list[Any]) -> None:
    game = owner("bureaucracy", 13, step=step, market=offer, deck=[FLUX, 24, 25])
    events = game.apply(Run())
    assert boxed(events) == gone
    assert drawn(events) == [FLUX, 24]
    assert market(game) == left


@pytest.mark.rule("Q2a", "T3a")
def test_drawn_while_step_3_lies_on_offer() -> None:
    game = sold(["step-3", 24, 25, FLUX], reshuffle=[FLUX, 24, 25], sat_out=[2])
    game.apply(Open(10, 10))
    game.apply(Pass())
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, "step-3"]
    events = game.apply(Open(11, 11))
    assert boxed(events) == [(12, "Q2"), ("step-3", "T3"), (14, "T3")]
    assert market(game) == [15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2a", "T3")
def test_step_3_never_goes_in_its_stead() -> None:
    """After the sale only "Step 3" is on offer, which counts as larger than any plant."""
    game = sold([FLUX, 24], [10, "step-3"], open_places=8, sat_out=[2])
    game.apply(Open(10, 10))
    events = game.apply(Pass())
    assert boxed(events) == [(FLUX, "Q2")]
    assert market(game) == [24, "step-3"]


@pytest.mark.rule("Q2a", "T3c")
def test_drawn_after_the_step_3_shuffle() -> None:
    """It is put under the deck by the update whose draw is "Step 3", and is the first card afterwards."""
    offer = [10, 11, 12, 14, 15, 16, 19, FLUX]
    game = owner("bureaucracy", 13, market=offer, deck=["step-3", 24, 25], reshuffle=[FLUX, 24, 25])
    events = game.apply(Run())
    assert boxed(events) == [("step-3", "T3"), (10, "T3")]
    assert market(game) == [11, 12, 14, 15, 16, 19]
    assert boxed(leave_all(game)) == [(11, "A10"), (12, "Q2")]
    assert market(game) == [14, 15, 16, 19, 24, FLUX]


@pytest.mark.rule("Q2a", "U3")
def test_drawn_a_second_time_it_drives_out_again() -> None:
    """The update puts it under a deck of one card, plant 24; the next draw brings it back."""
    offer = [10, 11, 12, 14, 15, 16, 19, FLUX]
    game = owner("bureaucracy", 13, market=offer, deck=[24], order=[1, 2, 0])
    assert drawn(game.apply(Run())) == [24]
    assert deck(game) == [FLUX]
    events = leave_all(game)
    assert boxed(events) == [(10, "A10"), (11, "Q2")]
    assert market(game) == [12, 14, 15, 16, 19, 24, FLUX]


@pytest.mark.rule("Q2a", "T5")
def test_drawn_by_the_change_of_step_3_before_step_2() -> None:
    game = sold(["step-3", 24, FLUX], step=1, reshuffle=[FLUX, 24])
    events = game.apply(Open(10, 10))
    assert boxed(events) == [(11, "T5"), (12, "Q2"), ("step-3", "T3"), (14, "T3")]
    assert market(game) == [15, 16, 19, 20, 24, FLUX]
    assert frame(events)[:2] == [3, "fuel"]


@pytest.mark.rule("Q2a", "M2")
def test_as_the_last_card_of_the_deck_it_leaves_one_plant_fewer() -> None:
    game = sold([FLUX])
    assert boxed(game.apply(Open(10, 10))) == [(11, "Q2")]
    assert market(game) == [12, 14, 15, 16, 19, 20, FLUX]


@pytest.mark.rule("Q2a", "M5")
def test_the_card_after_it_has_its_own_effect() -> None:
    game = promo("auctions", [FLUX, SHORTAGE], deck=[FLUX, SHORTAGE, 24], sat_out=[1, 2])
    events = game.apply(Open(10, 10))
    assert boxed(events) == [(11, "Q2"), (SHORTAGE, "Q9")]
    assert market(game) == [12, 14, 15, 16, 19, 20, 24, FLUX]


@pytest.mark.rule("Q2")
def test_laid_open_from_the_start_of_a_position_it_drives_out_nothing() -> None:
    assert market(sold([24], [10, 11, FLUX], places=3)) == [10, 11, FLUX]


@pytest.mark.rule("Q2a", "A10")
def test_unsold_and_the_smallest_it_goes_to_the_box() -> None:
    game = promo("auctions", [FLUX], market=[FLUX, *LARGE[:7]], deck=[42])
    assert boxed(leave_all(game)) == [(FLUX, "A10")]
