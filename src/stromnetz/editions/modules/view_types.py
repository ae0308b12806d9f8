"""Types of what modules add to a view. The client types are generated from them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from stromnetz.engine.moves import CardRef


class TrustShown(TypedDict):
    """Whether the Trust has had its choice in this auction phase."""

    chose: bool


class SpyShown(TypedDict):
    """Who the spy is; ``top``, the top card of the deck or None where it is empty, is there for the spy alone."""

    seat: int | None
    top: NotRequired[CardRef | None]


class HeldShown(TypedDict):
    """Who holds an auctioned card, and the plant it lies on."""

    seat: int
    plant: CardRef | None
