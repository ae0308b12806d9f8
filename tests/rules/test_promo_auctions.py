"""Cards that are auctioned when drawn: the auction itself, the transformer station, and poor players in round 1."""

from typing import Any

import pytest

from stromnetz import Assign, Bid, Connect, Done, Game, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.events import CardWon, ExtraAuctionBegan
from stromnetz.engine.options import PlainOption
from tests.helpers import asked, decision, purses, refused, to_act
from tests.rules.promo_tables import (
    AUCTIONED,
    CONTRACT,
    PARK,
    SHORTAGE,
    STATION,
    WAREHOUSE,
    Seat,
    all_pass,
    auctioned,
    drawn,
    kept,
    order,
    promo,
    win,
)
from tests.rules.tables import CITIES, boxed, finish_round, leave_all, market

AFTER = [11, 12, 14, 15, 16, 19, 20, 24]
"""The market when 10 has gone and 24 has come."""


def sold(card: str, **fields: Any) -> Game:
    """Seat 0, first in order, has bought plant 10 while seat 2 had left: the card is drawn as replacement."""
    game = promo("auctions", [card], **{"deck": [card, 24, 25, 26], "sat_out": [2], **fields})
    game.apply(Open(10, 10))
    game.apply(Pass())
    return game


def building(cards: list[str], *top: int | str, money: int = 200, cities: int = 9, **fields: Any) -> Game:
    """Seat 0 builds last: its tenth city makes plant 10 obsolete and reveals the top of the deck."""
    seats: list[Seat] = [{"plants": [13], "cities": CITIES[:cities], "money": money}, {"plants": [4]}, {"plants": [5]}]
    return promo("building", cards, *seats, **{"to_act": 0, "deck": [*top, 24, 25], **fields})


# --- the auction -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q1", "X1")
@pytest.mark.parametrize("card", AUCTIONED)
def test_it_interrupts_phase_2(card: str) -> None:
    game = sold(card)
    assert auctioned(game) == (card, 0)
    assert market(game) == AFTER[:-1]
    assert boxed(all_pass(game)) == [(card, "X2")]
    assert market(game) == AFTER, "the draw goes on with the next card"
    assert asked(game) == (1, "auction")


@pytest.mark.rule("Q1", "X1")
@pytest.mark.parametrize("card", AUCTIONED)
def test_it_interrupts_phase_4(card: str) -> None:
    game = building([card], card)
    events = game.apply(Connect(CITIES[9]))
    assert ExtraAuctionBegan(card) in events
    assert auctioned(game) == (card, 0)
    all_pass(game)
    assert market(game) == AFTER
    assert asked(game) == (0, "build")


@pytest.mark.rule("Q1", "X1")
@pytest.mark.parametrize("card", AUCTIONED)
def test_it_interrupts_phase_5(card: str) -> None:
    seats: list[Seat] = [{"plants": [13]}, {"plants": [4]}, {"plants": [5]}]
    game = promo("bureaucracy", [card], *seats, to_act=0, deck=[card, 24])
    game.apply(Run())
    assert auctioned(game) == (card, 0)
    assert game.view(None).phase == "bureaucracy"
    all_pass(game)
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 24]
    assert game.view(None).round == 6


@pytest.mark.rule("Q1", "X2")
@pytest.mark.parametrize("card", AUCTIONED)
def test_first_in_order_then_clockwise_all_players(card: str) -> None:
    """Seat 1 buys, seat 0 has left; order 1, 0, 2, but clockwise from 1 sit 2 and 0."""
    game = promo("auctions", [card], deck=[card, 24], sat_out=[0], order=[1, 0, 2])
    game.apply(Open(10, 10))
    game.apply(Pass())
    seats = []
    for bid in (10, 11, 12):
        seats.append(to_act(game))
        game.apply(Bid(bid))
    assert seats == [1, 2, 0]
    game.apply(Pass())
    assert CardWon(0, card, 12) in game.apply(Pass())
    assert purses(game) == [88, 90, 100]


@pytest.mark.rule("Q1", "X2")
@pytest.mark.parametrize("card", AUCTIONED)
def test_it_opens_with_at_least_10(card: str) -> None:
    game = sold(card)
    with refused("X2", game) as no:
        game.apply(Bid(9))
    assert no.error.facts["minimum"] == 10
    game.apply(Bid(10))
    with refused("A4", game):
        game.apply(Bid(10))


@pytest.mark.rule("Q1", "A5")
@pytest.mark.parametrize("card", AUCTIONED)
def test_nobody_bids_more_than_they_have(card: str) -> None:
    game = sold(card)
    with refused("A5", game):
        game.apply(Bid(91))
    game.apply(Bid(90))


@pytest.mark.rule("Q1", "A9")
@pytest.mark.parametrize("card", AUCTIONED)
def test_it_takes_no_plant_slot(card: str) -> None:
    seats: list[Seat] = [{"plants": [3, 4, 5], "money": 100}, {"plants": [6]}, {"plants": [7]}]
    game = promo("auctions", [card], *seats, deck=[card, 24, 25])
    leave_all(game)
    win(game, 0)
    if card == STATION:
        game.apply(Assign(5))
    assert decision(game) != "scrap"
    row = game.view(None).players[0]
    assert (row.plants, [held.card for held in row.cards]) == ([3, 4, 5], [card])


@pytest.mark.rule("Q1", "A8", "A10")
@pytest.mark.parametrize("card", AUCTIONED)
def test_winning_it_is_no_purchase_of_a_plant(card: str) -> None:
    game = sold(card)
    win(game, 1)
    assert asked(game) == (1, "auction")
    game.apply(Open(11, 11))
    assert game.view(None).players[1].plants == [4, 11]


# --- what waits meanwhile --------------------------------------------------------------------------------------------


@pytest.mark.rule("Q1a")
def test_two_cards_in_a_row_are_two_auctions() -> None:
    game = promo("auctions", [WAREHOUSE, PARK], deck=[WAREHOUSE, PARK, 24, 25])
    leave_all(game)
    assert drawn(win(game, 0, 15)) == [PARK]
    assert auctioned(game) == (PARK, 0)
    assert market(game) == AFTER[:-1]
    assert drawn(win(game, 2, 20)) == [24]
    assert market(game) == AFTER
    assert purses(game) == [85, 100, 80]


@pytest.mark.rule("Q1a", "Q5")
def test_the_second_auction_is_opened_by_whoever_is_first_after_the_first() -> None:
    game = promo("auctions", [CONTRACT, PARK], deck=[CONTRACT, PARK, 24, 25])
    leave_all(game)
    win(game, 0)
    assert order(game) == [1, 0, 2]
    assert auctioned(game) == (PARK, 1)


@pytest.mark.rule("Q1a", "X3")
def test_the_station_is_put_on_a_plant_before_the_draw_goes_on() -> None:
    game = promo("auctions", [STATION, SHORTAGE], deck=[STATION, SHORTAGE, 24], sat_out=[1, 2])
    game.apply(Open(10, 10))
    assert drawn(win(game, 0)) == []
    assert drawn(game.apply(Assign(10))) == [SHORTAGE, 24]


@pytest.mark.rule("Q1a", "B3")
def test_the_interrupted_builder_may_have_less_afterwards() -> None:
    """Of 60, rostock costs 10 + 6; after a bid of 20 there are 24, and torgelow would cost 10 + 19."""
    game = building([WAREHOUSE], WAREHOUSE, money=60)
    game.apply(Connect("rostock"))
    assert game.view(0).players[0].money == 44
    win(game, 0, 20)
    assert asked(game) == (0, "build")
    with refused("B3", game) as no:
        game.apply(Connect("torgelow"))
    assert no.error.facts["money"] == 24


@pytest.mark.rule("Q1a", "B3")
def test_a_builder_who_passes_keeps_the_money() -> None:
    game = building([WAREHOUSE], WAREHOUSE, money=60)
    game.apply(Connect("rostock"))
    win(game, 1, 20)
    game.apply(Connect("torgelow"))
    assert game.view(0).players[0].money == 44 - 29


@pytest.mark.rule("Q1a", "M5")
def test_all_places_that_were_empty_are_filled_afterwards() -> None:
    """Two places are empty after the tenth city; the card is drawn between their replacements."""
    game = building([WAREHOUSE], 26, WAREHOUSE, market=[10, 11, 12, 14, 15, 16, 19])
    game.apply(Connect(CITIES[9]))
    assert market(game) == [11, 12, 14, 15, 16, 19, 26]
    assert auctioned(game) == (WAREHOUSE, 0)
    all_pass(game)
    assert market(game) == [11, 12, 14, 15, 16, 19, 24, 26]


# --- the transformer station -----------------------------------------------------------------------------------------


@pytest.mark.rule("Q3", "X3")
def test_the_station_makes_its_plant_supply_one_city_more() -> None:
    seats: list[Seat] = [{"plants": [13], "cities": CITIES[:3]}, {"plants": [4]}, {"plants": [5]}]
    game = promo("auctions", [STATION], *seats, deck=[STATION, 24])
    leave_all(game)
    win(game, 0)
    assert kept(game, STATION) == {"seat": 0, "plant": 13}
    while decision(game) == "build":
        game.apply(Done())
    game.apply(Run([13]))
    assert game.view(0).players[0].money == 50 - 10 + 33


@pytest.mark.rule("Q3", "X3")
def test_who_has_no_plant_cannot_bid_for_the_station() -> None:
    game = promo("auctions", [STATION], {"plants": [3]}, {}, {"plants": [5]}, deck=[STATION, 24], order=[1, 0, 2])
    leave_all(game)
    auction = game.view(None).auction
    assert auction is not None
    assert (auction.bidders, to_act(game)) == ([0, 2], 2)


@pytest.mark.rule("Q1")
@pytest.mark.parametrize("card", [PARK, CONTRACT, WAREHOUSE])
def test_for_the_other_cards_no_plant_is_needed(card: str) -> None:
    game = promo("auctions", [card], {}, {}, {}, deck=[card, 24])
    leave_all(game)
    win(game, 2)
    assert kept(game, card) == {"seat": 2, "plant": None}


@pytest.mark.rule("Q3", "X4", "C6")
@pytest.mark.parametrize(("plant", "station"), [(5, None), (4, {"seat": 0, "plant": 5})])
def test_the_station_is_scrapped_with_its_plant(plant: int, station: Any) -> None:
    seats: list[Seat] = [{"plants": [3, 4, 5], "money": 100}, {}, {}]
    game = promo("auctions", [STATION], *seats, deck=[24], sat_out=[1, 2], modules={STATION: {"seat": 0, "plant": 5}})
    game.apply(Open(10, 10))
    with refused("C6", game):
        game.apply(Scrap(10))
    game.apply(Scrap(plant))
    assert kept(game, STATION) == station


# --- round 1 ---------------------------------------------------------------------------------------------------------


def poor() -> Game:
    """Round 1: seat 0 has bought plant 10; seat 1 pays 45 for the warehouse and has 5 left, less than 11."""
    game = promo("auctions", [WAREHOUSE], {}, {}, {}, round=1, step=1, deck=[WAREHOUSE, 24, 25, 26])
    game.apply(Open(10, 10))
    game.apply(Pass())
    game.apply(Pass())
    win(game, 1, 45)
    return game


@pytest.mark.rule("Q13", "A3a")
def test_whom_an_extra_auction_left_too_poor_for_any_plant_leaves() -> None:
    game = poor()
    assert asked(game) == (1, "auction")
    assert game.decision is not None
    assert game.decision.options == [PlainOption("sit-out")]
    game.apply(SitOut())
    assert asked(game) == (2, "auction")
    with refused("A3", game):
        game.apply(SitOut())


@pytest.mark.rule("Q13", "A3")
def test_who_can_still_pay_the_smallest_must_buy() -> None:
    game = promo("auctions", [WAREHOUSE], {}, {}, {}, round=1, step=1, deck=[WAREHOUSE, 24, 25, 26])
    game.apply(Open(10, 10))
    game.apply(Pass())
    game.apply(Pass())
    win(game, 1, 39)
    with refused("A3", game):
        game.apply(SitOut())
    game.apply(Open(11, 11))


@pytest.mark.rule("Q13", "O1", "O2")
def test_without_a_plant_a_player_is_last_after_round_1() -> None:
    game = poor()
    game.apply(SitOut())
    game.apply(Open(11, 11))
    assert order(game) == [2, 0, 1]


@pytest.mark.rule("Q13", "O1")
def test_several_without_a_plant_keep_their_order() -> None:
    game = promo("auctions", [WAREHOUSE], {}, {"money": 5}, {"money": 5}, round=1, step=1, deck=[24], order=[0, 2, 1])
    game.apply(Open(10, 10))
    while decision(game) != "build":
        game.apply(Pass() if decision(game) == "bid" else SitOut())
    assert order(game) == [0, 2, 1]


@pytest.mark.rule("Q13", "O1")
def test_with_more_cities_a_player_without_a_plant_comes_first() -> None:
    seats: list[Seat] = [{"plants": [13]}, {"cities": CITIES[:1]}, {"plants": [4]}]
    game = promo("bureaucracy", [PARK], *seats, deck=[24], to_act=0)
    finish_round(game)
    assert order(game) == [1, 0, 2]
