"""Perft: the number of sequences of moves from fixed positions.

They are counted by the list of moves, by trying everything, and by the reference rules. The numbers are pinned: if one
of them changes, the rules have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

import stromnetz
from stromnetz import Done, Game, Move
from stromnetz.editions.files.loader import edition_data
from stromnetz.editions.outpost.moves import Arrange
from tests.helpers import position
from tests.properties.games import accepted, every_move
from tests.properties.reference_rules import is_allowed


def auction_opening() -> Game:
    """The very first decision: 3 to 6 on offer, 50 Elektro each."""
    return stromnetz.new_game(
        "classic-2004", map="germany", players=3, seed=1, regions=["west", "southwest", "south"], order=[0, 1, 2]
    )


def fuel_turn() -> Game:
    """A coal plant, a hybrid and a uranium plant, little money, and expensive uranium."""
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


def company_turn(kind: str) -> Game:
    """Outpost: seat 0 has a network, an Outpost card, Moon Base and little money; it decides about this action."""
    seats: list[dict[str, Any]] = [
        {"money": 22, "plants": [3, 12, "05a", "26a", "32a", 20, 50], "fuel": {"workers": 1}, "cities": ["amber"]},
        {"plants": [11], "cities": ["basalt", "onyx"]},
        {"cities": ["karst"]},
    ]
    boards = [{"placed": [3, "05a"], "robots": 1}, {"placed": []}, {}]
    sites = {"ice-well": 0, "amber": 0, "basalt": 0, "pumice": 1}
    game = position(
        "building",
        seats,
        edition="outpost",
        map="planet",
        regions=["central"],
        order=[0, 1, 2],
        to_act=0,
        step=2,
        tiles=sorted(edition_data("outpost")["tiles"]),
        modules={"company": {"sites": sites, "seats": boards}},
        fuel_market={"workers": 25},
    )
    while game.position.kind != kind:
        game.apply(Arrange([3, 12, "26a"]) if game.position.kind == "company" else Done())
    return game


def trust_turn() -> Game:
    """Outpost: the Trust has four cards beside its board and several places for each."""
    houses = {city: [2] for city in ("amber", "basalt", "cinder", "jasper", "ice-well", "halite")}
    game = position(
        "building",
        [{"money": 12}, {"money": 12}],
        edition="outpost",
        map="planet",
        regions=["central"],
        neutral=[{"plants": [3, "05a", "16a", 22]}],
        houses=houses,
        order=[0, 1],
        to_act=1,
        tiles=sorted(edition_data("outpost")["tiles"]),
    )
    while game.position.kind != "trust-site":
        game.apply(Done())
    return game


def perft(game: Game, depth: int, moves: Callable[[Game], Iterable[Move]]) -> int:
    """Return the number of move sequences of this length; games that end sooner have none."""
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
    return [move for move in every_move(game) if is_allowed(game, move)]


PINNED = [
    pytest.param(auction_opening, 1, 186, id="auction-1"),
    pytest.param(auction_opening, 2, 4420, id="auction-2"),
    pytest.param(fuel_turn, 1, 11, id="fuel-1"),
    pytest.param(fuel_turn, 2, 57, id="fuel-2"),
    pytest.param(building_turn, 1, 18, id="building-1"),
    pytest.param(building_turn, 2, 265, id="building-2"),
    pytest.param(partial(company_turn, "network"), 1, 28, id="outpost-network-1"),
    pytest.param(partial(company_turn, "network"), 2, 260, id="outpost-network-2"),
    pytest.param(partial(company_turn, "company"), 1, 16, id="outpost-company-1"),
    pytest.param(partial(company_turn, "company"), 2, 46, id="outpost-company-2"),
    pytest.param(partial(company_turn, "workers"), 1, 3, id="outpost-workers-1"),
    pytest.param(partial(company_turn, "workers"), 2, 6, id="outpost-workers-2"),
    pytest.param(trust_turn, 1, 3, id="outpost-trust-1"),
    pytest.param(trust_turn, 2, 9, id="outpost-trust-2"),
    pytest.param(trust_turn, 3, 18, id="outpost-trust-3"),
]


@pytest.mark.parametrize("moves", [listed, accepted, allowed])
@pytest.mark.parametrize(("start", "depth", "count"), PINNED)
def test_perft(start: Callable[[], Game], depth: int, count: int, moves: Callable[[Game], Iterable[Move]]) -> None:
    assert perft(start(), depth, moves) == count
