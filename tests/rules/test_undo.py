"""Undoing moves (G1)."""

from __future__ import annotations

from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, ChooseRegion, Connect, Done, Game, GameOver, Open, Pass, SitOut
from tests.helpers import asked, decision, kinds, position, refused, to_act

MARKET = [6, 7, 8, 9, 10, 11, 12, 14]


def auctions(**fields: Any) -> Game:
    seats: list[dict[str, Any]] = [{"plants": [5]}, {"plants": [4]}, {"plants": [3]}]
    return position("auctions", seats, **{"market": MARKET, "deck": [20, 25, 30], **fields})


def buying(**fields: Any) -> Game:
    seats: list[dict[str, Any]] = [{"plants": [3]}, {"plants": [4]}]
    return position("fuel", seats, **{"market": MARKET, "deck": [20, 25, 30], **fields})


@pytest.mark.rule("G1")
def test_a_player_undoes_their_last_move() -> None:
    game = buying()
    before = game.position.copy()
    game.apply(Buy("oil", 2))
    game.undo(0)
    assert game.position == before
    game.apply(Buy("oil", 1))
    assert game.view(None).players[0].fuel == {"oil": 1}


@pytest.mark.rule("G1")
def test_a_move_can_be_undone_when_another_seat_has_to_decide() -> None:
    game = auctions()
    game.apply(Open(6, 6))
    assert to_act(game) == 1
    game.undo(0)
    assert asked(game) == (0, "auction")


@pytest.mark.rule("G1")
def test_several_moves_can_be_undone_in_sequence() -> None:
    game = buying()
    before = [game.position.copy()]
    for move in (Buy("oil", 1), Buy("oil", 2), Done()):
        game.apply(move)
        before.append(game.position.copy())
    assert to_act(game) == 1
    for n in (2, 1, 0):
        game.undo(0)
        assert game.position == before[n]
    with refused("G1", game):
        game.undo(0)


@pytest.mark.rule("G1")
def test_without_a_move_there_is_nothing_to_take_back() -> None:
    for game in (auctions(), stromnetz.new_game("classic-2004", players=3, seed=1)):
        for seat in range(3):
            with refused("G1", game):
                game.undo(seat)


@pytest.mark.rule("G1")
def test_the_reason_is_the_right_one_once_everything_is_taken_back() -> None:
    game = buying()
    game.apply(Buy("oil", 2))
    game.undo(0)
    loaded = stromnetz.parse_game(game.to_json())
    for played in (game, loaded):
        with refused("G1", played) as refusal:
            played.undo(0)
        assert refusal.error.message == "there is no move to undo"


@pytest.mark.rule("G1")
def test_a_card_before_a_move_taken_back_is_the_reason_again() -> None:
    game = auctions()
    assert "card-drawn" in kinds(game, Open(6, 6), Pass(), Pass())
    seat = to_act(game)
    game.apply(Open(7, 7))
    game.undo(seat)
    with refused("G1", game) as refusal:
        game.undo(seat)
    assert "revealed a card" in refusal.error.message


@pytest.mark.rule("G1")
def test_no_undo_after_another_player_moved() -> None:
    game = auctions()
    kinds(game, Open(6, 6), Bid(7))
    with refused("G1", game) as refusal:
        game.undo(0)
    assert refusal.error.facts == {"seat": 0, "last": 1}


@pytest.mark.rule("G1")
def test_undo_is_possible_again_after_the_other_player_undid() -> None:
    game = auctions()
    kinds(game, Open(6, 6), Bid(7))
    game.undo(1)
    game.undo(0)
    assert asked(game) == (0, "auction")


@pytest.mark.rule("G1")
def test_nobody_takes_back_the_move_of_another() -> None:
    game = auctions()
    game.apply(Open(6, 6))
    for seat in (1, 2):
        with refused("G1", game):
            game.undo(seat)
    with pytest.raises(BadInput):
        game.undo(3)


@pytest.mark.rule("G1")
def test_no_undo_of_a_move_that_revealed_a_card() -> None:
    game = auctions()
    assert "card-drawn" in kinds(game, Open(6, 6), Pass(), Pass())
    for seat in range(3):
        with refused("G1", game):
            game.undo(seat)


@pytest.mark.rule("G1")
def test_no_undo_of_moves_before_a_card_was_revealed() -> None:
    """Seat 0 connected a city, which made a plant obsolete; its next one can be undone, but not the first."""
    cities = ["muenster", "dortmund", "essen", "duisburg", "duesseldorf"]
    seats: list[dict[str, Any]] = [{"plants": [3], "cities": cities, "money": 200}, {"plants": [4]}]
    game = position("building", seats, market=MARKET, deck=[20, 25], order=[1, 0], to_act=0)
    assert "card-drawn" in kinds(game, Connect("kassel"))
    game.apply(Done())
    game.undo(0)
    assert game.view(None).players[0].cities == 6
    with refused("G1", game):
        game.undo(0)


@pytest.mark.rule("G1", "T3")
def test_no_undo_after_a_shuffle() -> None:
    game = auctions(deck=["step-3", 20, 25])
    assert "deck-shuffled" in kinds(game, Open(6, 6), Pass(), Pass())
    with refused("G1", game):
        game.undo(2)


@pytest.mark.rule("G1", "S1")
def test_a_region_of_a_draft_can_be_named_again() -> None:
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1, regions="draft")
    kinds(game, ChooseRegion("south"), ChooseRegion("east"))
    game.undo(1)
    assert game.view(None).regions == ["south"]
    game.apply(ChooseRegion("southwest"))
    game.apply(ChooseRegion("west"))
    game.undo(2)
    assert asked(game) == (2, "region")


@pytest.mark.rule("G1")
def test_a_move_that_began_a_round_can_be_taken_back() -> None:
    """With an empty deck, nothing is revealed at the end of a round."""
    game = auctions(deck=[], step=3, market=[20, 21, 22])
    kinds(game, SitOut(), SitOut(), SitOut(), *[Done()] * 6)  # nobody has fuel, so nobody runs plants
    assert (game.view(None).round, decision(game)) == (3, "auction")
    assert [seq for seq, _ in game.snapshots] == [0, 9]
    game.undo(game.rows[-1].seat or 0)
    assert (game.view(None).round, decision(game)) == (2, "build")
    assert [seq for seq, _ in game.snapshots] == [0]


@pytest.mark.rule("G1")
def test_the_record_keeps_the_move_and_that_it_was_taken_back() -> None:
    game = buying()
    game.apply(Buy("oil", 2))
    game.undo(0)
    game.apply(Done())
    rows = [row.to_json() for row in game.rows]
    assert [row["seq"] for row in rows] == [0, 1, 2, 3]
    assert rows[1]["move"] == {"kind": "buy", "fuel": "oil", "count": 2}
    assert rows[2] == {"seq": 2, "seat": 0, "undo": 1}
    assert rows[3]["move"] == {"kind": "done"}


@pytest.mark.rule("G1")
def test_the_version_grows_with_every_undo() -> None:
    game = buying()
    versions = [game.version]
    for step in range(4):
        if step % 2:
            game.undo(0)
        else:
            game.apply(Buy("oil", 1))
        versions.append(game.version)
        assert game.view(None).version == game.version
    assert versions == [0, 1, 2, 3, 4]


@pytest.mark.rule("G1")
def test_a_record_with_undos_is_played_again_the_same() -> None:
    game = buying()
    kinds(game, Buy("oil", 2), Buy("oil", 1))
    game.undo(0)
    game.undo(0)
    kinds(game, Buy("oil", 4), Buy("coal", 1))
    assert stromnetz.parse_game(game.to_json()) == game


@pytest.mark.rule("G1")
def test_a_copy_takes_back_its_own_moves_only() -> None:
    game = buying()
    game.apply(Buy("oil", 2))
    copy = game.copy()
    copy.undo(0)
    assert game.view(None).players[0].fuel == {"oil": 2}
    assert (game.version, copy.version) == (1, 2)
    game.undo(0)
    assert game == copy


@pytest.mark.rule("G1")
def test_after_the_end_nothing_is_taken_back() -> None:
    cities = [c for c in position().rules.city_ids if c != "muenchen"]
    seats: list[dict[str, Any]] = [{"plants": [3], "cities": cities[:13]}, *({} for _ in range(5))]
    game = position("building", seats, step=2, order=[1, 2, 3, 4, 5, 0], acted=[1, 2, 3, 4, 5], to_act=0)
    game.apply(Connect(cities[13]))
    game.apply(Done())
    assert game.result is not None
    version = game.version
    with pytest.raises(GameOver):
        game.undo(0)
    assert game.version == version
