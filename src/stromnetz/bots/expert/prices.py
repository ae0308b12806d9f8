"""What a plant goes for between strong players: a sum of a few facts about it and the table.

The outlook (``worth``) compares a plant with none: so it pays too much for plants that are soon scrapped again, and too
little for those of the last fleet. What each fact is worth here was learned from what ``master`` does in auctions
(``lab/prices.py``), and is kept in ``prices.toml``, with the editions in which it is used.
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
"""Kinds of decisions: bids where all have to buy, bids later, and what to put up."""
MAX_FLEET = 4
"""More plants than this nobody needs in the end, where as many as one likes are allowed."""
END_ROUNDS = 2
"""Rounds: from then on a plant is bought for the end."""
Facts = dict[str, float]
PriceWorths = Mapping[str, Mapping[str, float]]
"""What facts are worth, by kind of decision."""


class Prices:
    """What plants go for in one decision of a company."""

    def __init__(self, table: BoardNumbers, runs: RunWorth, rounds: int, worths: PriceWorths | None = None) -> None:
        """Without ``worths`` by those that were learned last."""
        view, me = table.view, table.me
        own = [plant.cities for plant in me.plants]
        full = len(own) >= table.limit
        self.table = table
        self.kind = FIRST if view.must_buy else OPEN if view.auction is None else BID
        self._runs = runs
        self._worths = learned() if worths is None else worths
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
            "waiting": float(sum(not (rival.bought or rival.left) for rival in table.rivals)),
        }

    def facts(self, ref: CardRef) -> Facts:
        """What the price of a plant depends on."""
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
        """What it goes for; above its number, where it is put up."""
        return worth_of(self.facts(ref), self._worths[kind])


def worth_of(facts: Mapping[str, float], learned: Mapping[str, float]) -> float:
    return sum([facts[name] * each for name, each in learned.items()])


def learned() -> PriceWorths:
    """What facts are worth in ``prices.toml``."""
    return _file()[1]


def used_in(edition: str) -> bool:
    """Whether bots that know prices go by them there."""
    return edition in _file()[0]


def read_prices(text: str) -> tuple[frozenset[str], PriceWorths]:
    """A file of prices: the editions in which they are used, and what facts are worth."""
    held = tomllib.loads(text)
    return frozenset(held.pop("editions")), held


@cache
def _file() -> tuple[frozenset[str], PriceWorths]:
    return read_prices(files("stromnetz.bots").joinpath("prices.toml").read_text("utf-8"))
