"""The registry of what a running server consists of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


class Services:
    """One object of each kind: filled while the server is put together, read-only from then on."""

    def __init__(self) -> None:
        self._by_kind: dict[object, object] = {}
        self._frozen = False

    def add(self, service: T, kind: type | None = None) -> T:
        """Register a service under its class, or under the interface that it implements."""
        key = kind or type(service)
        if self._frozen:
            raise RuntimeError(f"{key.__name__} comes too late: the server is put together")
        if key in self._by_kind:
            raise RuntimeError(f"there is a {key.__name__} already")
        self._by_kind[key] = service
        return service

    def freeze(self) -> None:
        self._frozen = True

    def get(self, kind: Callable[..., T]) -> T:
        """The service of a class or an interface."""
        return cast(T, self._by_kind[kind])
