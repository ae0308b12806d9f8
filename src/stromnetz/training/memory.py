"""What was seen and chosen in a stretch of games, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from .arrays import Array, Arrays
from .batch import SEATS
from .net import Decisions

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
