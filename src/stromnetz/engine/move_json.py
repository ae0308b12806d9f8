"""Moves as JSON, read: every field is checked for its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .errors import BadInput, shown
from .forms import MAYBE_AMOUNTS
from .moves import MOVES, Bid, Buy, Connect, Move, Open


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
    if type(data) is dict:
        return _from_dict(data)
    if not isinstance(data, Mapping):
        raise BadInput(
            f"a move must be a JSON object such as {{'kind': 'pass'}}, not {shown(data)}", {"value": shown(data)}
        )
    return _from_dict(dict(data))


class Reader:
    """How moves of one kind are read. (Of a class compiled code looks its attributes up, of this it knows them.)"""

    def __init__(self, cls: type[Move]) -> None:
        self.cls = cls
        self.make: Callable[..., Move] = cls
        self.kind = cls.kind
        self.fields = cls.fields
        self.forms = cls.forms
        self.move: Move | None = None if cls.fields else cls()
        """The move itself, where it has no fields."""


_readers: Final[dict[str, Reader]] = {}


def _from_dict(data: dict[Any, Any]) -> Move:
    kind: object = data.get("kind")
    if not isinstance(kind, str) or (cls := MOVES.get(kind)) is None:
        raise BadInput(f"unknown kind of move {shown(kind)}; known are {', '.join(MOVES)}", {"kind": shown(kind)})
    reader = _readers.get(kind)
    if reader is None or reader.cls is not cls:
        reader = _readers[kind] = Reader(cls)
    fields = reader.fields
    count = len(fields)
    if len(data) != count + 1 or count > 2:
        return _with_care(cls, data)
    # nearly all moves have no more than two fields, and all of them are there
    if reader.move is not None:
        return reader.move
    first = data.get(fields[0], data)
    if first is data:
        return _with_care(cls, data)
    if count == 1:
        first = reader.forms[0].read(reader.kind, fields[0], first)
        return Bid(first) if cls is Bid else Connect(first) if cls is Connect else reader.make(first)
    second = data.get(fields[1], data)
    if second is data:
        return _with_care(cls, data)
    first = reader.forms[0].read(reader.kind, fields[0], first)
    second = reader.forms[1].read(reader.kind, fields[1], second)
    return Buy(first, second) if cls is Buy else Open(first, second) if cls is Open else reader.make(first, second)


def _with_care(cls: type[Move], data: dict[Any, Any]) -> Move:
    """Where a field may be missing, or one too many."""
    fields = cls.fields
    known_ones = 1
    for name in fields:
        if name in data:
            known_ones += 1
    if len(data) > known_ones:
        extra = [key for key in data if key != "kind" and key not in cls.fields]
        known = ", ".join(cls.fields) or "no fields"
        raise BadInput(
            f"a '{cls.kind}' move has no field {shown(extra[0])} (it has {known})", {"field": shown(extra[0])}
        )
    values: list[Any] = []
    for i, name in enumerate(fields):
        form = cls.forms[i]
        if name not in data and form is not MAYBE_AMOUNTS:
            raise BadInput(f"a '{cls.kind}' move needs the field {name!r}", {"field": name})
        values.append(form.read(cls.kind, name, data.get(name)))
    make: Callable[..., Move] = cls
    return make(*values)
