"""Typical auction prices between strong players, as a linear function of facts about the plant and the game.

The projection (``worth``) compares a plant with none, so it overestimates plants that are soon scrapped and
underestimates those of the last fleet. The weight of each fact was learned from auctions of ``master``
(``lab/prices.py``) and is stored in ``prices.toml``, with the editions that use it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from stromnetz.engine.moves import CardRef

from .board import BoardNumbers
from .projection import RunWorth

FIRST, BID, OPEN = "first", "bid", "open"
"""Kinds of decisions: bids if all have to buy, later bids, and opening."""
MAX_FLEET = 4
"""Number of plants that are enough at the end, in editions without a limit."""
END_ROUNDS = 2
"""Number of last rounds in which plants are bought for the end."""
Facts = dict[str, float]
PriceWeights = Mapping[str, Mapping[str, float]]
"""The weight of each fact, by kind of decision."""


class Prices:
    """Typical prices of plants in one decision of a company."""

    def __init__(self, table: BoardNumbers, runs: RunWorth, rounds: int, weights: PriceWeights | None = None) -> None:
        """Use these weights, by default the ones learned last."""
        view, me = table.view, table.me
        own = [plant.cities for plant in me.plants]
        full = len(own) >= table.limit
        self.table = table
        self.kind = FIRST if view.must_buy else OPEN if view.auction is None else BID
        self._runs = runs
        self._worths = load_prices() if weights is None else weights
        self._replaced = min(own) if full else 0
        self._share = table.end_at / min(table.limit, MAX_FLEET)
        self._soon = 1.0 if rounds <= END_ROUNDS else 0.0
        self._progress = max(company.cities for company in table.companies) / table.end_at
        self._offered = [table.plant(ref).cities for ref in (*view.current, *view.future) if view.is_plant(ref)]
        self._always = {
            "one": 1.0,
            "progress": self._progress,
            "money": float(me.money),
            "money_late": self._progress * me.money,
            "short": float(me.cities - me.output),
            "room": 0.0 if full else 1.0,
            "soon": self._soon,
            "last": 1.0 if rounds <= 1 else 0.0,
            "step_3": 1.0 if view.step == 3 else 0.0,
            "waiting": float(sum(not (rival.bought or rival.sat_out) for rival in table.rivals)),
        }

    def facts(self, ref: CardRef) -> Facts:
        """Return the facts that a plant's price depends on."""
        plant, late = self.table.plant(ref), self._progress
        number = float(self.table.view.plant(ref).minimum_bid)
        cities, run = float(plant.cities), self._runs.plant(plant)[1]
        gain = cities - self._replaced
        return {
            **self._always,
            "number": number,
            "number_late": late * number,
            "cities": cities,
            "cities_late": late * cities,
            "share": cities / self._share,
            "share_squared": (cities / self._share) ** 2,
            "gain": gain,
            "gain_late": late * gain,
            "gain_soon": gain * self._soon,
            "gain_last": gain * self._always["last"],
            "needed": min(gain, max(0.0, self._always["short"] + 2)),
            "run": run,
            "run_late": late * run,
            "better": float(sum(other > cities for other in self._offered)),
        }

    def price(self, ref: CardRef, kind: str) -> float:
        """Return the typical price; for opening, the part above its number."""
        return worth_of(self.facts(ref), self._worths[kind])


def worth_of(facts: Mapping[str, float], load_prices: Mapping[str, float]) -> float:
    return sum([facts[name] * each for name, each in load_prices.items()])


def load_prices() -> PriceWeights:
    """Return the weights in ``prices.toml``."""
    return _file()[1]


def used_in(edition: str) -> bool:
    """Whether typical prices are used in an edition."""
    return edition in _file()[0]


def read_prices(text: str) -> tuple[frozenset[str], PriceWeights]:
    """Read a file of prices: the editions that use them, and the weights."""
    held = tomllib.loads(text)
    return frozenset(held.pop("editions")), held


@cache
def _file() -> tuple[frozenset[str], PriceWeights]:
    return read_prices(files("stromnetz.bots").joinpath("prices.toml").read_text("utf-8"))
