"""The auction tiles: which plants a robot wants, and how much more than the minimum it bids (R21 to R26)."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import mixes

from .tiles import Tile

NO_WAY: Final = 1 << 20
"""What a run costs whose fuel the market does not hold: more than any other."""

Refused = str
"""Why a robot does not bid on a plant: the key of a reason."""
NOT_WANTED, TOO_SMALL, TOO_WEAK, TOO_DEAR = "not-wanted", "too-small", "too-weak", "too-dear"


def never(rules: Rules, p: Position, seat: int, card: int) -> Refused | None:
    """Why no robot in its place would bid on a plant: smaller than all it has, or one too many and weaker (R20)."""
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
    return min(costs, default=NO_WAY)


class AuctionTile(Tile):
    more: ClassVar[int] = 0
    """How much more than the minimum it bids."""
    by_cities: ClassVar[bool] = False
    """It bids as much more as it has cities."""
    snatches: ClassVar[bool] = False
    """Takes the first plant that is put up, without an auction."""

    def above(self, p: Position, seat: int) -> int:
        return p.cities[seat] if self.by_cities else self.more

    @abstractmethod
    def wants(self, rules: Rules, p: Position, seat: int, offer: list[int]) -> list[int]:
        """The plants of the current market that it wants, the one that it puts up first at the front."""


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
