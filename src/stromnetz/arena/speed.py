"""A short speed measurement for users. `make bench` also compares with a peer."""

from __future__ import annotations

import time
from random import Random

from stromnetz.engine.agenda import apply
from stromnetz.engine.decisions import LegalMoves
from stromnetz.play.new import new_game


def measure(edition: str, board: str, seconds: float) -> dict[str, float]:
    """Speed of random play on bare positions, by number of players, and the time to copy a position."""
    out: dict[str, float] = {}
    rng = Random(0)
    for players in range(2, 7):
        games = decisions = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            game = new_game(edition, board, players, games)
            rules, p = game.rules, game.position.copy()
            while p.seat >= 0 and p.round <= 300:
                moves = LegalMoves(rules, p)
                apply(rules, p, moves[int(rng.random() * len(moves))])
                decisions += 1
            games += 1
        out[f"{players} players: decisions/s"] = decisions / spent
        out[f"{players} players: games/s"] = games / spent
    copies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(1000):
            p.copy()
        copies += 1000
    out["copy of a position, µs"] = spent / copies * 1e6
    return out
