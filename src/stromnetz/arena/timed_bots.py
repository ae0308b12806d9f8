"""Bots with a time limit, and how long their decisions take."""

from __future__ import annotations

import math
import signal
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import process_time_ns
from types import FrameType

from stromnetz.bots import BOTS, Bot, make_bot
from stromnetz.engine.moves import Move
from stromnetz.play.views import View

MAX_DECISION_SECONDS = 60.0
"""Seconds for one decision: far more than any bot needs, so that games come out the same on slow machines."""


class BotTimeout(Exception):
    """A bot has not answered in time."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """What takes longer is interrupted."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise BotTimeout(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TimeLimitedBot(Bot):
    """A bot that has to answer at some time; else it plays as it would alone."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.name = bot.name or type(bot).__name__

    def choose(self, view: View) -> Move:
        with time_limit(MAX_DECISION_SECONDS):
            return self.bot.choose(view)


def make_time_limited(name: str, seed: int = 0) -> Bot:
    """A bot by name: ours as they are, any other with the bound."""
    bot = make_bot(name, seed)
    return bot if name in BOTS else TimeLimitedBot(bot)


CLASSES_PER_DOUBLING = 16
"""For each doubling of the time: a class is 4.4 % wide."""

Times = dict[str, Counter[int]]
"""By kind of decision: how many took how long, by class."""


def class_of(nanoseconds: int) -> int:
    """The class of a time; all below a microsecond are one."""
    return max(0, int(math.log2(max(1, nanoseconds) / 1000) * CLASSES_PER_DOUBLING))


def milliseconds(number: float) -> float:
    """The middle of a class."""
    return float(2 ** ((number + 0.5) / CLASSES_PER_DOUBLING) / 1000)


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


def merge_times(parts: Iterable[Mapping[str, Mapping[int, int]]]) -> Times:
    """The times of several seats or games."""
    out: Times = {}
    for part in parts:
        for kind, counts in part.items():
            out.setdefault(kind, Counter()).update(counts)
    return out


def all_kinds(times: Times) -> Counter[int]:
    return sum(times.values(), Counter())


class TimedBot(Bot):
    """A bot whose decisions are timed; it plays as it would alone, and has to answer at some time."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.times: Times = {}

    def choose(self, view: View) -> Move:
        assert view.decision is not None
        with time_limit(MAX_DECISION_SECONDS):
            start = process_time_ns()
            move = self.bot.choose(view)
            spent = process_time_ns() - start
        self.times.setdefault(view.decision.kind, Counter())[class_of(spent)] += 1
        return move
