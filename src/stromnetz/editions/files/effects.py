"""What the effect of a promo card is: a Python file of ``promo/effects`` holds one, ``EFFECT``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from stromnetz.engine.edition import NEVER, Card, Edition

from .schema import Field, Table


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
