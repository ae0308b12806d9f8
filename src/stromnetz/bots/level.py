"""How much a level of bots thinks about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Level:
    """What a level has of all that can be thought about."""

    good_start: bool = True
    """Sees the race for cities that follows from the first one."""
    ending: bool = True
    """Counts what everybody can supply before it ends the game."""
    rounds: int | None = None
    """How many rounds it thinks ahead; None: to the end, as far as that can be seen."""
    prices: bool = False
    """Knows what plants go for between strong players, in the editions of ``prices.toml``."""
    blur: float = 0.0
    """By how much money it is wrong about what a move is worth."""
