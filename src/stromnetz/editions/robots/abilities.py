"""Ability tiles: the special advantage of a robot (R50 to R55)."""

from __future__ import annotations

from typing import ClassVar

from .tiles import Tile


class Ability(Tile):
    """Base class of ability tiles, without any effect."""

    last: ClassVar[bool] = False
    """Whether the robot is always last in player order."""
    first_free: ClassVar[bool] = False
    """Whether the first city of each round is free."""
    more_income: ClassVar[int] = 0
    """Number of cities that it is paid for beyond those it supplies."""

    def money(self, start: int) -> int:
        return start

    def pays(self, price: int) -> int:
        """Return the robot's price for a plant that it won at this price."""
        return price

    def place(self, cost: int) -> int:
        """Return the robot's cost of a place in a city."""
        return cost


class StartsWith100(Ability):
    """The robot starts with 100 money (R50)."""

    id = "starts-with-100-elektro"

    def money(self, start: int) -> int:
        return 100


class AlwaysLast(Ability):
    """The robot is always last in player order (R51)."""

    id = "always-last"
    alone = True
    last = True


class HalfBid(Ability):
    """The robot pays half of its bid, rounded up (R52)."""

    id = "half-bid"

    def pays(self, price: int) -> int:
        return (price + 1) // 2


class CitiesCost10(Ability):
    """The robot pays 10 for every place (R53)."""

    id = "cities-cost-10"

    def place(self, cost: int) -> int:
        return 10


class FirstCityFree(Ability):
    """The first city in each round is free (R54)."""

    id = "first-city-free"
    first_free = True


class IncomeForOneMore(Ability):
    """The robot is paid for one more city (R55)."""

    id = "income-for-one-more"
    more_income = 1


TILES: tuple[Ability, ...] = (
    StartsWith100(),
    AlwaysLast(),
    HalfBid(),
    CitiesCost10(),
    FirstCityFree(),
    IncomeForOneMore(),
)
