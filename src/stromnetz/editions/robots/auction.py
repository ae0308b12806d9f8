"""Auction tiles: which plants a robot wants, and how far above the minimum it bids (R21 to R26)."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import mixes

from .tiles import Tile

IMPOSSIBLE_COST: Final = 1 << 20
"""Cost of a run whose fuel is not in the market; higher than any real cost."""

RefusalReason = str
"""Key of the reason why a robot does not bid on a plant."""
NOT_WANTED, TOO_SMALL, TOO_WEAK, TOO_DEAR = "not-wanted", "too-small", "too-weak", "too-dear"


def fixed_refusal(rules: Rules, p: Position, seat: int, card: int) -> RefusalReason | None:
    """Return why no robot would bid on a plant: it would be its smallest one, or weaker than all others (R20)."""
    own = p.plants[seat]
    if own and card < own[0]:
        return TOO_SMALL
    if len(own) >= rules.plant_limit and rules.cards[card].cities < min([rules.cards[c].cities for c in own]):
        return TOO_WEAK
    return None


def run_cost(rules: Rules, p: Position, card: int) -> int:
    """Return the current price of the fuel for one run of a plant, for hybrids that of the cheapest mixture."""
    ways = mixes(tuple(p.stock), rules.mask[card], rules.cards[card].burns)
    costs = [sum([rules.fuel_cost(p, f, n) for f, n in enumerate(way)]) for way in ways]
    return min(costs, default=IMPOSSIBLE_COST)


class AuctionTile(Tile):
    more: ClassVar[int] = 0
    """Maximum amount that the robot bids above the minimum."""
    by_cities: ClassVar[bool] = False
    """Whether the robot bids up to its number of cities above the minimum."""
    takes_first_plant: ClassVar[bool] = False
    """Whether the robot takes the first auctioned plant for the minimum bid."""

    def above(self, p: Position, seat: int) -> int:
        return p.cities[seat] if self.by_cities else self.more

    @abstractmethod
    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        """Return the plants of the current market that the robot wants, the one to auction first in front."""


class HighestNumber(AuctionTile):
    """Wants the plant with the highest number; bids up to its number of cities more (R21)."""

    id = "highest-number"
    by_cities = True

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[-1:]


class SecondSmallestNumber(AuctionTile):
    """Wants the plant with the second smallest number (R22)."""

    id = "second-smallest-number"

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[1:2]


class AllPowerPlants(AuctionTile):
    """Wants all plants, the largest first (R23)."""

    id = "all-power-plants"
    more = 1

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[::-1]


class UsingCheapestResources(AuctionTile):
    """Wants the plant with the cheapest fuel, of equals the largest (R24)."""

    id = "using-cheapest-resources"
    more = 5

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return [min(offer, key=lambda card: (run_cost(rules, p, card), -card))] if offer else []


class FirstChoice(AuctionTile):
    """Takes the first plant that is auctioned; opens with the largest (R25)."""

    id = "first-choice-for-minimum-bid"
    takes_first_plant = True

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[::-1]


class SupplyingMostCities(AuctionTile):
    """Wants the plant that supplies most cities, of equals the largest (R26)."""

    id = "supplying-most-cities"
    more = 10

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return [max(offer, key=lambda card: (rules.cards[card].cities, card))] if offer else []


TILES: tuple[AuctionTile, ...] = (
    HighestNumber(),
    SecondSmallestNumber(),
    AllPowerPlants(),
    UsingCheapestResources(),
    FirstChoice(),
    SupplyingMostCities(),
)
