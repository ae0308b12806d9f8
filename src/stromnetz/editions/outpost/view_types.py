"""Types of the views of companies and piles. Client types are generated from them."""

from __future__ import annotations

from typing import TypedDict

from stromnetz.engine.moves import CardRef


class PilesView(TypedDict):
    """The cards of each pile, top card first; and the sum of the discounts on each top card."""

    under: list[list[CardRef]]
    discounts: list[tuple[CardRef, int]]


class CompanyBoardView(TypedDict):
    """A company's board and workers, with derived values."""

    placed: list[CardRef]
    seasonal: int
    permanent: int
    robots: int
    places: int
    need: int
    plant_slots: int
    housing_slots: int


class BuiltCard(TypedDict):
    """The buildings on a card, which takes the place of a city."""

    card: CardRef
    seat: int
    sites: list[str]


class CompaniesView(TypedDict):
    """``sites``: the occupied company places, by city; ``made``: the seats that made a robot this round."""

    sites: dict[str, int]
    on_cards: list[BuiltCard]
    seats: list[CompanyBoardView]
    made: list[int]
