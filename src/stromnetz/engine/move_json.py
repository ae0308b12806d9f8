"""Moves as JSON, read: every field is checked for its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import MOST_BITS, BadInput, shown
from .moves import MOVES, CardRef, Move


def _whole(kind: str, name: str, value: Any) -> int:
    # bool is an int to Python, but `true` is no amount of money
    if type(value) is not int or value < 0:
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a whole number of 0 or more, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    if value.bit_length() > MOST_BITS:
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a number of at most {MOST_BITS:,} bits, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return value


def _text(kind: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a text, not {shown(value)}", {"field": name, "value": shown(value)}
        )
    return value


def _card(kind: str, name: str, value: Any) -> CardRef:
    if type(value) is not int and not isinstance(value, str):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a card's number or id, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return value


def _cards(kind: str, name: str, value: Any) -> list[CardRef]:
    if not isinstance(value, list | tuple):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be a list, not {shown(value)}", {"field": name, "value": shown(value)}
        )
    return [_card(kind, name, one) for one in value]


def _amounts(kind: str, name: str, value: Any) -> dict[str, int] | None:
    if value is None and kind == "run":
        return None
    if type(value) is not dict and not isinstance(value, Mapping):
        raise BadInput(
            f"'{name}' of a '{kind}' move must be an object of fuel and amount, not {shown(value)}",
            {"field": name, "value": shown(value)},
        )
    return {_text(kind, name, fuel): _whole(kind, name, count) for fuel, count in value.items()}


_Reader = Callable[[str, str, Any], Any]
_READERS: dict[str, _Reader] = {
    "region": _text,
    "bid": _whole,
    "amount": _whole,
    "count": _whole,
    "plant": _card,
    "city": _text,
    "plants": _cards,
    "cards": _cards,
    "burn": _amounts,
}


def move_from_json(data: object) -> Move:
    """The move that a JSON object describes.

    >>> move_from_json({"kind": "open", "plant": 4, "bid": 4})
    Open(4, 4)
    >>> move_from_json({"kind": "bid", "amount": 7.5})
    Traceback (most recent call last):
    ...
    stromnetz.engine.errors.BadInput: 'amount' of a 'bid' move must be a whole number of 0 or more, not 7.5
    """
    # an exact dict is the common case, and asking an abstract class is slow
    if type(data) is not dict and not isinstance(data, Mapping):
        raise BadInput(
            f"a move must be a JSON object such as {{'kind': 'pass'}}, not {shown(data)}", {"value": shown(data)}
        )
    kind = data.get("kind")
    cls = MOVES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadInput(f"unknown kind of move {shown(kind)}; known are {', '.join(MOVES)}", {"kind": shown(kind)})
    if len(data) > len(cls.fields) + 1 or not data.keys() <= {"kind", *cls.fields}:
        extra = [key for key in data if key != "kind" and key not in cls.fields]
        known = ", ".join(cls.fields) or "no fields"
        raise BadInput(
            f"a '{cls.kind}' move has no field {shown(extra[0])} (it has {known})", {"field": shown(extra[0])}
        )
    values: list[Any] = []
    for name in cls.fields:
        if name not in data and name != "burn":
            raise BadInput(f"a '{cls.kind}' move needs the field {name!r}", {"field": name})
        reader = _amounts if (cls.kind, name) == ("give-up", "fuel") else _READERS.get(name, _text)
        values.append(reader(cls.kind, name, data.get(name)))
    make: Callable[..., Move] = cls
    return make(*values)
