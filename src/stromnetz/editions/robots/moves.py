"""The moves and options of games with robots: decisions of people about a robot's first city."""

from __future__ import annotations

from typing import ClassVar

from stromnetz.engine.move_ranges import MoveRange, SingleMove
from stromnetz.engine.moves import CITY, Move, Unchecked, add_moves
from stromnetz.engine.options import Option
from stromnetz.engine.value_classes import slotted


class Suggest(Move):
    """Name a city where a robot may start."""

    __slots__ = ("_city",)
    kind = "suggest"
    fields = ("city",)
    forms = (CITY,)
    usage = "suggest CITY"

    def __init__(self, city: Unchecked) -> None:
        self._city = city

    @property
    def city(self) -> Unchecked:
        return self._city


class Strike(Move):
    """Strike a city, so that a robot will not start there."""

    __slots__ = ("_city",)
    kind = "strike"
    fields = ("city",)
    forms = (CITY,)
    usage = "strike CITY"

    def __init__(self, city: Unchecked) -> None:
        self._city = city

    @property
    def city(self) -> Unchecked:
        return self._city


add_moves(Suggest, Strike)


@slotted
class SuggestOption(Option):
    KIND: ClassVar[str] = "suggest"
    city: str

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Suggest(self.city))]


@slotted
class StrikeOption(Option):
    KIND: ClassVar[str] = "strike"
    city: str

    def ranges(self) -> list[MoveRange]:
        return [SingleMove(Strike(self.city))]
