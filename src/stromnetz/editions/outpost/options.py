"""The options of this edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import CardRef, Move
from stromnetz.engine.options import MapOption, Option, are_own_cards, is_between
from stromnetz.engine.value_classes import slotted

from . import slots
from .moves import Arrange, Build, Hire


@slotted
class BuildOption(MapOption):
    """Build here; on a card (``path`` is empty) it is free."""

    KIND: ClassVar[str] = "build"
    site: str

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Build(self.site, self.city))]


@slotted
class LaidCard:
    """The effect of a card on its owner's board."""

    card: CardRef
    workers: int
    """Number of workers that it needs."""
    cities: int
    """Number of cities that it powers with them."""
    places: int
    """Number of places for permanent workers."""


@slotted
class ArrangeOption(Option):
    """Lay cards on the unlocked slots of each kind; cards of ``either`` fit on both."""

    KIND: ClassVar[str] = "arrange"
    placed: list[CardRef]
    plants: list[CardRef]
    housings: list[CardRef]
    either: list[CardRef]
    plant_slots: int
    housing_slots: int
    worth: list[LaidCard]
    """The effect of all these cards, sorted by number."""

    def ranges(self) -> list[MoveRange]:
        kinds = (self.plants, self.housings, self.either)
        owned = (len(self.plants), len(self.housings), len(self.either))
        ways = slots.arrangements(owned, self._counts(self.placed), (self.plant_slots, self.housing_slots))
        order = {laid.card: i for i, laid in enumerate(self.worth)}
        return slots.ranges(kinds, ways, lambda cards: Arrange(sorted(cards, key=order.__getitem__)))

    def takes(self, move: Move) -> bool:
        if not isinstance(move, Arrange) or not are_own_cards(move.cards, [*self.plants, *self.housings, *self.either]):
            return False
        then, unlocked = self._counts(move.cards), (self.plant_slots, self.housing_slots)
        return slots.fit(then, unlocked) and slots.may_become(self._counts(self.placed), then, unlocked)

    def _counts(self, cards: Sequence[CardRef]) -> slots.Counts:
        kinds = (self.plants, self.housings, self.either)
        plants, housings, both = (sum(card in kind for card in cards) for kind in kinds)
        return plants, housings, both


@slotted
class HireOption(Option):
    """Hire n seasonal workers for ``costs[n]``; ``permanent[n]`` free ones move into the housings.

    All workers together then supply ``supplies[n]`` own cities.
    """

    KIND: ClassVar[str] = "hire"
    costs: list[int]
    permanent: list[int]
    supplies: list[int]

    def ranges(self) -> list[MoveRange]:
        return [MoveRange(Hire, 0, len(self.costs) - 1)]

    def takes(self, move: Move) -> bool:
        return isinstance(move, Hire) and is_between(move.count, 0, len(self.costs) - 1)
