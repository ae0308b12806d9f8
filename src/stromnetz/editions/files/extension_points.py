"""Base classes for code in edition folders: effects of promo cards, and variants of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

from stromnetz.engine.edition import NEVER, Card, Edition
from stromnetz.engine.errors import BadInput

from .schema import Data, Field, Table


class Effect(ABC):
    """An effect of promo cards. Card files refer to it by its file name, with values of its ``shape``."""

    shape: Table
    about = ""
    """Description of the effect for ``docs/data-files.md``."""
    order = 100
    """Effects with smaller numbers are added first."""

    def field(self) -> Field:
        return Field(self.shape, self.about, optional=True)

    def fuels(self, values: dict[str, Any]) -> list[str]:
        """Return the fuels that the edition needs for it."""
        return []

    @abstractmethod
    def join_box(self, edition: Edition, id: str, values: dict[str, Any]) -> None:
        """Make the card work in an edition that includes it."""

    def shuffle_in(self, edition: Edition, id: str, values: dict[str, Any], place: int) -> None:
        """Add the card to an edition; ``place`` is its index among the added cards."""
        edition.printed.cards.append(Card(id, id, 2 * NEVER + place, minimum_bid=self.minimum_bid(values)))
        self.join_box(edition, id, values)
        edition.market.late_cards.append(id)

    def minimum_bid(self, values: dict[str, Any]) -> int:
        return 0


class Variant(ABC):
    """A variant of games: ``VARIANT`` in a folder's ``variant.py``. The folder can have ``words``, ``bots.py``, …"""

    name: ClassVar[str] = ""
    """The key in ``options``."""
    offers: ClassVar[Any] = Any
    """The type that ``facts`` returns. Client types are generated from it."""

    @abstractmethod
    def supports(self, data: Data) -> bool:
        """Whether an edition can be played with it."""

    @abstractmethod
    def unsupported_error(self, edition: str) -> BadInput:
        """Return the reason why an edition cannot be played with it."""

    @abstractmethod
    def check(self, players: int, value: Any) -> Any:
        """Return a value in canonical form, of tuples and texts. An empty one means that the variant is off."""

    @abstractmethod
    def join(self, edition: Edition, players: int, value: Any) -> None:
        """Change an edition for a checked value."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """Parse a value that someone typed, without checking it."""

    @abstractmethod
    def draw(self, players: int, rng: Random) -> Any:
        """Draw a random value."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return the choices, for clients that offer them."""
