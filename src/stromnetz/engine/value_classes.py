"""Decorators for small value classes (events, options, parts of views), and an immutable dictionary.

``@slotted`` and ``@fixed`` build a class from annotations, like ``dataclasses``, but instances are faster to create and
to turn into JSON: a recorded game creates thousands, and a server sends many more. They compare, print, match and
pickle like dataclasses, and a dataclass can be used in place of one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

from .json_text import json_text, quoted

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """An immutable dictionary. Use ``dict(...)`` for a copy that can be changed."""

    def _never(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this dictionary is part of a record and never changes: make a dict of it first")

    __setitem__ = _never
    __delitem__ = _never
    __ior__ = _never
    clear = _never
    pop = _never
    popitem = _never
    setdefault = _never
    update = _never

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (dict(self),))


C = TypeVar("C", bound=type)

ATOMS = frozenset((str, int, bool, float, type(None)))
PLAIN = frozenset(("int", "str", "bool", "CardRef"))
"""Annotations of values that are JSON already; None is allowed too."""
LIST, OBJECT = "Sequence[", "Mapping["


def field_names(cls: type) -> tuple[str, ...]:
    """Return the fields of a value class or dataclass, inherited ones first."""
    names: tuple[str, ...] = getattr(cls, "__match_args__", ())
    return names


def to_plain_json(value: Any) -> Any:
    """Return a value as new JSON data, in half the time of ``dataclasses.asdict``."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is list or kind is tuple:
        return [v if type(v) in ATOMS else to_plain_json(v) for v in value]
    if kind is dict or kind is FrozenDict:
        return {k: v if type(v) in ATOMS else to_plain_json(v) for k, v in value.items()}
    names = field_names(kind)
    return {name: to_plain_json(getattr(value, name)) for name in names} if names else value


@dataclass_transform()
def slotted(cls: C) -> C:
    """Build a class with these fields, which can be set; not hashable."""
    return _build_class(cls, "", {"__hash__": None})


@dataclass_transform(frozen_default=True)
def fixed(cls: C) -> C:
    """Build an immutable class with these fields. Lists and dictionaries are stored as immutable copies."""
    return _build_class(cls, "_", {})


def _build_class(cls: C, mark: str, given: dict[str, Any]) -> C:
    """Build the class with slots, whose names get the prefix ``mark`` if fields are read-only, and with its methods."""
    own = [name for name, hint in vars(cls).get("__annotations__", {}).items() if not hint.startswith("ClassVar")]
    inherited = [name for name in field_names(cls) if name not in own]
    hints: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        hints |= vars(base).get("__annotations__", {})
    names = (*inherited, *own)
    body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    body |= given
    body["__slots__"] = tuple([f"{mark}{name}" for name in own])
    body["__match_args__"] = names
    if mark:
        for name in own:
            body[name] = property(attrgetter(f"_{name}"))
    for method in _methods(cls, names, hints, mark):
        body.setdefault(method.__name__, method)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _methods(cls: type, names: tuple[str, ...], hints: dict[str, str], mark: str) -> Iterable[Callable[..., Any]]:
    """Generate the methods from the fields."""
    slots = [f"self.{mark}{one}" for one in names]
    values = "".join(f"{slot}, " for slot in slots)
    others = "".join(f"other.{mark}{one}, " for one in names)
    sets = [f"{slot} = {_stored(one, hints[one]) if mark else one}" for slot, one in zip(slots, names, strict=True)]
    adds = [f"out[{one!r}] = {_json_expression(slot, hints[one])}" for slot, one in zip(slots, names, strict=True)]
    shown = ", ".join(f"{one}={{{slot}!r}}" for slot, one in zip(slots, names, strict=True))
    lines = [
        *_function(f"__init__(self, {', '.join(names)})", *sets, "return None"),
        *_function(
            "__eq__(self, other)",
            f"return ({values}) == ({others}) if other.__class__ is self.__class__ else NotImplemented",
        ),
        *_function("__hash__(self)", f"return hash(({values}))"),
        *_function("__repr__(self)", f"return f'{{self.__class__.__qualname__}}({shown})'"),
        *_function("__reduce__(self)", f"return (self.__class__, ({values}))"),
        *_function("add_json(self, out)", *adds, "return out"),
    ]
    kind = getattr(cls, "kind", None)
    if isinstance(kind, str):
        told = "".join(
            [
                f", {quoted(one)}: {{{_text_expression(slot, hints[one])}}}"
                for one, slot in zip(names, slots, strict=True)
            ]
        )
        lines += _function("to_text(self)", f"return f'{{{{\"kind\": {quoted(kind)}{told}}}}}'")
    space: dict[str, Any] = {"plain": to_plain_json, "text_of": json_text, "FixedDict": FrozenDict}
    given = set(space)
    exec("\n".join(lines), space)  # the source consists of field names only, as in dataclasses
    made = [value for key, value in space.items() if callable(value) and key not in given]
    for method in made:
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
    return made


def _function(head: str, *body: str) -> list[str]:
    return [f"def {head.replace(', )', ')')}:", *[f"    {line}" for line in body]]


def _stored(name: str, hint: str) -> str:
    """Return the expression for storing a value in a fixed class: as it is, or an immutable copy."""
    if hint.startswith(LIST):
        return f"tuple({name}) if type({name}) is list else {name}"
    if hint.startswith(OBJECT):
        return f"FixedDict({name}) if type({name}) is dict else {name}"
    return name


def _text_expression(slot: str, hint: str) -> str:
    """Return the expression for a value's JSON text."""
    if hint == "int":
        return f"{slot} if type({slot}) is int else text_of(plain({slot}))"
    require_int = set(hint.split(" | ")) <= PLAIN | {"None"} or (hint.startswith((LIST, OBJECT)) and hint.endswith("]"))
    return f"text_of({slot})" if require_int else f"text_of(plain({slot}))"


def _json_expression(slot: str, hint: str) -> str:
    """Return the expression for a value as JSON data, copied if it could be changed."""
    if set(hint.split(" | ")) <= PLAIN | {"None"}:
        return slot
    if hint.startswith("list[") and hint[5:-1] in PLAIN:
        return f"{slot}[:]"
    if hint == "dict[str, int]":
        return f"{slot}.copy()"
    if hint.startswith(OBJECT) and hint.endswith("]"):
        return f"dict({slot}) if type({slot}) is FixedDict else {slot}"
    if hint.startswith(LIST) and hint.endswith("]"):
        return f"list({slot}) if type({slot}) is tuple else {slot}"
    return f"plain({slot})"
