"""Parameters of the heuristic bots: the abilities of each level, and the weights (``weights.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from stromnetz.engine.errors import BadInput, short_repr


@dataclass(slots=True, frozen=True)
class Level:
    """The abilities of a level."""

    good_start: bool = True
    """Whether it races for cities to choose the first one."""
    ending: bool = True
    """Whether it checks what everyone can supply before it ends the game."""
    rounds: int | None = None
    """Number of rounds it plans ahead; None: to the estimated end."""
    prices: bool = False
    """Whether it knows typical plant prices, in the editions of ``prices.toml``."""
    noise: float = 0.0
    """Standard deviation of the random error in the value of a move, in money."""


@dataclass(slots=True, frozen=True, eq=False)
class BotParameters:
    """Weights of the heuristics, in money unless noted otherwise."""

    city: float
    """Value of a city supplied at the end."""
    cash: float
    """Share of the money left at the end that counts."""
    last_cash: float
    """`cash` if this round may be the last."""
    late: float
    """Share of the cities affordable with left-over money that counts."""
    late_output: float
    """`late` for plants, of which only one can be bought per round."""
    rise: float
    """Increase in the cost of cities per round."""
    keep: float
    """Money to keep when buying a later plant."""
    coming: float
    """Quantile of the market's plants that stands for a later plant."""
    premium: float
    """Typical price of a later plant above its number."""
    marker: float
    """Long-term cost of a fuel marker."""
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
    end_short: float
    """Number of cities that a company may fail to supply when it ends the game."""
    end_fuel: float
    """Money kept for fuel and a plant in that round."""
    start_fade: float
    """Discount factor for each further city when choosing the first."""
    start_missing: float
    """Penalty for each city missing in the race."""
    start_near: float
    """Preferred distance of the first city from those of others."""
    start_near_cost: float
    """Cost of each unit below that distance."""
    claim: float
    """Value of taking a city before a rival does."""
    order: float
    """Cost of coming before a rival in turn order."""
    surplus: float
    """Share of the gain from the best alternative that is subtracted from a bid."""
    rival_premium: float
    """Expected price of the best alternative above its minimum."""
    extra: float
    """Value of a card that stores fuel, per round."""
    scarce: float
    """Exponent for plants whose fuel may be sold out: 0 for no effect."""
    store: float
    """Maximum price of a marker to store."""
    save: float
    """Share of the price that unburnt fuel is worth."""


def load() -> dict[str, float]:
    """Return the weights of the strongest level."""
    return dict(_loaded())


@cache
def _loaded() -> dict[str, float]:
    return {
        name: float(value)
        for name, value in tomllib.loads((files(__package__) / "weights.toml").read_text("utf-8")).items()
    }


def weights_from(given: Mapping[str, float] | None) -> BotParameters:
    """Return the weights by name, by default the usual ones."""
    if given is None:
        return _default_parameters()
    names = [field.name for field in fields(BotParameters)]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise BadInput(
            f"there is no weight {short_repr(unknown[0])}; the weights are {', '.join(names)}", {"weights": unknown}
        )
    missing = [name for name in names if name not in given]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        raise BadInput(f"these weights do not fit: {', '.join(missing)} {are} missing", {"weights": missing})
    return BotParameters(**{name: float(given[name]) for name in names})


@cache
def _default_parameters() -> BotParameters:
    return weights_from(_loaded())
