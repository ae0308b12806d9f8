"""Options read from JSON, and the JSON types of moves, options and events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.events import Event
from stromnetz.engine.moves import MOVES, Json, Move
from stromnetz.engine.options import OPTIONS, Option, PlainOption
from stromnetz.engine.value_classes import field_names

from .files import json_values as rd

MoveJson: TypeAlias = Annotated[Json, Move]
OptionJson: TypeAlias = Annotated[Json, Option]
EventJson: TypeAlias = Annotated[Json, Event]


DERIVED = ("kind", "cost")
"""Keys in the JSON of an option that are not fields."""


def option_from_json(data: Any) -> Option:
    """Return the option that a JSON object describes.

    >>> option_from_json({"kind": "bid", "minimum": 5, "maximum": 50})
    BidOption(minimum=5, maximum=50)
    >>> option_from_json({"kind": "pass"}).kind
    'pass'
    """
    kind = rd.mapping(data, "option").get("kind")
    move = MOVES.get(kind) if isinstance(kind, str) else None
    if move is not None and not move.fields and len(data) == 1:
        return PlainOption(move.kind)
    cls = OPTIONS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadInput(f"there is no kind of option {short_repr(kind)}", {"kind": short_repr(kind)})
    out: Option = _read(cls, {key: value for key, value in data.items() if key not in DERIVED}, cls.KIND)
    return out


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {name: hints[name] for name in field_names(cls)}


def _read(hint: Any, value: Any, name: str) -> Any:
    """Read a value of a field's type."""
    if isinstance(hint, type) and field_names(hint):
        hints = _hints(hint)
        data: Mapping[str, Any] = rd.keys(value, name, hints, hints, strict=True)
        return hint(**{key: _read(hints[key], data[key], f"{name} {key}") for key in hints})
    if get_origin(hint) is list:
        (item,) = get_args(hint)
        return [_read(item, one, name) for one in rd.listed(value, name)]
    if get_origin(hint) is dict:
        _, item = get_args(hint)
        return {key: _read(item, one, name) for key, one in rd.mapping(value, name).items()}
    if isinstance(hint, UnionType) and type(value) is str:
        return value  # a card id; numbers are checked as such
    if hint is str:
        if type(value) is not str:
            raise rd.bad(name, "a text", value)
        return value
    return rd.integer(value, name, 0, rd.MAX_VALUE)
