"""Tests of rules use the library like any other user: moves, views and saved positions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

RULES = Path(__file__).parent.parent / "rules"

NOT_ASKED = "who is not asked cannot move, so only the decider itself can refuse"
NEUTRAL = "what a seat that nobody plays has in money is shown nowhere: it must have none"
STORES = "what fits is counted out for every pool, by the function that says so"
INSIDE = {
    "test_construction.py": {"deciders": NOT_ASKED},
    "test_end.py": {"deciders": NOT_ASKED},
    "test_setup.py": {"deciders": NOT_ASKED, "area": "the cities of the playing area are counted"},
    "test_deluxe_setup.py": {"area": "the cities of the playing area are counted"},
    "test_outpost_technologies.py": {"max_bid": "what a card adds to the money of a second auction is no view's"},
    "test_outpost_trust.py": {"money": NEUTRAL},
    "test_outpost_trust_cards.py": {"money": NEUTRAL},
    "test_outpost_trust_company.py": {"money": NEUTRAL},
    "test_outpost_trust_workers.py": {"money": NEUTRAL},
    "test_promo_draws.py": {"check_position": "after every move the position is held against all that must be true"},
    "test_promo_fuel.py": {"caps": STORES},
    "test_robots_setup.py": {"human_seats": "who is a person is asked by the phases alone"},
    "test_trust.py": {"money": NEUTRAL},
    "test_trust_phases.py": {"money": NEUTRAL},
    "test_trust_plants.py": {"money": NEUTRAL},
}
"""By file: the fields and methods of positions that it uses, and why the library is not enough."""


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def used(tree: ast.AST) -> Iterator[str]:
    """Return the fields of positions that are used; comparing whole positions does not count."""
    above = parents(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr != "position":
            continue
        outer = above[node]
        if isinstance(outer, ast.Attribute) and outer.attr != "copy":
            yield outer.attr
        elif isinstance(outer, ast.Call):
            yield from called(outer.func)


def called(function: ast.expr) -> Iterator[str]:
    """Return the name of the method called with a position; ``rules.deciders["build"].check`` gives ``deciders``."""
    names = [n.attr for n in ast.walk(function) if isinstance(n, ast.Attribute)]
    names += [n.id for n in ast.walk(function) if isinstance(n, ast.Name)]
    if "check" in names:
        yield "deciders"
    elif "append" not in names:
        yield names[0]


def test_rule_tests_use_the_library() -> None:
    found = {
        path.name: set(names)
        for path in sorted(RULES.glob("*.py"))
        if (names := list(used(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == {name: set(reasons) for name, reasons in INSIDE.items()}


def test_the_check_sees_what_is_used() -> None:
    text = "assert game.position.deck == [1]\nassert a.position == b.position\ngame.rules.max_bid(game.position, 0)\n"
    assert sorted(used(ast.parse(text))) == ["deck", "max_bid"]
