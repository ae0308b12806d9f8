"""A move taken from the legal moves is not checked again, but only in the position it was taken from."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import stromnetz
from stromnetz import BadInput, Bid, IllegalMove, Open, StromnetzError
from stromnetz.engine.agenda import apply
from stromnetz.engine.decisions import LegalMoves


def test_moves_of_an_earlier_turn_are_checked() -> None:
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1)
    rules, p = game.rules, game.position.copy()
    earlier = LegalMoves(rules, p)
    before = p.copy()
    apply(rules, p, earlier[0])
    late = earlier[1]
    assert isinstance(late, Open)
    after = p.copy()
    with pytest.raises(IllegalMove):
        apply(rules, p, late)
    assert p == after
    apply(rules, before, late)


def test_moves_of_another_position_are_checked() -> None:
    """The same objects are checked in another game, and in a copy with less money."""
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1)
    rules, p = game.rules, game.position.copy()
    dear = LegalMoves(rules, p)[-1]
    poor = p.copy()
    poor.money[poor.seat] = 1
    with pytest.raises(IllegalMove):
        apply(rules, poor, dear)
    apply(rules, p, dear)
    with pytest.raises(StromnetzError):
        apply(rules, p, dear)


def test_taking_moves_leaves_no_trace() -> None:
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1)
    other = game.copy()
    record = game.to_json()
    taken = [game.legal_moves[i] for i in (0, -1, 3)]
    assert game == other
    assert game.to_json() == record
    packed = pickle.loads(pickle.dumps(game.position))
    assert packed == copy.deepcopy(game.position) == game.position
    assert packed.checked_move is None
    for move in taken[:2]:
        assert game.is_legal(move)
    game.apply(taken[2])
    game.undo(game.rows[1].seat)
    for bad in (Open(3, 2), Bid(4), {"kind": "open", "plant": 3, "bid": 10**6}):
        with pytest.raises((IllegalMove, BadInput)):
            game.apply(bad)
    assert game.position == other.position


@pytest.mark.parametrize("edition", ["classic-2009", "deluxe-europe", "outpost"])
def test_a_game_of_taken_moves_replays(edition: str) -> None:
    """Moves that were not checked while playing are checked when the record is loaded."""
    game, rng = stromnetz.new_game(edition, players=4, seed=5), Random(2)
    while game.decision is not None:
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    assert stromnetz.parse_game(game.to_json()) == game
