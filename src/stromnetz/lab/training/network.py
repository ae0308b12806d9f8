"""The net forwards and backwards, how it reads a batch, and how choices are drawn from it."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from stromnetz.learn.columns import LOOK_SIZE, LOOKED_UP, OPTION_SIZE
from stromnetz.learn.input_layout import InputLayout, LayoutMapping
from stromnetz.learn.net_file import NetSizes, shapes_of
from stromnetz.play.rulesets import rules_for

from .arrays import Array, Arrays
from .self_play import Arrays as Group
from .self_play import Batch, BatchPlan

Params = dict[str, Array]


def fresh(sizes: NetSizes, seed: int) -> dict[str, Any]:
    """Weights to begin with, as arrays of numpy."""
    rng = np.random.default_rng(seed)
    out: dict[str, Any] = {}
    for name, shape in shapes_of(sizes).items():
        if len(shape) == 1:
            out[name] = np.zeros(shape, np.float32)
            continue
        spread = (2 / shape[0]) ** 0.5
        if name in ("choice", "chance"):
            spread = 0.01  # at first all options are equally good
        elif name == "words":
            spread = 0.1
        out[name] = (rng.standard_normal(shape) * spread).astype(np.float32)
    return out


@dataclass(slots=True)
class Decisions:
    """Some decisions as the net reads them."""

    known: Array
    """(decisions, numbers of the shape)"""
    numbers: Array
    """(rows, numbers of an option)"""
    words: Array
    """(rows, 4)"""
    segments: Array
    """(rows): the decision of each"""
    starts: Array
    """(decisions): its first row"""


@dataclass(slots=True)
class Passed:
    """What a pass forwards leaves for the one backwards."""

    joined: Array
    trunk: Array
    core: Array
    hidden: Array
    option: Array
    choice: Array
    scores: Array
    """(rows)"""
    chances: Array
    """(decisions, 2)"""


def forward(xp: Arrays, w: Params, sizes: NetSizes, d: Decisions) -> Passed:
    known = xp.full(d.known)
    cut = sizes.known
    state = xp.relu(known[:, :cut] @ w["state"] + w["state_bias"])
    places = xp.relu(known[:, cut:] @ w["places"] + w["places_bias"])
    joined = xp.cat([state, places], 1)
    trunk = xp.relu(joined @ w["trunk"] + w["trunk_bias"])
    core = xp.relu(trunk @ w["core"] + w["core_bias"])
    hidden = xp.relu(core @ w["value"] + w["value_bias"])
    chances = 1 / (1 + xp.exp(-(hidden @ w["chance"] + w["chance_bias"])))
    named = xp.named(w["words"], d.words)
    here = core @ w["seen"] + w["option_bias"]
    option = xp.relu(xp.full(d.numbers) @ w["option"] + named + here[d.segments])
    choice = xp.relu(option @ w["deeper"] + w["deeper_bias"])
    scores = (choice @ w["choice"])[:, 0]
    return Passed(joined, trunk, core, hidden, option, choice, scores, chances)


def log_shares(xp: Arrays, scores: Array, d: Decisions) -> Array:
    """By row: the logarithm of how likely it is chosen."""
    shifted = scores - xp.segment_max(scores, d.segments, d.starts)[d.segments]
    return shifted - xp.log(xp.segment_sum(xp.exp(shifted), d.segments, d.starts))[d.segments]


def backward(
    xp: Arrays, w: Params, sizes: NetSizes, d: Decisions, p: Passed, by_score: Array, by_chance: Array
) -> Params:
    """The gradients of all weights, from those of the scores and of the chances before they are squashed."""
    out: Params = {}
    out["choice"] = p.choice.T @ by_score[:, None]
    by_choice = by_score[:, None] * w["choice"][:, 0][None, :] * (p.choice > 0)
    out["deeper"], out["deeper_bias"] = p.option.T @ by_choice, by_choice.sum(0)
    by_option = (by_choice @ w["deeper"].T) * (p.option > 0)
    out["option"] = xp.full(d.numbers).T @ by_option
    out["words"] = xp.by_name(sizes.words, d.words, by_option)
    by_here = xp.segment_sum(by_option, d.segments, d.starts)
    out["option_bias"] = by_here.sum(0)
    out["seen"] = p.core.T @ by_here
    out["chance"], out["chance_bias"] = p.hidden.T @ by_chance, by_chance.sum(0)
    by_hidden = (by_chance @ w["chance"].T) * (p.hidden > 0)
    out["value"], out["value_bias"] = p.core.T @ by_hidden, by_hidden.sum(0)
    by_core = (by_here @ w["seen"].T + by_hidden @ w["value"].T) * (p.core > 0)
    out["core"], out["core_bias"] = p.trunk.T @ by_core, by_core.sum(0)
    by_trunk = (by_core @ w["core"].T) * (p.trunk > 0)
    out["trunk"], out["trunk_bias"] = p.joined.T @ by_trunk, by_trunk.sum(0)
    by_joined = (by_trunk @ w["trunk"].T) * (p.joined > 0)
    known = xp.full(d.known)
    out["state"] = known[:, : sizes.known].T @ by_joined[:, : sizes.state]
    out["state_bias"] = by_joined[:, : sizes.state].sum(0)
    out["places"] = known[:, sizes.known :].T @ by_joined[:, sizes.state :]
    out["places_bias"] = by_joined[:, sizes.state :].sum(0)
    return out


class Adam:
    """Steps against the gradient, by its mean and its spread so far.

    All weights are one row here: a graphics card does a few long sums in the time of a few short ones.
    """

    def __init__(self, xp: Arrays, w: Params) -> None:
        self.xp = xp
        self._ends: list[tuple[str, Any, int]] = []
        end = 0
        for name, array in w.items():
            shape = tuple(array.shape)
            end += prod(shape)
            self._ends.append((name, shape, end))
        self._mean, self._square = xp.zeros(end), xp.zeros(end)
        self.steps = 0

    def step(self, w: Params, by: Params, rate: float, longest: float = 1.0) -> None:
        """One step, in place; a gradient longer than ``longest`` is shortened."""
        xp = self.xp
        gradient = self._row(by)
        gradient = gradient * (longest / xp.clip(xp.sqrt((gradient * gradient).sum()), longest, float("inf")))
        self.steps += 1
        first, second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        self._mean = self._mean * 0.9 + 0.1 * gradient
        self._square = self._square * 0.999 + 0.001 * gradient * gradient
        for name, part in self._apart(rate * (self._mean / first) / (xp.sqrt(self._square / second) + 1e-6)).items():
            w[name] -= part

    @property
    def moments(self) -> tuple[Params, Params]:
        """Mean and spread, by array, to be written down."""
        return self._apart(self._mean), self._apart(self._square)

    def go_on(self, mean: Params, square: Params, steps: int) -> None:
        """As if these were one's own."""
        self._mean, self._square, self.steps = self._row(mean), self._row(square), steps

    def _row(self, held: Params) -> Array:
        return self.xp.cat([held[name].reshape(-1) for name, _, _ in self._ends])

    def _apart(self, row: Array) -> Params:
        starts = [0, *[end for _, _, end in self._ends]]
        return {
            name: row[start:end].reshape(shape) for start, (name, shape, end) in zip(starts, self._ends, strict=False)
        }


def choose(xp: Arrays, w: Params, sizes: NetSizes, d: Decisions, greedy: bool) -> tuple[Array, Array, Array]:
    """For each decision the number of a row, the logarithm of its share, and the chances of the seat."""
    passed = forward(xp, w, sizes, d)
    shares = log_shares(xp, passed.scores, d)
    drawn = shares
    if not greedy:  # the largest of the shares with this noise is each row as often as its share says
        drawn = shares - xp.log(-xp.log(xp.clip(xp.uniform(len(shares)), 1e-9, 1 - 1e-7)))
    best = xp.segment_max(drawn, d.segments, d.starts)
    rows = xp.segment_first(drawn == best[d.segments], d.segments, d.starts)
    return rows, shares[d.starts + rows], passed.chances


WORDS = 128
"""Room in the tables of words: no kind of game has more cards, cities or fuels."""


def rules_of(many: BatchPlan) -> list[Any]:
    return [rules_for(kind.edition, kind.map, kind.players, dict(kind.options))[0] for kind in many.kinds]


class Reader:
    """Reads the groups of one batch in one shape."""

    def __init__(self, xp: Arrays, shape: InputLayout, batch: Batch) -> None:
        self.xp = xp
        many = batch.many
        fits = [LayoutMapping(shape, rules) for rules in rules_of(many)]
        source = np.array([fit.source for fit in fits], np.int64)
        source[source < 0] = batch.width  # one more column, which is 0
        words = np.zeros((len(fits), LOOKED_UP, WORDS), np.int64)
        for kind, fit in enumerate(fits):
            for column, known in enumerate(fit.words):
                words[kind, column, : len(known)] = known
        size = many.games // many.groups
        self._tables, self._sources = [], []
        for group in range(many.groups):
            kinds = (np.arange(size) + group * size) % len(fits)
            self._tables.append(xp.put((kinds[:, None] * LOOKED_UP + np.arange(LOOKED_UP)) * WORDS))
            self._sources.append(xp.put(source[kinds]))
        self._words = xp.put(words.reshape(-1))
        self._nothing = xp.zeros(size, 1)
        self._games = np.arange(size)
        batch.share(xp)

    def read(self, number: int, group: Group) -> tuple[Decisions, Array]:
        """The decisions of a group, and how many rows each has."""
        xp = self.xp
        raw = xp.cat([xp.put(group.states), self._nothing], 1)
        known = xp.half(xp.gather(raw, self._sources[number]))
        # most places for rows are empty: only what is there is kept
        counts = group.counts.astype(np.int64)
        segments = np.repeat(self._games, counts)
        starts = np.cumsum(counts) - counts
        at = np.arange(len(segments)) - starts[segments] + segments * group.rows.shape[1]
        rows = xp.taken(group.rows.reshape(-1, OPTION_SIZE), at)
        looks = xp.taken(group.looks.reshape(-1, LOOK_SIZE), at)
        own = xp.put(segments)
        # a number that the table has no room for names nothing
        words = xp.clip(xp.whole(rows[:, :LOOKED_UP]), 0, WORDS - 1) + self._tables[number][own]
        numbers = xp.half(xp.cat([rows[:, LOOKED_UP:], looks], 1))
        return Decisions(known, numbers, self._words[words], own, xp.put(starts)), xp.put(counts)


def picked(xp: Arrays, d: Decisions, counts: Array, index: Array) -> Decisions:
    """Some of the decisions, in this order."""
    own = counts[index]
    segments = xp.repeat(xp.arange(len(index)), own)
    starts = xp.cumsum(own) - own
    rows = xp.arange(len(segments)) - starts[segments] + d.starts[index][segments]
    return Decisions(d.known[index], d.numbers[rows], d.words[rows], segments, starts)
