"""What is constant about companies in one game: the kinds of company places, and which cards do what."""

from __future__ import annotations

from functools import cache

from stromnetz.editions.files.loading import edition_table, map_tables
from stromnetz.engine.edition import HOUSING, PLANT
from stromnetz.engine.rules import Rules

HOUSE = "house"
SITES = (HOUSE, PLANT, HOUSING)
"""What can be built."""
# what technologies do, as the data names it
DATA_LIBRARY, ECOPLANTS, ROBOTS, NODULE = "auction-rebate", "wage-rebate", "robot-factory", "more-places"
OUTPOST, LABORATORIES, MOON_BASE = "building-ground", "more-output", "plant-and-housing"


class Plan:
    """Cards and cities are indices, as everywhere in the engine."""

    def __init__(self, rules: Rules) -> None:
        table = edition_table(rules.edition.id)
        cities = map_tables()[rules.board.id]["cities"]
        self.seats = rules.seats
        self.site = [cities[id]["site"] for id in rules.city_ids]
        """Per city the kind of its company place."""
        self.site_cost: int = table["site_cost"]
        self.pieces: int = table["buildings"]
        """Plant buildings of a company, and as many housing buildings."""
        self.robots: int = table["robots"]
        self.workers = [c.workers for c in rules.cards]
        self.places = [c.places for c in rules.cards]
        self.value = [c.value for c in rules.cards]
        self.is_plant = [c.kind == PLANT for c in rules.cards]
        self.is_housing = [c.kind == HOUSING for c in rules.cards]
        self.is_base = [c.effect == MOON_BASE for c in rules.cards]
        """Moon Base is a plant and a housing on any slot (L31)."""
        self.effects = {c.effect: i for i, c in enumerate(rules.cards) if c.effect and c.effect != OUTPOST}
        self.outposts = [i for i, c in enumerate(rules.cards) if c.effect == OUTPOST]
        self.houses_of_neutral: int = table["neutral"]["generators"]

    def placeable(self, card: int) -> bool:
        return self.is_plant[card] or self.is_housing[card] or self.is_base[card]


@cache
def plan_of(rules: Rules) -> Plan:
    return Plan(rules)
