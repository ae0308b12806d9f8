"""A bound for bots that never answer, where the system has alarms and this is the main thread of its process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from stromnetz.bots import BOTS, Bot, make_bot
from stromnetz.engine.moves import Move
from stromnetz.play.views import View

LONGEST = 60.0
"""Seconds for one decision: far more than any bot needs, so that games come out the same on slow machines."""


class Stalled(Exception):
    """A bot has not answered in time."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """What takes longer is interrupted."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stalled(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Bounded(Bot):
    """A bot that has to answer at some time; else it plays as it would alone."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.name = bot.name or type(bot).__name__

    def choose(self, view: View) -> Move:
        with bounded(LONGEST):
            return self.bot.choose(view)


def make_bounded(name: str, seed: int = 0) -> Bot:
    """A bot by name: ours as they are, any other with the bound."""
    bot = make_bot(name, seed)
    return bot if name in BOTS else Bounded(bot)
