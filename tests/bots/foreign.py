"""Bots that do not belong to Stromnetz, as tests name them: ``tests.bots.foreign:Raises``."""

from __future__ import annotations

import time
from typing import Any

from stromnetz import Move, Open, View
from stromnetz.bots import Bot


class Raises(Bot):
    def choose(self, view: View) -> Move:
        raise ZeroDivisionError("by my own zero")


class Leaves(Bot):
    def choose(self, view: View) -> Move:
        raise SystemExit(3)


class Cheats(Bot):
    def choose(self, view: View) -> Move:
        return Open(999, 999)


class Mute(Bot):
    def choose(self, view: View) -> Any:
        return None


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


class Mumbles(Bot):
    def choose(self, view: View) -> Any:
        return Unspeakable()


class Sleeps(Bot):
    def choose(self, view: View) -> Move:
        time.sleep(600)
        raise AssertionError


class Breaks(Bot):
    """While it is made."""

    def __init__(self, seed: int = 0) -> None:
        raise OSError("no weights")

    def choose(self, view: View) -> Move:
        raise AssertionError


class Idle(Bot):
    """It has no ``choose``."""


class Stranger:
    def choose(self, view: View) -> Move:
        raise AssertionError


made = Raises()
