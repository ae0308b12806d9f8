"""Resource tiles: what a robot buys and in which order, limited by money, market and storage (R30 to R36)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, room

from .tiles import Tile

NORMAL, ALL = "normal", "all"
"""Ways of buying, as named in the event."""
CHEAP_LIMIT: Final = 5
"""Markers below this price are cheap (R34)."""


class Basket:
    """A robot's purchase in progress: its money, its fuel and the market after the markers bought so far."""

    __slots__ = ("bought", "caps", "fuel", "money", "prices", "rules", "stock")

    def __init__(self, rules: Rules, money: int, fuel: Pool, caps: Pool, stock: list[int]) -> None:
        self.rules = rules
        self.money = money
        self.fuel = fuel
        self.caps = caps
        self.stock = stock
        self.prices = rules.prices
        self.bought: list[int] = []
        """The fuel of each bought marker, in order."""

    @staticmethod
    def of(rules: Rules, p: Position, seat: int) -> Basket:
        return Basket(rules, p.money[seat], p.fuel[seat], p.caps[seat], p.stock[:])

    def copy(self) -> Basket:
        out = Basket(self.rules, self.money, self.fuel, self.caps, self.stock[:])
        out.bought = self.bought[:]
        return out

    def take(self, other: Basket) -> None:
        self.money, self.fuel, self.stock, self.bought = other.money, other.fuel, other.stock, other.bought

    def price(self, fuel: int) -> int:
        """Return the price of the next marker of a fuel."""
        return self.prices[fuel][len(self.prices[fuel]) - self.stock[fuel]]

    def fuels(self, mask: int) -> list[int]:
        """Return the fuels of a mask of which one more marker can be bought now."""
        free = room(self.fuel, self.caps)
        there = [f for f in range(len(self.stock)) if mask >> f & 1 and self.stock[f] and free[f] > 0]
        return [f for f in there if self.price(f) <= self.money]

    def buy(self, fuel: int) -> None:
        self.money -= self.price(fuel)
        self.stock[fuel] -= 1
        self.fuel = tuple([n + (f == fuel) for f, n in enumerate(self.fuel)])
        self.bought.append(fuel)

    def cheapest(self, mask: int) -> bool:
        """Buy the cheapest marker of these fuels, of equals the first in the market; False if there is none."""
        there = self.fuels(mask)
        if not there:
            return False
        self.buy(min(there, key=lambda f: (self.price(f), f)))
        return True


def normal_production(rules: Rules, basket: Basket, plants: tuple[int, ...]) -> None:
    """Buy what is missing for a run of each plant, the largest first; nothing for those that cannot run (R30)."""
    free = list(basket.fuel)  # fuel that no larger plant has claimed
    for card in reversed(plants):
        mask, missing = rules.mask[card], rules.cards[card].burns
        held = free[:]
        for f in sorted(range(len(held)), key=lambda f: (-held[f], f)):
            used = min(missing, held[f]) if mask >> f & 1 else 0
            held[f] -= used
            missing -= used
        trial = basket.copy()
        if all(trial.cheapest(mask) for _ in range(missing)):
            basket.take(trial)
            free = held


def every_fuel(basket: Basket) -> int:
    return (1 << len(basket.stock)) - 1


class ResourceTile(Tile):
    def buying_mode(self, p: Position, seat: int) -> str:
        """Return how the robot buys in this round."""
        return NORMAL

    def fill(self, rules: Rules, p: Position, seat: int) -> Basket:
        basket = Basket.of(rules, p, seat)
        normal_production(rules, basket, p.plants[seat])
        if self.buying_mode(p, seat) == ALL:
            while basket.cheapest(every_fuel(basket)):
                pass
        else:
            self.more(basket)
        return basket

    @abstractmethod
    def more(self, basket: Basket) -> None:
        """Buy more than normal production needs, unless it buys everything."""


class NormalProduction(ResourceTile):
    """Buys for normal production only (R31)."""

    id = "normal-production"

    def more(self, basket: Basket) -> None:
        return


class LeastAvailable(ResourceTile):
    """Also buys as much as it can of the fuel with the fewest markers in the market (R32)."""

    id = "least-available-resource"

    def more(self, basket: Basket) -> None:
        free = room(basket.fuel, basket.caps)
        there = [f for f, n in enumerate(basket.stock) if n and free[f] > 0]
        if there:
            rare = min(there, key=lambda f: (basket.stock[f], f))
            while basket.cheapest(1 << rare):
                pass


class OddEven(NormalProduction):
    """Buys for normal production in odd rounds, everything in even rounds (R33)."""

    id = "odd-normal-even-all"

    def buying_mode(self, p: Position, seat: int) -> str:
        return NORMAL if p.round % 2 else ALL


class LessThan5(ResourceTile):
    """Also buys every marker for less than 5 (R34)."""

    id = "less-than-5-elektro"

    def more(self, basket: Basket) -> None:
        while cheap := [f for f in basket.fuels(every_fuel(basket)) if basket.price(f) < CHEAP_LIMIT]:
            basket.buy(min(cheap, key=lambda f: (basket.price(f), f)))


class AllResources(NormalProduction):
    """Buys everything (R35)."""

    id = "all-resources"

    def buying_mode(self, p: Position, seat: int) -> str:
        return ALL


class LastAll(NormalProduction):
    """Buys everything if it is last in order (R36)."""

    id = "last-all-resources"

    def buying_mode(self, p: Position, seat: int) -> str:
        return ALL if p.order[-1] == seat else NORMAL


TILES: tuple[ResourceTile, ...] = (
    NormalProduction(),
    LeastAvailable(),
    OddEven(),
    LessThan5(),
    AllResources(),
    LastAll(),
)
