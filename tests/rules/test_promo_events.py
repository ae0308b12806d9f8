"""Taxes, Shortage and Surplus: cards that take effect when drawn, or a little later."""

from collections.abc import Sequence
from typing import Any

import pytest

from stromnetz import Connect, Done, Event, Game, Open, Pass, Run, SitOut
from stromnetz.editions.modules.events import FuelMoved, TaxPaid
from tests.helpers import asked, decision, purses, to_act
from tests.rules.promo_tables import SHORTAGE, SURPLUS, TAXES, WAREHOUSE, Seat, auctioned, drawn, kept, promo, win
from tests.rules.tables import CITIES, MARKET, boxed, deck, finish_round, leave_all, market, stock

BESIDE = "beside the market"
GONE = "in the deck or gone"


def drawn_in_phase_2(**fields: Any) -> tuple[Game, Sequence[Event]]:
    """Nobody buys a plant: the card is drawn for plant 10, then 24."""
    game = promo("auctions", [TAXES], **{"deck": [TAXES, 24, 25, 26], **fields})
    return game, leave_all(game)


def taxed(events: Sequence[Event]) -> list[tuple[int, int]]:
    return [(e.seat, e.tax) for e in events if isinstance(e, TaxPaid)]


def rest_of_the_round(game: Game) -> Sequence[Event]:
    """Play on passively until the next round begins."""
    events: list[Event] = []
    number = game.view(None).round
    while game.view(None).round == number and to_act(game) >= 0:
        events += game.apply({"auction": SitOut(), "run": Run()}.get(decision(game), Done()))
    return events


# --- taxes: how much -------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q7", "EX15")
@pytest.mark.parametrize(
    ("money", "tax"),
    [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (99, 19), (100, 20), (101, 20)],
)
def test_every_fifth_elektro_is_paid(money: int, tax: int) -> None:
    players: list[Seat] = [{"plants": [13], "money": money}, {"money": 50}, {"money": 7}]
    game = promo("building", [TAXES], *players, deck=[24], to_act=0, modules={TAXES: BESIDE})
    events = game.apply(Done())
    assert taxed(events) == [(0, tax), (1, 10), (2, 1)]
    assert asked(game) == (0, "run")
    assert purses(game) == [money - tax, 40, 6]


@pytest.mark.rule("Q7", "Q7a")
def test_it_is_paid_before_the_income() -> None:
    """Seat 0 has 50, pays 10 and then earns 22; the others earn 10 for no city supplied."""
    players: list[Seat] = [{"plants": [13], "cities": CITIES[:1]}, {}, {}]
    game = promo("building", [TAXES], *players, deck=[24], to_act=0, modules={TAXES: BESIDE})
    events = game.apply(Done()) + game.apply(Run([13]))
    assert [e.kind for e in events if e.kind in ("tax-paid", "plants-ran")] == ["tax-paid"] * 3 + ["plants-ran"] * 3
    assert purses(game) == [62, 50, 50]


@pytest.mark.rule("Q7", "Q7a")
def test_it_is_paid_once_and_goes_to_the_box() -> None:
    game, _ = drawn_in_phase_2()
    events = rest_of_the_round(game)
    assert len(taxed(events)) == 3
    assert (TAXES, "Q7") in boxed(events)
    assert kept(game, TAXES) == GONE
    assert taxed(rest_of_the_round(game)) == []


# --- taxes: when -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q7")
def test_drawn_in_step_1_it_goes_under_the_deck() -> None:
    game, events = drawn_in_phase_2(step=1)
    assert drawn(events) == [TAXES, 24]
    assert deck(game) == [25, 26, TAXES]
    assert (game.view(None).under_deck, kept(game, TAXES)) == ([TAXES], GONE)
    assert market(game) == [*MARKET[1:], 24]
    assert taxed(rest_of_the_round(game)) == []


@pytest.mark.rule("Q7")
@pytest.mark.parametrize(("step", "offer"), [(2, MARKET), (3, MARKET[:6])])
def test_drawn_later_it_lies_beside_the_market_until_phase_5(step: int, offer: list[int]) -> None:
    game, events = drawn_in_phase_2(step=step, market=offer)
    assert drawn(events) == [TAXES, 24]
    assert (kept(game, TAXES), TAXES in deck(game)) == (BESIDE, False)
    assert market(game) == [*offer[1:], 24]
    assert taxed(events) == []
    assert taxed(rest_of_the_round(game)) == [(0, 20), (1, 20), (2, 20)]


@pytest.mark.rule("Q7")
def test_drawn_in_phase_4_it_is_paid_in_this_round() -> None:
    players: list[Seat] = [{"cities": CITIES[:9], "money": 116}, {}, {}]
    game = promo("building", [TAXES], *players, to_act=0, deck=[TAXES, 24, 25])
    assert drawn(game.apply(Connect("rostock"))) == [TAXES, 24]
    assert asked(game) == (0, "build")
    assert taxed(game.apply(Done())) == [(0, 20), (1, 10), (2, 10)]


@pytest.mark.rule("Q7")
def test_drawn_in_phase_5_it_waits_for_the_next_round() -> None:
    game = promo("bureaucracy", [TAXES], {"plants": [13]}, {}, {}, to_act=0, order=[1, 2, 0], deck=[TAXES, 24, 25])
    assert taxed(game.apply(Run())) == []
    assert (game.view(None).round, kept(game, TAXES)) == (6, BESIDE)
    assert len(taxed(rest_of_the_round(game))) == 3


@pytest.mark.rule("Q7a", "T2", "T6")
def test_drawn_when_step_2_begins_it_waits_for_the_next_round() -> None:
    players: list[Seat] = [{"plants": [13], "cities": CITIES[:7]}, {}, {}]
    game = promo("building", [TAXES], *players, step=1, to_act=0, deck=[TAXES, 24, 25])
    events = game.apply(Done())
    assert drawn(events) == [TAXES, 24]
    assert (taxed(events), kept(game, TAXES), asked(game)) == ([], BESIDE, (0, "run"))
    assert taxed(finish_round(game)) == []
    assert len(taxed(rest_of_the_round(game))) == 3


@pytest.mark.rule("Q7a", "T2")
def test_the_change_of_step_2_with_its_auction_comes_before_the_taxes() -> None:
    """Seat 1 has paid 50 of its 100 for the warehouse when the taxes are due."""
    players: list[Seat] = [{"plants": [13], "cities": CITIES[:7], "money": 100}, {"money": 100}, {}]
    held = {TAXES: BESIDE}
    cards = [WAREHOUSE, 24, 25]
    game = promo("building", [TAXES, WAREHOUSE], *players, step=1, to_act=0, deck=cards, modules=held)
    assert taxed(game.apply(Done())) == []
    assert auctioned(game) == (WAREHOUSE, 0)
    assert taxed(win(game, 1, 50)) == [(0, 20), (1, 10), (2, 10)]


@pytest.mark.rule("Q7a", "E1")
def test_the_game_ends_before_taxes() -> None:
    players: list[Seat] = [{"plants": [13], "cities": CITIES[:17]}, {}, {}]
    game = promo("building", [TAXES], *players, market=[27, 28], deck=[], to_act=0, modules={TAXES: BESIDE})
    assert taxed(game.apply(Done())) == []
    assert game.result is not None
    assert purses(game) == [50, 50, 50]


@pytest.mark.rule("Q7b", "T3a")
def test_after_step_3_was_drawn_in_step_1_it_still_goes_under_the_deck() -> None:
    cards = ["step-3", 24, 25, 26, TAXES]
    game = promo("auctions", [TAXES], step=1, deck=cards, reshuffle=[TAXES, 24, 25, 26], sat_out=[2])
    game.apply(Open(10, 10))
    assert drawn(game.apply(Pass())) == ["step-3"]
    events = game.apply(Open(11, 11))
    assert drawn(events) == [TAXES, 24, 25], "one for plant 11, one for the change of step 2"
    assert (deck(game), kept(game, TAXES)) == ([26, TAXES], GONE)


@pytest.mark.rule("Q7b", "T3c")
@pytest.mark.parametrize(("step", "state"), [(1, GONE), (2, BESIDE)])
def test_in_the_phase_in_which_step_3_is_drawn_the_step_before_holds(step: int, state: str) -> None:
    """Two places are empty when "Step 3" turns up in phase 4: drawing goes on until six are filled."""
    players: list[Seat] = [{"cities": CITIES[:9], "money": 200}, {}, {}]
    given = {"market": MARKET[:6], "open_places": 8, "deck": ["step-3", TAXES, 24, 25], "reshuffle": [TAXES, 24, 25]}
    game = promo("building", [TAXES], *players, to_act=0, step=step, **given)
    assert drawn(game.apply(Connect("rostock")))[:3] == ["step-3", TAXES, 24]
    assert kept(game, TAXES) == state


@pytest.mark.rule("Q7b", "M2")
@pytest.mark.parametrize(("cards", "there"), [([TAXES], []), ([TAXES, 24], [24]), ([24, TAXES], [24])])
def test_in_step_1_it_is_not_drawn_as_the_only_card_of_the_deck(cards: list[int | str], there: list[int]) -> None:
    """Two places are to be filled."""
    game, _ = drawn_in_phase_2(step=1, deck=cards, market=MARKET[:7], open_places=8)
    assert market(game) == [*MARKET[1:7], *there]
    assert deck(game) == [TAXES]
    assert asked(game)[1] == "build"


@pytest.mark.rule("Q7b", "Q7")
def test_in_step_2_it_is_drawn_as_the_only_card_too() -> None:
    game, events = drawn_in_phase_2(deck=[TAXES])
    assert drawn(events) == [TAXES]
    assert (deck(game), kept(game, TAXES)) == ([], BESIDE)


# --- shortage and surplus --------------------------------------------------------------------------------------------


def fuel_card(card: str, there: dict[str, int], *players: Seat) -> tuple[Game, Sequence[Event]]:
    """The card is drawn at the end of phase 2; amounts that are not given are 0."""
    before = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0} | there
    game = promo("auctions", [card], *(players or ({}, {}, {})), deck=[card, 24, 25], fuel_market=before)
    return game, leave_all(game)


@pytest.mark.rule("Q9", "Q11")
@pytest.mark.parametrize(
    ("there", "fuel", "gone"),
    [
        ({"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}, "coal", 3),  # 1, 3, 7, 14
        ({"coal": 6, "oil": 7, "garbage": 6, "uranium": 2}, "oil", 3),  # 7, 6, 7, 14
        ({"coal": 6, "oil": 6, "garbage": 10, "uranium": 7}, "garbage", 3),  # 7, 7, 5, 6
        ({"coal": 9, "oil": 9, "garbage": 9, "uranium": 8}, "uranium", 1),  # 6, 6, 6, 5
        ({"coal": 5, "oil": 6, "garbage": 4, "uranium": 6}, "coal", 3),  # all 7
        ({"coal": 3, "oil": 6, "garbage": 4, "uranium": 6}, "oil", 3),  # 8, then all 7
        ({"coal": 3, "oil": 3, "garbage": 4, "uranium": 6}, "garbage", 3),  # 8, 8, 7, 7
        ({"oil": 3, "garbage": 3}, "oil", 3),  # coal, which is sold out, is not cheapest
        ({"uranium": 1}, "uranium", 1),
    ],
)
def test_shortage_takes_three_of_the_cheapest_fuel_and_of_uranium_one(
    there: dict[str, int], fuel: str, gone: int
) -> None:
    game, events = fuel_card(SHORTAGE, there)
    after = {name: there.get(name, 0) for name in stock(game)}
    assert stock(game) == after | {fuel: after[fuel] - gone}
    assert FuelMoved(fuel, gone, "supply") in events
    total = 12 if fuel == "uranium" else 24
    assert game.view(None).fuels[fuel].supply == total - stock(game)[fuel]


@pytest.mark.rule("Q9a")
def test_the_cheapest_markers_go() -> None:
    game, _ = fuel_card(SHORTAGE, {"coal": 24})
    assert game.view(None).fuels["coal"].price == 2


@pytest.mark.rule("Q9a")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_fewer_than_three_all_go(count: int) -> None:
    game, _ = fuel_card(SHORTAGE, {"garbage": count, "uranium": 1})
    assert stock(game) == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 1}


@pytest.mark.rule("Q9a", "Q9")
def test_with_an_empty_market_nothing_goes_and_another_card_is_drawn() -> None:
    game, events = fuel_card(SHORTAGE, {})
    assert [e for e in events if isinstance(e, FuelMoved)] == []
    assert boxed(events) == [(10, "A10"), (SHORTAGE, "Q9")]
    assert drawn(events) == [SHORTAGE, 24]
    assert market(game) == [*MARKET[1:], 24]


@pytest.mark.rule("Q10", "Q11")
@pytest.mark.parametrize(
    ("there", "fuel", "more"),
    [
        ({"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}, "uranium", 1),  # 1, 3, 7, 14
        ({"coal": 6, "oil": 3, "garbage": 6, "uranium": 6}, "oil", 3),  # 7, 8, 7, 7
        ({"coal": 6, "oil": 4, "garbage": 5, "uranium": 6}, "coal", 3),  # all 7
        ({"coal": 9, "oil": 4, "garbage": 5, "uranium": 6}, "oil", 3),  # 6, then all 7
        ({"coal": 9, "oil": 9, "garbage": 5, "uranium": 6}, "garbage", 3),  # 6, 6, 7, 7
        ({"coal": 9, "oil": 0, "garbage": 3, "uranium": 5}, "oil", 3),  # sold out counts as 8, as do the next two
        ({"coal": 0, "oil": 0, "garbage": 0, "uranium": 5}, "coal", 3),
        ({"coal": 0, "oil": 0, "garbage": 0, "uranium": 4}, "uranium", 1),  # 10
        ({"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}, "uranium", 1),  # sold out counts as 16
    ],
)
def test_surplus_adds_three_of_the_dearest_fuel_and_of_uranium_one(there: dict[str, int], fuel: str, more: int) -> None:
    game, events = fuel_card(SURPLUS, there)
    assert stock(game) == there | {fuel: there[fuel] + more}
    assert FuelMoved(fuel, more, "market") in events


@pytest.mark.rule("Q9a", "U2")
def test_surplus_puts_them_on_the_dearest_free_spaces() -> None:
    game, _ = fuel_card(SURPLUS, {"coal": 1, "oil": 24, "garbage": 24, "uranium": 12})
    assert (stock(game)["coal"], game.view(None).fuels["coal"].price) == (4, 7)


@pytest.mark.rule("Q10")
@pytest.mark.parametrize(("held", "supply"), [(3, 3), (4, 2), (5, 1), (6, 0)])
def test_surplus_has_only_what_the_supply_has_and_no_second_fuel(held: int, supply: int) -> None:
    """Coal is the dearest: none in the market, 18 markers and those of seat 1 on plants."""
    players: list[Seat] = [
        {"plants": [31, 36, 42], "fuel": {"coal": 16}},
        {"plants": [8], "fuel": {"coal": held}},
        {"plants": [4], "fuel": {"coal": 2}},
    ]
    there = {"oil": 21, "garbage": 21, "uranium": 11}
    game, events = fuel_card(SURPLUS, there, *players)
    assert stock(game) == {"coal": min(3, supply), **there}
    assert drawn(events) == [SURPLUS, 24]
    assert boxed(events) == [(10, "A10"), (SURPLUS, "Q10")]


@pytest.mark.rule("Q9", "Q10")
def test_one_after_the_other_both_take_effect() -> None:
    there = {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
    game = promo("auctions", [SHORTAGE, SURPLUS], deck=[SHORTAGE, SURPLUS, 24], fuel_market=there)
    assert drawn(leave_all(game)) == [SHORTAGE, SURPLUS, 24]
    assert stock(game) == {"coal": 21, "oil": 18, "garbage": 6, "uranium": 3}


@pytest.mark.rule("Q9", "U2")
def test_drawn_by_the_market_update_it_meets_the_market_after_the_refill() -> None:
    given = {"deck": [SHORTAGE, 24], "order": [1, 2, 0], "to_act": 0}
    game = promo("bureaucracy", [SHORTAGE], {"plants": [13]}, {}, {}, **given)
    game.apply(Run())
    assert stock(game) == {"coal": 2, "oil": 3, "garbage": 2, "uranium": 1}, "of 5, 3, 2 and 1"
