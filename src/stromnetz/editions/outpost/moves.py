"""The moves of this edition."""

from __future__ import annotations

from collections.abc import Iterable

from mypy_extensions import mypyc_attr

from stromnetz.engine.moves import CARDS, CITY, TEXT, WHOLE, CardRef, Json, Move, Unchecked, add_moves, read_cards


@mypyc_attr(acyclic=True)
class Build(Move):
    """Build a house, a plant or a housing (``site``) in a city by the cheapest path, or on a card that takes one."""

    __slots__ = ("_city", "_site")
    kind = "build"
    fields = ("site", "city")
    forms = (TEXT, CITY)
    usage = "build house|plant|housing CITY"

    def __init__(self, site: Unchecked, city: Unchecked) -> None:
        self._site = site
        self._city = city

    @property
    def site(self) -> Unchecked:
        return self._site

    @property
    def city(self) -> Unchecked:
        return self._city


@mypyc_attr(acyclic=True)
class Arrange(Move):
    """Lay exactly these cards on the company board."""

    __slots__ = ("_cards",)
    kind = "arrange"
    fields = ("cards",)
    forms = (CARDS,)
    usage = "arrange CARD …"

    def __init__(self, cards: Iterable[CardRef] = ()) -> None:
        self._cards = read_cards(cards, "the cards of a company", "cards")

    @property
    def cards(self) -> tuple[Unchecked, ...]:
        return self._cards

    def to_json(self) -> Json:
        return {"kind": self.kind, "cards": list(self.cards)}


@mypyc_attr(acyclic=True)
class Hire(Move):
    """Hire a number of seasonal workers, then fill the housings."""

    __slots__ = ("_count",)
    kind = "hire"
    fields = ("count",)
    forms = (WHOLE,)
    usage = "hire COUNT"

    def __init__(self, count: Unchecked) -> None:
        self._count = count

    @property
    def count(self) -> Unchecked:
        return self._count


@mypyc_attr(acyclic=True)
class MakeRobot(Move):
    """Let a worker make a robot."""

    __slots__ = ()
    kind = "make-robot"
    usage = "make-robot"


add_moves(Build, Arrange, Hire, MakeRobot)
