"""The combined effect of a company's cards: the plants that a number of workers runs, the places of its housings."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from stromnetz.editions.outpost.company_rules import (
    DATA_LIBRARY,
    ECOPLANTS,
    LABORATORIES,
    MOON_BASE,
    NODULE,
    OUTPOST,
    ROBOTS,
    PrintedCard,
)

SLOTS = 4
"""Number of plant cards, and of housing cards, that a company can use at once."""
Plant = tuple[int, int]
"""Workers, and the cities that they supply."""
Run = tuple[int, int]
"""Cities, and the minimum number of workers to supply them."""


class Hand(NamedTuple):
    """A company's cards and slots; equal numbers make equal hands."""

    plants: tuple[Plant, ...] = ()
    housings: tuple[int, ...] = ()
    """Places of each housing, sorted in descending order."""
    plant_slots: int = 0
    housing_slots: int = 0
    base: PrintedCard | None = None
    """A card that is both a plant and a housing."""
    more_output: int = 0
    more_places: int = 0
    wage_rebate: int = 0
    auction_rebate: int = 0
    factory: bool = False
    robots: int = 0

    def with_plant(self, plant: Plant) -> Hand:
        return self._replace(plants=tuple(sorted((*self.plants, plant))))

    def with_housing(self, places: int) -> Hand:
        return self._replace(housings=tuple(sorted((*self.housings, places), reverse=True)))

    def with_card(self, card: PrintedCard) -> Hand:
        """Return the hand with one more card."""
        if card.effect == MOON_BASE:
            return self._replace(base=card)
        if card.workers:
            return self.with_plant((card.workers, card.cities))
        if card.places:
            return self.with_housing(card.places)
        return self.with_technology(card)

    def with_technology(self, card: PrintedCard) -> Hand:
        match card.effect:
            case e if e == LABORATORIES:
                return self._replace(more_output=card.value)
            case e if e == NODULE:
                return self._replace(more_places=card.value)
            case e if e == ECOPLANTS:
                return self._replace(wage_rebate=card.value)
            case e if e == DATA_LIBRARY:
                return self._replace(auction_rebate=card.value)
            case e if e == ROBOTS:
                return self._replace(factory=True)
            case e if e == OUTPOST:
                return self.with_slots(1, 1)
        return self

    def with_slots(self, plants: int, housings: int) -> Hand:
        return self._replace(
            plant_slots=min(SLOTS, self.plant_slots + plants), housing_slots=min(SLOTS, self.housing_slots + housings)
        )

    def board(self) -> Board:
        return _board(self)


class Board(NamedTuple):
    """The effect of a hand on its slots."""

    runs: tuple[Run, ...]
    """Pareto-optimal runs, with increasing cities and workers."""
    places: int
    """Number of places for permanent workers."""
    output: int
    """Maximum number of cities."""
    idle: tuple[int, int]
    """Number of plant and housing cards for which a slot could still be unlocked."""


@lru_cache(maxsize=16384)
def _board(hand: Hand) -> Board:
    plants = [(workers, cities + hand.more_output) for workers, cities in hand.plants]
    slots, shelter = hand.plant_slots, [places + hand.more_places for places in hand.housings[: hand.housing_slots]]
    always: list[Plant] = []
    if hand.base is not None:
        require_int = (hand.base.workers, hand.base.cities + hand.more_output)
        places = hand.base.places + hand.more_places
        if len(shelter) < hand.housing_slots:
            always, shelter = [require_int], [*shelter, places]
        elif slots > len(plants):
            always, shelter, slots = [require_int], [*shelter, places], slots - 1
        elif shelter:  # replace the smallest housing
            always, shelter = [require_int], [*shelter[:-1], places]
        elif slots:
            always, shelter, slots = [require_int], [places], slots - 1
    ways = runs(tuple(plants), slots, tuple(always))
    idle = min(SLOTS, len(plants)) - hand.plant_slots, min(SLOTS, len(hand.housings)) - hand.housing_slots
    return Board(ways, sum(shelter), ways[-1][0], (max(0, idle[0]), max(0, idle[1])))


@lru_cache(maxsize=16384)
def runs(plants: tuple[Plant, ...], slots: int, always: tuple[Plant, ...] = ()) -> tuple[Run, ...]:
    """Return the optimal runs with at most ``slots`` of the plants, plus plants that need no slot."""
    least: dict[tuple[int, int], int] = {(0, 0): 0}
    for (workers, cities), slot in [(plant, 1) for plant in plants] + [(plant, 0) for plant in always]:
        for (used, supplied), hands in list(least.items()):
            key = (used + slot, supplied + cities)
            if key[0] <= slots and hands + workers < least.get(key, 99):
                least[key] = hands + workers
    out: list[Run] = []
    for supplied, hands in sorted({(cities, hands) for (_, cities), hands in least.items()}, key=_most_for_least):
        if not out or hands < out[-1][1]:
            out.append((supplied, hands))
    return tuple(reversed(out))


def _most_for_least(run: Run) -> tuple[int, int]:
    return -run[0], run[1]
