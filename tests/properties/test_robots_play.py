"""Robots in many games act as their tiles say, checked without the module's code (``make robots`` plays 300)."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import stromnetz
from stromnetz import Game
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.editions.files.loader import edition_variants
from tests.properties.robots_checker import Ledger

GAMES = int(os.environ.get("STROMNETZ_ROBOT_GAMES", "20"))
"""Every third one is a whole game, the others are short games, which takes a few seconds in all."""
BLOCKS = 4
DEEDS = {"opened", "left", "bid", "passed", "taken", "stocked", "ran", "built", "finished"}


def game_number(i: int) -> Game:
    rng = Random(i)
    edition, map = ("classic-2004", "classic-2009")[i % 2], ("germany", "usa")[i // 2 % 2]
    players = 2 + i % 5
    robots = edition_variants(edition)["robots"].draw(players, rng)
    options: dict[str, Any] = {"robots": robots, "short": i % 3 > 0}
    bots = tuple(rng.choice(("plain", "plain", "random")) for _ in range(players))
    return play(MatchSetup(edition, map, players, bots, 31 * i + 7, tuple(sorted(options.items()))))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_robot_did_what_its_tiles_say(block: int) -> None:
    tiles: set[str] = set()
    counted: Counter[str] = Counter()
    for i in range(block, GAMES, BLOCKS):
        game = game_number(i)
        ledger = Ledger(game)
        counted += ledger.follow(game)
        tiles |= {tile for made in ledger.tiles.values() for tile in made}
        if i % 8 == block:
            assert stromnetz.parse_game(game.to_json()) == game, "and its record plays again"
    assert counted.keys() == DEEDS if GAMES >= 100 else counted.keys() >= DEEDS - {"left", "taken"}, counted
    assert len(tiles) > 15
