"""Perft: how many sequences of moves there are from fixed positions.

They are counted with the list of moves, by trying everything, and by the book.
The numbers are pinned: a change of one of them is a change of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

import stromnetz
from stromnetz import Game, Move
from tests.helpers import position
from tests.properties.book import by_the_book
from tests.properties.games import accepted, every_move


def auction_opening() -> Game:
    """The very first decision: 3 to 6 on offer, 50 Elektro each."""
    return stromnetz.new_game(
        "classic-2004", map="germany", players=3, seed=1, regions=["west", "southwest", "south"], order=[0, 1, 2]
    )


def fuel_turn() -> Game:
    """A coal plant, a hybrid and a uranium plant, little money, and uranium dear."""
    return position(
        "fuel",
        [
            {"money": 30, "plants": [4, 12, 11], "fuel": {"coal": 2, "oil": 1}},
            {"plants": [8, 6], "fuel": {"coal": 3, "garbage": 1}},
            {"plants": [14]},
        ],
        order=[2, 1, 0],
        to_act=0,
        fuel_market={"coal": 15, "oil": 9, "garbage": 6, "uranium": 2},
    )


def building_turn() -> Game:
    """Step 2 on the map with connections that cost nothing: full cities, half full ones and own ones."""
    return position(
        "building",
        [
            {"money": 60, "plants": [13], "cities": ["denver", "omaha"]},
            {"plants": [18], "cities": ["cheyenne", "kansas-city", "seattle"]},
            {"plants": [20], "cities": ["kansas-city", "chicago", "denver", "seattle"]},
        ],
        map="usa",
        order=[2, 1, 0],
        to_act=0,
        step=2,
        regions=["northwest", "south", "midwest"],
    )


def perft(game: Game, depth: int, moves: Callable[[Game], Iterable[Move]]) -> int:
    """The number of sequences of so many moves; a game that ends sooner has none."""
    if depth == 0:
        return 1
    total = 0
    for move in moves(game):
        after = game.copy()
        after.apply(move)
        total += perft(after, depth - 1, moves)
    return total


def listed(game: Game) -> Iterable[Move]:
    return game.legal_moves


def allowed(game: Game) -> Iterable[Move]:
    return [move for move in every_move(game) if by_the_book(game, move)]


PINNED = [
    pytest.param(auction_opening, 1, 186, id="auction-1"),
    pytest.param(auction_opening, 2, 4420, id="auction-2"),
    pytest.param(fuel_turn, 1, 11, id="fuel-1"),
    pytest.param(fuel_turn, 2, 57, id="fuel-2"),
    pytest.param(building_turn, 1, 18, id="building-1"),
    pytest.param(building_turn, 2, 265, id="building-2"),
]


@pytest.mark.parametrize("moves", [listed, accepted, allowed])
@pytest.mark.parametrize(("start", "depth", "count"), PINNED)
def test_perft(start: Callable[[], Game], depth: int, count: int, moves: Callable[[Game], Iterable[Move]]) -> None:
    assert perft(start(), depth, moves) == count
