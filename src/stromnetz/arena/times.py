"""Processor time of decisions, counted in classes narrow enough for a median and a percentile."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from time import process_time_ns

from stromnetz.bots import Bot
from stromnetz.engine.moves import Move
from stromnetz.play.views import View

from .stalling import LONGEST, bounded

CLASSES = 16
"""For each doubling of the time: a class is 4.4 % wide."""

Times = dict[str, Counter[int]]
"""By kind of decision: how many took how long, by class."""


def class_of(nanoseconds: int) -> int:
    """The class of a time; all below a microsecond are one."""
    return max(0, int(math.log2(max(1, nanoseconds) / 1000) * CLASSES))


def milliseconds(number: float) -> float:
    """The middle of a class."""
    return float(2 ** ((number + 0.5) / CLASSES) / 1000)


def quantile(times: Mapping[int, int], part: float) -> float:
    """In milliseconds: so much of the decisions took at most this long.

    >>> round(quantile({class_of(2_000_000): 99, class_of(50_000_000): 1}, 0.5), 1)
    2.0
    """
    wanted, seen = part * sum(times.values()), 0
    for number in sorted(times):
        seen += times[number]
        if seen >= wanted:
            return milliseconds(number)
    return 0.0


def together(parts: Iterable[Mapping[str, Mapping[int, int]]]) -> Times:
    """The times of several seats or games."""
    out: Times = {}
    for part in parts:
        for kind, counts in part.items():
            out.setdefault(kind, Counter()).update(counts)
    return out


def all_kinds(times: Times) -> Counter[int]:
    return sum(times.values(), Counter())


class Timed(Bot):
    """A bot whose decisions are timed; it plays as it would alone, and has to answer at some time."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.times: Times = {}

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        with bounded(LONGEST):
            start = process_time_ns()
            move = self.bot.choose(view)
            spent = process_time_ns() - start
        self.times.setdefault(view.decision.kind, Counter())[class_of(spent)] += 1
        return move
