"""Looking ahead in games whose companies supply cities otherwise than by burning fuel, each plant for itself.

An edition that plays so puts its own ``Prospects`` among its hooks; whoever looks ahead (``learn.outlook``) asks them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from .moves import Move
    from .position import Position
    from .rules import Rules


class Prospect:
    """How a company stands, or would stand."""

    __slots__ = ("capacity", "cities", "cost", "fuel", "missing", "most", "powers")

    def __init__(self, cost: int, cities: int, powers: int, capacity: int, fuel: int, missing: int, most: int) -> None:
        self.cost = cost
        """What the move costs."""
        self.cities = cities
        self.powers = powers
        """Cities that it could supply with what it has, however many it owns."""
        self.capacity = capacity
        """The same with everything that its plants need."""
        self.fuel = fuel
        """What it takes to have that."""
        self.missing = missing
        """Markers that it lacks for it."""
        self.most = most
        """Cities that all its cards could supply, had they room to work."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Prospects(ABC):
    @abstractmethod
    def now(self, rules: Rules, p: Position, seat: int) -> Prospect:
        """How a company stands."""

    @abstractmethod
    def after(self, rules: Rules, p: Position, seat: int, move: Move, card: int) -> Prospect:
        """How the deciding company would stand after a move; ``card``: the one that it would get by it, or -1."""

    def settled(self, rules: Rules, p: Position) -> Move | None:
        """The move of a decision that a rule makes as well as anybody who thinks; None: it takes thinking."""
        return None
