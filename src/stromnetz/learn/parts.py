"""Whole numbers as parts of a unit, each four bytes that are ready to be written.

Most numbers of an outlook are small and come again and again: to look one up is quicker than to divide and to pack it.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

PACK: Final = Struct("f").pack
LEAST, MOST = -400, 1200
"""What there are tables for; what is beyond is worked out."""
NOTHING: Final = PACK(0.0)
ALL: Final = PACK(1.0)


class Parts:
    def __init__(self, unit: int) -> None:
        self.unit = unit
        self._least, self._most = LEAST, MOST
        self._made = [PACK(number / unit) for number in range(LEAST, MOST + 1)]

    def of(self, number: int) -> bytes:
        if self._least <= number <= self._most:
            return self._made[number - self._least]
        return PACK(number / self.unit)


class Units:
    """The units of an outlook."""

    def __init__(self) -> None:
        self.fifths, self.tenths, self.twentieths = Parts(5), Parts(10), Parts(20)
        self.stocks, self.bids, self.coins, self.incomes = Parts(24), Parts(50), Parts(100), Parts(150)


UNITS: Final = Units()
