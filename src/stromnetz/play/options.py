"""The options of a table: which there are, and any mixture of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from stromnetz.editions.compose import options_of, promo_of


def option_values(edition: str) -> dict[str, tuple[Any, ...]]:
    """Every option of an edition with its values, the default first."""
    return options_of(edition)


def random_options(edition: str, rng: Random) -> dict[str, Any]:
    """Values drawn at random: the default as often as all the others together."""
    known = options_of(edition)
    out = {name: rng.choice(values) if rng.random() < 0.5 else values[0] for name, values in known.items()}
    cards = promo_of(edition)
    if cards and rng.random() < 0.5:
        out["promo"] = tuple(rng.sample(cards, rng.randint(1, len(cards))))
    return out


def promo_values(edition: str) -> list[str]:
    """The promo cards that an edition can take."""
    return promo_of(edition)


def options_json(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a table as JSON data."""
    return {name: list(value) if type(value) is tuple else value for name, value in options.items()}
