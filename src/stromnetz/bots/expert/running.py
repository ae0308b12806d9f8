"""Bureaucracy: which plants run."""

from __future__ import annotations

from stromnetz.bots.explain import Explanation, Reason, thought
from stromnetz.bots.weights import Weights
from stromnetz.engine.moves import Run
from stromnetz.engine.options import RunOption

from .ending import is_last
from .table import Table

DEAR = 8
"""What a marker costs of which there is none."""


def run(table: Table, runs: list[RunOption], w: Weights) -> Explanation:
    """The run that pays most beside the fuel it burns; in the last round, the most cities."""
    last = is_last(table)

    def score(option: RunOption) -> float:
        burnt = sum(count * (table.rows[fuel][0] if table.rows[fuel] else DEAR) for fuel, count in option.burn.items())
        return option.income - w.save * burnt + (w.city * option.supplied if last else 0.0)

    ordered = sorted(runs, key=lambda option: len(option.plants))
    best = max(ordered, key=score)
    reason = Reason("run", {"supplied": best.supplied, "income": best.income})
    return thought([(Run(option.plants, option.burn), score(option)) for option in ordered], reason)
