"""Constants of companies in one game: the kinds of company places, and the effects of cards."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from stromnetz.editions.files.loader import all_maps, edition_data
from stromnetz.engine.edition import PLANT
from stromnetz.engine.moves import CardRef
from stromnetz.engine.rules import Rules

HOUSING, TECHNOLOGY = "housing", "technology"
"""Kinds of cards in this edition only."""
HOUSE: Final = "house"
SITES: Final = (HOUSE, PLANT, HOUSING)
"""What can be built."""
# Effects of technologies, as named in the data
DATA_LIBRARY, ECOPLANTS, ROBOTS, NODULE = "auction-rebate", "wage-rebate", "robot-factory", "more-places"
OUTPOST, LABORATORIES, MOON_BASE = "building-ground", "more-output", "plant-and-housing"


class PrintedCard(NamedTuple):
    """A card as printed."""

    kind: str
    workers: int
    """Number of workers that run the card."""
    cities: int
    places: int
    """Number of places for permanent workers."""
    effect: str
    """The effect of a card that is neither plant nor housing, and its amount."""
    value: int
    name: str


@cache
def printed_cards(edition: str) -> dict[CardRef, PrintedCard]:
    """Return the printed cards of the edition. Other cards ("Step 3") are not company cards."""
    return {
        card.get("id", card["number"]): PrintedCard(
            card["type"],
            card.get("workers", 0),
            card.get("cities", 0),
            card.get("places", 0),
            card.get("effect", ""),
            card.get("value", 0),
            card.get("name", ""),
        )
        for card in edition_data(edition)["cards"]["plants"]
    }


def place_kind(map: str, city: str) -> str:
    """Return the kind of a city's company place."""
    site: str = all_maps()[map]["cities"][city]["site"]
    return site


NOTHING: Final = PrintedCard("", 0, 0, 0, "", 0, "")


class CompanyRules:
    """Constants of companies in one game. Cards and cities are indices, as in the engine."""

    def __init__(self, edition: str, board: str, refs: list[CardRef], cities: list[str], seats: int) -> None:
        self._of = (edition, board, refs, cities, seats)
        data = edition_data(edition)
        cards = [printed_cards(edition).get(ref, NOTHING) for ref in refs]
        self.seats = seats
        self.site = [place_kind(board, id) for id in cities]
        """Per city: the kind of its company place."""
        self.is_plant_site = [kind == PLANT for kind in self.site]
        self.site_cost: int = data["site_cost"]
        self.pieces: int = data["buildings"]
        """Number of plant buildings of a company, and of housing buildings."""
        self.robots: int = data["robots"]
        self.workers = [c.workers for c in cards]
        self.places = [c.places for c in cards]
        self.value = [c.value for c in cards]
        self.is_plant = [c.kind == PLANT for c in cards]
        self.is_housing = [c.kind == HOUSING for c in cards]
        self.is_base = [c.effect == MOON_BASE for c in cards]
        """Moon Base is a plant and a housing on any slot (L31)."""
        self.effects = {c.effect: i for i, c in enumerate(cards) if c.effect and c.effect != OUTPOST}
        self.outposts = [i for i, c in enumerate(cards) if c.effect == OUTPOST]
        self.by_name = {str(refs[c]): c for c in self.outposts}
        """The Outpost cards by the names that moves use in place of a city."""
        self.houses_of_neutral: int = data["neutral"]["generators"]

    def __reduce__(self) -> tuple[Any, ...]:
        return (CompanyRules, self._of)

    def placeable(self, card: int) -> bool:
        return self.is_plant[card] or self.is_housing[card] or self.is_base[card]


@lru_cache(maxsize=512)
def company_rules(rules: Rules) -> CompanyRules:
    return CompanyRules(rules.edition.id, rules.board.id, rules.card_refs, rules.city_ids, rules.seats)
