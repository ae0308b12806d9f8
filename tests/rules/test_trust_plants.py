"""The plants that the Trust takes in phase 2 (K3, K4), also with the discount marker and in all steps (K9)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stromnetz import Bid, Done, Event, Game, Open, Pass, Scrap, SitOut
from stromnetz.editions.modules.events import MarkerRemoved, PlantTaken
from stromnetz.engine.events import CardBoxed, CardDrawn, PlantBought, PlantScrapped, SatOut
from tests.helpers import asked, decision, refused
from tests.rules.tables import Cards, boxed, frame, leave_all, market
from tests.rules.trust_tables import DECK, MARKET, TRUST, Seat, against, america, begun, buy, plants, told

GOOD: Seat = {"plants": [21, 22, 33]}
"""Three plants that are better than all of the current market."""


def took(events: Sequence[Event]) -> list[int | str]:
    return [event.plant for event in events if isinstance(event, PlantTaken)]


# --- when ---


@pytest.mark.rule("K3", "K9")
def test_after_the_first_sale_it_takes_the_largest_of_the_current_market() -> None:
    """The sold plant has already been replaced: 11 to 14 are current."""
    game = against("auctions")
    game.apply(Open(10, 10))
    assert game.apply(Pass())[1:] == [PlantBought(0, 10, 10), CardDrawn(20), PlantTaken(TRUST, 14), CardDrawn(25)]
    assert plants(game) == [14]
    assert market(game) == [11, 12, 13, 15, 16, 17, 18, 20, 25]
    assert asked(game) == (1, "auction")


@pytest.mark.rule("K3", "A7")
def test_it_takes_a_plant_after_the_other_player_bought() -> None:
    game = against("auctions")
    game.apply(Open(10, 10))
    game.apply(Bid(11))
    events = game.apply(Pass())
    assert told(events, "plant-bought", "plant-taken") == [PlantBought(1, 10, 11), PlantTaken(TRUST, 14)]
    assert asked(game) == (0, "auction"), "the opener goes on"


@pytest.mark.rule("K3")
def test_it_takes_a_plant_when_the_first_in_order_leaves() -> None:
    game = against("auctions")
    assert game.apply(SitOut()) == [SatOut(0), PlantTaken(TRUST, 13), CardDrawn(20)]
    assert asked(game) == (1, "auction")
    assert game.position.money == [100, 100, 0]


@pytest.mark.rule("K3")
def test_it_takes_none_before_a_plant_is_sold() -> None:
    game = against("auctions")
    assert took([*game.apply(Open(10, 10)), *game.apply(Bid(11)), *game.apply(Bid(12))]) == []
    assert plants(game) == []


@pytest.mark.rule("K3", "K9")
def test_it_takes_one_plant_per_phase() -> None:
    game = against("auctions")
    assert took(buy(game, 10)) == [14]
    assert took(buy(game, 11)) == []
    assert plants(game) == [14]


@pytest.mark.rule("K3", "K9")
def test_it_takes_one_plant_per_phase_when_the_first_player_left() -> None:
    game = against("auctions")
    assert took(game.apply(SitOut())) == [13]
    assert took(buy(game, 11)) == []


@pytest.mark.rule("K3", "K9")
def test_it_takes_another_plant_in_the_next_phase_2() -> None:
    game = against("auctions")
    leave_all(game)
    while decision(game) == "build":
        game.apply(Done())
    assert game.view(None).round == 6
    assert took(game.apply(SitOut())) == [14]
    assert plants(game) == [13, 14]


@pytest.mark.rule("K9", "A3")
def test_it_takes_a_plant_in_round_1() -> None:
    game = begun()
    while decision(game) == "place":
        game.apply(game.legal_moves[0])
    with refused("A3", game):
        game.apply(SitOut())
    for _ in (0, 1):
        cheapest = game.view(None).current[0]
        assert isinstance(cheapest, int)
        buy(game, cheapest)
    assert [len(plants(game, seat)) for seat in (0, 1, TRUST)] == [1, 1, 1]


@pytest.mark.rule("K9", "A11")
def test_it_takes_a_plant_after_the_buyer_has_scrapped() -> None:
    game = against("auctions", {"plants": [4, 5, 6]}, sat_out=[])
    assert took(buy(game, 10)) == []
    assert asked(game) == (0, "scrap")
    assert took(game.apply(Scrap(4))) == [14]


# --- what ---


@pytest.mark.rule("K3")
@pytest.mark.parametrize("owned", [[], [30], [30, 31]])
def test_with_fewer_than_three_it_takes_any(owned: list[int]) -> None:
    game = against("auctions", trust={"plants": owned}, deck=[20, 25])
    assert took(game.apply(SitOut())) == [13]
    assert plants(game) == [13, *owned]


@pytest.mark.rule("K3")
def test_with_three_it_scraps_its_smallest_for_a_higher_one() -> None:
    game = against("auctions", trust={"plants": [5, 22, 33]})
    events = game.apply(SitOut())
    assert events[1:] == [PlantScrapped(TRUST, 5), CardBoxed(5, "K3"), PlantTaken(TRUST, 13), CardDrawn(20)]
    assert plants(game) == [13, 22, 33]
    assert 5 in game.view(None).out_of_game


@pytest.mark.rule("K3")
def test_it_takes_none_that_is_smaller_than_its_three() -> None:
    game = against("auctions", trust=GOOD)
    assert game.apply(SitOut()) == [SatOut(0)], "and nothing is drawn"
    assert plants(game) == [21, 22, 33]
    assert market(game) == MARKET
    assert asked(game) == (1, "auction")


@pytest.mark.rule("K3", "K9")
def test_having_taken_none_it_does_not_choose_again() -> None:
    """When seat 1 buys 10, plant 15 enters the current market: higher than 14, but too late."""
    game = against("auctions", trust={"plants": [14, 22, 33]}, market=[10, 11, 12, 13, 15, 16, 17, 18, 19])
    assert took(game.apply(SitOut())) == []
    assert took(buy(game, 10)) == []
    assert plants(game) == [14, 22, 33]


@pytest.mark.rule("K3", "G1")
def test_leaving_can_be_taken_back_when_it_took_none() -> None:
    game = against("auctions", trust=GOOD)
    before = game.position.copy()
    game.apply(SitOut())
    assert game.position_json()["modules"] == {"trust": {"chose": True}}
    game.undo(0)
    assert game.position == before


@pytest.mark.rule("K3", "G1")
def test_leaving_cannot_be_undone_after_a_card_was_drawn_for_its_plant() -> None:
    game = against("auctions")
    game.apply(SitOut())
    with refused("G1", game):
        game.undo(0)


@pytest.mark.rule("K3")
def test_with_nothing_on_offer_it_takes_nothing() -> None:
    game = against("auctions", market=[10], deck=[])
    events = buy(game, 10)
    assert took(events) == []
    assert game.view(None).phase != "auctions"


@pytest.mark.rule("K3", "M3")
def test_what_is_drawn_for_its_plant_may_be_obsolete() -> None:
    houses = {city: [0] for city in ("berlin", "praha", "wien", "roma", "napoli", "oslo")}
    game = against("auctions", houses=houses, deck=[6, 5, 20, 25])
    events = game.apply(SitOut())
    assert (took(events), boxed(events)) == ([13], [(6, "M3"), (5, "M3")])
    assert market(game)[-1] == 20


# --- the steps ---


@pytest.mark.rule("K9", "M1")
def test_in_step_3_it_takes_the_largest_of_all() -> None:
    game = against("auctions", step=3, market=MARKET[:6], deck=[20, 25])
    assert took(game.apply(SitOut())) == [15]
    assert market(game) == [10, 11, 12, 13, 14, 20]


@pytest.mark.rule("K3", "T3")
def test_it_never_takes_the_card_of_step_3() -> None:
    game = against("auctions", step=2, market=[10, 11, "step-3"], deck=[])
    assert took(game.apply(SitOut())) == [11]


@pytest.mark.rule("K3", "T3a")
def test_step_3_may_be_drawn_for_its_plant() -> None:
    game = against("auctions", step=2, market=MARKET[:8], deck=["step-3", 20, 25], reshuffle=[25, 20])
    shuffles = game.position_json()["shuffles"]
    assert took(game.apply(SitOut())) == [13]
    assert market(game) == [10, 11, 12, 14, 15, 16, 17, "step-3"]
    assert game.position_json()["shuffles"] == shuffles + 1
    events = game.apply(SitOut())
    assert boxed(events) == [("step-3", "T3"), (10, "T3")]
    assert frame(events) == [3, "fuel", "building"]


# --- nobody buys ---


@pytest.mark.rule("K4", "A10", "W2")
def test_europe_when_both_leave_and_it_takes_none_the_smallest_goes() -> None:
    game = against("auctions", trust=GOOD)
    events = leave_all(game)
    assert (took(events), boxed(events)) == ([], [(10, "A10")])
    assert market(game) == [*MARKET[1:], 20]


@pytest.mark.rule("K4", "A10")
def test_europe_nothing_is_removed_when_it_takes_a_plant() -> None:
    events = leave_all(game := against("auctions"))
    assert (took(events), boxed(events)) == ([13], [])
    assert market(game)[0] == 10


@pytest.mark.rule("K4", "A10")
def test_europe_nothing_is_removed_when_a_player_bought() -> None:
    game = against("auctions", trust=GOOD)
    events = [*game.apply(SitOut()), *buy(game, 11)]
    assert (took(events), boxed(events)) == ([], [])
    assert market(game)[0] == 10


@pytest.mark.rule("K4", "N3")
def test_north_america_the_marked_plant_goes_whatever_it_took() -> None:
    for trust, taken in ((None, [13]), (GOOD, [])):
        events = leave_all(america("order", trust=trust))
        assert (took(events), boxed(events)) == (taken, [(10, "N3")])


# --- the discount marker ---


def marked(market: Cards = MARKET[:8], deck: Cards = DECK, **fields: int) -> Game:
    """Phase 2 of North America has just begun: the marker is on the smallest plant."""
    game = america("order", market=market, deck=deck, **fields)
    assert game.view(None).modules["discount-marker"] == market[0]
    return game


@pytest.mark.rule("K9", "N2")
def test_a_smaller_plant_drawn_for_its_plant_removes_the_marker() -> None:
    game = marked(deck=[5, 20, 25, 30])
    assert game.apply(SitOut()) == [SatOut(0), PlantTaken(TRUST, 13), CardDrawn(5), MarkerRemoved(10)]
    view = game.view(None)
    assert (view.current, view.minimum_bids) == ([5, 10, 11, 12], [5, 10, 11, 12])
    assert boxed(game.apply(SitOut())) == [], "and nothing goes at the end (N3)"


@pytest.mark.rule("K9", "N1")
def test_a_larger_plant_drawn_for_its_plant_does_not_remove_the_marker() -> None:
    game = marked()
    game.apply(SitOut())
    assert game.view(None).minimum_bids == [1, 11, 12, 14]


@pytest.mark.rule("K9", "N3")
def test_the_marked_plant_counts_as_sold_when_it_takes_that() -> None:
    """There is no other on offer."""
    game = marked(market=[10], places=1)
    assert game.apply(SitOut()) == [SatOut(0), PlantTaken(TRUST, 10), MarkerRemoved(10), CardDrawn(20)]
    assert plants(game) == [10]
    assert game.view(None).modules["discount-marker"] is None
    assert game.view(None).minimum_bids == [20]
    assert boxed(game.apply(SitOut())) == []


@pytest.mark.rule("K9", "N1")
def test_after_the_marked_plant_was_sold_at_a_discount_it_takes_as_always() -> None:
    game = marked()
    game.apply(Open(10, 1))
    events = game.apply(Pass())
    assert told(events, "plant-bought", "plant-taken") == [PlantBought(0, 10, 1), PlantTaken(TRUST, 14)]
    assert game.view(None).minimum_bids == [11, 12, 13, 15]
