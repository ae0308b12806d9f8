"""One turn of learning: the choices of a teacher copied, or one's own made likelier where they went well (PPO)."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .memory import Lesson
from .net import Adam, Decisions, Params, Passed, backward, forward, log_shares
from .reading import picked

CLIP = 0.2
"""How far a share may move in one turn before it no longer counts."""
VALUE = 0.5
"""What being wrong about the chances counts beside the choices."""
BATCH = 32768


@dataclass(slots=True)
class Figures:
    """What a turn of learning looked like: means over its decisions."""

    decisions: int = 0
    agreed: float = 0.0
    """Choices of the teacher that the net would make too."""
    entropy: float = 0.0
    wrong: float = 0.0
    """The square of the error in the chances of winning."""
    clipped: float = 0.0


def improve(
    xp: Arrays,
    w: Params,
    adam: Adam,
    sizes: NetSizes,
    lesson: Lesson,
    rate: float,
    entropy: float,
    epochs: int,
    size: int,
) -> Figures:
    """PPO: some epochs over what was played."""
    valid = lesson.valid
    gain = lesson.advantages[valid]
    middle = gain.sum() / len(gain)
    spread = xp.sqrt(((gain - middle) ** 2).sum() / len(gain)) + 1e-6
    out = Figures()
    for _ in range(epochs):
        order = xp.shuffled(valid)
        for at in range(0, len(order), size):
            index = order[at : at + size]
            d = picked(xp, lesson.decisions, lesson.counts, index)
            p = forward(xp, w, sizes, d)
            logs = log_shares(xp, p.scores, d)
            shares = xp.exp(logs)
            chosen = d.starts + lesson.actions[index]
            better = (lesson.advantages[index] - middle) / spread
            ratio = xp.exp(logs[chosen] - lesson.logs[index])
            stuck = ((ratio > 1 + CLIP) & (better > 0)) | ((ratio < 1 - CLIP) & (better < 0))
            pull = -ratio * better * ~stuck
            spread_of = -xp.segment_sum(shares * logs, d.segments, d.starts)
            by_score = -pull[d.segments] * shares + entropy * shares * (logs + spread_of[d.segments])
            by_score[chosen] += pull
            error = p.chances - lesson.targets[index]
            by = backward(xp, w, sizes, d, p, by_score / len(index), VALUE * error / len(index))
            adam.step(w, by, rate)
            _note(out, len(index), spread_of.sum(), (error[:, 0] ** 2).sum(), (stuck * 1.0).sum())
    return _means(out)


def imitate(
    xp: Arrays, w: Params, adam: Adam, sizes: NetSizes, lesson: Lesson, advised: Array, rate: float, size: int
) -> Figures:
    """One epoch of copying: every decision with advice; the chances from those whose game has ended."""
    known = lesson.counts * 0.0
    known[lesson.valid] = 1.0
    out = Figures()
    order = xp.shuffled(advised)
    for at in range(0, len(order), size):
        index = order[at : at + size]
        d = picked(xp, lesson.decisions, lesson.counts, index)
        p = forward(xp, w, sizes, d)
        logs = log_shares(xp, p.scores, d)
        chosen = d.starts + lesson.actions[index]
        by_score = xp.exp(logs)
        by_score[chosen] -= 1.0
        error = (p.chances - lesson.targets[index]) * known[index][:, None]
        by = backward(xp, w, sizes, d, p, by_score / len(index), VALUE * error / len(index))
        adam.step(w, by, rate)
        spread_of = -(xp.exp(logs) * logs).sum()
        _note(out, len(index), spread_of, (error[:, 0] ** 2).sum(), _agreed(xp, p, d, lesson.actions[index]))
    found = _means(out)
    found.agreed, found.clipped = found.clipped, 0.0
    return found


def _agreed(xp: Arrays, p: Passed, d: Decisions, actions: Array) -> Array:
    best = xp.segment_max(p.scores, d.segments, d.starts)
    first = xp.segment_first(p.scores == best[d.segments], d.segments, d.starts)
    return ((first == actions) * 1.0).sum()


def _note(out: Figures, count: int, entropy: Array, wrong: Array, clipped: Array) -> None:
    out.decisions += count
    out.entropy = out.entropy + entropy
    out.wrong = out.wrong + wrong
    out.clipped = out.clipped + clipped


def _means(out: Figures) -> Figures:
    count = max(1, out.decisions)
    return Figures(out.decisions, 0.0, float(out.entropy) / count, float(out.wrong) / count, float(out.clipped) / count)
