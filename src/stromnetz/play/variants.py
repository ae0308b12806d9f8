"""The variants of a game, which ``new_game`` takes as ``options``."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from stromnetz.editions.compose import promo_of, variants_of
from stromnetz.editions.files.loader import edition_variants

__all__ = ["freeze", "promo_of", "random_variants", "read_variant", "variant_facts", "variants_json", "variants_of"]


def random_variants(edition: str, players: int, rng: Random) -> dict[str, Any]:
    """Draw random values; the default is as likely as all others together."""
    known = variants_of(edition)
    out = {name: rng.choice(values) if rng.random() < 0.5 else values[0] for name, values in known.items()}
    cards = promo_of(edition)
    if cards and rng.random() < 0.5:
        out["promo"] = tuple(rng.sample(cards, rng.randint(1, len(cards))))
    for variant in edition_variants(edition).values():
        if rng.random() < 0.5:
            out[variant.name] = variant.draw(players, rng)
    return out


def read_variant(edition: str, text: str) -> tuple[str, Any]:
    """Parse a variant typed as NAME=VALUE; invalid values are refused when the game begins."""
    name, _, value = text.partition("=")
    known = {variant.name: variant for variant in edition_variants(edition).values()}
    if name in known:
        return name, known[name].read(value)
    return name, value  # refused later, like any unknown name


def variant_facts(edition: str) -> dict[str, dict[str, Any]]:
    """Return the choices of the edition's variants that have more than a few values."""
    return {variant.name: variant.facts() for variant in edition_variants(edition).values()}


def variants_json(variants: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variants of a game as JSON data."""
    return {name: _listed(value) for name, value in variants.items()}


def chosen_variants(edition: str, variants: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variants of a game that are not the edition's defaults, as JSON data."""
    usual = variants_of(edition)
    return {
        name: value for name, value in variants_json(variants).items() if name not in usual or value != usual[name][0]
    }


def _listed(value: Any) -> Any:
    return [_listed(one) for one in value] if type(value) is tuple else value


def freeze(value: Any) -> Any:
    """Return an immutable value of a variant, with tuples instead of lists."""
    return tuple([freeze(one) for one in value]) if type(value) in (list, tuple) else value
