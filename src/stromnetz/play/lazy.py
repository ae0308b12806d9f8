"""Fields that are worked out when they are first read, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  (it is used as a decorator, like property)
    """``functools.cached_property`` without its lock, which costs more than most of the fields (until Python 3.12)."""

    def __init__(self, func: Callable[[Any], T]) -> None:
        self.func = func
        self.name = func.__name__
        self.__doc__ = func.__doc__

    @overload
    def __get__(self, owner: None, cls: type) -> lazy[T]: ...
    @overload
    def __get__(self, owner: object, cls: type) -> T: ...
    def __get__(self, owner: object | None, cls: type) -> T | lazy[T]:
        if owner is None:
            return self
        # from now on the instance's own value is found first
        value = owner.__dict__[self.name] = self.func(owner)
        return value
