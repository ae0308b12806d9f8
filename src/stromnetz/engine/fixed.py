"""A dictionary that never changes: what moves, events and games hand out can be kept by anybody."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FixedDict(dict[K, V]):
    """Reads, compares and becomes JSON like any dictionary; whoever wants to change one makes a ``dict`` of it."""

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
