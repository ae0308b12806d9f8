"""What a step wants: whether its goal is met in a position, and whether a move leads there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.play.game import Game
from stromnetz.play.views import View

Goal = Mapping[str, Any]
Pattern = Mapping[str, Any]
Way = Sequence[Pattern]


def _won(game: Game, seat: int) -> bool:
    result = game.result
    return result is not None and seat in result.winners


def _holds(view: View, seat: int, wanted: Mapping[str, int]) -> bool:
    held = view.players[seat].fuel
    return all(held.get(fuel, 0) >= count for fuel, count in wanted.items())


CHECKS: Mapping[str, Callable[[Game, View, int, Any], bool]] = {
    "plants": lambda game, view, seat, wanted: set(wanted) <= set(view.players[seat].plants),
    "without": lambda game, view, seat, wanted: not set(wanted) & set(view.players[seat].plants),
    "auction": lambda game, view, seat, wanted: view.auction is not None and view.auction.card == wanted,
    "fuel": lambda game, view, seat, wanted: _holds(view, seat, wanted),
    "cities": lambda game, view, seat, wanted: set(wanted) <= set(view.players[seat].network),
    "connected": lambda game, view, seat, wanted: view.players[seat].cities >= wanted,
    "supplies": lambda game, view, seat, wanted: view.players[seat].supplies >= wanted,
    "money": lambda game, view, seat, wanted: (view.players[seat].money or 0) >= wanted,
    "round": lambda game, view, seat, wanted: view.round >= wanted,
    "step": lambda game, view, seat, wanted: view.step >= wanted,
    "over": lambda game, view, seat, wanted: (game.result is not None) == wanted,
    "won": lambda game, view, seat, wanted: _won(game, seat) == wanted,
}


def met(game: Game, seat: int, goal: Goal) -> bool:
    """Whether all is true that a goal says."""
    view = game.view(seat)
    return all(CHECKS[name](game, view, seat, wanted) for name, wanted in goal.items())


def fits(move: Move, pattern: Pattern) -> bool:
    """Whether a move is what a pattern says; fields that it does not name may be anything."""
    data = move.to_json()
    return all(data.get(name) == wanted for name, wanted in pattern.items())


def gone(moves: Sequence[Move], way: Way) -> bool:
    """Whether all moves of a way have been made, in its order, whatever was done in between."""
    left = list(way)
    for move in moves:
        if left and fits(move, left[0]):
            left.pop(0)
    return not left


def leads(moves: Sequence[Move], ways: Sequence[Way]) -> bool:
    """Whether the last of these moves is one of a way's, or a part of it: fewer markers than are to be bought in all.

    What has no fields, such as to be done, is one only after the moves that come before it.
    """
    *before, last = moves
    for way in ways:
        for place, pattern in enumerate(way):
            if fits(last, pattern) and (len(pattern) > 1 or gone(before, way[:place])):
                return True
            if _part(last.to_json(), pattern):
                return True
    return False


def _part(data: Mapping[str, Any], pattern: Pattern) -> bool:
    count, wanted = data.get("count"), pattern.get("count")
    if not isinstance(count, int) or not isinstance(wanted, int) or count > wanted:
        return False
    return all(data.get(name) == value for name, value in pattern.items() if name != "count")
