"""Choosing promo cards and shuffling them in; with whom they are never played; scripts and positions with them."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Event, Game, Open, Pass, ScriptMismatch
from stromnetz.editions.compose import promo_of
from stromnetz.editions.files.loader import all_editions
from stromnetz.engine.events import DeckShuffled
from tests.helpers import asked, counted, decision, play_on, position
from tests.rules.promo_tables import (
    ALL,
    CONTRACT,
    FLUX,
    PARK,
    SHORTAGE,
    SPY,
    STATION,
    SURPLUS,
    TAXES,
    WAREHOUSE,
    drawn,
    kept,
    order,
    promo,
)
from tests.rules.tables import CITIES, deck, market

PLANTS = [*range(3, 41), 42, 44, 46, 50]
REST = [n for n in PLANTS if n > 10 and n != 13]
IN_DECK = [card for card in ALL if card != SPY]
SCRIPT = [13, TAXES, 11, FLUX, 12, *REST[2:25], "step-3"]
"""A deck for three players with two of the cards: eight plants are out."""


def new(cards: list[Any], edition: str = "classic-2004", players: int = 3, **settings: Any) -> Game:
    options = {"promo": cards, **settings.pop("options", {})}
    return stromnetz.new_game(edition, players=players, options=options, **{"seed": 1, **settings})


def removed(game: Game) -> list[Any]:
    cards: list[Any] = game.position_json()["removed"]
    return cards


# --- shuffled into the deck ------------------------------------------------------------------------------------------


@pytest.mark.rule("Q0")
@pytest.mark.parametrize(("players", "out"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_they_are_never_among_the_cards_taken_out(players: int, out: int) -> None:
    for seed in range(20):
        game = new(ALL, players=players, seed=seed)
        cards = deck(game)
        assert (len(cards), len(removed(game))) == (35 - out + 8, out)
        assert {card for card in cards if isinstance(card, str)} == {*IN_DECK, "step-3"}
        assert sorted([*(c for c in cards if isinstance(c, int) and c != 13), *removed(game)]) == REST


@pytest.mark.rule("Q0", "C3")
def test_plant_13_lies_on_top_and_step_3_at_the_bottom() -> None:
    for seed in range(100):
        cards = deck(new(ALL, seed=seed))
        assert (cards[0], cards[-1]) == (13, "step-3")


@pytest.mark.rule("Q0")
def test_they_may_lie_anywhere_in_between() -> None:
    places = Counter(deck(new([TAXES], players=4, seed=seed)).index(TAXES) for seed in range(600))
    assert set(places) == set(range(1, 31)), "31 cards and the card: 13 above, Step 3 below"
    assert max(places.values()) < 60


@pytest.mark.rule("Q0", "Q6")
def test_industrial_espionage_is_neither_in_the_deck_nor_out() -> None:
    game = new([SPY])
    assert SPY not in deck(game)
    assert SPY not in removed(game)
    assert len(deck(game)) == 27
    assert kept(game, SPY) == {"seat": None}


@pytest.mark.rule("Q0", "C4")
def test_in_2009_the_station_may_be_out_but_no_promo_card() -> None:
    cards = [card for card in ALL if card != STATION]
    games = [new(cards, "classic-2009", seed=seed) for seed in range(60)]
    assert all({*cards} - {SPY} <= {*deck(game)} for game in games)
    assert 0 < sum(STATION in removed(game) for game in games) < 60


@pytest.mark.rule("Q0")
def test_any_selection_can_be_played() -> None:
    for count in range(10):
        for chosen in combinations(ALL, count):
            game = new([*chosen])
            assert chosen == game.options.get("promo", ())
            assert {card for card in deck(game) if isinstance(card, str)} == {*chosen, "step-3"} - {SPY}


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_game_with_all_of_them_is_played_to_its_end_and_again_from_its_record(edition: str, players: int) -> None:
    game = play_on(new([c for c in ALL if c in promo_of(edition)], edition, players), rounds=60)
    assert stromnetz.parse_game(game.to_json()) == game
    assert stromnetz.parse_position(game.position_json()).position == game.position


@pytest.mark.rule("Q0")
def test_the_order_in_which_they_are_named_does_not_matter() -> None:
    assert new([TAXES, FLUX, PARK]) == new([PARK, TAXES, FLUX])


@pytest.mark.rule("Q0")
def test_without_any_it_is_the_plain_game() -> None:
    plain = stromnetz.new_game("classic-2004", players=3, seed=1)
    assert new([]) == plain
    assert new([]).options == plain.options


@pytest.mark.rule("Q0", "Y2")
def test_the_short_game_has_them_too() -> None:
    cards = deck(new(ALL, options={"short": True}))
    assert (len(cards), cards[0]) == (34, 13)
    assert {card for card in cards if isinstance(card, str)} == {*IN_DECK}


# --- what cannot be chosen -------------------------------------------------------------------------------------------


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("cards", [["theme-parks"], [TAXES, "step-3"], [13], [None], [TAXES, [FLUX]], [{}]])
def test_an_unknown_card_is_refused(cards: list[Any]) -> None:
    with pytest.raises(BadInput, match="no promo card"):
        new(cards)


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("cards", [TAXES, "all", None, True, 1, {TAXES: True}])
def test_the_cards_are_a_list(cards: Any) -> None:
    with pytest.raises(BadInput, match="list of cards"):
        new(cards)


@pytest.mark.rule("Q0")
def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="twice"):
        new([TAXES, FLUX, TAXES])


@pytest.mark.rule("Q3")
def test_the_station_is_not_added_to_the_edition_that_has_it() -> None:
    with pytest.raises(BadInput, match="already"):
        new([TAXES, STATION], "classic-2009")
    assert promo_of("classic-2009") == [card for card in sorted(ALL) if card != STATION]
    assert STATION in deck(new([STATION], "classic-2004"))


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("edition", ["deluxe-europe", "deluxe-north-america"])
@pytest.mark.parametrize("cards", [[TAXES], [SPY], []])
def test_the_deluxe_editions_have_no_promo_cards(edition: str, cards: list[str]) -> None:
    with pytest.raises(BadInput, match="no option 'promo'"):
        new(cards, edition)
    assert promo_of(edition) == []


@pytest.mark.rule("Q12")
def test_no_company_that_nobody_plays_ever_meets_them() -> None:
    """Editions with automatic companies have no promo cards, and in games with promo cards all seats are players."""
    with_neutral = set()
    for edition in all_editions():
        for players in (2, 3, 4, 5, 6):
            game = stromnetz.new_game(edition, players=players, seed=1)
            if any(row.neutral for row in game.view(None).players):
                with_neutral.add(edition)
    assert with_neutral >= {"deluxe-europe", "deluxe-north-america", "outpost"}
    assert not any(promo_of(edition) for edition in with_neutral)
    assert [len(new(ALL, players=n).view(None).players) for n in (2, 3, 4, 5, 6)] == [2, 3, 4, 5, 6]


# --- scripts ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q0")
def test_a_scripted_deck_with_promo_cards_is_drawn_card_by_card() -> None:
    """Taxes go under the deck in step 1; the generator removes the smallest plant and is followed by another."""
    game = new([TAXES, FLUX], deck=SCRIPT, order=[0, 1, 2])
    assert deck(game) == SCRIPT
    assert removed(game) == REST[25:]
    events: list[Event] = []
    for plant in (3, 4, 5):
        events += game.apply(Open(plant, plant))
        while decision(game) == "bid":
            events += game.apply(Pass())
    assert drawn(events) == SCRIPT[:5]
    assert market(game) == [7, 8, 9, 10, 11, 12, 13, FLUX]
    assert deck(game) == [*SCRIPT[5:], TAXES]


@pytest.mark.rule("Q0")
@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ([13, 11, 12, FLUX, *REST[2:26], "step-3"], "cannot be among the cards taken out"),  # without taxes
        ([TAXES, 13, FLUX, *REST[:25], "step-3"], "13 lies on top"),
        ([13, FLUX, *REST[:25], "step-3", TAXES], "bottom"),
        ([13, FLUX, TAXES, *REST[:24], "step-3"], "28 cards"),
        ([13, FLUX, TAXES, *REST[:26], "step-3"], "30 cards"),
        ([13, FLUX, TAXES, SPY, *REST[:25], "step-3"], "not in the deck"),
        ([13, FLUX, TAXES, SHORTAGE, *REST[:24], "step-3"], "no card"),  # not chosen
        ([13, FLUX, TAXES, FLUX, *REST[:24], "step-3"], "different cards"),
    ],
)
def test_a_scripted_deck_that_cannot_be_is_not_followed(cards: list[int | str], word: str) -> None:
    with pytest.raises(ScriptMismatch, match=word):
        new([TAXES, FLUX, SPY], deck=cards)


@pytest.mark.rule("Q0", "Q2a")
def test_a_scripted_market_may_have_the_generator() -> None:
    game = new([FLUX], market=[3, 4, 5, 6, 7, 8, 9, FLUX])
    assert market(game) == [3, 4, 5, 6, 7, 8, 9, FLUX]
    assert FLUX not in deck(game)
    assert len({*deck(game), *removed(game), *market(game)}) == 44


@pytest.mark.rule("Q0", "Q2a")
def test_a_deck_scripted_beside_that_market_does_without_it() -> None:
    offer = [3, 4, 5, 6, 7, 8, 9, FLUX]
    cards = [10, 13, *REST[:25], "step-3"]
    assert deck(new([FLUX], market=offer, deck=cards)) == cards
    with pytest.raises(ScriptMismatch, match="not in the deck"):
        new([FLUX], market=offer, deck=[FLUX, *cards])


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("card", [TAXES, SPY, WAREHOUSE])
def test_no_other_promo_card_lies_in_a_scripted_market(card: str) -> None:
    with pytest.raises(ScriptMismatch, match="8 plants"):
        new([card], market=[3, 4, 5, 6, 7, 8, 9, card])


@pytest.mark.rule("Q0", "T3")
def test_a_scripted_reshuffle_may_hold_them() -> None:
    cards = ["step-3", 24, SURPLUS, FLUX]
    game = promo("auctions", [SURPLUS, FLUX], deck=cards, reshuffle=[FLUX, 24, SURPLUS], sat_out=[1, 2])
    events = game.apply(Open(10, 10))
    assert DeckShuffled(3, [FLUX, 24, SURPLUS]) in events


# --- positions written by hand ---------------------------------------------------------------------------------------


@pytest.mark.rule("Q0")
def test_unless_told_they_are_somewhere_in_the_deck() -> None:
    game = position("auctions", [{"plants": [5]}, {"plants": [4]}], options={"promo": ALL})
    assert {*IN_DECK} <= {*deck(game)}
    assert deck(game)[-1] == "step-3"


@pytest.mark.rule("Q4")
def test_the_park_of_a_position_counts() -> None:
    seats: list[Any] = [{"cities": CITIES[:2]}, {"cities": CITIES[2:4]}, {}]
    game = promo("building", [PARK], *seats, deck=[24], modules={PARK: {"seat": 1}}, to_act=2)
    assert counted(game) == [2, 3, 0]
    assert stromnetz.parse_position(game.position_json()).position == game.position


@pytest.mark.rule("Q5")
def test_an_order_that_is_given_is_the_one_that_holds() -> None:
    """The contract has already affected it. (An order that is not given is set by the rules.)"""
    game = promo("building", [CONTRACT], deck=[24], modules={CONTRACT: {"seat": 0}}, order=[0, 1, 2], to_act=2)
    assert (order(game), asked(game)) == ([0, 1, 2], (2, "build"))


@pytest.mark.rule("Q0")
@pytest.mark.parametrize(
    "modules",
    [
        {PARK: {"seat": 3}},
        {PARK: {"seat": -1}},
        {PARK: {}},
        {PARK: 1},
        {TAXES: "paid"},
        {SPY: {"seat": 0, "top": 24}},
        {CONTRACT: {"seat": 0}},  # not chosen
        {STATION: {"seat": 0, "plant": 4}},  # seat 1 has it
    ],
)
def test_a_position_that_cannot_be_is_refused(modules: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        promo("bureaucracy", [PARK, TAXES, SPY, STATION], deck=[24], modules=modules)


@pytest.mark.rule("Q0")
def test_the_seat_of_a_card_is_one_of_the_game() -> None:
    with pytest.raises(BadInput, match="is 0 to 2, not 3"):
        promo("bureaucracy", [PARK], deck=[24], modules={PARK: {"seat": 3}})


@pytest.mark.rule("Q0")
@pytest.mark.parametrize("card", [PARK, WAREHOUSE])
def test_a_card_that_is_held_lies_nowhere_else(card: str) -> None:
    with pytest.raises(BadInput, match="two places"):
        promo("auctions", [PARK, WAREHOUSE], deck=[24, card], modules={card: {"seat": 0}})


@pytest.mark.rule("Q1", "Q7")
@pytest.mark.parametrize("card", [TAXES, WAREHOUSE])
def test_only_plants_are_on_offer_in_a_position(card: str) -> None:
    with pytest.raises(BadInput):
        promo("auctions", [card], market=[10, 11, 12, card], deck=[24])
