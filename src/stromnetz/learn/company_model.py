"""Models of companies in editions whose plants do not simply burn fuel.

Such an edition has a file ``features.py`` (``features`` under ``[code]``) with its `CompanyModel` as ``MODEL``.
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
    """The situation of a company, now or after a move."""

    __slots__ = ("capacity", "cities", "cost", "fuel", "missing", "most", "powers")

    def __init__(self, cost: int, cities: int, powers: int, capacity: int, fuel: int, missing: int, most: int) -> None:
        self.cost = cost
        """Cost of the move."""
        self.cities = cities
        self.powers = powers
        """Cities that it could supply with what it has, even if it owns fewer."""
        self.capacity = capacity
        """Cities that it could supply with everything its plants need."""
        self.fuel = fuel
        """Cost of what the plants need."""
        self.missing = missing
        """Markers that the plants need."""
        self.most = most
        """Cities that all its cards could supply if there were enough slots."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CompanyModel(ABC):
    """An edition's model of its companies, used by the encoders."""

    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of additional columns of companies, besides money, cities, fuel and plants."""

    @abstractmethod
    def numbers(self, rules: Rules, p: Position, seat: int) -> list[int]:
        """The additional columns of a company: small integers that are public."""

    @abstractmethod
    def now(self, rules: Rules, p: Position, seat: int) -> CompanyOutlook:
        """The current situation of a company."""

    @abstractmethod
    def after(self, rules: Rules, p: Position, seat: int, move: Move, card: int) -> CompanyOutlook:
        """The situation of the deciding company after a move; ``card``: the card that it would get, or -1."""

    def settled(self, rules: Rules, p: Position) -> Move | None:
        """The best move, if a simple rule finds it; None if the net should decide."""
        return None


@cache
def model_of_edition(edition: str) -> CompanyModel | None:
    return find_edition_part(edition, "features", "MODEL", CompanyModel)  # type: ignore[type-abstract]  # to compare with


def company_model(rules: Rules) -> CompanyModel | None:
    """The company model of an edition; None if its plants burn fuel."""
    return model_of_edition(rules.edition.id)
