"""A net is used by several threads of a server at the same time."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from stromnetz import new_game
from stromnetz.bots.chances import net_for
from stromnetz.learn.network import Evaluation


def test_threads_get_the_same_evaluations_as_one_after_another() -> None:
    games = [new_game("classic-2004", "germany", 3, seed=seed) for seed in range(4)]
    judge = net_for(games[0].rules)

    def evaluate(number: int) -> list[Evaluation]:
        game = games[number].copy()
        out = []
        for _ in range(25):
            out.append(judge.judge(game.rules, game.position, False))
            game.apply(out[-1].moves[out[-1].best])
        return out

    wanted = [evaluate(number) for number in range(len(games))]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(games)) as threads:
            found = list(threads.map(evaluate, range(len(games))))
    finally:
        sys.setswitchinterval(interval)
    for one, other in zip(wanted, found, strict=True):
        assert [(e.moves, list(e.shares), list(e.chances)) for e in one] == [
            (e.moves, list(e.shares), list(e.chances)) for e in other
        ]
