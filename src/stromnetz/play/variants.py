"""The variants of a table, which ``new_game`` takes as ``options``: which there are, and any mixture of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from stromnetz.editions.compose import promo_of, variants_of

__all__ = ["promo_of", "random_variants", "variants_json", "variants_of"]


def random_variants(edition: str, rng: Random) -> dict[str, Any]:
    """Values drawn at random: the default as often as all the others together."""
    known = variants_of(edition)
    out = {name: rng.choice(values) if rng.random() < 0.5 else values[0] for name, values in known.items()}
    cards = promo_of(edition)
    if cards and rng.random() < 0.5:
        out["promo"] = tuple(rng.sample(cards, rng.randint(1, len(cards))))
    return out


def variants_json(variants: Mapping[str, Any]) -> dict[str, Any]:
    """The variants of a table as JSON data."""
    return {name: list(value) if type(value) is tuple else value for name, value in variants.items()}
