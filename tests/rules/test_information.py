"""Public and hidden information (I1); classic cards have identical backs (I2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stromnetz
from stromnetz import Connect, Done, Game, GameOver, Open, Pass, SitOut
from stromnetz.engine.events import CardsRemoved, DeckShuffled
from stromnetz.play.views import View
from tests.helpers import kinds, position

MARKET = [6, 7, 8, 9, 10, 11, 12, 14]
WEST = ["osnabrueck", "muenster", "dortmund", "essen", "duisburg", "duesseldorf"]


def moneys(view: View) -> list[int | None]:
    return [player.money for player in view.players]


def hiding(phase: str = "auctions", **fields: Any) -> Game:
    """Three players with hidden money: 50, 60 and 70."""
    seats = [{"plants": [5], "money": 50}, {"plants": [4], "money": 60}, {"plants": [3], "money": 70}]
    return position(phase, seats, options={"money": "hidden"}, **{"market": MARKET, **fields})


# --- open ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("I1")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_plants_fuel_and_cities_of_all_are_open(seat: int | None) -> None:
    game = position(
        "auctions",
        [{"plants": [4, 13], "fuel": {"coal": 3}, "cities": WEST[:2]}, {"plants": [5], "cities": WEST[2:3]}],
        market=MARKET,
    )
    view = game.view(seat)
    assert [player.plants for player in view.players] == [[4, 13], [5]]
    assert [player.fuel for player in view.players] == [{"coal": 3}, {}]
    assert [player.network for player in view.players] == [WEST[:2], WEST[2:3]]
    assert view.houses == {"osnabrueck": [0], "muenster": [0], "dortmund": [1]}
    assert view.current + view.future == MARKET


@pytest.mark.rule("I1")
def test_market_and_supply_of_fuel_are_open() -> None:
    game = position("auctions", [{"plants": [4], "fuel": {"coal": 3}}, {}], fuel_market={"coal": 10, "uranium": 0})
    fuels = game.view(None).fuels
    assert (fuels["coal"].in_market, fuels["coal"].supply, fuels["coal"].price) == (10, 11, 5)
    assert (fuels["uranium"].in_market, fuels["uranium"].supply, fuels["uranium"].price) == (0, 12, None)


@pytest.mark.rule("I1")
@pytest.mark.parametrize(("players", "deck", "removed"), [(2, 27, 8), (3, 27, 8), (4, 31, 4), (5, 35, 0), (6, 35, 0)])
def test_the_size_of_the_deck_and_the_number_of_unseen_cards_are_open(players: int, deck: int, removed: int) -> None:
    view = stromnetz.new_game("classic-2004", players=players, seed=3).view(None)
    assert (view.deck, view.removed) == (deck, removed)


@pytest.mark.rule("I1")
def test_cards_that_went_to_the_box_are_open() -> None:
    game = position("auctions", [{"plants": [5]}, {"plants": [4]}], market=MARKET, deck=[20, 25, 30], out_of_game=[3])
    kinds(game, SitOut(), SitOut())
    assert game.view(None).out_of_game == [3, 6]
    assert game.view(None).deck == 2


@pytest.mark.rule("I1", "U3")
def test_plants_put_under_the_deck_stay_known_in_their_order() -> None:
    """Two rounds in which nobody does anything: A10 takes the smallest plant away, U3 puts the largest under."""
    deck = [20, 25, 15, 16, 30, 40, "step-3"]
    game = position("auctions", [{"plants": [5]}, {"plants": [4]}], market=MARKET, deck=deck)
    kinds(game, SitOut(), SitOut(), Done(), Done(), Done(), Done())
    assert game.view(None).under_deck == [20]
    kinds(game, SitOut(), SitOut(), Done(), Done(), Done(), Done())
    assert [game.view(seat).under_deck for seat in (None, 0, 1)] == [[20, 25]] * 3
    assert game.position_json()["deck"] == [30, 40, "step-3", 20, 25]


@pytest.mark.rule("I1", "T3")
def test_they_are_no_longer_known_when_the_deck_is_shuffled() -> None:
    seats = [{"plants": [5]}, {"plants": [4]}]
    game = position("auctions", seats, market=MARKET, deck=["step-3", 40, 42, 38], under_deck=[40, 42, 38])
    assert game.view(None).under_deck == [40, 42, 38]
    kinds(game, Open(6, 6), Pass())
    assert game.view(None).step_3 == "on-offer"
    assert game.view(None).under_deck == []
    assert game.view(None).deck == 3


@pytest.mark.rule("I1")
def test_a_known_card_that_is_drawn_is_no_longer_under_the_deck() -> None:
    seats = [{"plants": [5]}, {"plants": [4]}]
    game = position(
        "auctions", seats, market=MARKET, deck=[20, 40, 42], under_deck=[40, 42], options={"short": True}, order=[0, 1]
    )
    kinds(game, Open(6, 6), Pass())
    assert game.view(None).under_deck == [40, 42]
    kinds(game, Open(7, 7))  # 40 is drawn, nobody can buy more, the round goes on to phase 3
    assert game.view(None).under_deck == [42]


# --- hidden ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("I1")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_positions_that_differ_in_hidden_cards_only_look_alike(seat: int | None) -> None:
    decks = [[20, 25, 30, "step-3"], [30, 20, 25, "step-3"], [46, 44, 50, "step-3"]]
    views = [position("auctions", 3, deck=deck, seed=i).view(seat) for i, deck in enumerate(decks)]
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("I1")
def test_a_view_names_no_card_of_the_deck_and_no_removed_card() -> None:
    game = stromnetz.new_game("classic-2009", players=3, seed=9)
    hidden = {*game.position_json()["deck"], *game.position_json()["removed"]}
    assert len(hidden) == 28 + 8
    view = game.view(0)
    assert not hidden & {*view.current, *view.future, *view.out_of_game, *view.under_deck}
    assert "transformer-station" not in json.dumps({**view.to_json(), "modules": None})
    assert view.modules == {"transformer-station": None}


@pytest.mark.rule("I1")
def test_events_and_records_show_no_hidden_card_in_public() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=9)
    events = [e.public() for e in game.rows[0].events]
    assert CardsRemoved(8, None) in events
    assert DeckShuffled(27, None) in events
    record = game.to_json(hidden=False)
    assert {"setup", "position", "snapshots"}.isdisjoint(record)
    assert game.header["setup"]["seed"] not in json.dumps(record)


@pytest.mark.rule("I1")
def test_a_preview_turns_up_no_card() -> None:
    game = position(
        "auctions", [{"plants": [5]}, {"plants": [4]}], market=MARKET, deck=[20, 25], sat_out=[1], order=[0, 1]
    )
    preview = game.preview([Open(6, 6)])
    assert (preview.made, preview.stopped) == (1, "draw")
    assert preview.view.deck == 2
    assert preview.view.current + preview.view.future == MARKET[1:]


# --- money -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("I1")
def test_money_is_open_by_default() -> None:
    game = position("auctions", [{"money": 12}, {"money": 0}, {}])
    assert game.view(None).options["money"] == "open"
    assert [moneys(game.view(seat)) for seat in (None, 0, 1)] == [[12, 0, 50]] * 3


@pytest.mark.rule("I1")
def test_hidden_money_appears_only_to_its_owner() -> None:
    game = hiding()
    assert moneys(game.view(None)) == [None, None, None]
    assert [moneys(game.view(seat)) for seat in range(3)] == [[50, None, None], [None, 60, None], [None, None, 70]]


@pytest.mark.rule("I1")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_views_differ_in_nothing_by_the_hidden_money_of_others(seat: int | None) -> None:
    views = []
    for money in (10, 200):
        seats: list[dict[str, Any]] = [{"plants": [5]}, {"plants": [4], "money": money}, {"plants": [3]}]
        auction = {"plant": 6, "bid": 10, "high": 0, "in": [0, 1, 2]}
        game = position(
            "auctions", seats, market=MARKET, options={"money": "hidden"}, auction=auction, to_act=1, seed=money
        )
        views.append(game.view(seat))
    assert (views[0] == views[1]) == (seat != 1)


@pytest.mark.rule("I1")
def test_options_are_shown_to_the_deciding_seat_alone() -> None:
    """The maximum of a bid would reveal hidden money."""
    game = hiding()
    shown = []
    for seat in (0, 1, None):
        decision = game.view(seat).decision
        assert decision is not None
        assert (decision.seat, decision.kind) == (0, "auction")
        shown.append((decision.options is not None, len(decision.legal_moves) > 0))
    assert shown == [(True, True), (False, False), (False, False)]


@pytest.mark.rule("I1")
def test_a_preview_shows_the_money_of_its_own_seat_only() -> None:
    game = hiding("building", order=[2, 1, 0], to_act=0, acted=[])
    preview = game.preview([Connect("essen")])
    assert moneys(preview.view) == [40, None, None]


@pytest.mark.rule("I1", "E2")
def test_at_the_end_hidden_money_is_shown() -> None:
    cities = [*WEST, "kassel", "halle", "leipzig", "dresden", "erfurt", "fulda", "wuerzburg", "nuernberg"]
    cities += ["aachen", "koeln", "trier"]
    seats: list[dict[str, Any]] = [{"plants": [13], "cities": cities, "money": 7}, {"money": 8}, {"money": 9}]
    game = position("building", seats, options={"money": "hidden"}, to_act=0)
    assert moneys(game.view(1)) == [None, 8, None]
    game.apply(Done())
    assert game.result is not None
    assert moneys(game.view(1)) == moneys(game.view(None)) == [7, 8, 9]
    with pytest.raises(GameOver):
        game.apply(Done())


# --- backs -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("I2")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_classic_views_show_nothing_of_the_deck_but_its_size(edition: str) -> None:
    data = stromnetz.new_game(edition, players=3, seed=1).view(0).to_json()
    assert data["deck"] == (27 if edition == "classic-2004" else 28)
    assert [name for name in data if "top" in name] == []
    assert data["deck_back"] is None


@pytest.mark.rule("I2")
@pytest.mark.parametrize("top", [13, 46, "step-3"])
def test_the_top_card_of_a_classic_deck_cannot_be_told(top: int | str) -> None:
    cards = [13, 46, "step-3"]
    deck = [top, *(c for c in cards if c != top)]
    game = position("auctions", 3, deck=deck)
    assert game.view(0) == position("auctions", 3, deck=[*cards[1:], cards[0]]).view(0)
