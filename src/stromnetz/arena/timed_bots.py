"""Wrappers that limit and measure the time of bots' decisions."""

from __future__ import annotations

import math
import signal
import sys
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
"""Time limit of a decision: far more than any bot needs, so that slow machines play the same games."""


class BotTimeout(Exception):
    """Raised if a bot takes too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `BotTimeout` in the block after so many seconds. Windows has no such signal, and no limit."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_alarm(number: int, frame: FrameType | None) -> None:
        raise BotTimeout(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TimeLimitedBot(Bot):
    """A bot with a time limit for each decision."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.name = bot.name or type(bot).__name__

    def choose(self, view: View) -> Move:
        with time_limit(MAX_DECISION_SECONDS):
            return self.bot.choose(view)


def make_time_limited(name: str, seed: int = 0) -> Bot:
    """Create a bot by name; third-party bots get a time limit."""
    bot = make_bot(name, seed)
    return bot if name in BOTS else TimeLimitedBot(bot)


BUCKETS_PER_DOUBLING = 16
"""Histogram buckets per doubling of the time; each is 4.4 % wide."""

Times = dict[str, Counter[int]]
"""Histograms by kind of decision: counts by bucket."""


def bucket_of(nanoseconds: int) -> int:
    """The bucket of a time; bucket 0 has all times up to a microsecond."""
    return max(0, int(math.log2(max(1, nanoseconds) / 1000) * BUCKETS_PER_DOUBLING))


def milliseconds(number: float) -> float:
    """The middle of a bucket."""
    return float(2 ** ((number + 0.5) / BUCKETS_PER_DOUBLING) / 1000)


def quantile(times: Mapping[int, int], part: float) -> float:
    """A quantile of decision times, in milliseconds.

    >>> round(quantile({bucket_of(2_000_000): 99, bucket_of(50_000_000): 1}, 0.5), 1)
    2.0
    """
    wanted, seen = part * sum(times.values()), 0
    for number in sorted(times):
        seen += times[number]
        if seen >= wanted:
            return milliseconds(number)
    return 0.0


def merge_times(parts: Iterable[Mapping[str, Mapping[int, int]]]) -> Times:
    """Add up the times of several seats or games."""
    out: Times = {}
    for part in parts:
        for kind, counts in part.items():
            out.setdefault(kind, Counter()).update(counts)
    return out


def all_kinds(times: Times) -> Counter[int]:
    return sum(times.values(), Counter())


class TimedBot(Bot):
    """A bot whose decisions are timed, with a time limit."""

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
        self.times.setdefault(view.decision.kind, Counter())[bucket_of(spent)] += 1
        return move
