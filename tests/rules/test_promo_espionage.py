"""Industrial Espionage: its holder sees the top card of the deck and passes it on after every plant bought."""

from collections.abc import Sequence
from typing import Any

import pytest

from stromnetz import Bid, Event, Game, Open, Pass, Run, Scrap, SitOut
from stromnetz.editions.modules.events import CardPassedOn, TopCardSeen
from tests.helpers import asked, decision, purses, to_act
from tests.rules.promo_tables import CONTRACT, FLUX, SPY, WAREHOUSE, Seat, auctioned, drawn, kept, order, promo, win
from tests.rules.tables import CITIES, deck, finish_round, leave_all

KINDS = ("plant-bought", "plant-scrapped", "fuel-discarded", "card-passed-on", "card-drawn", "top-card-seen")


def spied(holder: int, cards: list[int | str] | None = None, chosen: tuple[str, ...] = (), **fields: Any) -> Game:
    """Phase 2 with a holder of the card; the order is that of the seats."""
    given = {"deck": cards or [24, 25, 26, 27, 28], "modules": {SPY: {"seat": holder}}, **fields}
    return promo("auctions", [SPY, *chosen], **given)


def buy(game: Game, plant: int | str, price: int, buyer: int | None = None) -> Sequence[Event]:
    """Let the deciding seat open the plant and buy it, or lose it to another seat."""
    opener = to_act(game)
    events = game.apply(Open(plant, price))
    while not game.view(None).players[opener if buyer is None else buyer].bought:
        events += game.apply(Bid(price + 1) if to_act(game) == buyer else Pass())
    return events


def holder_of(game: Game) -> int | None:
    seat: int | None = kept(game, SPY)["seat"]
    return seat


def story(events: Sequence[Event]) -> list[str]:
    return [e.kind for e in events if e.kind in KINDS]


def tops(game: Game) -> list[Any]:
    """What each seat, and then a spectator, sees of the top card; "-" for nothing."""
    seats: list[int | None] = [*range(len(purses(game))), None]
    return [game.view(seat).modules[SPY].get("top", "-") for seat in seats]


# --- given out -------------------------------------------------------------------------------------------------------


def begin_round(number: int, *cities: int, **fields: Any) -> tuple[Game, Sequence[Event]]:
    """The round before ends with the last run, of seat 2."""
    names = iter(CITIES)
    players: list[Seat] = [
        {"plants": [plant], "cities": [next(names) for _ in range(n)]}
        for plant, n in zip((3, 4, 13), cities, strict=True)
    ]
    given = {"round": number - 1, "step": 1, "deck": [24, 25, 26], "acted": [0, 1], **fields}
    game = promo("bureaucracy", [SPY, CONTRACT], *players, **given)
    return game, finish_round(game)


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(("cities", "last"), [((3, 2, 1), 2), ((1, 2, 3), 0), ((2, 2, 2), 0), ((2, 1, 2), 1)])
def test_in_round_2_the_last_in_order_gets_it_free(cities: tuple[int, ...], last: int) -> None:
    game, events = begin_round(2, *cities)
    assert (holder_of(game), order(game)[-1]) == (last, last)
    assert CardPassedOn(last, SPY) in events
    assert purses(game) == [50, 50, 60], "seat 2 has been paid for its run"


@pytest.mark.rule("Q6")
def test_before_round_2_nobody_has_it() -> None:
    game = promo("auctions", [SPY], {}, {}, {}, round=1, step=1, deck=[24, 25, 26, 27])
    for plant in (10, 11, 12):
        assert holder_of(game) is None
        game.apply(Open(plant, plant))
        while decision(game) == "bid":
            game.apply(Pass())
    assert (holder_of(game), tops(game)) == (None, ["-"] * 4)


@pytest.mark.rule("Q6")
def test_in_later_rounds_it_is_not_given_out_again() -> None:
    game, events = begin_round(3, 3, 2, 1, modules={SPY: {"seat": 1}})
    assert holder_of(game) == 1
    assert "card-passed-on" not in story(events)


@pytest.mark.rule("Q5a", "Q6")
def test_it_is_given_out_after_the_supply_contract_has_moved_its_owner() -> None:
    game, _ = begin_round(2, 3, 2, 1, modules={CONTRACT: {"seat": 1}}, order=[0, 2, 1])
    assert order(game) == [0, 2, 1]
    assert holder_of(game) == 1


# --- passed on -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q6", "EX16")
def test_the_fourth_in_order_gives_it_to_the_third() -> None:
    players: list[Seat] = [{"plants": [n], "money": 100} for n in (3, 4, 5, 6, 7)]
    game = promo("auctions", [SPY], *players, deck=[24, 25], sat_out=[0, 1, 2, 4], modules={SPY: {"seat": 3}})
    game.apply(Open(10, 10))
    assert holder_of(game) == 2


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(("seats", "holder", "after"), [([2, 0, 1], 0, 2), ([2, 0, 1], 1, 0), ([2, 0, 1], 2, 1)])
def test_it_goes_to_the_player_before_in_order_and_from_the_first_to_the_last(
    seats: list[int], holder: int, after: int
) -> None:
    game = spied(holder, order=seats, sat_out=[s for s in range(3) if s != holder])
    game.apply(Open(10, 10))
    assert holder_of(game) == after


@pytest.mark.rule("Q6")
def test_what_others_buy_does_not_move_it() -> None:
    game = spied(2)
    buy(game, 10, 10)
    buy(game, 11, 11)
    assert holder_of(game) == 2


@pytest.mark.rule("Q6")
def test_a_holder_who_buys_what_another_put_up_passes_it_on() -> None:
    game = spied(1)
    buy(game, 10, 10, buyer=1)
    assert (holder_of(game), asked(game)) == (0, (0, "auction"))
    buy(game, 11, 11)
    assert holder_of(game) == 2, "the new holder buys too: from the first to the last"


@pytest.mark.rule("Q6a", "A11")
def test_it_goes_before_the_replacement_is_drawn_and_after_scrapping() -> None:
    players: list[Seat] = [{"plants": [3, 4, 5], "fuel": {"coal": 8}, "money": 100}, {}, {}]
    game = promo("auctions", [SPY], *players, deck=[24, 25], sat_out=[1, 2], modules={SPY: {"seat": 0}})
    assert story(game.apply(Open(11, 11))) == ["plant-bought"]
    assert holder_of(game) == 0
    seen = ["plant-scrapped", "fuel-discarded", "card-passed-on", "card-drawn", "top-card-seen"]
    assert story(game.apply(Scrap(4))) == seen
    assert holder_of(game) == 2


@pytest.mark.rule("Q6a")
def test_an_extra_auction_finds_it_with_the_new_holder() -> None:
    """Seat 1 buys and passes it to seat 0; the warehouse is drawn, and 24 is on top during the auction."""
    game = spied(1, [WAREHOUSE, 24, 25], (WAREHOUSE,), sat_out=[2])
    events = buy(game, 10, 10, buyer=1)
    assert story(events) == ["plant-bought", "card-passed-on", "card-drawn", "top-card-seen"]
    assert auctioned(game) == (WAREHOUSE, 0)
    assert tops(game) == [24, "-", "-", "-"]


@pytest.mark.rule("Q6a")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_winning_an_extra_auction_moves_nothing(winner: int) -> None:
    game = spied(0, [WAREHOUSE, 24, 25], (WAREHOUSE,))
    leave_all(game)
    win(game, winner)
    assert holder_of(game) == 0


@pytest.mark.rule("Q6a", "Q2a")
def test_buying_the_flux_generator_passes_it_on() -> None:
    game = spied(1, [24, 25], (FLUX,), market=[31, 32, 33, FLUX], places=4, sat_out=[0, 2])
    game.apply(Open(FLUX, 33))
    assert holder_of(game) == 0


@pytest.mark.rule("Q6a", "Q5")
def test_it_goes_by_the_order_of_that_moment() -> None:
    """Seat 0 buys; the contract, which seat 1 wins, puts seat 2 before it: then seat 2 buys."""
    game = spied(2, [CONTRACT, 24, 25, 26], (CONTRACT,))
    buy(game, 10, 10)
    win(game, 1)
    assert order(game) == [0, 2, 1]
    buy(game, 11, 11)
    assert holder_of(game) == 0


@pytest.mark.rule("Q6a", "Q5")
def test_the_contract_that_the_replacement_brings_comes_too_late() -> None:
    """Seat 1 buys and passes it to seat 0 before seat 0 moves behind it."""
    game = spied(1, [CONTRACT, 24, 25, 26], (CONTRACT,))
    buy(game, 10, 10, buyer=1)
    win(game, 0)
    assert (order(game), holder_of(game)) == ([1, 0, 2], 0)


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q6")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_only_the_holder_sees_the_top_card(holder: int) -> None:
    expected: list[Any] = ["-"] * 4
    expected[holder] = 24
    game = spied(holder)
    assert tops(game) == expected
    assert [game.view(seat).modules[SPY]["seat"] for seat in (0, 1, 2, None)] == [holder] * 4


@pytest.mark.rule("Q6")
def test_at_any_time_it_is_the_card_that_is_drawn_next() -> None:
    game = spied(2)
    for plant in (10, 11):
        top = tops(game)[2]
        assert drawn(buy(game, plant, plant)) == [top]
    assert tops(game) == ["-", "-", 26, "-"]


@pytest.mark.rule("Q6")
def test_with_an_empty_deck_there_is_nothing_to_see() -> None:
    game = spied(2, [24])
    events = buy(game, 10, 10)
    assert tops(game) == ["-", "-", None, "-"]
    assert "top-card-seen" not in story(events)


@pytest.mark.rule("Q6", "T3a")
def test_after_the_step_3_shuffle_it_is_the_new_top_card() -> None:
    game = spied(2, ["step-3", 24, 25, 26], reshuffle=[26, 24, 25])
    events = buy(game, 10, 10)
    assert TopCardSeen(2, 26) in events
    assert tops(game) == ["-", "-", 26, "-"]


@pytest.mark.rule("Q6")
def test_the_holder_alone_is_told_when_the_top_card_changes() -> None:
    game = spied(2)
    events = buy(game, 10, 10)
    told = [e for e in events if isinstance(e, TopCardSeen)]
    assert told == [TopCardSeen(2, 25)]
    assert [told[0].seen_by(seat) for seat in (0, 1, 2, None)] == [None, None, TopCardSeen(2, 25), None]
    assert told[0].public() is None


@pytest.mark.rule("Q6")
def test_nobody_is_told_twice_of_the_same_card() -> None:
    game = spied(2)
    assert story(game.apply(SitOut())) == []
    assert story(game.apply(SitOut())) == []


@pytest.mark.rule("Q6")
def test_a_new_holder_is_told_at_once() -> None:
    game, events = begin_round(2, 3, 2, 1)
    top = deck(game)[0]
    assert TopCardSeen(2, top) in events
    events = buy(spied(0), 10, 10)
    assert [e for e in events if isinstance(e, TopCardSeen)] == [TopCardSeen(2, 25)]


@pytest.mark.rule("Q6", "I1")
def test_the_record_for_others_does_not_tell() -> None:
    game = spied(2)
    buy(game, 10, 10)
    told = [event["kind"] for row in game.to_json(hidden=False)["rows"] for event in row["events"]]
    assert "card-drawn" in told
    assert "top-card-seen" not in told


@pytest.mark.rule("Q6", "I1")
def test_two_games_that_differ_in_the_top_card_look_alike_to_the_others() -> None:
    one, other = spied(2, [24, 25, 26]), spied(2, [25, 24, 26])
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(2) != other.view(2)


@pytest.mark.rule("Q6", "I1")
def test_planning_a_move_does_not_show_the_top_card_to_who_would_get_it() -> None:
    """If seat 0 passes, seat 1 buys and passes it to seat 0, but only once seat 0 has really passed."""
    games = []
    for cards in ([24, 25, 26], [25, 24, 26]):
        game = spied(1, [*cards], sat_out=[2])
        game.apply(Open(10, 10))
        game.apply(Bid(11))
        assert asked(game) == (0, "bid")
        games.append(game)
    one, other = (game.preview([Pass()]) for game in games)
    assert (one.stopped, one.view.modules[SPY]["seat"]) == ("draw", 0)
    assert one.view == other.view
    assert one.events == other.events


@pytest.mark.rule("Q6", "U3")
def test_the_market_update_shows_the_holder_the_next_card() -> None:
    held = {SPY: {"seat": 1}}
    game = promo("bureaucracy", [SPY], {"plants": [13]}, {}, {}, to_act=0, order=[1, 2, 0], deck=[24, 25], modules=held)
    assert TopCardSeen(1, 25) in game.apply(Run())
