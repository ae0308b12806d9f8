"""The options of a table: which there are, and any mixture of them."""

from __future__ import annotations

from random import Random
from typing import Any

from stromnetz.editions.compose import OPTIONS


def option_values() -> dict[str, tuple[Any, ...]]:
    """Every option with its values, the default first."""
    return dict(OPTIONS)


def random_options(rng: Random) -> dict[str, Any]:
    """Values drawn at random: the default as often as all the others together."""
    return {name: rng.choice(values) if rng.random() < 0.5 else values[0] for name, values in OPTIONS.items()}
