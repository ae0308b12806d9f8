"""What a variant is that has more to it than a few values: a folder brings it in ``variant.py``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput

from .schema import Data


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
