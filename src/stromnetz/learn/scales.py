"""Scales of numbers in the features."""

from __future__ import annotations

from typing import Final

from .tables import ONE, ZERO, number

LEAST, MOST = -400, 1200
"""What there are tables for; what is beyond is worked out."""


class Parts:
    def __init__(self, unit: int) -> None:
        self.unit = unit
        self._least, self._most = LEAST, MOST
        self._made = [number(count / unit) for count in range(LEAST, MOST + 1)]

    def of(self, count: int) -> bytes:
        if self._least <= count <= self._most:
            return self._made[count - self._least]
        return number(count / self.unit)


class Scales:
    """The units of an outlook."""

    def __init__(self) -> None:
        self.zero, self.one = ZERO, ONE
        self.fifths, self.tenths, self.twentieths = Parts(5), Parts(10), Parts(20)
        self.stocks, self.bids, self.coins, self.incomes = Parts(24), Parts(50), Parts(100), Parts(150)


SCALES: Final = Scales()
