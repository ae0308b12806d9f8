"""Weights of the company heuristics: stored in ``weights.toml``, tuned with ``stromnetz tune``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(slots=True, frozen=True, eq=False)
class CompanyWeights:
    """Weights of the company heuristics, in money unless noted otherwise."""

    city: float
    """Value of a city supplied at the end."""
    cash: float
    """Share of the money left at the end that counts."""
    flow: float
    """Weight of income when it is received, in addition to its later use."""
    late: float
    """Share of the cities and plants affordable with left-over money that counts."""
    rise: float
    """Increase in the cost of cities per round."""
    keep: float
    """Money to keep when buying a later card."""
    premium: float
    """Typical price of a later card above its number."""
    grow_cost: float
    """Long-term cost of a city."""
    grow_output: float
    """Growth of a company's output in cities per round."""
    grow_price: float
    """Cost of one more city of output."""
    grow_net: float
    """Share of the income available for growth."""
    grow_over: float
    """Number of cities that a company builds beyond its supply."""
    grow_hands: float
    """Further workers that each rival needs per round."""
    grow_places: float
    """Further places for permanent workers per company and round."""
    start_fade: float
    """Discount factor for each further city when choosing the first."""
    start_missing: float
    """Penalty for each city missing in the race."""
    on_the_way: float
    """Share of a connection's cost that counts if a house can follow a building."""
    order: float
    """Cost of coming before a rival in turn order."""
    surplus: float
    """Share of the gain from the best alternative that is subtracted from a bid."""
    rival_premium: float
    """Expected price of the best alternative above its minimum."""


def load() -> dict[str, float]:
    """Return the weights by name."""
    read = tomllib.loads((files(__package__) / "weights.toml").read_text("utf-8"))
    return {name: float(value) for name, value in read.items()}


def company_weights(given: Mapping[str, float]) -> CompanyWeights:
    return CompanyWeights(**given)


@cache
def default_weights() -> CompanyWeights:
    return company_weights(load())
