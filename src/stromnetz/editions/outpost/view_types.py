"""Types of what companies and piles add to a view. The client types are generated from them."""

from __future__ import annotations

from typing import TypedDict

from stromnetz.engine.moves import CardRef


class PilesShown(TypedDict):
    """The cards of each pile, the top one first; and each top card that has discounts, with their sum."""

    under: list[list[CardRef]]
    discounts: list[tuple[CardRef, int]]


class CompanyShown(TypedDict):
    """A company's board and hands, with what follows from them."""

    placed: list[CardRef]
    seasonal: int
    permanent: int
    robots: int
    places: int
    need: int
    plant_slots: int
    housing_slots: int


class BuiltCard(TypedDict):
    """What stands on a card in the place of a city."""

    card: CardRef
    seat: int
    sites: list[str]


class CompaniesShown(TypedDict):
    """``sites`` are the company places that are taken, by city; ``made`` are the seats that made a robot this round."""

    sites: dict[str, int]
    on_cards: list[BuiltCard]
    seats: list[CompanyShown]
    made: list[int]
