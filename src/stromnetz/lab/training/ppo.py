"""Training data from games, and learning from it: imitation of a teacher, or PPO."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.learn.net_file import NetSizes

from .arrays import Array, Arrays
from .network import Activations, Adam, Decisions, Params, backward, forward, log_probabilities, select_decisions
from .self_play import MAX_SEATS

REWARD_WEIGHTS = (0.75, 0.25)
"""Weights of the two rewards: the share of the win, and the share of rivals beaten."""


@dataclass(slots=True)
class Step:
    """A choice in each game of a group, and what happened until the next one."""

    decisions: Decisions
    counts: Array
    actions: Array
    logs: Array
    chances: Array
    seats: Array
    mine: Array
    """Whether the learner chose; other choices are not learned from."""
    done: Array
    rewards: Array


@dataclass(slots=True)
class TrainingData:
    """The data of one learning step."""

    decisions: Decisions
    counts: Array
    actions: Array
    logs: Array
    advantages: Array
    targets: Array
    """Targets of the chances."""
    valid: Array
    """Indices of the decisions to learn from."""


def advantages(xp: Arrays, steps: list[Step], decay: float, whole: bool) -> tuple[list[Array], list[Array]]:
    """Advantages (GAE) by step, and whether they are known.

    Every seat has its own sequence of choices. The value of a choice is compared with the value of the seat's next
    choice, or with the result of the game (if ``whole``, only with the result). If these steps have neither, the
    advantage is unknown.
    """
    games = len(steps[0].seats)
    index = xp.arange(games)
    later = xp.zeros(games * MAX_SEATS, 2)
    better = xp.zeros(games * MAX_SEATS, 2)
    known = xp.zeros(games * MAX_SEATS) > 1
    out: list[Array] = []
    valid: list[Array] = []
    for step in reversed(steps):
        over = xp.repeat(step.done, step.done * 0 + MAX_SEATS) > 0
        later = later * ~over[:, None] + step.rewards.reshape(-1, 2) * over[:, None]
        better = better * ~over[:, None]
        known = known | over
        at = index * MAX_SEATS + step.seats
        there = known[at]
        gain = (later[at] - step.chances + decay * better[at]) * there[:, None]
        out.append(gain)
        valid.append(there)
        later[at] = step.chances
        better[at] = gain
        if not whole:
            known[at] = True
    return out[::-1], valid[::-1]


def collect_data(xp: Arrays, groups: list[list[Step]], decay: float, whole: bool = False) -> TrainingData:
    """Join the steps of all groups; if ``whole``, values are compared with results only."""
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
    return TrainingData(
        decisions,
        xp.cat([step.counts for step in steps]),
        xp.cat([step.actions for step in steps]),
        xp.cat([step.logs for step in steps]),
        gain[:, 0] * REWARD_WEIGHTS[0] + gain[:, 1] * REWARD_WEIGHTS[1],
        xp.clip(chances + gain, 0.0, 1.0),
        xp.where(xp.cat(valid)),
    )


CLIP_RANGE = 0.2
"""PPO's clipping range of the probability ratio."""
VALUE_WEIGHT = 0.5
"""Weight of the value loss."""


@dataclass(slots=True)
class Metrics:
    """Metrics of a learning step: means over its decisions."""

    decisions: int = 0
    agreed: float = 0.0
    """Share of the teacher's choices that the net would make too."""
    entropy: float = 0.0
    wrong: float = 0.0
    """Squared error of the chances of winning."""
    clipped: float = 0.0


def ppo_update(
    xp: Arrays,
    w: Params,
    adam: Adam,
    sizes: NetSizes,
    data: TrainingData,
    rate: float,
    entropy: float,
    epochs: int,
    size: int,
) -> Metrics:
    """Learn by PPO, in some epochs over the data."""
    valid = data.valid
    gain = data.advantages[valid]
    mean = gain.sum() / len(gain)
    deviation = xp.sqrt(((gain - mean) ** 2).sum() / len(gain)) + 1e-6
    out = Metrics()
    for _ in range(epochs):
        order = xp.shuffled(valid)
        for at in range(0, len(order), size):
            index = order[at : at + size]
            d = select_decisions(xp, data.decisions, data.counts, index)
            p = forward(xp, w, sizes, d)
            logs = log_probabilities(xp, p.scores, d)
            shares = xp.exp(logs)
            chosen = d.starts + data.actions[index]
            better = (data.advantages[index] - mean) / deviation
            ratio = xp.exp(logs[chosen] - data.logs[index])
            clipped = ((ratio > 1 + CLIP_RANGE) & (better > 0)) | ((ratio < 1 - CLIP_RANGE) & (better < 0))
            gradient = -ratio * better * ~clipped
            entropies = -xp.segment_sum(shares * logs, d.segments, d.starts)
            by_score = -gradient[d.segments] * shares + entropy * shares * (logs + entropies[d.segments])
            by_score[chosen] += gradient
            error = p.chances - data.targets[index]
            by = backward(xp, w, sizes, d, p, by_score / len(index), VALUE_WEIGHT * error / len(index))
            adam.step(w, by, rate)
            _add(out, len(index), entropies.sum(), (error[:, 0] ** 2).sum(), (clipped * 1.0).sum())
    return _mean_metrics(out)


def imitate(
    xp: Arrays, w: Params, adam: Adam, sizes: NetSizes, data: TrainingData, with_advice: Array, rate: float, size: int
) -> Metrics:
    """Imitate a teacher for one epoch: choices of all decisions with advice, chances of games that have ended."""
    known = data.counts * 0.0
    known[data.valid] = 1.0
    out = Metrics()
    order = xp.shuffled(with_advice)
    for at in range(0, len(order), size):
        index = order[at : at + size]
        d = select_decisions(xp, data.decisions, data.counts, index)
        p = forward(xp, w, sizes, d)
        logs = log_probabilities(xp, p.scores, d)
        chosen = d.starts + data.actions[index]
        by_score = xp.exp(logs)
        by_score[chosen] -= 1.0
        error = (p.chances - data.targets[index]) * known[index][:, None]
        by = backward(xp, w, sizes, d, p, by_score / len(index), VALUE_WEIGHT * error / len(index))
        adam.step(w, by, rate)
        entropies = -(xp.exp(logs) * logs).sum()
        _add(out, len(index), entropies, (error[:, 0] ** 2).sum(), _agreed(xp, p, d, data.actions[index]))
    found = _mean_metrics(out)
    found.agreed, found.clipped = found.clipped, 0.0
    return found


def _agreed(xp: Arrays, p: Activations, d: Decisions, actions: Array) -> Array:
    best = xp.segment_max(p.scores, d.segments, d.starts)
    first = xp.segment_first(p.scores == best[d.segments], d.segments, d.starts)
    return ((first == actions) * 1.0).sum()


def _add(out: Metrics, count: int, entropy: Array, wrong: Array, clipped: Array) -> None:
    out.decisions += count
    out.entropy = out.entropy + entropy
    out.wrong = out.wrong + wrong
    out.clipped = out.clipped + clipped


def _mean_metrics(out: Metrics) -> Metrics:
    count = max(1, out.decisions)
    return Metrics(out.decisions, 0.0, float(out.entropy) / count, float(out.wrong) / count, float(out.clipped) / count)
