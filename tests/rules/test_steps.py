"""The three steps: when each begins and what it changes; the plant market card by card."""

from typing import Any

import pytest

import stromnetz
from stromnetz import Connect, Done, Open, Pass, Run, SitOut
from stromnetz.engine.options import ConnectOption
from tests.helpers import asked, decision, position, refused, to_act
from tests.rules.tables import (
    CITIES,
    COLUMN,
    MARKET,
    RESHUFFLE,
    auctions,
    boxed,
    building,
    bureaucracy,
    deck,
    finish_round,
    frame,
    market,
    stock,
)

# --- steps 1 and 2 ---


@pytest.mark.rule("T1")
def test_the_game_starts_in_step_1() -> None:
    view = stromnetz.new_game("classic-2004", players=3, seed=1).view(None)
    assert (view.step, view.step_3) == (1, "to-come")
    assert view.current == [3, 4, 5, 6]
    assert [view.fuels[fuel].refill for fuel in ("oil", "garbage", "uranium")] == [2, 1, 1]


@pytest.mark.rule("T2")
def test_step_2_begins_with_phase_5() -> None:
    game = building(1, 6, [8, *MARKET[:7]], deck=[24, 25, "step-3"])
    game.apply(Connect("luebeck"))
    assert game.view(None).step == 1, "not yet in phase 4"
    events = game.apply(Done())
    assert frame(events) == ["bureaucracy", 2]
    assert boxed(events) == [(8, "T2")]
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 24]
    assert decision(game) == "run", "before income"
    events = game.apply(Run())
    assert stock(game) == COLUMN[2]
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 25]
    assert game.view(None).under_deck == [24]


@pytest.mark.rule("T2")
def test_one_city_too_few_leaves_step_1() -> None:
    game = building(1, 5, deck=[24, 25, "step-3"])
    game.apply(Connect("hannover"))
    events = finish_round(game)
    assert frame(events)[:2] == ["bureaucracy", "order"]
    assert boxed(events) == []
    assert stock(game) == COLUMN[1]
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 24]


@pytest.mark.rule("T2")
def test_step_2_begins_once() -> None:
    game = building(2, 8, deck=[24, 25, "step-3"])
    assert boxed(finish_round(game)) == []
    assert game.view(None).step == 2


@pytest.mark.rule("T2", "C9")
@pytest.mark.parametrize(("players", "cities"), [(2, 10), (3, 7), (4, 7), (5, 7), (6, 6)])
def test_step_2_by_number_of_players(players: int, cities: int) -> None:
    for count, step in ((cities - 1, 1), (cities, 2)):
        seats: list[dict[str, Any]] = [{"cities": CITIES[:count], "plants": [13]}, *({} for _ in range(players - 1))]
        assert position("bureaucracy", seats, round=5).view(None).step == step


@pytest.mark.rule("T2", "B4")
def test_second_places_open_in_the_round_after() -> None:
    game = building(1, 7, deck=[24, 25, 26, "step-3"])
    with refused("B4", game):
        game.apply(Connect("passau"))
    finish_round(game)
    for _ in range(3):
        game.apply(SitOut())
    game.apply(Connect("flensburg"))
    assert game.view(None).houses["flensburg"] == [0, to_act(game)]


@pytest.mark.rule("T2", "M3")
def test_an_obsolete_replacement_is_replaced_too() -> None:
    game = building(1, 7, deck=[5, 24, 25, "step-3"])
    assert boxed(game.apply(Done())) == [(10, "T2"), (5, "M3")]
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]


# --- "Step 3" is drawn ---


@pytest.mark.rule("T3")
def test_the_step_3_card_cannot_be_put_up() -> None:
    game = auctions(2, [10, 11, "step-3"], deck=[])
    assert game.view(None).current == [10, 11]
    with refused("T3", game):
        game.apply(Open("step-3", 99))


@pytest.mark.rule("T3")
def test_the_step_3_card_is_the_largest_and_never_boxed_for_a_plant() -> None:
    game = auctions(2, [50, "step-3"], deck=[])
    assert market(game) == [50, "step-3"]
    game.apply(SitOut())
    assert boxed(game.apply(SitOut())) == [(50, "A10"), ("step-3", "T3")]
    assert market(game) == []


@pytest.mark.rule("T3", "A10")
def test_alone_on_offer_it_is_not_boxed_as_the_smallest_plant() -> None:
    """Nothing can be opened, A10 removes nothing, and the step 3 change finds no plant to remove."""
    game = auctions(2, ["step-3"], places=1, deck=[24, 25])
    assert game.view(None).out_of_game == ["step-3"]
    assert (market(game), deck(game)) == ([], [24, 25])


@pytest.mark.rule("T3a")
def test_drawn_in_phase_2_it_lies_on_offer_and_auctions_go_on() -> None:
    game = auctions(2)
    game.apply(Open(10, 10))
    events = game.apply(Pass())
    assert [e.kind for e in events][-3:] == ["plant-bought", "card-drawn", "deck-shuffled"]
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, "step-3"]
    assert (game.view(None).step, game.view(None).step_3) == (2, "on-offer")
    assert game.view(None).current == [11, 12, 14, 15]
    assert deck(game) == RESHUFFLE
    assert asked(game) == (1, "auction")


@pytest.mark.rule("T3a")
def test_when_phase_2_ends_the_step_3_change_is_made() -> None:
    game = auctions(2)
    game.apply(Open(10, 10))
    game.apply(Pass())
    events = game.apply(Open(11, 11))
    assert boxed(events) == [("step-3", "T3"), (12, "T3")]
    assert market(game) == [14, 15, 16, 19, 20, 25]
    assert deck(game) == [26, 24]
    assert frame(events) == [3, "fuel", "building"]


@pytest.mark.rule("T3a")
def test_after_phase_2_refill_and_update_are_those_of_step_3() -> None:
    game = auctions(2, sat_out=[1, 2])
    game.apply(Open(10, 10))
    assert market(game) == [12, 14, 15, 16, 19, 20]
    assert boxed(finish_round(game)) == [(12, "U3")]
    assert stock(game) == COLUMN[3]
    assert market(game) == [14, 15, 16, 19, 20, 25]


@pytest.mark.rule("T3a")
def test_the_shuffle_forgets_what_lay_under_the_deck() -> None:
    game = auctions(2, sat_out=[1, 2], under_deck=[25, 26])
    assert game.view(None).under_deck == [25, 26]
    game.apply(Open(10, 10))
    assert game.view(None).under_deck == []


@pytest.mark.rule("T3b")
def test_drawn_in_phase_4_the_change_is_made_at_once() -> None:
    game = building(2, 9)
    events = game.apply(Connect("rostock"))
    assert boxed(events) == [(10, "M3"), ("step-3", "T3"), (11, "T3")]
    assert market(game) == [12, 14, 15, 16, 19, 20]
    assert deck(game) == RESHUFFLE
    assert (game.view(None).step, game.view(None).step_3) == (2, "changed")
    assert game.view(None).current == [12, 14, 15, 16]


@pytest.mark.rule("T3b")
def test_in_the_rest_of_phase_4_nobody_uses_a_place_of_step_3() -> None:
    game = building(2, 9)
    game.apply(Connect("rostock"))
    assert decision(game) == "build"
    with refused("B4", game):
        game.apply(Connect("passau"))


@pytest.mark.rule("T3b")
def test_after_phase_4_refill_and_update_are_those_of_step_3() -> None:
    game = building(2, 9)
    game.apply(Connect("rostock"))
    events = finish_round(game)
    assert frame(events)[:2] == [3, "bureaucracy"]
    assert stock(game) == COLUMN[3]
    assert boxed(events) == [(12, "U3")]
    assert market(game) == [14, 15, 16, 19, 20, 25]


@pytest.mark.rule("T3b")
def test_in_the_rest_of_phase_4_the_refill_shown_is_the_one_to_come() -> None:
    game = building(2, 9)
    fuels = game.view(None).fuels
    # step 3 may still begin: only what both columns bring is sure
    assert {fuel: row.refill for fuel, row in fuels.items()} == {f: min(COLUMN[2][f], COLUMN[3][f]) for f in fuels}
    assert {fuel: row.expected_refill for fuel, row in fuels.items()} == COLUMN[2]
    game.apply(Connect("rostock"))
    fuels = game.view(None).fuels
    assert {fuel: row.refill for fuel, row in fuels.items()} == COLUMN[3]
    assert {fuel: row.expected_refill for fuel, row in fuels.items()} == COLUMN[3]


@pytest.mark.rule("T3c")
def test_drawn_in_phase_5_the_refill_is_still_that_of_step_2() -> None:
    """The largest plant went under the deck, so it is shuffled with the others."""
    game = bureaucracy(2, reshuffle=[26, 20, 25, 24])
    events = game.apply(Run())
    assert boxed(events) == [("step-3", "T3"), (10, "T3")]
    assert market(game) == [11, 12, 14, 15, 16, 19]
    assert deck(game) == [26, 20, 25, 24]
    assert stock(game) == COLUMN[2]
    assert frame(events) == [3, "order", "auctions"]


@pytest.mark.rule("T4")
def test_in_step_3_all_six_plants_are_current() -> None:
    game = auctions(3, MARKET[:6], deck=[24, 25], sat_out=[1, 2])
    assert game.view(None).current == [10, 11, 12, 14, 15, 16]
    game.apply(Open(16, 16))
    assert market(game) == [10, 11, 12, 14, 15, 24]


@pytest.mark.rule("T4", "B4")
def test_in_step_3_a_city_has_three_places() -> None:
    game = building(3, 1, MARKET[:6], deck=[24])
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, ConnectOption)]
    assert next(o.place_cost for o in options if o.city == "passau") == 20


@pytest.mark.rule("T4", "U3")
def test_in_step_3_refill_and_update() -> None:
    game = bureaucracy(3, MARKET[:6], deck=[24, 25])
    assert boxed(game.apply(Run())) == [(10, "U3")]
    assert stock(game) == COLUMN[3]
    assert market(game) == [11, 12, 14, 15, 16, 24]
