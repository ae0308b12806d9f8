"""The transformer station of 2009: an extra auction whenever it is drawn, then one city more."""

from typing import Any

import pytest

from stromnetz import Assign, Bid, Connect, Done, Game, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.options import AssignOption, BidOption, RunOption
from tests.helpers import asked, decision, position, purses, refused, to_act
from tests.rules.tables import CITIES, MARKET, boxed, frame, market

CARD = "transformer-station"
Seat = dict[str, Any]


def table(phase: str, *players: Seat, **fields: Any) -> Game:
    """Three players with one plant and 100 Elektro each by default; the card is on top of the deck."""
    seats = list(players) or [{"plants": [n], "money": 100} for n in (3, 4, 5)]
    given = {"market": MARKET, "deck": [CARD, 24, 25, 26, "step-3"], "round": 5, "step": 2, **fields}
    return position(phase, seats, edition="classic-2009", **given)


def leave_all(*players: Seat, order: tuple[int, ...] = (0, 1, 2), **fields: Any) -> Game:
    """Let everyone leave, so that the smallest plant goes and the card is drawn."""
    game = table("auctions", *players, order=list(order), **fields)
    for _ in order:
        game.apply(SitOut())
    return game


def sold() -> Game:
    """Seat 1, first in order, has bought plant 10 while seat 0 had left: the card is drawn as replacement."""
    game = table("auctions", order=[1, 0, 2], sat_out=[0])
    game.apply(Open(10, 10))
    game.apply(Pass())
    return game


def holder(phase: str, *plants: int, on: int, cities: int = 7, **fields: Any) -> Game:
    """Seat 0 of two has the card on one of its plants; the others have acted."""
    fuel = fields.pop("fuel", {})
    seats: list[Seat] = [{"plants": list(plants), "fuel": fuel, "cities": CITIES[:cities], "money": 100}, {}, {}]
    given = {"order": [1, 2, 0], "to_act": 0, "deck": [24, 25, 26], "modules": {CARD: {"seat": 0, "plant": on}}}
    return table(phase, *seats, **{**given, **fields})


def bidding(game: Game) -> tuple[int, str, int]:
    """The deciding seat, the kind of decision, and the highest bid so far."""
    auction = game.view(None).auction
    assert auction is not None
    assert (auction.card, auction.extra) == (CARD, True)
    return to_act(game), decision(game), auction.bid


def owner(game: Game) -> Any:
    return game.view(None).modules[CARD]


def all_pass(game: Game) -> None:
    while decision(game) == "bid":
        game.apply(Pass())


# --- drawn in whatever phase ---


@pytest.mark.rule("X1")
def test_drawn_for_a_plant_sold_it_interrupts_phase_2() -> None:
    game = sold()
    assert bidding(game) == (1, "bid", 0)
    assert market(game) == [11, 12, 14, 15, 16, 19, 20]
    all_pass(game)
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24], "the draw goes on with the next card"
    assert asked(game) == (2, "auction")


@pytest.mark.rule("X1", "A10")
def test_drawn_at_the_end_of_phase_2() -> None:
    game = leave_all()
    assert bidding(game) == (0, "bid", 0)
    assert game.view(None).phase == "auctions"
    game.apply(Bid(10))
    game.apply(Pass())
    events = game.apply(Pass())
    assert boxed(events) == [], "the smallest plant goes once"
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]
    assert game.view(None).phase != "auctions"


@pytest.mark.rule("X1", "T8")
def test_step_3_may_follow_it_at_the_end_of_phase_2() -> None:
    game = leave_all(deck=[CARD, "step-3", 24, 25], reshuffle=[25, 24])
    game.apply(Pass())
    game.apply(Pass())
    events = game.apply(Pass())
    assert boxed(events) == [(CARD, "X2"), ("step-3", "T3"), (11, "T3")]
    assert market(game) == [12, 14, 15, 16, 19, 20]
    assert frame(events)[:2] == [3, "fuel"]


@pytest.mark.rule("X1")
def test_drawn_in_phase_4_the_builder_goes_on_afterwards() -> None:
    seats: list[Seat] = [{"plants": [13], "cities": CITIES[:9], "money": 200}, {"plants": [4]}, {"plants": [5]}]
    game = table("building", *seats, order=[0, 1, 2], to_act=0)
    game.apply(Connect(CITIES[9]))
    assert bidding(game) == (0, "bid", 0)
    all_pass(game)
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]
    assert asked(game) == (0, "build")
    game.apply(Connect(CITIES[10]))
    assert game.view(0).players[0].cities == 11


@pytest.mark.rule("X1")
def test_drawn_in_phase_5_by_the_market_update() -> None:
    seats: list[Seat] = [{"plants": [13]}, {"plants": [4]}, {"plants": [5]}]
    game = table("bureaucracy", *seats, order=[0, 1, 2], to_act=0)
    game.apply(Run())
    assert bidding(game) == (0, "bid", 0)
    assert (game.view(None).phase, game.view(None).under_deck) == ("bureaucracy", [20])
    all_pass(game)
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 24]
    assert game.view(None).round == 6


@pytest.mark.rule("X1", "T2")
def test_drawn_when_step_2_begins_it_counts_for_this_income() -> None:
    seats: list[Seat] = [{"plants": [13], "cities": CITIES[:7]}, {"plants": [4]}, {"plants": [5]}]
    game = table("building", *seats, order=[0, 1, 2], to_act=0, step=1)
    assert boxed(game.apply(Done())) == [(10, "T2")]
    game.apply(Bid(10))
    game.apply(Pass())
    game.apply(Pass())
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]
    assert decision(game) == "run"
    game.apply(Run([13]))
    assert game.view(0).players[0].money == 50 - 10 + 33


# --- the auction ---


@pytest.mark.rule("X2")
def test_first_in_order_then_clockwise_and_also_who_bought_or_left() -> None:
    """Seat 1 has bought and seat 0 has left; order 1, 0, 2, but clockwise from 1 sit 2 and 0."""
    game = sold()
    auction = game.view(None).auction
    assert auction is not None
    assert auction.bidders == [0, 1, 2]
    assert bidding(game) == (1, "bid", 0)
    game.apply(Bid(10))
    assert bidding(game) == (2, "bid", 10)
    game.apply(Bid(12))
    assert bidding(game) == (0, "bid", 12)
    game.apply(Bid(13))
    assert bidding(game) == (1, "bid", 13)


@pytest.mark.rule("X2")
def test_it_opens_with_at_least_10() -> None:
    game = sold()
    with refused("X2", game):
        game.apply(Bid(9))
    game.apply(Pass())
    with refused("X2", game) as no:
        game.apply(Bid(1))
    assert no.error.facts["minimum"] == 10
    game.apply(Bid(10))


@pytest.mark.rule("X2", "A4")
def test_a_raise_is_higher_than_the_bid() -> None:
    game = sold()
    game.apply(Bid(15))
    with refused("A4", game):
        game.apply(Bid(15))
    game.apply(Bid(16))


@pytest.mark.rule("X2", "A5")
def test_no_bid_above_the_own_money() -> None:
    game = sold()
    with refused("A5", game):
        game.apply(Bid(91))
    game.apply(Bid(90))


@pytest.mark.rule("X2")
def test_who_passes_is_out() -> None:
    game = sold()
    game.apply(Pass())
    game.apply(Bid(10))
    game.apply(Bid(11))
    assert bidding(game) == (2, "bid", 11), "seat 1 is not asked again"
    game.apply(Pass())
    assert owner(game) == {"seat": 0, "plant": 3}
    assert purses(game) == [89, 90, 100]


@pytest.mark.rule("X2")
def test_the_last_may_still_open_at_10() -> None:
    game = sold()
    game.apply(Pass())
    game.apply(Pass())
    assert game.decision is not None
    assert [o for o in game.decision.options or [] if isinstance(o, BidOption)] == [BidOption(10, 100)]
    events = game.apply(Bid(10))
    assert "card-won" in [e.kind for e in events]
    assert owner(game) == {"seat": 0, "plant": 3}


@pytest.mark.rule("X2")
def test_when_all_pass_it_goes_to_the_box() -> None:
    game = sold()
    game.apply(Pass())
    game.apply(Pass())
    assert boxed(game.apply(Pass())) == [(CARD, "X2")]
    assert owner(game) is None
    assert purses(game) == [100, 90, 100]


@pytest.mark.rule("X1", "A8")
def test_winning_it_is_no_purchase_of_a_plant() -> None:
    game = sold()
    game.apply(Pass())
    game.apply(Bid(10))
    game.apply(Pass())
    assert asked(game) == (2, "auction")
    game.apply(Open(11, 11))
    assert game.view(None).players[2].plants == [5, 11]


# --- on a plant ---


@pytest.mark.rule("X3")
def test_without_a_plant_nobody_is_asked() -> None:
    game = leave_all({"plants": [3]}, {"plants": [4]}, {}, order=(2, 0, 1))
    assert bidding(game) == (0, "bid", 0), "seat 2 would be first in order"
    game.apply(Bid(10))
    assert bidding(game) == (1, "bid", 10)
    game.apply(Pass())
    assert owner(game) == {"seat": 0, "plant": 3}


@pytest.mark.rule("X3", "X2")
def test_when_nobody_has_a_plant_it_goes_to_the_box() -> None:
    game = leave_all({}, {}, {})
    assert CARD in game.view(None).out_of_game
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]


@pytest.mark.rule("X3")
def test_in_round_1_only_who_has_bought_can_bid() -> None:
    game = table("auctions", {}, {}, {}, round=1, step=1, order=[0, 1, 2])
    game.apply(Open(10, 10))
    game.apply(Pass())
    game.apply(Pass())
    assert bidding(game) == (0, "bid", 0)
    game.apply(Bid(10))
    assert owner(game) == {"seat": 0, "plant": 10}
    assert asked(game) == (1, "auction")


@pytest.mark.rule("X3")
def test_the_winner_chooses_among_several_plants() -> None:
    game = leave_all({"plants": [3, 13]}, {"plants": [4]}, {"plants": [5]})
    game.apply(Bid(10))
    game.apply(Pass())
    game.apply(Pass())
    assert (to_act(game), decision(game), game.view(0).players[0].money) == (0, "assign", 40)
    assert game.decision is not None
    assert game.decision.options == [AssignOption("transformer-station", plant) for plant in (3, 13)]
    with refused("X3", game):
        game.apply(Assign(4))
    with refused("X3", game):
        game.apply(Pass())
    game.apply(Assign(13))
    assert owner(game) == {"seat": 0, "plant": 13}
    assert game.view(None).players[0].output == 3


@pytest.mark.rule("X3")
def test_its_plant_supplies_one_city_more_on_its_usual_fuel() -> None:
    game = holder("bureaucracy", 4, 8, on=8, fuel={"coal": 5})
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, RunOption)]
    made = {tuple(o.plants): (o.burn.get("coal", 0), o.output, o.income) for o in options}
    assert made == {(): (0, 0, 10), (4,): (2, 1, 22), (8,): (3, 3, 44), (4, 8): (5, 4, 54)}
    game.apply(Run([8]))
    assert game.view(0).players[0].money == 144


@pytest.mark.rule("X3")
def test_it_counts_at_the_end_of_the_game() -> None:
    game = holder("building", 13, 18, on=13, cities=17, order=[0, 1, 2])
    game.apply(Done())
    assert game.result is not None
    assert game.result.ranking[0].supplied == 4


@pytest.mark.rule("X4", "A9")
def test_it_is_scrapped_with_its_plant() -> None:
    game = holder("auctions", 4, 5, 13, on=13)
    game.apply(Open(10, 10))
    events = game.apply(Scrap(13))
    assert boxed(events) == [(13, "A9"), (CARD, "X4")]
    assert owner(game) is None
    assert game.view(None).players[0].output == 4


@pytest.mark.rule("X4", "A9")
@pytest.mark.parametrize("plant", [4, 5, 10])
def test_it_stays_when_another_plant_is_scrapped(plant: int) -> None:
    game = holder("auctions", 4, 5, 13, on=13)
    game.apply(Open(10, 10))
    assert boxed(game.apply(Scrap(plant)))[0] == (plant, "A9")
    assert owner(game) == {"seat": 0, "plant": 13}


@pytest.mark.rule("X4")
def test_it_takes_no_plant_slot() -> None:
    game = holder("auctions", 4, 13, on=13)
    game.apply(Open(10, 10))
    assert game.view(None).players[0].plants == [4, 10, 13]
    assert decision(game) != "scrap"
