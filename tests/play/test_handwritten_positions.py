"""Handwritten positions: automatic steps at that point are made, and what cannot be inferred must be given."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput
from tests.helpers import position

SPY, TAXES = "industrial-espionage", "taxes"
MARKET = [10, 11, 12, 14, 15, 16, 17, 18]
CITIES = ["essen", "duisburg", "dortmund", "muenster", "kassel", "osnabrueck", "duesseldorf"]
SEATS: list[dict[str, Any]] = [{"plants": [13], "money": 52, "cities": CITIES[:1]}, {"plants": [22], "money": 29}, {}]


@pytest.mark.rule("Q6")
@pytest.mark.parametrize("phase", ["order", "auctions", "fuel", "building"])
@pytest.mark.parametrize("round", [2, 3, 7])
def test_espionage_is_in_play_from_round_2_on(phase: str, round: int) -> None:
    modules: dict[str, Any] = {TAXES: "in the deck or gone"}
    given: dict[str, Any] = {"round": round, "options": {"promo": [SPY, TAXES]}, "modules": modules}
    assert position(phase, SEATS, **given).view(None).modules[SPY] == {"seat": 2}
    if phase != "order":
        modules[SPY] = {"seat": 1}
        assert position(phase, SEATS, **given).view(None).modules[SPY] == {"seat": 1}


@pytest.mark.rule("Q7", "Q7a")
@pytest.mark.parametrize("fields", [{}, {"to_act": 0}, {"acted": []}])
def test_taxes_beside_the_market_are_paid_when_phase_5_begins(fields: dict[str, Any]) -> None:
    given = {"step": 2, "order": [0, 1, 2], "options": {"promo": [TAXES]}, "modules": {TAXES: "beside the market"}}
    game = position("bureaucracy", SEATS, **given, **fields)
    assert (game.position.money, game.view(None).out_of_game) == ([42, 24, 40], [TAXES])
    later = position("bureaucracy", [*SEATS[:2], {"plants": [20], "fuel": {"coal": 3}}], **given, to_act=2)
    assert later.position.money == [52, 29, 50], "turned up in this phase, they wait for the next"
    with pytest.raises(BadInput, match="only until it is paid"):
        position("bureaucracy", SEATS, **{**given, "modules": {TAXES: "due"}}, to_act=1)


@pytest.mark.rule("M3", "M5")
@pytest.mark.parametrize("fields", [{}, {"to_act": 0}, {"sat_out": [1]}, {"bought": [1]}, {"modules": {}}])
def test_obsolete_plants_go_and_empty_places_are_filled(fields: dict[str, Any]) -> None:
    seats = [{"money": 50, "cities": CITIES}, {}, {}]
    game = position("auctions", seats, market=[6, 7, *MARKET[:5]], deck=[20, 5, 25, 26, 27], order=[0, 1, 2], **fields)
    assert game.view(None).current + game.view(None).future == [*MARKET[:5], 20, 25, 26]
    assert game.view(None).out_of_game == [6, 7, 5]


@pytest.mark.rule("M5")
def test_a_card_that_has_to_be_auctioned_first_is_named() -> None:
    with pytest.raises(BadInput, match="filling its 8 places brings a card that has to be auctioned"):
        position(
            "building", SEATS, market=MARKET[:7], deck=["theme-park", 20], options={"promo": ["theme-park"]}, to_act=1
        )


@pytest.mark.parametrize("market", [MARKET[:7], [3, *MARKET[:7]]])
def test_a_running_auction_has_a_complete_market(market: list[int]) -> None:
    auction = {"plant": 10, "bid": 10, "high": 0, "in": [0, 1]}
    seats: list[dict[str, Any]] = [{"cities": CITIES[:3]}, {}, {}]
    with pytest.raises(BadInput, match="every place of the market is filled"):
        position("auctions", seats, market=market, deck=[20], order=[0, 1, 2], to_act=1, auction=auction)


@pytest.mark.rule("T2")
def test_step_2_begins_with_phase_5() -> None:
    seats: list[dict[str, Any]] = [{"plants": [13], "cities": CITIES}, {"plants": [22]}, {}]
    game = position("bureaucracy", seats, market=MARKET, deck=[20, 25], order=[0, 1, 2], to_act=0)
    assert (game.view(None).step, game.view(None).out_of_game) == (2, [10])


@pytest.mark.rule("K2")
def test_the_order_of_all_companies_can_be_given_back() -> None:
    fields: dict[str, Any] = {"edition": "deluxe-europe", "map": "europe", "round": 3}
    game = position("auctions", [{"plants": [20]}, {"plants": [13]}], **fields)
    order = game.view(None).order
    assert order == [0, 2, 1]
    assert position("auctions", [{"plants": [20]}, {"plants": [13]}], order=order, **fields).view(None).order == order
    assert position("auctions", 2, order=[1, 0], **fields).view(None).order == [1, 2, 0]
    with pytest.raises(BadInput, match=r"\[1, 2, 0\], with the company that nobody plays in its place"):
        position("auctions", 2, order=[1, 0, 2], **fields)


@pytest.mark.rule("T2")
def test_in_the_middle_of_phase_5_step_2_has_begun() -> None:
    seats: list[dict[str, Any]] = [{"plants": [13], "cities": CITIES}, {"plants": [22]}, {}]
    given: dict[str, Any] = {"market": MARKET, "deck": [20, 25, "step-3"], "order": [0, 1, 2], "to_act": 1}
    assert position("bureaucracy", seats, **given).view(None).step == 2
    with pytest.raises(BadInput, match="give 'step' as 2"):
        position("bureaucracy", seats, step=1, **given)
    # nobody has had a turn yet: the phase begins here, and step 2 with it
    assert position("bureaucracy", seats, step=1, **{**given, "to_act": 0}).view(None).step == 2
    # after "Step 3" has come there is no step 2 any more
    late = {**given, "deck": [20, 25], "out_of_game": ["step-3"], "step_3": "changed", "market": MARKET[:6]}
    assert position("bureaucracy", seats, step=3, **late).view(None).step == 3
