"""What a game says about itself, and the game as it was after a row."""

from __future__ import annotations

import pytest

import stromnetz
from stromnetz import BadInput, Game, View, new_game, parse_game, parse_position
from tests.helpers import play_on


def test_a_game_knows_what_is_played_and_where_it_stands() -> None:
    game = new_game("classic-2009", map="usa", players=3, seed=7)
    assert (game.edition, game.map, game.players, game.seed) == ("classic-2009", "usa", 3, "0x7")
    assert (game.round, game.step, game.phase, game.is_over) == (1, 1, "auctions", False)
    assert game.record == game.to_json()
    assert parse_position(game.position_json()).seed is None


def test_repr_says_what_is_played_and_who_decides_but_no_secret() -> None:
    game = new_game("classic-2004", players=3, seed=0xC0FFEE)
    assert (
        repr(game) == "<Game classic-2004 on germany, 3 players: round 1, step 1, auctions, seat 2 decides (auction)>"
    )
    assert repr(game.view(1)) == repr(game).replace("<Game", "<View of seat 1:")
    assert repr(game.view(None)).startswith("<View of a spectator: classic-2004 on germany")
    assert repr(View.from_json(game.view(1).to_json())) == repr(game.view(1))
    assert "c0ffee" not in repr(game).lower()
    over = play_on(game)
    assert over.is_over
    assert repr(over) == f"<Game classic-2004 on germany, 3 players: over in round {over.round}>"


@pytest.fixture(scope="module")
def finished() -> Game:
    """A game with plans and moves that were undone, played to its end."""
    game = new_game("classic-2004", players=2, seed=3, options={"short": True})
    for undone in (True, False, True, True, False):
        seat = game.position.seat
        game.apply(game.legal_moves[0])
        if undone and game.undo_seat == seat:
            game.undo(seat)
    return play_on(game)


def test_at_gives_the_game_after_each_row(finished: Game) -> None:
    game = new_game("classic-2004", players=2, seed=3, options={"short": True})
    for row in finished.rows:
        if row.undoes is not None:
            game.undo(row.seat)
        elif row.move is not None:
            game.apply(row.move, row.seat)
        then = finished.at(row.seq)
        assert then == game
        assert (then.undo_seats, then.decision is None) == (game.undo_seats, game.decision is None)
    assert parse_game(finished.at(9).to_json()) == finished.at(9)


def test_a_game_goes_on_from_a_row_without_changing_the_other(finished: Game) -> None:
    before = finished.to_text()
    then = finished.at(1)
    then.apply(then.legal_moves[0])
    assert then.version == 2
    assert finished.to_text() == before


@pytest.mark.parametrize("row", [-1, 10_000, None, "1", True, 1.0])
def test_at_refuses_what_is_no_row(finished: Game, row: object) -> None:
    with pytest.raises(BadInput, match=f"a row is a number from 0 to {finished.version}"):
        finished.at(row)


def test_rows_of_older_rules_cannot_be_replayed() -> None:
    game = stromnetz.new_game("classic-2004", players=2, seed=1)
    game.apply("open 3@3")
    record = {**game.to_json(), "revision": game.rules.edition.revision - 1}
    if record["revision"] < 1:
        pytest.fail("raise the revision in this test")
    older = parse_game(record)
    assert older.at(1).position == older.position
    with pytest.raises(BadInput, match="rows before 1 were played by older rules"):
        older.at(0)
