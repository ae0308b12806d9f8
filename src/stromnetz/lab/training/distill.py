"""Distill a large net into a small one: the same choices and chances on the large one's games."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import Adam, Params, backward, forward, log_shares, picked
from .ppo import VALUE, Lesson
from .run import Run, TrainingPlan
from .trainer import Trainer

EPOCHS = 6
LESSONS = 12
"""Turns of the large net that the small one is taught with."""
FIRST, LAST = 2e-3, 1e-4
"""The rate of learning in the first epoch and in the last."""
SIZE = 8192


def smaller(run: Run, wide: tuple[int, ...]) -> Run:
    """A run with a fresh net of another size that has seen what this one has; the others at its tables stay."""
    plan: TrainingPlan = replace(run.plan, wide=wide)
    out = Run.begin(plan)
    for name in ("turns", "decisions", "games", "cloned", "seconds", "taught"):
        setattr(out, name, getattr(run, name))
    out.pool = run.pool
    return out


def taught(large: Trainer, small: Trainer, lessons: int = LESSONS, epochs: int = EPOCHS) -> list[float]:
    """Let the large net play on for some turns and teach the small one; by epoch, how often both choose the same.

    The large one goes on learning meanwhile, and sits down at the small one's tables afterwards.
    """
    large.lessons = deque(maxlen=lessons)
    last = large.run.turns + lessons
    large.play(lambda: large.run.turns >= last)
    found = distil(large.xp, large.w, large.sizes, small.w, small.sizes, list(large.lessons), epochs)
    large.lessons.clear()
    small.pool.add(large.w)
    return found


def distil(
    xp: Arrays,
    teacher: Params,
    large: NetSizes,
    w: Params,
    small: NetSizes,
    lessons: list[Lesson],
    epochs: int = EPOCHS,
) -> list[float]:
    """Teach the small net in place; by epoch, in how many decisions both would choose the same."""
    adam = Adam(xp, w)
    out = []
    for epoch in range(epochs):
        rate = FIRST * (LAST / FIRST) ** (epoch / max(1, epochs - 1))
        agreed, count = 0.0, 0
        for lesson in lessons:
            order = xp.shuffled(xp.arange(len(lesson.counts)))
            same = [
                _step(xp, teacher, large, w, small, adam, lesson, order[at : at + SIZE], rate)
                for at in range(0, len(order), SIZE)
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
    lesson: Lesson,
    index: Array,
    rate: float,
) -> Array:
    d = picked(xp, lesson.decisions, lesson.counts, index)
    right, p = forward(xp, teacher, large, d), forward(xp, w, small, d)
    wanted = xp.exp(log_shares(xp, right.scores, d))
    shares = xp.exp(log_shares(xp, p.scores, d))
    error = p.chances - right.chances
    by = backward(xp, w, small, d, p, (shares - wanted) / len(index), VALUE * error / len(index))
    adam.step(w, by, rate)
    best, theirs = xp.segment_max(shares, d.segments, d.starts), xp.segment_max(wanted, d.segments, d.starts)
    both = (shares == best[d.segments]) & (wanted == theirs[d.segments])
    return xp.segment_sum(both * 1.0, d.segments, d.starts).sum()
