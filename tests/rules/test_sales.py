"""Phase 2: the sale, what follows it, and phases in which nothing is sold (A6 to A8, A10, A11, T9)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Bid, DiscardFuel, Game, Open, Pass, Scrap, SitOut
from stromnetz.engine.events import CardBoxed, CardDrawn, PlantBought
from tests.helpers import asked, kinds, position

MARKET = [10, 11, 12, 14, 15, 16, 17, 18]
DECK = [20, 25, 30, 31, 32, 33]


def later(*players: dict[str, Any], **fields: Any) -> Game:
    """Phase 2 of a later round: by default three players with plants 5, 4, 3, so in seat order."""
    seats = list(players) or [{"plants": [5]}, {"plants": [4]}, {"plants": [3]}]
    return position("auctions", seats, **{"market": MARKET, "deck": DECK, **fields})


# --- the sale --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A6")
def test_the_last_bidder_pays_the_bid_and_takes_the_plant() -> None:
    game = later()
    game.apply(Open(12, 13))
    game.apply(Bid(20))  # 1
    game.apply(Pass())  # 2
    events = game.apply(Pass())  # 0
    assert PlantBought(1, 12, 20) in events
    players = game.view(None).players
    assert [player.money for player in players] == [50, 30, 50]
    assert players[1].plants == [4, 12]


@pytest.mark.rule("A6", "M2")
def test_the_replacement_comes_before_the_phase_goes_on() -> None:
    game = later()
    game.apply(SitOut())
    game.apply(SitOut())
    events = game.apply(Open(12, 12))
    assert [e.kind for e in events[:4]] == ["auction-opened", "plant-bought", "card-drawn", "phase-began"]
    game = later()
    assert kinds(game, Open(10, 10), Pass(), Pass())[-2:] == ["plant-bought", "card-drawn"]
    assert asked(game) == (1, "auction")
    assert game.view(None).current == [11, 12, 14, 15]
    assert game.view(None).future == [16, 17, 18, 20]


@pytest.mark.rule("A7")
def test_when_the_opener_won_the_next_in_order_takes_a_turn() -> None:
    game = later(order=[2, 0, 1])
    kinds(game, Open(10, 10), Pass(), Pass())
    assert game.view(None).players[2].plants == [3, 10]
    assert asked(game) == (0, "auction")


@pytest.mark.rule("A7")
def test_when_another_won_the_opener_takes_another_turn() -> None:
    game = later(order=[2, 0, 1])
    kinds(game, Open(10, 10), Bid(11), Pass(), Pass())  # 0 wins
    assert asked(game) == (2, "auction")
    assert game.is_legal(SitOut())
    kinds(game, Open(11, 11), Pass())
    assert asked(game) == (1, "auction")  # 0 has bought and is passed over


@pytest.mark.rule("A8")
def test_who_has_bought_neither_opens_nor_bids() -> None:
    game = later()
    kinds(game, Open(10, 10), Pass(), Pass())
    kinds(game, Open(11, 11))  # 1
    auction = game.view(None).auction
    assert auction is not None
    assert auction.bidders == [1, 2]
    game.apply(Bid(12))  # 2
    game.apply(Pass())
    game.apply(SitOut())  # 1
    assert game.view(None).phase == "fuel"
    assert [len(player.plants) for player in game.view(None).players] == [2, 1, 2]


@pytest.mark.rule("A8")
@pytest.mark.parametrize("price", [10, 27])
def test_who_alone_remains_buys_at_the_price_they_name(price: int) -> None:
    game = later(bought=[0], sat_out=[1], to_act=2)
    events = game.apply(Open(10, price))
    assert PlantBought(2, 10, price) in events
    assert game.view(None).players[2].money == 50 - price


@pytest.mark.rule("A8", "A10", "X1")
def test_an_extra_auction_is_no_purchase_of_a_plant() -> None:
    """Seat 1 wins the station that is drawn after the sale to seat 0, and still buys a plant."""
    game = later(edition="classic-2009", deck=["transformer-station", *DECK])
    kinds(game, Open(10, 10), Pass(), Pass())
    kinds(game, Pass(), Bid(10), Pass())  # 0 passes, 1 opens, 2 passes
    assert game.view(None).players[1].money == 40
    assert asked(game) == (1, "auction")
    kinds(game, Open(11, 11), Pass())
    assert game.view(None).players[1].plants == [4, 11]


# --- nothing sold, nothing to sell -----------------------------------------------------------------------------------


@pytest.mark.rule("A10")
def test_when_nothing_was_bought_the_smallest_plant_goes_and_is_replaced() -> None:
    game = later()
    kinds(game, SitOut(), SitOut())
    events = game.apply(SitOut())
    assert events[1:3] == [CardBoxed(10, "A10"), CardDrawn(20)]
    assert game.view(None).current == [11, 12, 14, 15]
    assert game.view(None).future == [16, 17, 18, 20]
    assert game.view(None).out_of_game == [10]


@pytest.mark.rule("A10")
def test_when_one_plant_was_bought_none_is_removed() -> None:
    game = later()
    kinds(game, SitOut(), SitOut(), Open(14, 14))
    assert game.view(None).out_of_game == []
    assert game.view(None).current == [10, 11, 12, 15]


@pytest.mark.rule("A11")
def test_a_sale_is_paid_taken_and_made_room_for_before_the_draw() -> None:
    game = later({"plants": [5, 13, 29], "fuel": {"coal": 4, "oil": 2}}, {"plants": [4]}, {"plants": [3]})
    assert kinds(game, Open(11, 11), Pass(), Pass())[-1] == "plant-bought"
    assert asked(game) == (0, "scrap")
    assert game.view(None).players[0].money == 39
    assert kinds(game, Scrap(5)) == ["plant-scrapped", "card-boxed"]
    assert asked(game) == (0, "discard-fuel")
    assert kinds(game, DiscardFuel({"coal": 3, "oil": 1})) == ["fuel-discarded", "card-drawn"]
    assert asked(game) == (1, "auction")


@pytest.mark.rule("A11", "X1")
def test_no_extra_auction_meets_a_player_over_the_limit() -> None:
    seats = [{"plants": [5, 6, 7]}, {"plants": [4]}, {"plants": [3]}]
    game = later(*seats, edition="classic-2009", deck=["transformer-station", *DECK])
    assert "extra-auction-began" not in kinds(game, Open(11, 11), Pass(), Pass())
    assert asked(game) == (0, "scrap")
    assert kinds(game, Scrap(5))[-2:] == ["card-drawn", "extra-auction-began"]
    assert asked(game) == (0, "bid")
    assert len(game.view(None).players[0].plants) == 3


@pytest.mark.rule("T9")
def test_without_anything_to_put_up_phase_2_is_skipped() -> None:
    for market in ([], ["step-3"]):
        game = later(market=market, deck=[])
        assert game.view(None).phase == "fuel"
        assert game.view(None).out_of_game == market


@pytest.mark.rule("T9", "M2")
def test_phase_2_ends_when_the_last_plant_is_sold() -> None:
    game = later(market=[20], deck=[])
    kinds(game, Open(20, 20), Pass(), Pass())
    assert game.view(None).phase == "fuel"
    assert [player.plants for player in game.view(None).players] == [[5, 20], [4], [3]]
