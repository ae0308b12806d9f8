"""Parameters of the heuristic bots: how far each level thinks, and the numbers it weighs with (``weights.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from stromnetz.engine.errors import BadInput, short_repr


@dataclass(slots=True, frozen=True)
class Level:
    """What a level has of all that can be thought about."""

    good_start: bool = True
    """Sees the race for cities that follows from the first one."""
    ending: bool = True
    """Counts what everybody can supply before it ends the game."""
    rounds: int | None = None
    """How many rounds it thinks ahead; None: to the end, as far as that can be seen."""
    prices: bool = False
    """Knows what plants go for between strong players, in the editions of ``prices.toml``."""
    noise: float = 0.0
    """Standard deviation, in money, of the random error in the worth of a move."""


@dataclass(slots=True, frozen=True, eq=False)
class BotParameters:
    """Amounts are in money unless it says otherwise."""

    city: float
    """What a city supplied at the end is worth."""
    cash: float
    """A share: what money left at the end is worth."""
    last_cash: float
    """`cash` if this round may be the last."""
    late: float
    """A share: how much of what left-over money could have bought in cities counts as bought."""
    late_output: float
    """`late` for plants, of which only one can be bought in a round."""
    rise: float
    """By how much cities get dearer each round."""
    keep: float
    """What has to be left after a later plant is paid."""
    coming: float
    """A share: how good the plant is, among those in the market, that can be bought later."""
    premium: float
    """What a later plant costs above its number."""
    marker: float
    """What a marker of fuel costs in the long run."""
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
    end_short: float
    """Cities that a company may fail to supply when it ends the game."""
    end_fuel: float
    """What it keeps for fuel and a plant in that round."""
    start_fade: float
    """How much less each further city counts in choosing the first."""
    start_missing: float
    """What it costs to run out of cities in the race."""
    start_near: float
    """How far the first city should be from everybody else's."""
    start_near_cost: float
    """What each unit of distance less than that costs."""
    claim: float
    """What it is worth to take a city before a rival does."""
    order: float
    """What it costs to come before a rival in turn order."""
    surplus: float
    """A share: how much of what another plant would bring is taken off a bid."""
    rival_premium: float
    """What that other plant is held to cost above its minimum."""
    extra: float
    """What a card that stores fuel brings in a round."""
    scarce: float
    """How much worse a plant is whose fuel may be sold out: 0 for not at all."""
    store: float
    """The most that is paid for a marker that is put in store."""
    save: float
    """A share: what fuel that is not burned is worth of its price."""


def load() -> dict[str, float]:
    """The weights of the strongest level."""
    return dict(_loaded())


@cache
def _loaded() -> dict[str, float]:
    return {
        name: float(value)
        for name, value in tomllib.loads((files(__package__) / "weights.toml").read_text("utf-8")).items()
    }


def weights_from(given: Mapping[str, float] | None) -> BotParameters:
    """Weights by name; without any, the usual ones."""
    if given is None:
        return _usual()
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
def _usual() -> BotParameters:
    return weights_from(_loaded())
