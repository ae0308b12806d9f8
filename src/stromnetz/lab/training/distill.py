"""Distil a large net into a small one: train the small one on the large one's games, choices and chances."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import Adam, Params, backward, forward, log_probabilities, select_decisions
from .ppo import VALUE_WEIGHT, TrainingData
from .run import Run, TrainingPlan
from .trainer import Trainer

EPOCHS = 6
TURNS = 12
"""Turns of the large net whose data the small one is trained on."""
FIRST_RATE, LAST_RATE = 2e-3, 1e-4
"""Learning rates of the first and of the last epoch."""
BATCH_SIZE = 8192


def new_distilled_run(run: Run, wide: tuple[int, ...]) -> Run:
    """A run with a fresh net of another size, with the counts and opponents of this run."""
    plan: TrainingPlan = replace(run.plan, wide=wide)
    out = Run.begin(plan)
    for name in ("turns", "decisions", "games", "cloned", "seconds", "taught"):
        setattr(out, name, getattr(run, name))
    out.pool = run.pool
    return out


def distil_trainer(large: Trainer, small: Trainer, turns: int = TURNS, epochs: int = EPOCHS) -> list[float]:
    """Let the large net play some turns and distil it into the small one; returns by epoch how often both choose the
    same.

    The large net keeps learning meanwhile, and becomes an opponent of the small one.
    """
    large.recent_data = deque(maxlen=turns)
    last = large.run.turns + turns
    large.play(lambda: large.run.turns >= last)
    found = distil(large.xp, large.w, large.sizes, small.w, small.sizes, list(large.recent_data), epochs)
    large.recent_data.clear()
    small.pool.add(large.w)
    return found


def distil(
    xp: Arrays,
    teacher: Params,
    large: NetSizes,
    w: Params,
    small: NetSizes,
    turns: list[TrainingData],
    epochs: int = EPOCHS,
) -> list[float]:
    """Train the small net in place; returns by epoch the share of decisions in which both nets agree."""
    adam = Adam(xp, w)
    out = []
    for epoch in range(epochs):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (epoch / max(1, epochs - 1))
        agreed, count = 0.0, 0
        for data in turns:
            order = xp.shuffled(xp.arange(len(data.counts)))
            same = [
                _step(xp, teacher, large, w, small, adam, data, order[at : at + BATCH_SIZE], rate)
                for at in range(0, len(order), BATCH_SIZE)
            ]
            agreed += float(sum(same))
            count += len(order)
        out.append(agreed / max(1, count))
    return out


def _step(
    xp: Arrays,
    teacher: Params,
    large: NetSizes,
    w: Params,
    small: NetSizes,
    adam: Adam,
    data: TrainingData,
    index: Array,
    rate: float,
) -> Array:
    d = select_decisions(xp, data.decisions, data.counts, index)
    right, p = forward(xp, teacher, large, d), forward(xp, w, small, d)
    wanted = xp.exp(log_probabilities(xp, right.scores, d))
    shares = xp.exp(log_probabilities(xp, p.scores, d))
    error = p.chances - right.chances
    by = backward(xp, w, small, d, p, (shares - wanted) / len(index), VALUE_WEIGHT * error / len(index))
    adam.step(w, by, rate)
    best, theirs = xp.segment_max(shares, d.segments, d.starts), xp.segment_max(wanted, d.segments, d.starts)
    both = (shares == best[d.segments]) & (wanted == theirs[d.segments])
    return xp.segment_sum(both * 1.0, d.segments, d.starts).sum()
