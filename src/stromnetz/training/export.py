"""From a run to weights for the table, with their card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stromnetz.learn.nets import shapes_of
from stromnetz.learn.weights import written

from .runs import Run

MOST = 300_000
"""Bytes of a file of weights."""


def exported(run: Run, plays: Sequence[tuple[str, str, int]], duels: Sequence[dict[str, Any]], date: str) -> bytes:
    """The file: ``plays`` are the games that it may be asked to play, ``duels`` what was measured there."""
    plan = run.plan
    sizes = plan.sizes()
    card = {
        "trained": sorted({str(kind) for kind in plan.kinds}),
        "plays": [list(one) for one in plays],
        "decisions": run.decisions,
        "games": run.games,
        "turns": run.turns,
        "copied": run.cloned,
        "teacher": plan.teacher,
        "seconds": round(run.seconds),
        "seed": plan.seed,
        "jumps": list(plan.jumps),
        "duels": list(duels),
        "date": date,
    }
    numbers = np.concatenate([run.weights[name].reshape(-1) for name in shapes_of(sizes)])
    return written(card, plan.shape(), sizes, numbers.astype("<f2").tobytes())
