"""Goals and ways of a step: whether a goal is met, and whether a move leads there."""

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


def _has_fuel(view: View, seat: int, wanted: Mapping[str, int]) -> bool:
    held = view.players[seat].fuel
    return all(held.get(fuel, 0) >= count for fuel, count in wanted.items())


CHECKS: Mapping[str, Callable[[Game, View, int, Any], bool]] = {
    "plants": lambda game, view, seat, wanted: set(wanted) <= set(view.players[seat].plants),
    "without": lambda game, view, seat, wanted: not set(wanted) & set(view.players[seat].plants),
    "auction": lambda game, view, seat, wanted: view.auction is not None and view.auction.card == wanted,
    "fuel": lambda game, view, seat, wanted: _has_fuel(view, seat, wanted),
    "cities": lambda game, view, seat, wanted: set(wanted) <= set(view.players[seat].network),
    "connected": lambda game, view, seat, wanted: view.players[seat].cities >= wanted,
    "supplies": lambda game, view, seat, wanted: view.players[seat].supplies >= wanted,
    "money": lambda game, view, seat, wanted: (view.players[seat].money or 0) >= wanted,
    "round": lambda game, view, seat, wanted: view.round >= wanted,
    "step": lambda game, view, seat, wanted: view.step >= wanted,
    "over": lambda game, view, seat, wanted: (game.result is not None) == wanted,
    "won": lambda game, view, seat, wanted: _won(game, seat) == wanted,
}


def is_met(game: Game, seat: int, goal: Goal) -> bool:
    """Whether all conditions of a goal are met."""
    view = game.view(seat)
    return all(CHECKS[name](game, view, seat, wanted) for name, wanted in goal.items())


def matches(move: Move, pattern: Pattern) -> bool:
    """Whether a move matches a pattern; fields that are not in the pattern may have any value."""
    data = move.to_json()
    return all(data.get(name) == wanted for name, wanted in pattern.items())


def completes(moves: Sequence[Move], way: Way) -> bool:
    """Whether all moves of a way have been made in order, with any moves in between."""
    left = list(way)
    for move in moves:
        if left and matches(move, left[0]):
            left.pop(0)
    return not left


def is_on_a_way(moves: Sequence[Move], ways: Sequence[Way]) -> bool:
    """Whether the last move is part of a way, or a smaller purchase than the way's.

    Moves without fields, such as ``done``, only count after the way's earlier moves.
    """
    *before, last = moves
    for way in ways:
        for place, pattern in enumerate(way):
            if matches(last, pattern) and (len(pattern) > 1 or completes(before, way[:place])):
                return True
            if _is_smaller_purchase(last.to_json(), pattern):
                return True
    return False


def _is_smaller_purchase(data: Mapping[str, Any], pattern: Pattern) -> bool:
    count, wanted = data.get("count"), pattern.get("count")
    if not isinstance(count, int) or not isinstance(wanted, int) or count > wanted:
        return False
    return all(data.get(name) == value for name, value in pattern.items() if name != "count")
