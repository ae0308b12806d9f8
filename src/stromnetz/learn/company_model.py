"""How companies stand in editions whose plants do not simply burn fuel.

Such an edition has a file ``learning.py`` (``learning`` under ``[code]``) with its `CompanyModel` as ``MODEL``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from stromnetz.play.edition_parts import find_edition_part

if TYPE_CHECKING:
    from stromnetz.engine.moves import Move
    from stromnetz.engine.position import Position
    from stromnetz.engine.rules import Rules


class CompanyOutlook:
    """How a company stands, or would stand after a move."""

    __slots__ = ("capacity", "cities", "cost", "fuel", "missing", "most", "powers")

    def __init__(self, cost: int, cities: int, powers: int, capacity: int, fuel: int, missing: int, most: int) -> None:
        self.cost = cost
        """What the move costs."""
        self.cities = cities
        self.powers = powers
        """Cities that it could supply with what it has, however many it owns."""
        self.capacity = capacity
        """Cities that it could supply if its plants had everything they need."""
        self.fuel = fuel
        """What it takes to have that."""
        self.missing = missing
        """Markers that it lacks for it."""
        self.most = most
        """Cities that all its cards could supply, had they room to work."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CompanyModel(ABC):
    """What an edition tells the encoder about its companies."""

    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the numbers that a company has besides money, cities, fuel and plants."""

    @abstractmethod
    def numbers(self, rules: Rules, p: Position, seat: int) -> list[int]:
        """These numbers of a company: small ones that everybody may know."""

    @abstractmethod
    def now(self, rules: Rules, p: Position, seat: int) -> CompanyOutlook:
        """How a company stands."""

    @abstractmethod
    def after(self, rules: Rules, p: Position, seat: int, move: Move, card: int) -> CompanyOutlook:
        """How the deciding company would stand after a move; ``card``: the card that it would get, or -1."""

    def settled(self, rules: Rules, p: Position) -> Move | None:
        """The move of a decision that a rule makes as well as any player could; None if it takes thinking."""
        return None


@cache
def model_of_edition(edition: str) -> CompanyModel | None:
    return find_edition_part(edition, "learning", "MODEL", CompanyModel)  # type: ignore[type-abstract]  # to compare with


def company_model(rules: Rules) -> CompanyModel | None:
    """The model of the edition's companies; None where plants burn fuel, each for itself."""
    return model_of_edition(rules.edition.id)
