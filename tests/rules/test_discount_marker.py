"""The discount marker of North America: its position, its effect on bids, and the end of phase 2."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Connect, Done, Game, Open, Pass, Scrap, SitOut
from stromnetz.editions.modules.events import MarkerLaid, MarkerRemoved
from stromnetz.engine.events import PlantBought
from tests.helpers import decision, position, refused
from tests.rules.tables import Cards, boxed, buy, deck, finish_round, frame, leave_all, market

Seat = dict[str, Any]

MARKET = [10, 11, 12, 13, 14, 15, 16, 17]
DECK: Cards = [20, 25, 30, 31, "step-3"]
NO_FUEL = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}
FIVE = ["seattle", "portland", "vancouver", "calgary", "edmonton"]


def america(phase: str, players: list[Seat], **fields: Any) -> Game:
    given = {"round": 5, "order": [0, 1, 2], "market": MARKET, "deck": DECK, "fuel_market": NO_FUEL, **fields}
    return position(phase, players, edition="deluxe-north-america", map="north-america", **given)


def phase_2(market: Cards = MARKET, deck: Cards = DECK, first: Seat | None = None, **fields: Any) -> Game:
    """Phase 2 has just begun: seat 0 is first of three with 100 Elektro each and no plants."""
    seats: list[Seat] = [{"money": 100, **(first or {})}, {"money": 100}, {"money": 100}]
    return america("order", seats, market=market, deck=deck, **fields)


def marker(game: Game) -> int | str | None:
    """The plant with the marker, as all players see it."""
    on: int | str | None = game.view(None).modules["discount-marker"]
    return on


# --- where it lies ---


@pytest.mark.rule("N1")
def test_it_lies_on_the_smallest_plant_when_phase_2_begins() -> None:
    game = stromnetz.new_game("deluxe-north-america", players=4, seed=3)
    view = game.view(None)
    assert marker(game) == view.current[0]
    assert game.rows[0].events[-1] == MarkerLaid(view.current[0], 1)
    assert view.minimum_bids == [1, *view.current[1:]]


@pytest.mark.rule("N1")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_everybody_sees_the_minimum_bids(seat: int | None) -> None:
    view = phase_2().view(seat)
    assert view.current == [10, 11, 12, 13]
    assert view.minimum_bids == [1, 11, 12, 13]
    assert view.modules == {"discount-marker": 10}


@pytest.mark.rule("N1", "A1")
def test_the_marked_plant_opens_with_1() -> None:
    game = phase_2()
    assert game.legal_moves[0] == Open(10, 1)
    with refused("A1", game) as refusal:
        game.apply(Open(10, 0))
    assert refusal.error.facts["minimum"] == 1
    assert PlantBought(0, 10, 1) in buy(game, 10, 1)


@pytest.mark.rule("N1", "A1")
@pytest.mark.parametrize("plant", [11, 12, 13])
def test_all_others_open_with_their_number(plant: int) -> None:
    game = phase_2()
    with refused("A1", game) as refusal:
        game.apply(Open(plant, plant - 1))
    assert refusal.error.facts["minimum"] == plant
    assert game.is_legal(Open(plant, plant))


@pytest.mark.rule("N1", "A4")
def test_raises_go_on_from_1() -> None:
    game = phase_2()
    game.apply(Open(10, 1))
    with refused("A4", game):
        game.apply(Bid(1))
    game.apply(Bid(2))
    game.apply(Pass())
    assert PlantBought(1, 10, 2) in game.apply(Pass())


@pytest.mark.rule("N1", "A3", "A3a")
def test_in_round_1_who_has_1_elektro_must_buy() -> None:
    game = phase_2(round=1, first={"money": 1})
    with refused("A3", game):
        game.apply(SitOut())
    assert list(game.legal_moves) == [Open(10, 1)]
    assert list(phase_2(round=1, first={"money": 0}).legal_moves) == [SitOut()]


@pytest.mark.rule("N1")
def test_it_is_laid_anew_every_round() -> None:
    """10 goes by N3 and 20 comes; the market update puts 20 under the deck and 25 comes."""
    game = phase_2()
    events = [*leave_all(game), *finish_round(game)]
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 25]
    assert events[-1] == MarkerLaid(11, 1)
    assert (marker(game), game.view(None).minimum_bids) == (11, [1, 12, 13, 14])


@pytest.mark.rule("N1", "T4")
def test_in_step_3_it_lies_on_the_smallest_of_six() -> None:
    game = phase_2([20, 21, 22, 23, 24, 25], [30, 31], step=3)
    assert game.view(None).minimum_bids == [1, 21, 22, 23, 24, 25]
    leave_all(game)
    assert market(game) == [21, 22, 23, 24, 25, 30]


@pytest.mark.rule("N1", "T9")
def test_without_a_plant_on_offer_there_is_nothing_to_mark() -> None:
    game = phase_2([], [])
    assert (decision(game), marker(game), game.view(None).minimum_bids) == ("build", None, [])


# --- a smaller plant ---


@pytest.mark.rule("N2")
def test_a_smaller_plant_removes_it() -> None:
    game = phase_2(deck=[9, 20, "step-3"])
    events = buy(game, 11)
    assert events[-1] == MarkerRemoved(10)
    assert (marker(game), game.view(None).minimum_bids) == (None, [9, 10, 12, 13])


@pytest.mark.rule("N2", "A1")
@pytest.mark.parametrize("plant", [9, 10])
def test_without_the_marker_both_plants_have_their_regular_minimum(plant: int) -> None:
    game = phase_2(deck=[9, 20, "step-3"])
    buy(game, 11)
    with refused("A1", game):
        game.apply(Open(plant, plant - 1))
    assert game.is_legal(Open(plant, plant))


@pytest.mark.rule("N2")
def test_a_larger_plant_does_not_remove_it() -> None:
    game = phase_2(deck=[18, 25, "step-3"])
    buy(game, 11)
    assert (marker(game), game.view(None).minimum_bids) == (10, [1, 12, 13, 14])


@pytest.mark.rule("N2", "M3")
@pytest.mark.parametrize(
    ("cities", "out", "bids", "lies_on"), [(5, [(5, "M3")], [1, 12, 13, 14], 10), (4, [], [5, 10, 12, 13], None)]
)
def test_a_plant_boxed_at_once_does_not_remove_it(
    cities: int, out: list[tuple[int, str]], bids: list[int], lies_on: int | None
) -> None:
    game = phase_2(deck=[5, 20, "step-3"], first={"cities": FIVE[:cities]})
    assert boxed(buy(game, 11)) == out
    assert (marker(game), game.view(None).minimum_bids) == (lies_on, bids)


@pytest.mark.rule("N2")
def test_it_does_not_come_back_in_this_phase() -> None:
    """9 enters, 9 is sold, and 10 is the smallest again."""
    game = phase_2(deck=[9, 20, 25, "step-3"])
    buy(game, 11)
    buy(game, 9)
    assert (marker(game), game.view(None).minimum_bids) == (None, [10, 12, 13, 14])


@pytest.mark.rule("N1", "N2")
def test_it_comes_back_in_the_next_phase_2() -> None:
    game = phase_2(deck=[9, 20, "step-3"])
    buy(game, 11)
    leave_all(game)
    finish_round(game)
    assert (marker(game), game.view(None).minimum_bids) == (9, [1, 10, 12, 13])


@pytest.mark.rule("N2", "N3")
def test_when_it_was_removed_nothing_happens_at_the_end() -> None:
    game = phase_2(deck=[9, 20, "step-3"])
    buy(game, 11)
    assert boxed(leave_all(game)) == []
    assert market(game) == [9, 10, 12, 13, 14, 15, 16, 17]


# --- the end of phase 2 ---


@pytest.mark.rule("N3")
def test_the_unsold_plant_goes_to_the_box_and_is_replaced() -> None:
    game = phase_2()
    buy(game, 11)
    assert market(game) == [10, 12, 13, 14, 15, 16, 17, 20]
    assert boxed(leave_all(game)) == [(10, "N3")]
    assert market(game) == [12, 13, 14, 15, 16, 17, 20, 25]


@pytest.mark.rule("N3", "A10")
def test_when_nobody_buys_only_the_marked_plant_goes() -> None:
    game = phase_2()
    assert boxed(leave_all(game)) == [(10, "N3")]
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 20]
    assert marker(game) is None  # in all other phases


@pytest.mark.rule("N3", "A10")
def test_when_it_was_sold_nothing_happens_at_the_end() -> None:
    game = phase_2()
    assert [e.kind for e in buy(game, 10, 1)][-3:] == ["plant-bought", "marker-removed", "card-drawn"]
    assert marker(game) is None
    assert boxed(leave_all(game)) == []
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 20]


@pytest.mark.rule("N2", "N3")
def test_a_smaller_plant_after_the_sale_is_not_marked() -> None:
    game = phase_2(deck=[9, 20, "step-3"])
    assert [e.kind for e in buy(game, 10, 1)].count("marker-removed") == 1
    assert game.view(None).minimum_bids == [9, 11, 12, 13]
    assert boxed(leave_all(game)) == []


@pytest.mark.rule("N3", "O2")
def test_round_1_is_no_exception() -> None:
    game = phase_2(round=1)
    events = [event for plant in (11, 12, 13) for event in buy(game, plant)]
    assert boxed(events) == [(10, "N3")]
    assert market(game) == [14, 15, 16, 17, 20, 25, 30, 31]
    assert game.view(None).order == [2, 1, 0]


@pytest.mark.rule("N3", "M3")
def test_an_obsolete_replacement_is_replaced_too() -> None:
    game = phase_2(deck=[5, 20, "step-3"], first={"cities": FIVE})
    assert boxed(leave_all(game)) == [(10, "N3"), (5, "M3")]
    assert market(game) == [11, 12, 13, 14, 15, 16, 17, 20]


@pytest.mark.rule("N4", "T8")
@pytest.mark.parametrize(
    ("step", "out", "left", "rest"),
    [
        (2, [(10, "N3"), ("step-3", "T3"), (11, "T3")], [12, 13, 14, 15, 16, 17], [25, 20]),
        (1, [(10, "N3"), (11, "T5"), ("step-3", "T3"), (12, "T3")], [13, 14, 15, 16, 17, 25], [20]),
    ],
)
def test_step_3_as_its_replacement(
    step: int, out: list[tuple[int | str, str]], left: list[int], rest: list[int]
) -> None:
    game = phase_2(deck=["step-3", 20, 25], reshuffle=[25, 20], step=step)
    events = leave_all(game)
    assert boxed(events) == out
    assert (market(game), deck(game)) == (left, rest)
    assert frame(events) == [3, "fuel", "building"]


@pytest.mark.rule("N3", "T8", "T3a")
@pytest.mark.parametrize(
    ("step", "out", "left"),
    [
        (2, [(10, "N3"), ("step-3", "T3"), (12, "T3")], [13, 14, 15, 16, 17, 25]),
        (1, [(10, "N3"), (12, "T5"), ("step-3", "T3"), (13, "T3")], [14, 15, 16, 17, 20, 25]),
    ],
)
def test_unsold_first_then_step_3(step: int, out: list[tuple[int | str, str]], left: list[int]) -> None:
    """ "Step 3" came for plant 11 and lies on offer: 25 replaces the marked plant, and in step 1 20 the one of T5."""
    game = phase_2(deck=["step-3", 20, 25, 30], reshuffle=[25, 20, 30], step=step)
    buy(game, 11)
    assert market(game) == [10, 12, 13, 14, 15, 16, 17, "step-3"]
    assert marker(game) == 10  # "Step 3" is no smaller plant
    assert boxed(leave_all(game)) == out
    assert market(game) == left


# --- step 2 ---


@pytest.mark.rule("N6", "T2")
def test_step_2_replaces_the_smallest_plant() -> None:
    seats: list[Seat] = [{"money": 200, "plants": [24], "cities": [*FIVE, "regina"]}, {}, {}]
    game = america("building", seats, to_act=0, market=[8, *MARKET[:7]])
    game.apply(Connect("winnipeg"))
    events = game.apply(Done())
    assert (boxed(events), frame(events)) == ([(8, "T2")], ["bureaucracy", 2])
    assert market(game) == [10, 11, 12, 13, 14, 15, 16, 20]


# --- positions and records ---


@pytest.mark.rule("N1")
def test_a_saved_position_keeps_it() -> None:
    game = phase_2()
    game.apply(Open(10, 1))
    again = stromnetz.parse_position(game.position_json())
    assert again.position == game.position
    assert marker(again) == 10


@pytest.mark.rule("N1", "A11")
def test_a_position_keeps_it_while_its_buyer_has_to_scrap() -> None:
    game = phase_2(first={"plants": [21, 22, 24]})
    buy(game, 10, 1)
    assert decision(game) == "scrap"
    again = stromnetz.parse_position(game.position_json())
    again.apply(Scrap(21))
    assert marker(again) is None
    assert boxed(leave_all(again)) == []


@pytest.mark.rule("N1", "N3")
def test_a_record_is_replayed() -> None:
    game = stromnetz.new_game("deluxe-north-america", players=3, seed=5)
    buy(game, int(game.view(None).current[0]), 1)
    assert stromnetz.parse_game(game.to_json()) == game


@pytest.mark.rule("N1")
def test_a_hand_written_position_says_where_it_lies() -> None:
    seats: list[Seat] = [{"money": 100}, {}, {}]
    sold = {"order": [1, 0, 2], "bought": [1]}
    assert america("auctions", seats, **sold, modules={"discount-marker": 10}).view(None).minimum_bids[0] == 1
    assert america("auctions", seats, **sold, modules={"discount-marker": None}).view(None).minimum_bids[0] == 10
    with pytest.raises(BadInput, match="say in 'modules' where 'discount-marker' lies now"):
        america("auctions", seats, **sold)


@pytest.mark.rule("N1")
@pytest.mark.parametrize(
    "fields",
    [{}, {"to_act": 0}, {"to_act": 1}, {"sat_out": [0]}, {"modules": {}}, {"modules": {"discount-marker": None}}],
)
def test_where_nobody_has_bought_it_lies_on_the_smallest_plant(fields: dict[str, Any]) -> None:
    seats: list[Seat] = [{"money": 100}, {"money": 100}, {}]
    game = america("auctions", seats, order=[0, 1, 2], **fields)
    assert game.view(None).minimum_bids == [1, 11, 12, 13]


@pytest.mark.rule("N1")
@pytest.mark.parametrize("card", [20, 41, "step-3"])
def test_it_lies_on_a_plant_on_offer(card: int | str) -> None:
    with pytest.raises(BadInput):
        america("auctions", [{}] * 3, market=[*MARKET[:7], "step-3"], deck=[20], modules={"discount-marker": card})
