"""Market and deck at the start (C3, C4), drawn, or scripted after a game played elsewhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import stromnetz
from stromnetz import Game, Open, Pass, ScriptMismatch
from stromnetz.engine.events import CardDrawn, DeckShuffled
from tests.helpers import decision, kinds, position

PLANTS = [*range(3, 41), 42, 44, 46, 50]
OPENING = [3, 4, 5, 6, 7, 8, 9, 10]
REST = [n for n in PLANTS if n not in OPENING and n != 13]
DECK = [13, *REST[:25], "step-3"]
"""A deck for three players: eight of the other plants are out."""


def new(edition: str = "classic-2004", players: int = 3, **settings: Any) -> Game:
    return stromnetz.new_game(edition, players=players, **{"seed": 1, **settings})


def deck_of(game: Game) -> list[Any]:
    deck: list[Any] = game.position_json()["deck"]
    return deck


def without(cards: list[Any], *out: Any) -> list[Any]:
    return [c for c in cards if c not in out]


# --- as drawn --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C3")
@pytest.mark.parametrize(("players", "out"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_thirteen_on_top_step_3_at_the_bottom_and_some_cards_out(players: int, out: int) -> None:
    for seed in range(20):
        game = new(players=players, seed=seed)
        deck, removed = deck_of(game), game.position_json()["removed"]
        assert (deck[0], deck[-1]) == (13, "step-3")
        assert (len(deck), len(removed)) == (35 - out, out)
        assert sorted([*deck[1:-1], *removed]) == REST


@pytest.mark.rule("C3")
def test_the_market_is_03_to_10() -> None:
    view = new().view(None)
    assert (view.current, view.future) == ([3, 4, 5, 6], [7, 8, 9, 10])


@pytest.mark.rule("C3")
def test_the_deck_and_the_cards_taken_out_are_random() -> None:
    games = [new(players=4, seed=seed) for seed in range(300)]
    second = Counter(deck_of(game)[1] for game in games)
    removed = Counter(card for game in games for card in game.position_json()["removed"])
    assert set(second) == set(removed) == set(REST)
    assert min(removed.values()) > 300 * 4 / 33 / 3


@pytest.mark.rule("C3")
def test_the_same_seed_deals_the_same_game() -> None:
    assert new(seed=5) == new(seed=5)
    assert deck_of(new(seed=5)) != deck_of(new(seed=6))


@pytest.mark.rule("C3")
def test_plant_13_is_the_first_replacement() -> None:
    game = new()
    game.apply(Open(3, 3))
    game.apply(Pass())
    assert CardDrawn(13) in game.apply(Pass())


@pytest.mark.rule("C4")
@pytest.mark.parametrize(("players", "size"), [(2, 28), (3, 28), (4, 32), (5, 36), (6, 36)])
def test_the_transformer_station_is_shuffled_into_the_deck_of_2009(players: int, size: int) -> None:
    for seed in range(20):
        game = new("classic-2009", players, seed=seed)
        deck, removed = deck_of(game), game.position_json()["removed"]
        assert (len(deck), deck[0], deck[-1]) == (size, 13, "step-3")
        assert ("transformer-station" in deck) != ("transformer-station" in removed)


@pytest.mark.rule("C4")
def test_it_may_be_among_the_cards_taken_out() -> None:
    out = sum("transformer-station" in new("classic-2009", seed=s).position_json()["removed"] for s in range(200))
    assert 25 < out < 75  # 8 of 34: 47 of 200 on average
    full = [new("classic-2009", players=5, seed=s) for s in range(50)]
    assert all("transformer-station" in deck_of(game) for game in full)
    assert len({deck_of(game).index("transformer-station") for game in full}) > 15


@pytest.mark.rule("C4")
def test_there_is_none_in_2004() -> None:
    assert "transformer-station" not in new().rules.card_index
    with pytest.raises(ScriptMismatch):
        new(deck=[*DECK[:25], "transformer-station", "step-3"])


# --- as scripted -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C3")
def test_a_scripted_deck_is_drawn_card_by_card() -> None:
    game = new(deck=DECK, order=[0, 1, 2])
    assert deck_of(game) == DECK
    assert game.position_json()["removed"] == REST[25:]
    drawn = []
    for plant in (3, 4, 5):
        events = game.apply(Open(plant, plant))
        while decision(game) == "bid":
            events = game.apply(Pass())
        drawn += [e.card for e in events if isinstance(e, CardDrawn)]
    assert drawn == DECK[:3]


@pytest.mark.rule("C3")
def test_a_scripted_order_is_followed() -> None:
    assert new(players=4, order=[3, 0, 2, 1]).view(None).order == [3, 0, 2, 1]


@pytest.mark.rule("C3")
def test_a_scripted_market_may_be_any_eight_plants() -> None:
    game = new(market=[30, 3, 5, 7, 11, 13, 17, 19])
    assert game.view(None).current + game.view(None).future == [3, 5, 7, 11, 13, 17, 19, 30]
    assert len(deck_of(game)) == 27
    assert 13 not in deck_of(game)
    game = new(market=[3, 5, 7, 11, 14, 17, 19, 30])
    assert deck_of(game)[0] == 13


@pytest.mark.rule("C3")
def test_with_a_scripted_market_plant_13_lies_where_the_script_says() -> None:
    """A market other than the opening one belongs to a game in progress."""
    market = [3, 4, 5, 6, 7, 8, 9, 11]
    deck = [10, *without(REST, 11)[:24], 13, "step-3"]
    assert deck_of(new(market=market, deck=deck)) == deck


@pytest.mark.rule("C3", "T3")
def test_a_scripted_reshuffle_is_the_deck_after_step_3() -> None:
    seats: list[dict[str, Any]] = [{"plants": [5]}, {"plants": [4]}]
    game = position("auctions", seats, deck=["step-3", 40, 42, 44], reshuffle=[42, 44, 40])
    game.apply(Open(3, 3))
    assert DeckShuffled(3, [42, 44, 40]) in game.apply(Pass())
    assert deck_of(game) == [42, 44, 40]
    assert game.position_json()["reshuffle"] is None


@pytest.mark.rule("C3", "T3")
def test_a_script_for_the_reshuffle_is_kept_until_then() -> None:
    game = new(deck=DECK, reshuffle=[20, 21])
    assert game.position_json()["reshuffle"] == [20, 21]
    assert stromnetz.parse_game(game.to_json()) == game


@pytest.mark.rule("C3", "T3")
@pytest.mark.parametrize("reshuffle", [[40, 42], [40, 42, 44, 38], [40, 42, 38], [40, 42, "step-3"], []])
def test_a_reshuffle_that_is_not_the_deck_stops_the_move(reshuffle: list[int | str]) -> None:
    seats: list[dict[str, Any]] = [{"plants": [5]}, {"plants": [4]}]
    game = position("auctions", seats, deck=["step-3", 40, 42, 44], reshuffle=reshuffle)
    kinds(game, Open(3, 3))
    before = game.position.copy()
    with pytest.raises(ScriptMismatch) as caught:
        game.apply(Pass())
    assert {*caught.value.facts["missing"]} == {40, 42, 44} - {*reshuffle}
    assert {*caught.value.facts["not_in_deck"]} == {*reshuffle} - {40, 42, 44}
    assert (game.position, game.version) == (before, 1)


@pytest.mark.rule("C3", "C4")
def test_the_station_may_be_scripted_into_the_deck_or_left_out() -> None:
    inside = [13, "transformer-station", *REST[:25], "step-3"]
    assert deck_of(new("classic-2009", deck=inside)) == inside
    outside = [13, *REST[:26], "step-3"]
    game = new("classic-2009", deck=outside)
    assert deck_of(game) == outside
    assert game.position_json()["removed"] == [*REST[26:], "transformer-station"]


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("deck", "word"),
    [
        ([13, *REST[:24], REST[0], "step-3"], "different cards"),
        ([13, 10, *REST[:24], "step-3"], "not in the deck"),  # 10 lies in the market
        ([13, *REST[:24], "step-3"], "26 cards"),
        ([13, *REST[:26], "step-3"], "28 cards"),
        ([REST[0], 13, *REST[1:25], "step-3"], "13 lies on top"),
        ([*REST[:26], "step-3"], "cannot be among the cards taken out"),
        ([13, "step-3", *REST[:25]], "bottom"),
        ([13, *REST[:26]], "cannot be among the cards taken out"),
        ([13, *REST[:24], 41, "step-3"], "no card 41"),
        ([13, *REST[:24], "step-4", "step-3"], "no card"),
        ([], "cannot be among the cards taken out"),
    ],
)
def test_a_deck_that_cannot_be_is_not_followed(deck: list[int | str], word: str) -> None:
    with pytest.raises(ScriptMismatch, match=word):
        new(deck=deck)


@pytest.mark.rule("C3", "D5")
@pytest.mark.parametrize(
    ("edition", "given", "told", "facts"),
    [
        (
            "classic-2004",
            {"deck": [13, *REST[:24], "step-3"]},
            "it has 26 cards, but with 3 players 27 are left in it (8 are out)",
            {"cards": 26, "expected": 27},
        ),
        (
            "deluxe-europe",
            {"market": [*range(3, 12)], "deck": [12, 13, *range(16, 40), "step-3"]},
            "it has 24 cards with light backs, but with 3 players 23 are left in it (6 are out)",
            {"cards": 24, "expected": 23},
        ),
        ("classic-2004", {"deck": [REST[0], 13, *REST[1:25], "step-3"]}, "card 13 lies on top", {"top": 13}),
        (
            "classic-2004",
            {"deck": [13, "step-3", *REST[:25]]},
            "card 'step-3' lies at the bottom",
            {"bottom": "step-3"},
        ),
    ],
)
def test_what_is_wrong_with_a_deck_is_told_with_its_numbers(
    edition: str, given: dict[str, Any], told: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(ScriptMismatch) as refusal:
        new(edition, **given)
    assert refusal.value.message == f"the scripted deck cannot be followed: {told}"
    assert refusal.value.facts == facts


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("market", "word"),
    [
        ([3, 4, 5, 6, 7, 8, 9], "8 plants"),
        ([3, 4, 5, 6, 7, 8, 9, 10, 11], "8 plants"),
        ([3, 4, 5, 6, 7, 8, 9, "step-3"], "8 plants"),
        ([3, 4, 5, 6, 7, 8, 9, 9], "different cards"),
        ([3, 4, 5, 6, 7, 8, 9, 41], "no card 41"),
    ],
)
def test_a_market_that_cannot_be_is_not_followed(market: list[int | str], word: str) -> None:
    with pytest.raises(ScriptMismatch, match=word):
        new(market=market)


@pytest.mark.rule("C3")
@pytest.mark.parametrize("plant", [11, 13])
def test_no_card_lies_both_in_a_scripted_market_and_in_the_deck(plant: int) -> None:
    deck = [13, *REST[:25], "step-3"]
    assert plant in deck
    with pytest.raises(ScriptMismatch, match="not in the deck"):
        new(market=[3, 4, 5, 6, 7, 8, 9, plant], deck=deck)


@pytest.mark.rule("C3", "S3")
@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3], [1, 2, 3], ["0", "1", "2"]])
def test_an_order_that_cannot_be_is_not_followed(order: list[Any]) -> None:
    with pytest.raises(ScriptMismatch):
        new(order=order)


@pytest.mark.rule("C3", "T3")
@pytest.mark.parametrize("reshuffle", [[20, 20], [41]])
def test_a_reshuffle_that_cannot_be_is_not_followed(reshuffle: list[Any]) -> None:
    with pytest.raises(ScriptMismatch):
        new(reshuffle=reshuffle)


@pytest.mark.rule("C3", "Y2")
def test_the_short_game_has_no_step_3_to_script() -> None:
    short = {"short": True}
    deck = [13, *REST[:25]]
    assert deck_of(new(deck=deck, options=short)) == deck
    with pytest.raises(ScriptMismatch, match="not in the deck"):
        new(deck=[*deck[:-1], "step-3"], options=short)
    with pytest.raises(ScriptMismatch, match="Step 3"):
        new(reshuffle=[20], options=short)
