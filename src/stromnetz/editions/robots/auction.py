"""The auction tiles: which plants a robot wants, and how much more than the minimum it bids (R21 to R26)."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import mixes

from .tiles import Tile

IMPOSSIBLE_COST: Final = 1 << 20
"""Cost of a run whose fuel the market does not hold; higher than any real cost."""

RefusalReason = str
"""Key of the reason why a robot does not bid on a plant."""
NOT_WANTED, TOO_SMALL, TOO_WEAK, TOO_DEAR = "not-wanted", "too-small", "too-weak", "too-dear"


def fixed_refusal(rules: Rules, p: Position, seat: int, card: int) -> RefusalReason | None:
    """Why no robot would bid, whatever its tile says: the plant is its smallest or weaker than all others (R20)."""
    own = p.plants[seat]
    if own and card < own[0]:
        return TOO_SMALL
    if len(own) >= rules.plant_limit and rules.cards[card].cities < min([rules.cards[c].cities for c in own]):
        return TOO_WEAK
    return None


def run_cost(rules: Rules, p: Position, card: int) -> int:
    """What the fuel for one run of a plant costs in the market now, the cheapest mixture where it takes several."""
    ways = mixes(tuple(p.stock), rules.mask[card], rules.cards[card].burns)
    costs = [sum([rules.fuel_cost(p, f, n) for f, n in enumerate(way)]) for way in ways]
    return min(costs, default=IMPOSSIBLE_COST)


class AuctionTile(Tile):
    more: ClassVar[int] = 0
    """How far above the minimum the robot bids at most."""
    by_cities: ClassVar[bool] = False
    """The robot bids up to its number of cities above the minimum."""
    snatches: ClassVar[bool] = False
    """The robot takes the first plant that is auctioned, for the minimum bid."""

    def above(self, p: Position, seat: int) -> int:
        return p.cities[seat] if self.by_cities else self.more

    @abstractmethod
    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        """The plants of the current market that the robot wants, the one it would auction first at the front."""


class HighestNumber(AuctionTile):
    """R21: and up to its number of cities more."""

    id = "highest-number"
    by_cities = True

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[-1:]


class SecondSmallestNumber(AuctionTile):
    """R22"""

    id = "second-smallest-number"

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[1:2]


class AllPowerPlants(AuctionTile):
    """R23: the largest first."""

    id = "all-power-plants"
    more = 1

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[::-1]


class UsingCheapestResources(AuctionTile):
    """R24: of equally cheap ones the largest."""

    id = "using-cheapest-resources"
    more = 5

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return [min(offer, key=lambda card: (run_cost(rules, p, card), -card))] if offer else []


class FirstChoice(AuctionTile):
    """R25: whatever is put up first; where it has to put one up itself, the largest."""

    id = "first-choice-for-minimum-bid"
    snatches = True

    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        return offer[::-1]


class SupplyingMostCities(AuctionTile):
    """R26: of equally strong ones the largest."""

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
