"""Views as JSON data."""

from __future__ import annotations

from typing import Any

from .results import Result
from .view_parts import Decision

_ATOMS = frozenset((str, int, bool, float, type(None)))


def plain(value: Any) -> Any:
    """A field as JSON data (``dataclasses.asdict`` copies deeply and takes twice as long)."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return [v if type(v) in _ATOMS else plain(v) for v in value]
    if kind is dict:
        return {k: v if type(v) in _ATOMS else plain(v) for k, v in value.items()}
    return part_json(value)


def part_json(part: Any) -> Any:
    """A part of a view as JSON data, one level deep where its fields are parts themselves."""
    if isinstance(part, Decision | Result):
        return part.to_json()
    names = getattr(part, "__slots__", None)
    return part if names is None else {name: plain(getattr(part, name)) for name in names}
