"""Houses of a neutral company: placed by players or automatically (K2, K6)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import CITY, Move, Unchecked, add_moves
from stromnetz.engine.options import CityOption
from stromnetz.engine.phases.construction import take_place
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.value_classes import slotted

from .events import HousePlaced


@mypyc_attr(allow_interpreted_subclasses=True)
class Place(Move):
    """Put a house of a neutral company into a city (set-up).

    >>> Place("berlin").to_json()
    {'kind': 'place', 'city': 'berlin'}
    """

    __slots__ = ("_city",)
    kind = "place"
    fields = ("city",)
    forms = (CITY,)
    usage = "place CITY"

    def __init__(self, city: Unchecked) -> None:
        self._city = city

    @property
    def city(self) -> Unchecked:
        return self._city


@slotted
class PlaceOption(CityOption):
    KIND: ClassVar[str] = "place"

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Place(self.city))]


def place_house(rules: Rules, p: Position, seat: int, city: int) -> None:
    """Put a house of a neutral company into a city."""
    take_place(p, seat, city)
    if p.events is not None:
        p.events.append(HousePlaced(seat, rules.city_ids[city]))


add_moves(Place)
