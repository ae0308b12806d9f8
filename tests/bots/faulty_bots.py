"""Faulty bots for tests, used as ``tests.bots.faulty_bots:Raises``."""

from __future__ import annotations

import os
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


class Exits(Bot):
    """Ends its process in deal 1, and plays the first move in other deals."""

    def choose(self, view: View) -> Move:
        if self.seed // 8 == 1:
            os._exit(3)
        assert view.decision is not None
        return view.decision.legal_moves[0]


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
    """Fails when it is created."""

    def __init__(self, seed: int = 0) -> None:
        raise OSError("no weights")

    def choose(self, view: View) -> Move:
        raise AssertionError


class Idle(Bot):
    """Has no ``choose``."""


class Stranger:
    def choose(self, view: View) -> Move:
        raise AssertionError


made = Raises()
