"""Copies of a position share lists that seldom change; no move of any edition may change them in place."""

from __future__ import annotations

from random import Random

import pytest

from stromnetz.engine.position import Position
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS, game_number, promo_game

OWN = frozenset({"agenda", "events", "fuel", "modules", "money", "stock", "supply"})
"""Lists that are not shared between copies."""


def lists(p: Position) -> dict[str, list[object]]:
    return {name: value for name in Position.NAMES if isinstance(value := getattr(p, name), list)}


def test_a_copy_has_lists_of_its_own_only_of_what_changes_in_place() -> None:
    p = game_number(0).position
    before, after = lists(p), lists(p.copy())
    assert {name for name in before if before[name] is not after[name]} == OWN & before.keys()


@pytest.mark.parametrize("number", [0, 1, 2, FIRST_DELUXE, FIRST_OUTPOST, FIRST_OUTPOST + 1, FIRST_ROBOTS, "promo"])
def test_no_move_changes_what_copies_share(number: int | str) -> None:
    game = promo_game(1) if isinstance(number, str) else game_number(number)
    rng = Random(1)
    seen: dict[int, tuple[list[object], list[object]]] = {}
    while game.decision is not None and game.version < 400:
        for name, items in lists(game.position).items():
            if name not in OWN:
                seen.setdefault(id(items), (items, items[:]))  # which is kept, so that its id stays its own
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    assert len(seen) > 50
    for items, then in seen.values():
        assert items == then
