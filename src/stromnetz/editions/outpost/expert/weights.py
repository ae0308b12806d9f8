"""The numbers that bots weigh companies with: kept in ``weights.toml``, found by ``stromnetz tune``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(slots=True, frozen=True, eq=False)
class CompanyWeights:
    """Amounts are in money unless it says otherwise."""

    city: float
    """What a city supplied at the end is worth."""
    cash: float
    """A share: what money left at the end is worth."""
    flow: float
    """A share: what income is worth when it comes, beside what will be made of it."""
    late: float
    """A share: how much of what left-over money could have bought in cities and plants counts as bought."""
    rise: float
    """By how much cities get dearer each round."""
    keep: float
    """What has to be left after a later card is paid."""
    premium: float
    """What a later card costs above its number."""
    grow_cost: float
    """What a city costs a company in the long run."""
    grow_output: float
    """Cities by which the plants of a company grow each round."""
    grow_price: float
    """What one of them costs."""
    grow_net: float
    """A share: the part of the income that is left for growing."""
    grow_over: float
    """Cities that a company builds beyond what it can supply."""
    grow_hands: float
    """Workers that each rival needs more of each round."""
    grow_places: float
    """Places for permanent workers that each company gets each round."""
    start_fade: float
    """How much less each further city counts in choosing the first."""
    start_missing: float
    """What it costs to run out of cities in the race."""
    on_the_way: float
    """A share: the part of a connection that counts where a house can follow a building."""
    order: float
    """What it costs to come before a rival in turn order."""
    surplus: float
    """A share: how much of what another card would bring is taken off a bid."""
    rival_premium: float
    """What that other card is held to cost above its minimum."""


def load() -> dict[str, float]:
    """The weights by name."""
    read = tomllib.loads((files(__package__) / "weights.toml").read_text("utf-8"))
    return {name: float(value) for name, value in read.items()}


def company_weights(given: Mapping[str, float]) -> CompanyWeights:
    return CompanyWeights(**given)


@cache
def usual() -> CompanyWeights:
    return company_weights(load())
