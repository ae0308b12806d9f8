"""Phase 2: putting plants up, round 1, bidding (A1 to A5)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Bid, Buy, DiscardFuel, Game, Open, Pass, Scrap, SitOut
from tests.helpers import asked, decision, position, refused

MARKET = [10, 11, 12, 14, 15, 16, 17, 18]
DECK = [20, 25, 30, 31, 32, 33]


def later(*players: dict[str, Any], **fields: Any) -> Game:
    """Phase 2 of a later round: by default three players with plants 5, 4, 3, so in seat order."""
    seats = list(players) or [{"plants": [5]}, {"plants": [4]}, {"plants": [3]}]
    return position("auctions", seats, **{"market": MARKET, "deck": DECK, **fields})


def first(money: int = 50) -> Game:
    """Phase 2 of round 1 with three players in seat order."""
    return position("auctions", [{"money": money}, {}, {}], deck=[13, 20, 25, 30])


# --- opening ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A1")
def test_turns_go_in_order() -> None:
    game = later(order=[1, 2, 0])
    seats = []
    for _ in range(3):
        seats.append(asked(game))
        game.apply(SitOut())
    assert seats == [(1, "auction"), (2, "auction"), (0, "auction")]


@pytest.mark.rule("A1")
def test_the_opening_bid_is_the_minimum_bid_or_more() -> None:
    game = later()
    with refused("A1", game) as refusal:
        game.apply(Open(12, 11))
    assert refusal.error.facts["minimum"] == 12
    assert game.is_legal(Open(12, 12))
    game.apply(Open(12, 33))
    auction = game.view(None).auction
    assert auction is not None
    assert (auction.card, auction.bid, auction.high) == (12, 33, 0)


@pytest.mark.rule("A1", "M1")
def test_only_the_current_market_can_be_put_up() -> None:
    game = later()
    assert {m.plant for m in game.legal_moves if isinstance(m, Open)} == {10, 11, 12, 14}
    with refused("M1", game):
        game.apply(Open(15, 15))
    with refused("A1", game):
        game.apply(Open(20, 20))  # in the deck
    with refused("A1", game):
        game.apply(Open(4, 4))  # somebody's


@pytest.mark.rule("A1")
def test_a_turn_is_to_open_or_to_leave() -> None:
    game = later()
    for move in (Pass(), Bid(20), Buy("coal", 1), Scrap(5), DiscardFuel({})):
        with refused("A1", game):
            game.apply(move)


@pytest.mark.rule("A1", "A2")
def test_who_has_left_gets_no_other_turn() -> None:
    game = later()
    game.apply(SitOut())  # 0
    game.apply(Open(10, 10))  # 1
    assert asked(game) == (2, "bid")
    game.apply(Pass())
    assert asked(game) == (2, "auction")
    game.apply(SitOut())
    assert game.view(None).phase == "fuel"
    assert [player.plants for player in game.view(None).players] == [[5], [4, 10], [3]]


@pytest.mark.rule("A2", "A4")
def test_who_has_left_is_not_asked_to_bid() -> None:
    game = later()
    game.apply(SitOut())  # 0
    game.apply(Open(10, 10))  # 1
    auction = game.view(None).auction
    assert auction is not None
    assert auction.bidders == [1, 2]
    game.apply(Bid(11))  # 2
    assert asked(game) == (1, "bid")


@pytest.mark.rule("T3")
def test_the_step_3_card_is_never_put_up() -> None:
    game = later(market=[20, 25, "step-3"], deck=[])
    assert game.view(None).current == [20, 25]
    with refused("T3", game):
        game.apply(Open("step-3", 50))


# --- round 1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A3")
def test_nobody_leaves_in_round_1() -> None:
    game = first()
    with refused("A3", game):
        game.apply(SitOut())
    assert SitOut() not in list(game.legal_moves)


@pytest.mark.rule("A3")
def test_in_round_1_everybody_buys_exactly_one_plant() -> None:
    game = first()
    for plant in (4, 5, 3):
        game.apply(Open(plant, plant))
        while decision(game) == "bid":
            game.apply(Pass())
    assert [player.plants for player in game.view(None).players] == [[4], [5], [3]]
    assert game.view(None).phase == "fuel"


@pytest.mark.rule("A3", "A7")
def test_in_round_1_an_opener_who_was_outbid_must_open_again() -> None:
    game = first()
    game.apply(Open(4, 4))
    game.apply(Bid(5))  # 1
    game.apply(Pass())  # 2 may pass in an auction that another opened
    game.apply(Pass())  # 0
    assert asked(game) == (0, "auction")
    with refused("A3", game):
        game.apply(SitOut())


@pytest.mark.rule("A3a")
def test_in_round_1_a_player_who_can_pay_for_nothing_leaves() -> None:
    game = first(money=2)
    assert list(game.legal_moves) == [SitOut()]
    with refused("A5", game):
        game.apply(Open(3, 3))
    game.apply(SitOut())
    assert asked(game) == (1, "auction")


@pytest.mark.rule("A3a")
def test_in_round_1_a_player_who_can_pay_for_one_plant_stays() -> None:
    game = first(money=3)
    with refused("A3", game):
        game.apply(SitOut())
    assert list(game.legal_moves) == [Open(3, 3)]


@pytest.mark.rule("A2", "A3")
def test_in_later_rounds_everybody_may_leave() -> None:
    game = later()
    assert [game.apply(SitOut())[0].kind for _ in range(3)] == ["sat-out"] * 3
    assert game.view(None).phase == "fuel"


# --- bidding ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A4")
def test_bidding_goes_clockwise_by_seat_whatever_the_order() -> None:
    game = later(order=[1, 0, 2])
    game.apply(Open(10, 10))
    seats = []
    for bid in (11, 12, 13, 14):
        seats.append(asked(game))
        game.apply(Bid(bid))
    assert seats == [(2, "bid"), (0, "bid"), (1, "bid"), (2, "bid")]


@pytest.mark.rule("A4")
def test_a_raise_is_any_higher_whole_amount() -> None:
    game = later()
    game.apply(Open(10, 12))
    for amount in (12, 11, 0):
        with refused("A4", game) as refusal:
            game.apply(Bid(amount))
    assert refusal.error.facts["minimum"] == 13
    assert [m.amount for m in game.legal_moves if isinstance(m, Bid)] == list(range(13, 51))
    game.apply(Bid(40))
    assert asked(game) == (2, "bid")


@pytest.mark.rule("A4")
def test_a_bidder_raises_or_passes_and_nothing_else() -> None:
    game = later()
    game.apply(Open(10, 10))
    for move in (SitOut(), Open(11, 11)):
        with refused("A4", game):
            game.apply(move)


@pytest.mark.rule("A4")
def test_who_passes_is_out_of_this_auction_only() -> None:
    game = later()
    game.apply(Open(10, 10))  # 0
    game.apply(Pass())  # 1
    game.apply(Bid(11))  # 2
    assert asked(game) == (0, "bid")
    game.apply(Bid(12))
    assert asked(game) == (2, "bid")  # not 1 again
    game.apply(Pass())
    assert asked(game) == (1, "auction")
    game.apply(Open(11, 11))
    assert asked(game) == (2, "bid")  # who passed before bids here


@pytest.mark.rule("A5")
def test_nobody_bids_more_than_they_hold() -> None:
    game = later({"plants": [5], "money": 14}, {"plants": [4], "money": 20}, {"plants": [3]})
    with refused("A5", game):
        game.apply(Open(14, 15))
    game.apply(Open(14, 14))
    with refused("A5", game) as refusal:
        game.apply(Bid(21))
    assert refusal.error.facts == {"bid": 21, "money": 20}
    game.apply(Bid(20))


@pytest.mark.rule("A5")
def test_a_player_who_cannot_raise_can_only_pass() -> None:
    game = later({"plants": [5]}, {"plants": [4], "money": 10}, {"plants": [3]})
    game.apply(Open(10, 10))
    assert asked(game) == (1, "bid")
    assert list(game.legal_moves) == [Pass()]
