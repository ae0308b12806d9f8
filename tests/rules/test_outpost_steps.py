"""The steps of Outpost and what they do to its piles (L21, L22, L22a, T5 to T9)."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import Done, Game, Open, SitOut
from stromnetz.editions.outpost.moves import Build
from stromnetz.editions.outpost.options import BuildOption
from tests.helpers import asked, refused
from tests.rules.outpost_tables import (
    CENTRAL,
    DECK,
    EAST,
    MARKET,
    RICH,
    Card,
    Cards,
    Seat,
    buy,
    deck,
    discounts,
    finish_round,
    last_turn,
    market,
    new,
    piled,
    piles,
    selling,
    table,
    told,
)
from tests.rules.tables import boxed, frame, leave_all

Boxed = list[tuple[Card, str]]
STEP_3: Cards = ["step-3", 44, 45, 46]
RESHUFFLE: Cards = [46, 44, 45]
SMALL: Cards = [13, "16c", 22, 23, 24, 25, 33, 34]


def owning(cities: int, *others: Seat) -> list[Seat]:
    """Seat 0 with this many cities, seat 1 with one in the east."""
    return [{"money": RICH, "cities": CENTRAL[:cities]}, {"money": RICH, "cities": EAST[:1]}, {"money": RICH}, *others]


def place_cost(game: Game, city: str) -> int:
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, BuildOption)]
    return next(o.place_cost for o in options if (o.city, o.site) == (city, "house"))


# --- steps 1 and 2 ---


@pytest.mark.rule("L0", "T1", "B4")
def test_the_game_begins_in_step_1_with_one_house_per_city() -> None:
    assert (new().view(None).step, new().view(None).step_3) == (1, "to-come")
    game = last_turn(players=owning(2))
    with refused("B4", game):
        game.apply(Build("house", EAST[0]))


@pytest.mark.rule("L21")
def test_step_2_begins_with_phase_4() -> None:
    game = last_turn(players=owning(6))
    game.apply(Build("house", CENTRAL[6]))
    assert game.view(None).step == 1, "not yet in phase 3"
    events = game.apply(Done())
    kinds = ["phase-began", "step-began", "card-boxed", "card-drawn", "plants-ran", "card-put-under"]
    assert [e.kind for e in events if e.kind in kinds][:5] == [*kinds[:4], "plants-ran"], "before income"
    assert frame(events) == ["bureaucracy", 2, "order", "auctions"]
    assert boxed(events) == [(13, "L21")]
    assert market(game) == [14, 15, 22, 23, 24, 25, 33, 45], "44 came and went under the deck"


@pytest.mark.rule("L21")
@pytest.mark.parametrize(("players", "cities"), [(2, 7), (3, 7), (4, 7), (5, 7), (6, 6)])
def test_step_2_by_number_of_players(players: int, cities: int) -> None:
    assert new(players).view(None).step_2_at == cities
    for count in (cities - 1, cities):
        seats: list[Seat] = [{"cities": CENTRAL[:count]}, *({} for _ in range(players - 1))]
        game = table("building", seats, round=6, order=list(range(players)), to_act=0, market=MARKET, deck=DECK)
        events = finish_round(game)
        assert (2 in frame(events), len(boxed(events))) == (count == cities, int(count == cities))


@pytest.mark.rule("L21", "L11")
def test_of_the_smallest_pile_only_the_top_card_goes() -> None:
    given = piled([["16c", "16a", "16b"]], {"16c": 5, 22: 3})
    game = last_turn([*SMALL[1:], 35], players=owning(7), modules=given)
    events = game.apply(Done())
    assert boxed(events) == [("16c", "L21")]
    assert (piles(game), discounts(game)) == ([["16a", "16b"]], {22: 3})
    assert market(game) == ["16a", *SMALL[2:], 44], "nothing was drawn but for the largest"
    assert game.view(None).step == 2


@pytest.mark.rule("L21")
def test_step_2_begins_once() -> None:
    game = last_turn(players=owning(8), step=2)
    assert boxed(finish_round(game)) == []
    assert game.view(None).step == 2


@pytest.mark.rule("L21", "B4")
def test_from_step_2_on_two_houses_per_city() -> None:
    game = last_turn(players=owning(7))
    with refused("B4", game):
        game.apply(Build("house", EAST[0]))
    finish_round(game)
    leave_all(game)
    assert asked(game) == (2, "network")
    assert (place_cost(game, EAST[0]), place_cost(game, EAST[1])) == (15, 10)
    game.apply(Build("house", EAST[0]))
    assert game.view(None).houses[EAST[0]] == [1, 2]


@pytest.mark.rule("L21", "L19")
def test_the_card_drawn_for_step_2_gets_a_discount_in_the_same_phase() -> None:
    game = last_turn(deck=[12, 44], players=owning(7), round=3)
    finish_round(game)
    assert discounts(game) == dict.fromkeys([12, 14, 15, 22], 3)


# --- "Step 3" drawn in phase 2 (L22) ---


def step_3_in_phase_2(places: Cards = MARKET, **fields: Any) -> Game:
    """Seat 0 is to buy, then seat 1; "Step 3" is the next card."""
    return selling(places, STEP_3, **{"step": 2, "sat_out": [2], "reshuffle": RESHUFFLE, **fields})


@pytest.mark.rule("L22", "I2")
def test_drawn_in_phase_2_it_lies_as_the_largest_and_auctions_go_on() -> None:
    game = step_3_in_phase_2()
    assert game.view(None).deck_back == "socket"
    events = buy(game, 13)
    assert [e.kind for e in events][-3:] == ["plant-bought", "card-drawn", "deck-shuffled"]
    assert market(game) == [14, 15, 22, 23, 24, 25, 33, "step-3"]
    assert (game.view(None).step, game.view(None).step_3, deck(game)) == (2, "on-offer", RESHUFFLE)
    assert (game.view(None).current, asked(game)) == ([14, 15, 22, 23], (1, "auction"))
    with refused("L22", game):
        game.apply(Open("step-3", 99))


@pytest.mark.rule("L22")
def test_at_the_start_of_phase_3_it_leaves_with_the_smallest_card() -> None:
    game = step_3_in_phase_2()
    buy(game, 13)
    events = buy(game, 14)
    assert boxed(events) == [("step-3", "L22"), (15, "L22")]
    assert frame(events) == [3, "building"]
    assert game.view(None).current == [22, 23, 24, 25, 33, 46], "46 replaced the sold card, nothing the others"
    assert (game.view(None).future, deck(game)) == ([], [44, 45])


@pytest.mark.rule("L22", "L11")
def test_if_the_smallest_is_a_pile_all_of_it_goes() -> None:
    game = step_3_in_phase_2(["16c", *SMALL[2:], 35], modules=piled([["16c", "16a", "16b"]], {"16c": 5, 22: 2}))
    buy(game, 22)
    events = game.apply(SitOut())
    assert boxed(events) == [("step-3", "L22"), ("16c", "L22"), ("16a", "L22"), ("16b", "L22")]
    assert (market(game), piles(game), discounts(game)) == ([23, 24, 25, 33, 34, 35], [], {})


@pytest.mark.rule("L22", "B4")
def test_in_step_3_three_houses_per_city() -> None:
    houses = {"amber": [0, 1], "basalt": [1]}
    game = step_3_in_phase_2(houses=houses)
    buy(game, 13)
    game.apply(SitOut())
    assert asked(game) == (2, "network")
    assert [place_cost(game, city) for city in ("amber", "basalt", "cinder")] == [20, 15, 10]
    game.apply(Build("house", "amber"))
    assert game.view(None).houses["amber"] == [0, 1, 2]


@pytest.mark.rule("L22", "L20")
def test_six_places_all_current_and_nothing_removed_from_now_on() -> None:
    game = step_3_in_phase_2()
    buy(game, 13)
    game.apply(SitOut())
    left = market(game)
    assert told(finish_round(game), "card-put-under", "card-boxed", "card-drawn") == []
    assert game.view(None).current == left == [15, 22, 23, 24, 25, 33]
    buy(game, 33)
    assert market(game) == [15, 22, 23, 24, 25, 46]


@pytest.mark.rule("L22", "L9")
def test_drawn_in_the_first_auctions_of_round_1_it_lies_there_through_the_second() -> None:
    """Both are phase 2."""
    places = [2, 3, 4, 8, 10, 11, 12, 13]
    game = table("auctions", 3, round=1, step=2, order=[0, 1, 2], market=places, deck=["step-3", *DECK])
    for card in (2, 3, 4):
        events = buy(game, card)
    assert (boxed(events), frame(events), market(game)[-1]) == ([], ["second-auctions"], "step-3")
    events = leave_all(game)
    assert (boxed(events), frame(events)) == ([("step-3", "L22"), (8, "L22")], [3, "building"])


@pytest.mark.rule("L22", "T9")
def test_nothing_but_step_3_on_offer() -> None:
    game = table("auctions", 3, round=6, market=["step-3"], deck=[], step=2)
    assert (game.view(None).phase, game.view(None).step, game.view(None).out_of_game) == ("building", 3, ["step-3"])


@pytest.mark.rule("T7", "L10a")
def test_more_than_one_place_empty_in_phase_2() -> None:
    game = step_3_in_phase_2(MARKET[:7], reshuffle=[44, 46, 45])
    buy(game, 13)
    assert market(game) == [14, 15, 22, 23, 24, 25, 44, "step-3"]


# --- "Step 3" drawn in phase 4 (L22) ---


def step_3_in_phase_4(places: Cards = MARKET, **fields: Any) -> Game:
    """The replacement for the largest card is "Step 3"; the largest card is shuffled with the others."""
    return last_turn(places, STEP_3, **{"step": 2, "reshuffle": [places[-1], 46, 44, 45], **fields})


@pytest.mark.rule("L22")
def test_drawn_in_phase_4_it_leaves_at_once_with_the_smallest_card() -> None:
    game = step_3_in_phase_4()
    events = finish_round(game)
    assert boxed(events) == [("step-3", "L22"), (13, "L22")]
    assert frame(events) == ["bureaucracy", 3, "order", "auctions"], "step 3 holds from phase 1 on"
    assert game.view(None).current == [14, 15, 22, 23, 24, 25]
    assert deck(game) == [33, 46, 44, 45]


@pytest.mark.rule("L22")
def test_step_3_in_phase_4_removes_the_whole_smallest_pile() -> None:
    game = step_3_in_phase_4(["16c", *SMALL[2:], 35], modules=piled([["16c", "16a", "16b"]], {"16c": 5}))
    assert boxed(finish_round(game)) == [("step-3", "L22"), ("16c", "L22"), ("16a", "L22"), ("16b", "L22")]
    assert (market(game), discounts(game)) == ([22, 23, 24, 25, 33, 34], {})


@pytest.mark.rule("L22a", "L19", "T7")
def test_drawn_for_a_card_that_reached_its_number() -> None:
    """Two places are empty. Drawing continues until six are filled, then the largest of the six still leaves."""
    places: Cards = [3, 4, *MARKET[1:7]]
    game = last_turn(places, STEP_3, step=2, round=4, reshuffle=RESHUFFLE)
    events = finish_round(game)
    assert boxed(events) == [(3, "L19"), (4, "L19"), ("step-3", "L22"), (14, "L22")]
    assert told(events, "card-drawn", "card-put-under")[1:] == [
        {"kind": "card-drawn", "card": 46},
        {"kind": "card-put-under", "card": 46},
        {"kind": "card-drawn", "card": 44},
    ]
    assert game.view(None).current == [15, 22, 23, 24, 25, 44]
    assert (discounts(game), deck(game)) == ({15: 4}, [45, 46])


@pytest.mark.rule("L22a", "T6", "L21")
def test_drawn_when_step_2_begins() -> None:
    """L20 follows the step in which phase 4 goes on, which is 2."""
    game = last_turn(deck=STEP_3, players=owning(7), reshuffle=RESHUFFLE)
    events = finish_round(game)
    assert boxed(events) == [(13, "L21"), ("step-3", "L22"), (14, "L22")]
    assert told(events, "card-put-under") == [{"card": 33}]
    assert frame(events) == ["bureaucracy", 2, 3, "order", "auctions"]
    assert (market(game), deck(game)) == ([15, 22, 23, 24, 25, 46], [44, 45, 33])


# --- equal cards when all places become current (L22a) ---


@pytest.mark.rule("L22a", "L10b")
def test_after_phase_2_equal_cards_form_piles_and_places_are_filled() -> None:
    places: Cards = [13, 14, 15, 22, "26a", "26b", "38a", "38b"]
    game = step_3_in_phase_2(places, modules=piled(discounts={"26a": 2}), sat_out=[1, 2])
    events = buy(game, 13)
    assert boxed(events) == [("step-3", "L22"), (14, "L22")]
    assert piles(game) == [["26b", "26a"], ["38b", "38a"]]
    assert (game.view(None).current, deck(game)) == ([15, 22, "26b", "38b", 44, 46], [45])
    assert discounts(game) == {"26b": 2}


@pytest.mark.rule("L22a")
def test_after_phase_4_equal_cards_form_piles_and_places_are_filled() -> None:
    game = step_3_in_phase_4([13, 14, 15, 22, 24, "26a", "26b", 33])
    events = finish_round(game)
    assert piles(game) == [["26b", "26a"]]
    assert (market(game), deck(game)) == ([14, 15, 22, 24, "26b", 33], [46, 44, 45])
    kinds = ["step-began", "card-piled", "order-set"]
    assert [e.kind for e in events if e.kind in kinds] == kinds, "when step 3 begins"


@pytest.mark.rule("L22a", "L10b")
def test_in_step_3_a_drawn_card_joins_its_equal_on_any_place() -> None:
    game = selling([13, 14, 15, 22, 25, "26a"], ["26b", 44, 45], step=3)
    buy(game, 13)
    assert (piles(game), market(game)) == ([["26b", "26a"]], [14, 15, 22, 25, "26b", 44])


# --- step 3 before step 2 (T5) ---


@pytest.mark.rule("T5", "L22", "L21")
def test_in_phase_2_first_the_change_of_step_2_then_that_of_step_3() -> None:
    game = step_3_in_phase_2(step=1, sat_out=[1, 2], houses={city: [0] for city in CENTRAL[:7]})
    events = buy(game, 13)
    assert boxed(events) == [(14, "T5"), ("step-3", "L22"), (15, "L22")]
    assert (market(game), deck(game)) == ([22, 23, 24, 25, 33, 46], [44, 45]), "only the first was replaced"
    assert frame(events) == [3, "building"]
    assert boxed(finish_round(game)) == [], "step 2 does not begin any more"


@pytest.mark.rule("T5", "L22", "L21")
def test_in_phase_4_first_step_2_then_step_3() -> None:
    game = step_3_in_phase_4(step=1, reshuffle=[46, 33, 44, 45])
    events = finish_round(game)
    assert boxed(events) == [("step-3", "L22"), (13, "T5"), (14, "L22")]
    assert (market(game), deck(game)) == ([15, 22, 23, 24, 25, 46], [33, 44, 45])
    assert frame(events) == ["bureaucracy", 3, "order", "auctions"]


@pytest.mark.rule("T5", "L21", "L22")
def test_a_smallest_pile_loses_its_top_card_then_all_the_rest() -> None:
    """Its top card is not replaced."""
    pile: Boxed = [("16c", "T5"), ("step-3", "L22"), ("16a", "L22"), ("16b", "L22")]
    given = {"step": 1, "modules": piled([["16c", "16a", "16b"]], {"16c": 5})}
    game = step_3_in_phase_2(["16c", *SMALL[2:], 35], **given, sat_out=[1, 2])
    assert boxed(buy(game, 22)) == pile
    assert (market(game), deck(game)) == ([23, 24, 25, 33, 34, 35], RESHUFFLE)
    game = step_3_in_phase_4(["16c", *SMALL[2:], 35], **given)
    assert boxed(finish_round(game)) == [pile[1], pile[0], *pile[2:]]
    assert (market(game), deck(game)) == ([22, 23, 24, 25, 33, 34], [35, 46, 44, 45])


@pytest.mark.rule("T5", "L10a")
def test_a_replacement_that_joins_its_equal_is_followed_by_another() -> None:
    game = selling([13, 14, "16a", *SMALL[2:7]], ["step-3", 44, "16b", 45], step=1, reshuffle=["16b", 45, 44])
    assert boxed(buy(game, 13)) == [(14, "T5"), ("step-3", "L22"), ("16b", "L22"), ("16a", "L22")]
    assert (market(game), deck(game)) == ([*SMALL[2:7], 45], [44])


@pytest.mark.rule("T8", "L22")
def test_when_nobody_buys_only_the_step_3_change_is_made() -> None:
    """No card is removed for being unsold."""
    game = selling([*MARKET[:7], "step-3"], [44, 45], step=2)
    assert boxed(game.apply(SitOut())) == [("step-3", "L22"), (13, "L22")]
    assert (market(game), deck(game)) == (MARKET[1:7], [44, 45])
