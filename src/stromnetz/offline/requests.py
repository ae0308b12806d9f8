"""Requests with the paths and bodies of the HTTP API, and how their fields are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stromnetz.engine.errors import BadInput, short_repr

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"

    def field(self, name: str, kind: type[T]) -> T:
        """Return a field of the body; refuse it if it is missing or has another type."""
        if name not in self.body:
            raise BadInput(f"'{name}' is missing", {"field": name})
        value = self.body[name]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadInput(f"'{name}' must be {_NAMES[kind]}, not {short_repr(value)}", {"field": name})
        return value

    def optional(self, name: str, kind: type[T]) -> T | None:
        """Return a field of the body; None if it is missing or null."""
        return None if self.body.get(name) is None else self.field(name, kind)

    def query_number(self, name: str) -> int:
        """Return a number of the query; refuse anything else."""
        found = self.optional_query_number(name)
        if found is None:
            raise BadInput(f"'{name}' is missing", {"field": name})
        return found

    def optional_query_number(self, name: str) -> int | None:
        """Return a number of the query; None if it is missing."""
        text = self.query.get(name)
        if text is not None and not re.fullmatch(r"-?[0-9]{1,7}", text):
            raise BadInput(f"'{name}' must be a whole number, not {short_repr(text)}", {"field": name})
        return None if text is None else int(text)


_NAMES: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    body: Any
    """JSON; None without content."""


Handler = Callable[..., Any]


class Routes:
    """Finds the handler of a request; parameters of its path are its arguments."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = []

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Declare the handler of a path such as ``/api/tables/{id}``."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

        def declare(handler: Handler) -> Handler:
            self._routes.append((method, pattern, handler))
            return handler

        return declare

    def find(self, method: str, path: str) -> tuple[Handler, dict[str, str]] | None:
        """Return the handler and the parameters of the path; None if there is none."""
        for known, pattern, handler in self._routes:
            if known == method and (match := pattern.fullmatch(path)):
                return handler, match.groupdict()
        return None
