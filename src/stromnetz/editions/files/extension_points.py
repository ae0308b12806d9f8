"""Base classes for code that folders add: effects of promo cards and variants of a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

from stromnetz.engine.edition import NEVER, Card, Edition
from stromnetz.engine.errors import BadInput

from .schema import Data, Field, Table


class Effect(ABC):
    """The name of its file is the key that a card's file uses, and what stands there is of its shape."""

    shape: Table
    about = ""
    """What a card with it does, for the page about data files."""
    order = 100
    """Effects with a smaller number are added first."""

    def field(self) -> Field:
        return Field(self.shape, self.about, optional=True)

    def fuels(self, values: dict[str, Any]) -> list[str]:
        """The fuels that an edition must have for it."""
        return []

    @abstractmethod
    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        """Make the card work in an edition that has it among its cards."""

    def shuffle_in(self, edition: Edition, id: str, values: dict[str, Any], place: int) -> None:
        """Add the card to an edition; ``place`` counts the cards that are added."""
        edition.printed.cards.append(Card(id, id, 2 * NEVER + place, minimum_bid=self.minimum_bid(values)))
        self.join_box(edition, id, values)
        edition.market.late_cards.append(id)

    def minimum_bid(self, values: dict[str, Any]) -> int:
        return 0


class Variant(ABC):
    """``VARIANT`` of that file. Its folder has the rooms of an edition: ``words``, ``seen.py``, ``bots.py``, …"""

    name: ClassVar[str] = ""
    """As ``options`` give it."""
    offers: ClassVar[Any] = Any
    """The type of what ``facts`` gives. Clients are told of it."""

    @abstractmethod
    def takes(self, data: Data) -> bool:
        """Whether an edition can be played with it."""

    @abstractmethod
    def why_not(self, edition: str) -> BadInput:
        """Why an edition cannot."""

    @abstractmethod
    def check(self, players: int, value: Any) -> Any:
        """A value in its one form, of tuples and texts; one that is empty is the same game as none."""

    @abstractmethod
    def join(self, edition: Edition, players: int, value: Any) -> None:
        """Change an edition for a checked value."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """What somebody has typed, unchecked."""

    @abstractmethod
    def draw(self, players: int, rng: Random) -> Any:
        """Any value, drawn at random."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What can be chosen, for those who offer it."""
