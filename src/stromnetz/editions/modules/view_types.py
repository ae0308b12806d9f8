"""Types of the views of modules. Client types are generated from them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from stromnetz.engine.moves import CardRef


class TrustView(TypedDict):
    """Whether the Trust made its choice in this auction phase."""

    chose: bool


class EspionageView(TypedDict):
    """The spy's seat, and for the spy only ``top``, the top card of the deck (None if the deck is empty)."""

    seat: int | None
    top: NotRequired[CardRef | None]


class AuctionedCardView(TypedDict):
    """The holder of an auctioned card, and the plant it lies on."""

    seat: int
    plant: CardRef | None
