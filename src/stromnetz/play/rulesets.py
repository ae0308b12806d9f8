"""Rules by edition, map, number of players and options, composed once for all games of a kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stromnetz.editions.compose import check_variants, compose
from stromnetz.engine.rules import Rules

from .files import json_values as rd
from .variants import variants_json

PLAIN = frozenset((bool, int, str))
RULES_CACHE_SIZE = 512
"""Maximum number of cached kinds of games, of 35 kB each. Every combination of options is another kind."""


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _rules(edition: str, map: str | None, players: int, variants: tuple[tuple[str, Any], ...]) -> Rules:
    rules = compose(edition, map, players, dict(variants))
    rules.source = (_rules, (edition, map, players, variants))
    return rules


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _default_variants(edition: str, players: int) -> tuple[dict[str, Any], tuple[tuple[str, Any], ...]]:
    """Return the variants of a game that chooses none."""
    variants = check_variants(edition, {}, players)
    return variants_json(variants), tuple(sorted(variants.items()))


@lru_cache(maxsize=RULES_CACHE_SIZE)
def _chosen(
    edition: str, players: int, options: tuple[tuple[str, Any, type], ...]
) -> tuple[dict[str, Any], tuple[tuple[str, Any], ...]]:
    """Return the variants of a game that names a single word for each; the types distinguish 1 from true."""
    variants = check_variants(edition, {name: value for name, value, _ in options}, players)
    return variants_json(variants), tuple(sorted(variants.items()))


def rules_for(edition: Any, map: Any, players: Any, options: Any) -> tuple[Rules, dict[str, Any]]:
    """Return the rules of a game, shared by all games of the same kind, and its variants with defaults."""
    for name, value in (("edition", edition), ("map", map)):
        if not isinstance(value, str) and not (name == "map" and value is None):
            raise rd.bad(name, "a text", value)
    if type(players) is not int:
        raise rd.bad("players", "a whole number", players)
    if options is None:
        usual, chosen = _default_variants(edition, players)
        return _rules(edition, map, players, chosen), dict(usual)
    if type(options) is dict and all(type(name) is str and type(value) in PLAIN for name, value in options.items()):
        usual, chosen = _chosen(edition, players, tuple((name, value, type(value)) for name, value in options.items()))
        return _rules(edition, map, players, chosen), dict(usual)
    variants = check_variants(edition, options, players)
    rules = _rules(edition, map, players, tuple(sorted(variants.items())))
    return rules, variants_json(variants)
