"""Previews: the result of a plan up to the next card or the end of the turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stromnetz
from stromnetz import (
    Bid,
    Buy,
    Connect,
    Done,
    Game,
    GameOver,
    IllegalMove,
    Move,
    Open,
    Pass,
    Preview,
    Run,
    Scrap,
    SitOut,
)
from tests.helpers import play_on, position
from tests.properties.games import decisions, game_number, name, outpost

LARGE = [15, 16, 17, 18, 19, 21, 22, 23]
"""A market in which nothing becomes obsolete."""


def building(**more: Any) -> Game:
    players: list[dict[str, Any]] = [
        {"money": 100, "plants": [13], "cities": ["essen"]},
        {"plants": [4], "cities": ["koeln"]},
        {"plants": [8]},
    ]
    return position("building", players, order=[0, 1, 2], to_act=0, **more)


def plan(game: Game, *moves: Move | dict[str, Any]) -> Preview:
    """Preview a plan, and check that the game is unchanged."""
    before = game.position.copy()
    rows, snapshots = game.rows[:], game.snapshots[:]
    out = game.preview(moves)
    assert game.position == before
    assert (game.rows[:], game.snapshots) == (rows, snapshots)
    return out


def test_a_plan_within_the_turn() -> None:
    game = building(market=LARGE)
    preview = plan(game, Connect("duisburg"), {"kind": "connect", "city": "muenster"})
    assert (preview.made, preview.stopped) == (2, None)
    assert preview.view.players[0].money == 100 - 10 - 10 - 6
    assert sorted(preview.view.players[0].network) == ["duisburg", "essen", "muenster"]
    assert [e.kind for e in preview.events] == ["city-connected", "city-connected"]
    assert preview.view.decision is not None
    assert preview.view.decision.seat == 0
    assert preview.view.seat == 0
    assert preview.view.decision.legal_moves
    for move in (Connect("duisburg"), Connect("muenster")):
        game.apply(move)
    assert {**preview.view.to_json(), "version": game.version} == game.view(0).to_json()


def test_an_empty_plan() -> None:
    game = building()
    preview = plan(game)
    assert (preview.made, preview.stopped, preview.events) == (0, None, [])
    assert preview.view == game.view(0)


def test_a_plan_stops_at_the_end_of_the_turn() -> None:
    fuel = position("fuel", [{"plants": [4]}, {"plants": [8]}, {}], order=[2, 1, 0], to_act=0)
    preview = plan(fuel, Buy("coal", 2), Done(), Buy("coal", 1))
    assert (preview.made, preview.stopped) == (2, "turn")
    assert preview.view.players[0].fuel == {"coal": 2}
    assert preview.view.players[1].fuel == {}
    assert preview.view.decision is not None
    assert (preview.view.decision.seat, preview.view.decision.options) == (1, None)
    # a plan that ends with the turn was made whole
    preview = plan(fuel, Buy("coal", 2), Done())
    assert (preview.made, preview.stopped) == (2, None)


def test_a_plan_stops_before_a_draw() -> None:
    game = position("auctions", [{"plants": [13]}, {}, {}], order=[0, 1, 2], to_act=0, sat_out=[1, 2])
    top = game.position_json()["deck"][0]
    preview = plan(game, Open(4, 4), Buy("coal", 1))
    assert (preview.made, preview.stopped) == (1, "draw")
    kinds = [e.kind for e in preview.events]
    assert kinds == ["auction-opened", "plant-bought"]
    assert preview.view.players[0].plants == [4, 13]
    assert top not in [*preview.view.current, *preview.view.future, *preview.view.out_of_game]
    assert preview.view.decision is None
    events = game.apply(Open(4, 4))
    assert [e.kind for e in events][:3] == [*kinds, "card-drawn"]


def test_an_obsolete_plant_leaves_before_the_draw() -> None:
    game = building(market=[3, 5, 6, 7, 9, 10, 11, 12])
    preview = plan(game, Connect("duisburg"), Connect("muenster"), Connect("dortmund"))
    assert (preview.made, preview.stopped) == (2, "draw")
    assert preview.view.out_of_game == [3]
    assert preview.view.current == [5, 6, 7, 9]
    assert len(preview.view.future) == 3
    assert preview.view.deck == game.view(0).deck


def test_a_market_without_a_deck_has_nothing_to_draw() -> None:
    game = building(market=[3, 5, 6, 7], deck=[], out_of_game=["step-3"], step_3="changed", step=3)
    preview = plan(game, Connect("duisburg"), Connect("muenster"), Connect("dortmund"))
    assert (preview.made, preview.stopped) == (3, None)
    assert preview.view.out_of_game == ["step-3", 3]


def test_scrapping_comes_before_the_draw() -> None:
    players: list[dict[str, Any]] = [{"money": 100, "plants": [8, 10, 13], "fuel": {"coal": 10}}, {}, {}]
    game = position("auctions", players, order=[0, 1, 2], to_act=0, sat_out=[1, 2])
    preview = plan(game, Open(6, 6))
    assert (preview.made, preview.stopped) == (1, None)
    assert preview.view.decision is not None
    assert preview.view.decision.kind == "scrap"
    preview = plan(game, Open(6, 6), Scrap(8), SitOut())
    assert (preview.made, preview.stopped) == (2, "draw")
    assert preview.view.players[0].plants == [6, 10, 13]
    assert preview.view.players[0].fuel == {"coal": 4}


def test_illegal_plans_are_refused() -> None:
    game = building(market=LARGE)
    for moves, rule in (
        ([Connect("essen")], "B4"),
        ([Connect("duisburg"), Connect("duisburg")], "B4"),
        ([Connect("koeln")], "B4"),
        ([Buy("coal", 1)], "B1"),
        ([Connect("duisburg"), Bid(3)], "B1"),
        ([Connect("muenchen"), Connect("passau"), Connect("kiel")], "B3"),
    ):
        before = game.position.copy()
        with pytest.raises(IllegalMove) as caught:
            game.preview(moves)
        assert caught.value.rule == rule
        assert game.position == before
        assert game.version == 0


def test_what_comes_after_a_stop_is_not_judged() -> None:
    """Checking it would need hidden information, or it belongs to another seat."""
    fuel = position("fuel", [{"plants": [4]}, {"plants": [8]}, {}], order=[2, 1, 0], to_act=0)
    assert plan(fuel, Done(), Connect("essen")).stopped == "turn"
    game = position("auctions", 3, order=[0, 1, 2], round=2, sat_out=[1, 2])
    assert plan(game, Open(4, 4), Run([99])).stopped == "draw"


def test_bids_of_others_end_the_turn() -> None:
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1, order=[0, 1, 2])
    preview = plan(game, Open(3, 3), Bid(5))
    assert (preview.made, preview.stopped) == (1, "turn")
    assert preview.view.auction is not None
    assert (preview.view.auction.high, preview.view.auction.bid, preview.view.auction.bidders) == (0, 3, [0, 1, 2])
    game.apply(Open(3, 3))
    game.apply(Pass())
    preview = plan(game, Pass(), Open(4, 4))
    assert (preview.made, preview.stopped) == (1, "draw")


def test_the_end_of_the_game_can_be_seen_coming() -> None:
    cities = ["essen", "duisburg", "muenster", "dortmund", "duesseldorf", "koeln"]
    game = position(
        "building",
        [{"money": 100, "plants": [20], "fuel": {"coal": 3}, "cities": cities}, {}],
        order=[0, 1],
        to_act=0,
        options={"short": True},
        market=LARGE,
    )
    preview = plan(game, Connect("aachen"))
    assert (preview.made, preview.stopped) == (1, None)
    assert preview.view.result is not None
    assert preview.view.result.winners == [0]
    assert game.result is None
    assert plan(game, Connect("aachen"), Done()).stopped == "turn"


def test_there_is_nothing_to_plan_after_the_end() -> None:
    game = play_on(stromnetz.new_game("classic-2004", players=2, seed=1, options={"short": True}))
    with pytest.raises(GameOver):
        game.preview([])


@pytest.mark.parametrize("i", [*range(0, 40, 2), *outpost(5)], ids=name)
def test_previews_foretell_what_happens(i: int) -> None:
    """One move ahead, anywhere: the same events up to the first draw, and without a draw the same view.

    A preview that would end the game shows no hidden money; the actual end does.
    """
    rng = random.Random(i)
    for game in decisions(game_number(i), i):
        if game.version % 5:
            continue
        moves = game.legal_moves
        move = moves[rng.randrange(len(moves))]
        seat = game.position.seat
        preview = plan(game, move)
        after = game.copy()
        events = [e.to_json() for e in after.apply(move)]
        drawn = next((k for k, e in enumerate(events) if e["kind"] in ("card-drawn", "deck-shuffled")), None)
        assert [e.to_json() for e in preview.events] == events[:drawn]
        assert (preview.stopped == "draw") == (drawn is not None)
        assert preview.made == 1
        if drawn is None and (after.result is None or game.options["money"] == "open"):
            assert {**preview.view.to_json(), "version": after.version} == after.view(seat).to_json()
