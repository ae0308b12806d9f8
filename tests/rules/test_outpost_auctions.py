"""Phases 1 and 2 of Outpost: the order (L7), auctions (L8), twice in round 1 (L9); replaced core rules (L0)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, Bid, Game, Open, Pass, SitOut
from stromnetz.editions.outpost.moves import Build
from stromnetz.engine.events import OrderSet, PlantBought
from tests.helpers import asked, purses, refused
from tests.rules.outpost_tables import (
    CENTRAL,
    DECK,
    MARKET,
    RICH,
    Card,
    Cards,
    Seat,
    buy,
    cards_of,
    company,
    deck,
    discounts,
    finish_round,
    market,
    piled,
    selling,
    table,
    told,
)
from tests.rules.tables import boxed, frame, leave_all

FIRST: Cards = [2, 3, 4, "05a", "05b", "05c", 8, 10]


def bidding(seats: int = 3, **fields: Any) -> Game:
    """Phase 2 of round 6 begins; the order is that of the seats."""
    given = {"round": 6, "order": list(range(seats)), "market": MARKET, "deck": DECK, **fields}
    return table("auctions", given.pop("players", [{"money": RICH} for _ in range(seats)]), **given)


def first_round(**fields: Any) -> Game:
    """Three players, before the first auctions of the game."""
    given = {"order": [1, 0, 2], "market": FIRST, "deck": [11, 12, 13, 14, 15, 20, 22], **fields}
    return table("auctions", given.pop("players", 3), round=1, **given)


# --- phase 1 ---


def ordered(players: list[Seat], before: list[int], **fields: Any) -> list[int]:
    """The order after a phase 1."""
    return table("order", players, round=4, order=before, market=[35, 36], deck=[], **fields).view(None).order


@pytest.mark.rule("EX17", "L7")
@pytest.mark.parametrize("before", [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
def test_order_of_the_example(before: list[int]) -> None:
    """Seats 0 to 3: Angelika, Hedwig, Sabine, Nikki."""
    players: list[Seat] = [
        {"cities": CENTRAL[:4], "plants": ["16a"]},
        {"cities": CENTRAL[4:10], "plants": [3]},
        {"cities": CENTRAL[10:13], "plants": [25]},
        {"cities": CENTRAL[13:17], "plants": [22]},
    ]
    assert ordered(players, before) == [1, 3, 0, 2]


@pytest.mark.rule("L7")
def test_plant_and_housing_buildings_are_no_cities() -> None:
    sites = {"company": {"sites": dict.fromkeys(CENTRAL[4:10], 0)}}
    assert ordered([{"plants": [3]}, {"cities": CENTRAL[:1]}, {}], [0, 1, 2], modules=sites) == [1, 0, 2]


@pytest.mark.rule("L7")
@pytest.mark.parametrize("before", [[0, 1, 2], [1, 0, 2]])
@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        (["26a", 3], ["26b", 4], 1),
        (["26b", 4], ["26a", 3], 0),
        (["26a", "16a", 3], ["26b", "16b", 2], 0),
        ([33, 2], [25, 24, 23], 0),
    ],
)
def test_ties_go_by_the_second_highest_card_and_so_on(one: Cards, other: Cards, first: int, before: list[int]) -> None:
    assert ordered([{"plants": one}, {"plants": other}, {}], before) == [first, 1 - first, 2]


@pytest.mark.rule("L7")
@pytest.mark.parametrize("before", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
def test_who_is_still_tied_swaps_places(before: list[int]) -> None:
    """Seats 0 and 1 have cards with the same numbers, seat 2 a better one."""
    after = ordered([{"plants": ["16a", "26b"]}, {"plants": ["16b", "26a"]}, {"plants": [30]}], before)
    assert after == [2, *[seat for seat in reversed(before) if seat != 2]]


@pytest.mark.rule("L7", "L7a")
def test_tied_players_swap_again_in_the_next_round() -> None:
    game = table("order", 3, round=4, order=[0, 1, 2], market=[33, 34], deck=[])
    orders = [game.view(None).order]
    for _ in range(2):
        leave_all(game)
        finish_round(game)
        orders.append(game.view(None).order)
    assert orders == [[2, 1, 0], [0, 1, 2], [2, 1, 0]], "three reverse their order"


@pytest.mark.rule("L7")
def test_a_position_that_names_no_order_has_that_of_the_rules() -> None:
    game = table("auctions", [{"plants": ["16a", 4]}, {"plants": ["16b", 3]}, {}], round=3)
    assert game.view(None).order == [0, 1, 2]


@pytest.mark.rule("L7a")
def test_of_several_ties_each_is_turned_by_itself() -> None:
    cards: list[Seat] = [{"plants": [ref]} for ref in ("16a", "26a", "16b", "26b", "16c")]
    assert ordered(cards, [0, 1, 2, 3, 4]) == [3, 1, 4, 2, 0]


@pytest.mark.rule("L7a")
@pytest.mark.parametrize("before", [[0, 1, 2], [1, 0, 2]])
def test_an_additional_card_breaks_a_tie(before: list[int]) -> None:
    assert ordered([{"plants": ["26a", "16a"]}, {"plants": ["26b", "16b", 2]}, {}], before) == [1, 0, 2]
    assert ordered([{"plants": [3]}, {}, {"plants": [2]}], before) == [0, 2, 1], "any card is better than none"


@pytest.mark.rule("L7a")
def test_all_cards_count_placed_or_not() -> None:
    """Plant 25 is on the board; technology 30 and housing 26 are beside it."""
    laid = {"company": {"sites": {"amber": 0}, "seats": [{"placed": [25]}, {}, {}]}}
    assert ordered([{"plants": [25]}, {"plants": [30]}, {"plants": ["26a"]}], [0, 1, 2], modules=laid) == [1, 2, 0]


# --- auctions as the core has them ---


@pytest.mark.rule("L8", "A1", "M1")
@pytest.mark.parametrize("card", [13, "16a", 20])
def test_plants_housings_and_technologies_are_put_up_alike(card: Card) -> None:
    game = bidding(market=[12, 13, "16a", 20, 25])
    with refused("M1", game):  # only the current market
        game.apply(Open(25, 25))
    number = {13: 13, "16a": 16, 20: 20}[card]
    with refused("A1", game):
        game.apply(Open(card, number - 1))
    game.apply(Open(card, number))
    assert asked(game) == (1, "bid")
    game.apply(Bid(number + 2))
    game.apply(Pass())
    events = game.apply(Pass())
    assert PlantBought(1, card, number + 2) in events
    assert (cards_of(game, 1), purses(game)[1]) == ([card], RICH - number - 2)


@pytest.mark.rule("L0", "A5")
def test_nobody_bids_more_than_the_money_at_hand() -> None:
    game = bidding(players=[{"money": 14}, {"money": 15}, {}])
    with refused("A5", game):
        game.apply(Open(15, 15))
    game.apply(Open(13, 14))
    with refused("A5", game):
        game.apply(Bid(16))
    game.apply(Bid(15))


@pytest.mark.rule("L0", "A7")
def test_whose_auction_another_won_takes_another_turn() -> None:
    game = bidding()
    game.apply(Open(13, 13))
    game.apply(Bid(14))
    game.apply(Pass())
    game.apply(Pass())
    assert asked(game) == (0, "auction")
    buy(game, 14)
    assert asked(game) == (2, "auction"), "the next who has neither bought nor left"


@pytest.mark.rule("L0", "A2", "A4")
def test_bidding_goes_clockwise_among_those_who_are_in() -> None:
    game = bidding(4, order=[2, 0, 1, 3])
    game.apply(SitOut())
    game.apply(Open(13, 13))
    assert asked(game) == (1, "bid")
    with refused("A4", game):
        game.apply(Bid(13))
    game.apply(Pass())
    assert asked(game) == (3, "bid"), "seat 2 has left"
    game.apply(Bid(14))
    assert asked(game) == (0, "bid"), "seat 1 has passed"


@pytest.mark.rule("L0", "A8")
def test_one_card_each_phase_2() -> None:
    game = bidding()
    for card in (13, 14, 15):
        buy(game, card)
    assert [len(cards_of(game, seat)) for seat in range(3)] == [1, 1, 1]
    assert game.view(None).phase == "building"


@pytest.mark.rule("L0", "M5", "A11")
def test_the_replacement_comes_after_the_sale_and_before_the_next_turn() -> None:
    events = buy(bidding(), 13)
    assert [e.kind for e in events] == ["auction-opened", "passed", "passed", "plant-bought", "card-drawn"]


@pytest.mark.rule("L0", "T9", "M4")
def test_phase_2_ends_when_nothing_can_be_put_up() -> None:
    game = bidding(market=[13, 50], deck=[])
    assert game.view(None).current == [13, 50], "fewer than four are all current"
    events = [*buy(game, 13), *buy(game, 50)]
    assert frame(events) == ["building"]
    assert asked(game) == (2, "network")
    assert bidding(market=[], deck=[]).view(None).phase == "building", "or is skipped"


# --- where Outpost differs (L8, L23) ---


@pytest.mark.rule("L8", "L0")
def test_any_number_of_cards_and_nothing_is_scrapped() -> None:
    """A9 does not hold."""
    many: list[Card] = [3, 4, "05a", 8, 10, 11, 12]
    game = bidding(players=[{"money": 60, "plants": many}, {}, {}])
    events = buy(game, 14)
    assert cards_of(game, 0) == [*many, 14]
    assert (boxed(events), asked(game)) == ([], (1, "auction"))
    assert game.view(None).plant_limit is None


@pytest.mark.rule("L8")
def test_bought_cards_lie_open_beside_the_board() -> None:
    game = selling(modules={"company": {"sites": {"amber": 0}}})  # a slot is free
    buy(game, 13)
    assert (company(game, 0)["placed"], cards_of(game, 0)) == ([], [13])


@pytest.mark.rule("L8", "L11")
def test_discounts_lower_the_minimum_bid() -> None:
    game = bidding(modules=piled(discounts={13: 12, 15: 4}))
    assert game.view(None).minimum_bids == [1, 14, 11, 22]
    with refused("A1", game):
        game.apply(Open(15, 10))
    with refused("A1", game):
        game.apply(Open(13, 0))
    buy(game, 15)
    assert purses(game)[0] == RICH - 11
    assert discounts(game) == {13: 12}
    game.apply(Open(13, 1))
    game.apply(Bid(40))
    assert asked(game) == (1, "bid"), "only the minimum is lowered: the others raise as they like"


@pytest.mark.rule("L8", "L0")
def test_when_nobody_buys_nothing_is_removed() -> None:
    """A10 does not hold."""
    game = bidding()
    assert told(leave_all(game), "card-boxed", "card-drawn") == []
    assert (market(game), deck(game)) == (MARKET, DECK)


@pytest.mark.rule("L23", "L0")
def test_no_card_is_obsolete() -> None:
    """A seat has 16 cities; the cards on offer, drawn and bought are smaller. M3 does not hold."""
    game = selling([3, 4, 8, 10, 11, 12, 13, 14], [2, 15], houses={city: [0] for city in CENTRAL[:15]}, step=2)
    buy(game, 4)
    assert market(game) == [2, 3, 8, 10, 11, 12, 13, 14]
    while asked(game) != (0, "network"):
        game.apply({"kind": "done"})
    assert game.preview([Build("house", CENTRAL[15])]).stopped is None
    events = game.apply(Build("house", CENTRAL[15]))
    assert [e.kind for e in events] == ["city-connected"]
    assert (market(game), game.view(None).out_of_game) == ([2, 3, 8, 10, 11, 12, 13, 14], [])


# --- round 1 (L9) ---


@pytest.mark.rule("L9")
def test_in_the_first_auctions_everybody_must_buy() -> None:
    game = first_round()
    assert (game.view(None).phase, game.view(None).must_buy, asked(game)) == ("auctions", True, (1, "auction"))
    with refused("L9", game):
        game.apply(SitOut())
    assert SitOut() not in game.legal_moves
    game.apply(Open(2, 2))
    game.apply(Bid(3))  # seat 2
    game.apply(Pass())  # one may still pass in an auction
    game.apply(Pass())
    for seat, card in ((1, 3), (0, 4)):
        assert asked(game) == (seat, "auction")
        with refused("L9", game):
            game.apply(SitOut())
        buy(game, card)


@pytest.mark.rule("L9", "L7")
def test_after_the_first_auctions_the_order_is_set_and_auctions_are_repeated() -> None:
    game = first_round()
    for card in (3, 2, 4):  # seats 1, 0, 2
        events = buy(game, card)
    assert OrderSet([2, 1, 0]) in events
    assert frame(events) == ["second-auctions"]
    assert asked(game) == (2, "auction")
    assert not game.view(None).must_buy


@pytest.mark.rule("L9", "L7")
def test_equal_cards_of_the_first_auctions_swap_places() -> None:
    game = first_round(market=[4, "05a", 8, 10], places=4, deck=["05b", 12, 13, 14])
    buy(game, "05a")
    buy(game, 4)
    buy(game, "05b")
    assert game.view(None).order == [2, 1, 0]


@pytest.mark.rule("L9", "A8")
def test_in_the_second_auctions_players_may_buy_again_or_leave() -> None:
    game = first_round()
    for card in (3, 2, 4):
        buy(game, card)
    events = [*buy(game, "05c"), *game.apply(SitOut()), *game.apply(SitOut())]
    assert [cards_of(game, seat) for seat in range(3)] == [[2], [3], [4, "05c"]]
    assert frame(events) == ["building"]


@pytest.mark.rule("L9")
def test_the_order_stands_for_phase_3() -> None:
    """The second cards would make another order; it is that of the first auctions until the next phase 1."""
    game = first_round(players=[{"money": RICH} for _ in range(3)])
    for card in (3, 2, 4):
        buy(game, card)
    events = [*game.apply(SitOut()), *game.apply(SitOut()), *buy(game, 8)]
    assert told(events, "order-set") == []
    assert (game.view(None).order, asked(game)) == ([2, 1, 0], (0, "network"))
    assert OrderSet([0, 2, 1]) in finish_round(game)


@pytest.mark.rule("L9")
def test_from_round_2_on_auctions_are_held_once_and_anybody_may_leave() -> None:
    game = bidding(round=2)
    assert not game.view(None).must_buy
    assert frame(leave_all(game)) == ["building"]
    with pytest.raises(BadInput):
        table("second-auctions", 3, round=2)
