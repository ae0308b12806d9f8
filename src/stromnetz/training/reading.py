"""From the arrays of a batch to what a net reads, on the learner's device."""

from __future__ import annotations

from typing import Any

import numpy as np

from stromnetz.learn.after import LOOK_SIZE
from stromnetz.learn.input_layout import LOOKED_UP, InputLayout, LayoutMapping
from stromnetz.learn.options import OPTION_SIZE
from stromnetz.play.rulesets import rules_for

from .arrays import Array, Arrays
from .batch import Arrays as Group
from .batch import Batch, Many
from .net import Decisions

WORDS = 128
"""Room in the tables of words: no kind of game has more cards, cities or fuels."""


def rules_of(many: Many) -> list[Any]:
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
