"""What was seen and chosen in a stretch of games, and one step of learning from it: copying a teacher, or PPO."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import Adam, Decisions, Params, Passed, backward, forward, log_shares, picked
from .self_play import SEATS

WORTH = (0.75, 0.25)
"""Of a share of the win, and of a share of rivals beaten."""


@dataclass(slots=True)
class Step:
    """A choice in each game of a group, and what the games did until the next."""

    decisions: Decisions
    counts: Array
    actions: Array
    logs: Array
    chances: Array
    seats: Array
    mine: Array
    """Whether the learner chose: what others chose is not learnt from."""
    done: Array
    rewards: Array


@dataclass(slots=True)
class Lesson:
    """All that is learnt from at once."""

    decisions: Decisions
    counts: Array
    actions: Array
    logs: Array
    advantages: Array
    targets: Array
    """Of the chances."""
    valid: Array
    """Numbers of the decisions that count."""


def advantages(xp: Arrays, steps: list[Step], decay: float, whole: bool) -> tuple[list[Array], list[Array]]:
    """By step: how much better than expected it went on for the seat that chose, and whether that is known.

    Every seat has a row of choices of its own: what it expects at one is judged by what it expects at its next, or by
    how the game ended; where it has to be ``whole``, by that alone. Where neither is in these steps, nothing is known.
    """
    games = len(steps[0].seats)
    index = xp.arange(games)
    later = xp.zeros(games * SEATS, 2)
    better = xp.zeros(games * SEATS, 2)
    known = xp.zeros(games * SEATS) > 1
    out: list[Array] = []
    valid: list[Array] = []
    for step in reversed(steps):
        over = xp.repeat(step.done, step.done * 0 + SEATS) > 0
        later = later * ~over[:, None] + step.rewards.reshape(-1, 2) * over[:, None]
        better = better * ~over[:, None]
        known = known | over
        at = index * SEATS + step.seats
        there = known[at]
        gain = (later[at] - step.chances + decay * better[at]) * there[:, None]
        out.append(gain)
        valid.append(there)
        later[at] = step.chances
        better[at] = gain
        if not whole:
            known[at] = True
    return out[::-1], valid[::-1]


def lesson(xp: Arrays, groups: list[list[Step]], decay: float, whole: bool = False) -> Lesson:
    """The steps of all groups put together; ``whole``: judged by how games ended alone."""
    steps: list[Step] = []
    gains: list[Array] = []
    valid: list[Array] = []
    for group in groups:
        gain, there = advantages(xp, group, decay, whole)
        steps += group
        gains += gain
        valid += [a & (step.mine > 0) for a, step in zip(there, group, strict=True)]
    offset_rows, offset = 0, 0
    starts, segments = [], []
    for step in steps:
        starts.append(step.decisions.starts + offset_rows)
        segments.append(step.decisions.segments + offset)
        offset_rows += len(step.decisions.segments)
        offset += len(step.decisions.starts)
    decisions = Decisions(
        xp.cat([step.decisions.known for step in steps]),
        xp.cat([step.decisions.numbers for step in steps]),
        xp.cat([step.decisions.words for step in steps]),
        xp.cat(segments),
        xp.cat(starts),
    )
    gain = xp.cat(gains)
    chances = xp.cat([step.chances for step in steps])
    return Lesson(
        decisions,
        xp.cat([step.counts for step in steps]),
        xp.cat([step.actions for step in steps]),
        xp.cat([step.logs for step in steps]),
        gain[:, 0] * WORTH[0] + gain[:, 1] * WORTH[1],
        xp.clip(chances + gain, 0.0, 1.0),
        xp.where(xp.cat(valid)),
    )


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
