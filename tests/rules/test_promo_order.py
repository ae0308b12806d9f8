"""The Supply Contract: one place back at once and after every setting of the order."""

from typing import Any

import pytest

from stromnetz import Bid, Connect, Done, Game, Open, Pass, Run, SitOut
from stromnetz.engine.events import OrderSet
from tests.helpers import asked, decision, to_act
from tests.rules.promo_tables import CONTRACT, Seat, auctioned, drawn, kept, order, promo, win
from tests.rules.tables import CITIES, finish_round, leave_all

ECO: list[Seat] = [{"plants": [13], "money": 100}, {"plants": [18], "money": 100}, {"plants": [22], "money": 100}]
"""Three players who are asked in phase 5."""


def drawn_at_the_end_of_phase_2(players: int = 3) -> Game:
    """Nobody buys; the order is that of the seats."""
    seats: list[Seat] = [{"plants": [n]} for n in (3, 4, 5, 6, 7)[:players]]
    game = promo("auctions", [CONTRACT], *seats, deck=[CONTRACT, 24, 25, 26])
    leave_all(game)
    assert auctioned(game) == (CONTRACT, 0)
    return game


def lost(buyer: int, **fields: Any) -> Game:
    """Seat 0, first in order, has opened plant 10, but another seat bought it: the contract is drawn."""
    game = promo("auctions", [CONTRACT], **{"deck": [CONTRACT, 24, 25, 26, 27, 28], **fields})
    game.apply(Open(10, 10))
    while not game.view(None).players[buyer].bought:
        game.apply(Bid(11) if to_act(game) == buyer else Pass())
    return game


def openers(game: Game) -> list[int]:
    """The seats that open or leave from now on, if everyone leaves."""
    seats = []
    while decision(game) == "auction":
        seats.append(to_act(game))
        game.apply(SitOut())
    return seats


def builders(game: Game) -> list[int]:
    """The seats that build from now on, including the current one, if nobody builds."""
    seats = []
    while decision(game) == "build":
        seats.append(to_act(game))
        game.apply(Done())
    return seats


def runners(game: Game) -> list[int]:
    seats = []
    while decision(game) == "run":
        seats.append(to_act(game))
        game.apply(Run())
    return seats


# --- one place back --------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q5", "EX22")
def test_the_second_in_order_is_third_at_once() -> None:
    game = drawn_at_the_end_of_phase_2(players=4)
    events = win(game, 1)
    assert order(game) == [0, 2, 1, 3]
    assert OrderSet([0, 2, 1, 3]) in events
    assert kept(game, CONTRACT) == {"seat": 1, "plant": None}


@pytest.mark.rule("Q5", "Q5a")
@pytest.mark.parametrize(
    ("seat", "after"), [(0, [1, 0, 2, 3, 4]), (2, [0, 1, 3, 2, 4]), (3, [0, 1, 2, 4, 3]), (4, [0, 1, 2, 3, 4])]
)
def test_it_is_a_swap_with_the_next_and_the_last_stays_last(seat: int, after: list[int]) -> None:
    game = drawn_at_the_end_of_phase_2(players=5)
    win(game, seat)
    assert order(game) == after


@pytest.mark.rule("Q5")
def test_unsold_it_changes_nothing() -> None:
    game = drawn_at_the_end_of_phase_2()
    for _ in range(3):
        game.apply(Pass())
    assert order(game) == [0, 1, 2]


# --- after every setting of the order --------------------------------------------------------------------------------


def next_order(holder: int | None, *cities: int) -> list[int]:
    """The order of the next round when the seats have these cities and plants 3, 4 and 13."""
    names = iter(CITIES)
    seats: list[Seat] = [
        {"plants": [plant], "cities": [next(names) for _ in range(n)]}
        for plant, n in zip((3, 4, 13), cities, strict=True)
    ]
    modules = {} if holder is None else {CONTRACT: {"seat": holder}}
    last = [s for s in range(3) if s != holder] + ([] if holder is None else [holder])
    game = promo("bureaucracy", [CONTRACT], *seats, deck=[24, 25], order=last, modules=modules, acted=[0, 1])
    finish_round(game)
    return order(game)


@pytest.mark.rule("Q5", "Q5a", "O1")
@pytest.mark.parametrize(("holder", "after"), [(None, [0, 1, 2]), (0, [1, 0, 2]), (1, [0, 2, 1]), (2, [0, 1, 2])])
def test_after_phase_1_its_owner_goes_one_place_back(holder: int | None, after: list[int]) -> None:
    assert next_order(holder, 3, 2, 1) == after


@pytest.mark.rule("Q5a", "O1")
def test_it_follows_the_ties_of_the_order_too() -> None:
    assert next_order(None, 1, 1, 1) == [2, 1, 0]
    assert next_order(2, 1, 1, 1) == [1, 2, 0]


@pytest.mark.rule("Q5", "Q5a")
def test_in_every_round_it_is_one_place_from_where_the_rules_set_the_owner() -> None:
    """Not one place more each round: seat 2, first by its plant, is second again and again."""
    seats: list[Seat] = [{"plants": [3]}, {"plants": [4]}, {"plants": [13]}]
    held = {CONTRACT: {"seat": 2}}
    game = promo("bureaucracy", [CONTRACT], *seats, deck=[24, 25, 26, 27, 28], to_act=2, modules=held)
    for number in (6, 7, 8):
        while game.view(None).round < number:
            game.apply({"auction": SitOut(), "run": Run()}.get(decision(game), Done()))
        assert order(game) == [1, 2, 0]


@pytest.mark.rule("Q5", "Q5a")
def test_won_at_the_end_of_a_round_it_counts_twice() -> None:
    """The market update turns it up: seat 1 is second at once, and then one place behind where phase 1 puts it."""
    seats: list[Seat] = [{"plants": [3]}, {"plants": [13]}, {"plants": [18]}]
    game = promo("bureaucracy", [CONTRACT], *seats, deck=[CONTRACT, 24], order=[1, 0, 2], acted=[0, 1])
    game.apply(Run())
    events = win(game, 1)
    assert [list(e.order) for e in events if isinstance(e, OrderSet)] == [[0, 1, 2], [2, 0, 1]]


@pytest.mark.rule("Q5a", "O2")
def test_in_round_1_it_follows_the_order_after_phase_2() -> None:
    """Plants 14, 11 and 12 make 0, 2, 1; seat 0, which has the contract, is then second."""
    seats: list[Seat] = [{}, {}, {}]
    game = promo("auctions", [CONTRACT], *seats, round=1, step=1, deck=[24, CONTRACT, 25, 26])
    game.apply(Open(14, 14))
    game.apply(Pass())
    game.apply(Pass())
    game.apply(Open(11, 11))
    game.apply(Pass())
    win(game, 0)
    assert order(game) == [1, 0, 2]
    events = game.apply(Open(12, 12))
    assert [list(e.order) for e in events if isinstance(e, OrderSet)] == [[2, 0, 1]]


# --- in the middle of phase 2 ----------------------------------------------------------------------------------------


@pytest.mark.rule("Q5b", "A7")
@pytest.mark.parametrize(
    ("winner", "after", "asked_next"),
    [
        (0, [1, 0, 2], [1, 0]),  # the opener who lost lets the player now before them go first
        (1, [0, 2, 1], [0, 1]),
        (2, [0, 1, 2], [0, 1]),  # the last stays last
    ],
)
def test_an_opener_who_lost(winner: int, after: list[int], asked_next: list[int]) -> None:
    game = lost(buyer=2)
    win(game, winner)
    assert order(game) == after
    assert openers(game) == asked_next


@pytest.mark.rule("Q5b", "A7")
@pytest.mark.parametrize(("winner", "asked_next"), [(0, [0, 2]), (1, [0, 2]), (2, [0, 2])])
def test_who_has_bought_is_not_asked_again_wherever_they_stand(winner: int, asked_next: list[int]) -> None:
    game = lost(buyer=1)
    win(game, winner)
    assert openers(game) == asked_next


@pytest.mark.rule("Q5b", "A7")
@pytest.mark.parametrize(("winner", "asked_next"), [(0, [1, 2]), (1, [2, 1]), (2, [1, 2])])
def test_an_opener_who_bought(winner: int, asked_next: list[int]) -> None:
    game = promo("auctions", [CONTRACT], deck=[CONTRACT, 24, 25])
    game.apply(Open(10, 10))
    game.apply(Pass())
    game.apply(Pass())
    win(game, winner)
    assert openers(game) == asked_next


@pytest.mark.rule("Q5b", "A2")
def test_who_has_left_is_not_asked_again() -> None:
    """Seat 0 leaves, seat 1 opens and loses to seat 2; the contract moves seat 0 behind seat 1."""
    game = promo("auctions", [CONTRACT], deck=[CONTRACT, 24, 25])
    game.apply(SitOut())
    game.apply(Open(10, 10))
    game.apply(Bid(11))
    game.apply(Pass())
    win(game, 0)
    assert order(game) == [1, 0, 2]
    assert openers(game) == [1]


@pytest.mark.rule("Q5b", "F1")
def test_the_fuel_of_the_same_round_is_bought_by_the_new_order() -> None:
    game = promo("auctions", [CONTRACT], deck=[CONTRACT, 24, 25], fuel_market={"coal": 9, "oil": 9})
    leave_all(game)
    win(game, 0)
    seats = []
    while decision(game) == "fuel":
        seats.append(to_act(game))
        game.apply(Done())
    assert seats == [2, 0, 1]


# --- in the middle of phases 4 and 5 ---------------------------------------------------------------------------------


def interrupted(builder: int) -> Game:
    """In order 0, 1, 2 the builder's tenth city reveals the contract; the seats after the builder have built."""
    seats = [{**row, "cities": CITIES[:9] if seat == builder else []} for seat, row in enumerate(ECO)]
    game = promo("building", [CONTRACT], *seats, deck=[CONTRACT, 24, 25], to_act=builder)
    game.apply(Connect(CITIES[9]))
    return game


@pytest.mark.rule("Q5b", "B1")
@pytest.mark.parametrize(
    ("builder", "winner", "after", "asked_next"),
    [
        (2, 0, [1, 0, 2], [2, 0, 1]),
        (2, 1, [0, 2, 1], [2, 1, 0]),
        (2, 2, [0, 1, 2], [2, 1, 0]),
        (1, 0, [1, 0, 2], [1, 0]),
        (1, 1, [0, 2, 1], [1, 0]),  # seat 2 has built, though it is now before seat 1
        (1, 2, [0, 1, 2], [1, 0]),
        (0, 0, [1, 0, 2], [0]),  # seat 1 has built, though it is now first
        (0, 1, [0, 2, 1], [0]),
    ],
)
def test_the_builder_finishes_and_the_last_who_has_not_built_is_next(
    builder: int, winner: int, after: list[int], asked_next: list[int]
) -> None:
    game = interrupted(builder)
    win(game, winner)
    assert order(game) == after
    assert asked(game) == (builder, "build")
    assert builders(game) == asked_next


@pytest.mark.rule("Q5b", "U1")
@pytest.mark.parametrize(("winner", "asked_next"), [(0, [1, 0, 2]), (1, [0, 2, 1]), (2, [0, 1, 2])])
def test_drawn_when_step_2_begins_the_income_follows_the_new_order(winner: int, asked_next: list[int]) -> None:
    seats = [{**row, "cities": CITIES[:7] if seat == 0 else []} for seat, row in enumerate(ECO)]
    game = promo("building", [CONTRACT], *seats, step=1, deck=[CONTRACT, 24, 25], to_act=0)
    assert drawn(game.apply(Done())) == [CONTRACT]
    win(game, winner)
    assert runners(game) == asked_next


@pytest.mark.rule("Q5b", "B1", "U1")
def test_in_a_whole_round_nobody_acts_twice_or_is_skipped() -> None:
    """Won in phase 2; fuel and building go by the new order backwards, income by the new order."""
    game = promo("auctions", [CONTRACT], *ECO, deck=[CONTRACT, 24, 25, 26], fuel_market={"coal": 9})
    game.apply(Open(10, 10))
    game.apply(Pass())
    game.apply(Pass())
    win(game, 0)
    assert openers(game) == [1, 2]
    assert asked(game) == (0, "fuel"), "plant 10 alone can store something"
    game.apply(Done())
    assert builders(game) == [2, 0, 1]
    assert runners(game) == [1, 0, 2]
