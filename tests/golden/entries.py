"""An entry of the catalogue of golden games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import claims
from .claims import Claim

PLAIN, MIXED = ("plain",), ("random", "plain")


@dataclass(frozen=True)
class Entry:
    name: str
    why: str
    edition: str = "classic-2004"
    map: str = "germany"
    players: int = 2
    claim: Claim = claims.anything
    bots: tuple[str, ...] = PLAIN
    """Seat by seat; fewer than players start again from the first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    regions: str = "random"
    position: Mapping[str, Any] | None = None
    """Where the game begins, instead of a set-up."""
    moves: tuple[str, ...] = ()
    """The first moves, in notation."""
