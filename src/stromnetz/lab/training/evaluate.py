"""Measure the strength of a net: it plays one seat of each game, a bot all others."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.arena.matches import GameKind
from stromnetz.arena.statistics import Share, clustered
from stromnetz.learn.input_layout import InputLayout
from stromnetz.learn.net_file import NetSizes

from .arrays import Arrays
from .network import BatchReader, Params, choose
from .self_play import Batch, BatchPlan

FIRST_DEAL = 7_000_000
"""First deal for evaluations during training; published results use other deals."""


@dataclass(slots=True, frozen=True)
class EvaluationResult:
    kind: GameKind
    won: tuple[float, ...]
    """The share of the win in each game."""

    @property
    def games(self) -> int:
        return len(self.won)

    def share(self) -> Share:
        """The share of games won, with a 95 % interval. Each game is another deal."""
        return clustered([(won, 1) for won in self.won])


def evaluate_net(
    xp: Arrays,
    shape: InputLayout,
    sizes: NetSizes,
    w: Params,
    kinds: tuple[GameKind, ...],
    bot: str,
    games: int,
    processes: int,
) -> list[EvaluationResult]:
    """Play one game per slot: the net makes its best choice, the bot has the other seats."""
    plan = BatchPlan(kinds, games, processes, 1, FIRST_DEAL, ((bot, 1.0),))
    with Batch(plan) as batch:
        reader = BatchReader(xp, shape, batch)
        count = batch.plan.games
        finished, won = [False] * count, [0.0] * count
        batch.wait(0)
        while not all(finished):
            arrays = batch.group(0)
            d, _ = reader.read(0, arrays)
            rows, _, _ = choose(xp, w, sizes, d, greedy=True)
            mine = arrays.learners * 1
            arrays.actions[:] = xp.get(rows)
            batch.go(0)
            batch.wait(0)
            for i in arrays.done.nonzero()[0].tolist():
                if not finished[i]:
                    finished[i] = True
                    won[i] = float(arrays.rewards[i, int(mine[i]).bit_length() - 1, 0])
            del arrays
    out = []
    for number, kind in enumerate(kinds):
        out.append(EvaluationResult(kind, tuple(won[number :: len(kinds)])))
    return out
