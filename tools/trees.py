"""Syntax trees, each looked through once for all that the checks ask of it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

EMPTY = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
"""What only says how another node is meant, and holds nothing."""


def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes_of(top: ast.AST) -> list[ast.AST]:
    """A node and all those inside it, as ``ast.walk`` brings them, but for the empty ones: half of all there are."""
    found = [top]
    for node in found:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST) and not isinstance(one, EMPTY)]
            elif isinstance(value, ast.AST) and not isinstance(value, EMPTY):
                found.append(value)
    return found
