"""The special abilities: what a robot does better than everybody else (R50 to R55)."""

from __future__ import annotations

from typing import ClassVar

from .tiles import Tile


class Ability(Tile):
    """Base of the ability tiles: by itself it changes nothing."""

    last: ClassVar[bool] = False
    """Always last in player order."""
    first_free: ClassVar[bool] = False
    """Pays nothing for the first city of each round."""
    more_income: ClassVar[int] = 0
    """Extra cities that it is paid for, beyond those it supplies."""

    def money(self, start: int) -> int:
        return start

    def pays(self, price: int) -> int:
        """What the robot pays for a plant that it won at this price."""
        return price

    def place(self, cost: int) -> int:
        """What the robot pays for a place in a city that usually costs this."""
        return cost


class StartsWith100(Ability):
    """R50"""

    id = "starts-with-100-elektro"

    def money(self, start: int) -> int:
        return 100


class AlwaysLast(Ability):
    """R51"""

    id = "always-last"
    alone = True
    last = True


class HalfBid(Ability):
    """R52: half of the bid, rounded up."""

    id = "half-bid"

    def pays(self, price: int) -> int:
        return (price + 1) // 2


class CitiesCost10(Ability):
    """R53"""

    id = "cities-cost-10"

    def place(self, cost: int) -> int:
        return 10


class FirstCityFree(Ability):
    """R54"""

    id = "first-city-free"
    first_free = True


class IncomeForOneMore(Ability):
    """R55"""

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
