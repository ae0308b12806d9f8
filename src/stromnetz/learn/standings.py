"""How one company stands, as far as that can be worked out from what lies on the table."""

from __future__ import annotations

from typing import Final

from stromnetz.engine.storage import Plant, Pool

TOP: Final = 1000
"""More than that no number of coins says."""


class Standing:
    """What was worked out of one company, and from what."""

    def __init__(self) -> None:
        self.reach: list[int] = []
        self.houses: list[tuple[int, ...]] = []
        self.step = 0
        self.own = -1
        self.pool: Pool = ()
        self.plants: tuple[int, ...] = ()
        self.stock: list[int] = []
        self.totals: list[int] = []
        """What the next cities cost together."""
        self.next: list[int] = []
        """Which they are."""
        self.runnable: tuple[Plant, ...] = ()
        self.fuel = 0
        """What it takes to fuel all plants."""
        self.capacity = self.powers = self.affords = self.after = 0
        self.cities_then = self.supplies_then = self.supplies = 0
        self.cities = 0

    def crowded(self, houses: list[tuple[int, ...]]) -> bool:
        """Whether these houses may change what its next cities are, or what they cost.

        Elsewhere more houses only make dearer what was too dear already.
        """
        old = self.houses
        if len(old) != len(houses):
            return True
        for city, there in enumerate(houses):
            if there is not old[city] and (len(there) < len(old[city]) or city in self.next):
                return True
        return False


def affordable(totals: list[int], money: int) -> int:
    """How many of the next cities so much money pays."""
    out = 0
    for total in totals:
        if total > money:
            break
        out += 1
    return out
