"""The net in training: forward and backward pass, optimizer, and how it reads batches."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from stromnetz.learn.columns import INDEX_COLUMNS, OPTION_OUTLOOK_SIZE, OPTION_SIZE
from stromnetz.learn.input_layout import InputLayout, LayoutMapping
from stromnetz.learn.net_file import NetSizes, shapes_of
from stromnetz.play.rulesets import rules_for

from .arrays import Array, Arrays
from .self_play import Arrays as Group
from .self_play import Batch, BatchPlan

Params = dict[str, Array]


def init_weights(sizes: NetSizes, seed: int) -> dict[str, Any]:
    """Random initial weights, as numpy arrays."""
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
    """Decisions in the form that the net reads."""

    known: Array
    """(decisions, inputs of the layout)"""
    numbers: Array
    """(rows, inputs of an option)"""
    words: Array
    """(rows, 4)"""
    segments: Array
    """(rows): index of the row's decision"""
    starts: Array
    """(decisions): index of its first row"""


@dataclass(slots=True)
class Activations:
    """Activations of a forward pass, needed by the backward pass."""

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


def forward(xp: Arrays, w: Params, sizes: NetSizes, d: Decisions) -> Activations:
    known = xp.to_float(d.known)
    cut = sizes.known
    state = xp.relu(known[:, :cut] @ w["state"] + w["state_bias"])
    places = xp.relu(known[:, cut:] @ w["places"] + w["places_bias"])
    joined = xp.cat([state, places], 1)
    trunk = xp.relu(joined @ w["trunk"] + w["trunk_bias"])
    core = xp.relu(trunk @ w["core"] + w["core_bias"])
    hidden = xp.relu(core @ w["value"] + w["value_bias"])
    chances = 1 / (1 + xp.exp(-(hidden @ w["chance"] + w["chance_bias"])))
    named = xp.sum_by_words(w["words"], d.words)
    here = core @ w["seen"] + w["option_bias"]
    option = xp.relu(xp.to_float(d.numbers) @ w["option"] + named + here[d.segments])
    choice = xp.relu(option @ w["deeper"] + w["deeper_bias"])
    scores = (choice @ w["choice"])[:, 0]
    return Activations(joined, trunk, core, hidden, option, choice, scores, chances)


def log_probabilities(xp: Arrays, scores: Array, d: Decisions) -> Array:
    """Log-probability of each row."""
    shifted = scores - xp.segment_max(scores, d.segments, d.starts)[d.segments]
    return shifted - xp.log(xp.segment_sum(xp.exp(shifted), d.segments, d.starts))[d.segments]


def backward(
    xp: Arrays, w: Params, sizes: NetSizes, d: Decisions, p: Activations, by_score: Array, by_chance: Array
) -> Params:
    """The gradients of all weights, from the gradients of the scores and of the chances before the sigmoid."""
    out: Params = {}
    out["choice"] = p.choice.T @ by_score[:, None]
    by_choice = by_score[:, None] * w["choice"][:, 0][None, :] * (p.choice > 0)
    out["deeper"], out["deeper_bias"] = p.option.T @ by_choice, by_choice.sum(0)
    by_option = (by_choice @ w["deeper"].T) * (p.option > 0)
    out["option"] = xp.to_float(d.numbers).T @ by_option
    out["words"] = xp.scatter_by_words(sizes.words, d.words, by_option)
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
    known = xp.to_float(d.known)
    out["state"] = known[:, : sizes.known].T @ by_joined[:, : sizes.state]
    out["state_bias"] = by_joined[:, : sizes.state].sum(0)
    out["places"] = known[:, sizes.known :].T @ by_joined[:, sizes.state :]
    out["places_bias"] = by_joined[:, sizes.state :].sum(0)
    return out


class Adam:
    """The optimizer Adam.

    All weights are one flat array, because a graphics card does a few long sums in the time of a few short ones.
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

    def step(self, w: Params, by: Params, rate: float, max_norm: float = 1.0) -> None:
        """Make a step in place; the gradient is clipped to the norm ``max_norm``."""
        xp = self.xp
        gradient = self._flatten(by)
        gradient = gradient * (max_norm / xp.clip(xp.sqrt((gradient * gradient).sum()), max_norm, float("inf")))
        self.steps += 1
        first, second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        self._mean = self._mean * 0.9 + 0.1 * gradient
        self._square = self._square * 0.999 + 0.001 * gradient * gradient
        for name, part in self._split(rate * (self._mean / first) / (xp.sqrt(self._square / second) + 1e-6)).items():
            w[name] -= part

    @property
    def moments(self) -> tuple[Params, Params]:
        """First and second moments by array, to be saved."""
        return self._split(self._mean), self._split(self._square)

    def restore(self, mean: Params, square: Params, steps: int) -> None:
        """Restore saved moments."""
        self._mean, self._square, self.steps = self._flatten(mean), self._flatten(square), steps

    def _flatten(self, arrays: Params) -> Array:
        return self.xp.cat([arrays[name].reshape(-1) for name, _, _ in self._ends])

    def _split(self, row: Array) -> Params:
        starts = [0, *[end for _, _, end in self._ends]]
        return {
            name: row[start:end].reshape(shape) for start, (name, shape, end) in zip(starts, self._ends, strict=False)
        }


def choose(xp: Arrays, w: Params, sizes: NetSizes, d: Decisions, greedy: bool) -> tuple[Array, Array, Array]:
    """Choose a row for each decision; returns rows, their log-probabilities, and the chances of the seats."""
    passed = forward(xp, w, sizes, d)
    shares = log_probabilities(xp, passed.scores, d)
    drawn = shares
    if not greedy:  # Gumbel noise: the maximum is distributed like the probabilities
        drawn = shares - xp.log(-xp.log(xp.clip(xp.uniform(len(shares)), 1e-9, 1 - 1e-7)))
    best = xp.segment_max(drawn, d.segments, d.starts)
    rows = xp.segment_first(drawn == best[d.segments], d.segments, d.starts)
    return rows, shares[d.starts + rows], passed.chances


MAX_WORDS = 128
"""Size of the tables of words, at least the number of cards, cities or fuels of any game."""


def rules_of(plan: BatchPlan) -> list[Any]:
    return [rules_for(kind.edition, kind.map, kind.players, dict(kind.options))[0] for kind in plan.kinds]


class BatchReader:
    """Reads the groups of a batch in the layout of a net."""

    def __init__(self, xp: Arrays, shape: InputLayout, batch: Batch) -> None:
        self.xp = xp
        plan = batch.plan
        mappings = [LayoutMapping(shape, rules) for rules in rules_of(plan)]
        source = np.array([mapping.source for mapping in mappings], np.int64)
        source[source < 0] = batch.width  # an additional column that is 0
        words = np.zeros((len(mappings), INDEX_COLUMNS, MAX_WORDS), np.int64)
        for kind, mapping in enumerate(mappings):
            for column, known in enumerate(mapping.words):
                words[kind, column, : len(known)] = known
        size = plan.games // plan.groups
        self._tables, self._sources = [], []
        for group in range(plan.groups):
            kinds = (np.arange(size) + group * size) % len(mappings)
            self._tables.append(xp.put((kinds[:, None] * INDEX_COLUMNS + np.arange(INDEX_COLUMNS)) * MAX_WORDS))
            self._sources.append(xp.put(source[kinds]))
        self._words = xp.put(words.reshape(-1))
        self._nothing = xp.zeros(size, 1)
        self._games = np.arange(size)
        batch.share(xp)

    def read(self, number: int, group: Group) -> tuple[Decisions, Array]:
        """The decisions of a group, and their numbers of rows."""
        xp = self.xp
        raw = xp.cat([xp.put(group.states), self._nothing], 1)
        known = xp.to_half(xp.gather(raw, self._sources[number]))
        # most rows are unused; keep only those in use
        counts = group.counts.astype(np.int64)
        segments = np.repeat(self._games, counts)
        starts = np.cumsum(counts) - counts
        at = np.arange(len(segments)) - starts[segments] + segments * group.rows.shape[1]
        rows = xp.take(group.rows.reshape(-1, OPTION_SIZE), at)
        outlooks = xp.take(group.outlooks.reshape(-1, OPTION_OUTLOOK_SIZE), at)
        own = xp.put(segments)
        # numbers beyond the table mean nothing
        words = xp.clip(xp.to_integers(rows[:, :INDEX_COLUMNS]), 0, MAX_WORDS - 1) + self._tables[number][own]
        numbers = xp.to_half(xp.cat([rows[:, INDEX_COLUMNS:], outlooks], 1))
        return Decisions(known, numbers, self._words[words], own, xp.put(starts)), xp.put(counts)


def select_decisions(xp: Arrays, d: Decisions, counts: Array, index: Array) -> Decisions:
    """Select decisions, in this order."""
    own = counts[index]
    segments = xp.repeat(xp.arange(len(index)), own)
    starts = xp.cumsum(own) - own
    rows = xp.arange(len(segments)) - starts[segments] + d.starts[index][segments]
    return Decisions(d.known[index], d.numbers[rows], d.words[rows], segments, starts)
