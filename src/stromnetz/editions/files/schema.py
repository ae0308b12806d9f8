"""A small schema language for data files: the type of each key, whether it is required, and its description.

The schemas in ``file_schemas`` are used to check files and to generate ``docs/data-files.md``. Shapes yield problems as
``(key, what would be right)``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stromnetz.engine.errors import BadInput, misspelt, short_repr

Data = dict[str, Any]
"""The content of a data file, or part of it."""
Problem = tuple[str, str]
MAX_LISTED_PROBLEMS = 5
"""Maximum number of problems that the error of a file lists."""


class BadData(BadInput):
    """A data file that cannot be used, with the problem of each key."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = list(problems)
        lines = [f"{key}: {text}" if key else text for key, text in self.problems]
        more = [f"and {len(lines) - MAX_LISTED_PROBLEMS} more"] if len(lines) > MAX_LISTED_PROBLEMS else []
        super().__init__(
            f"{file}: {'; '.join([*lines[:MAX_LISTED_PROBLEMS], *more])}", {"file": file, "problems": lines}
        )


def nearest(word: object, known: Iterable[str]) -> str:
    """Return a hint for an unknown name: the closest known name, or all of them."""
    from difflib import get_close_matches  # noqa: PLC0415  (only needed for errors)

    names = [str(name) for name in known]
    close = get_close_matches(str(word), names, 1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"there {'are' if len(names) != 1 else 'is'} {', '.join(names[:20]) or 'none'}{', …' * (len(names) > 20)}"


class Shape(ABC):
    """The type of a value."""

    @property
    @abstractmethod
    def what(self) -> str:
        """The type in words, for errors and documentation: "a whole number from 0 to 30"."""

    @abstractmethod
    def problems(self, value: Any, at: str) -> Iterator[Problem]: ...

    def inside(self) -> Iterator[tuple[str, Table]]:
        """Yield the tables inside, each with the suffix of the key."""
        yield from ()

    def _mismatch(self, value: Any, at: str) -> Problem:
        return at, f"must be {self.what}, not {short_repr(value)}"


@dataclass(frozen=True, slots=True)
class Text(Shape):
    pattern: str = ".+"
    words: str = "a text"

    @property
    def what(self) -> str:
        return self.words

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value, re.DOTALL):
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class Whole(Shape):
    least: int = 0
    most: int = 1000

    @property
    def what(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if type(value) is not int or not self.least <= value <= self.most:
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class Number(Shape):
    least: float
    most: float

    @property
    def what(self) -> str:
        return f"a number from {self.least:g} to {self.most:g}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if type(value) not in (int, float) or not self.least <= value <= self.most:
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    @property
    def what(self) -> str:
        return "true or false"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if type(value) is not bool:
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class OneOf(Shape):
    values: tuple[str, ...]

    @property
    def what(self) -> str:
        return " or ".join(repr(v) for v in self.values) if len(self.values) < 3 else f"one of {', '.join(self.values)}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if value not in self.values:
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """A list of values of one shape."""

    each: Shape
    least: int = 0
    most: int = 1000

    @property
    def what(self) -> str:
        if self.least == self.most:
            size = "1 entry," if self.least == 1 else f"{self.least} entries, each"
        else:
            size = f"{self.least} or more entries, each" if self.least else "any number of entries, each"
        return f"a list of {size} {self.each.what}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            yield self._mismatch(value, at)
            return
        for i, one in enumerate(value, 1):
            yield from self.each.problems(one, f"{at} #{i}")

    def inside(self) -> Iterator[tuple[str, Table]]:
        for more, table in _tables_in(self.each):
            yield f" #{more}", table


@dataclass(frozen=True, slots=True)
class FixedList(Shape):
    """A list with a fixed number of entries, each with its own shape and name."""

    names: tuple[str, ...]
    shapes: tuple[Shape, ...]

    @property
    def what(self) -> str:
        return f"[{', '.join(self.names)}]"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, list) or len(value) != len(self.shapes):
            yield self._mismatch(value, at)
            return
        for name, shape, one in zip(self.names, self.shapes, value, strict=True):
            yield from shape.problems(one, f"{at}, {name}")


@dataclass(frozen=True, slots=True)
class Keyed(Shape):
    """A table with free keys, which match a shape."""

    key: Text
    each: Shape
    least: int = 0

    @property
    def what(self) -> str:
        return f"a table; each key is {self.key.what}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict) or len(value) < self.least:
            yield self._mismatch(value, at)
            return
        for key, one in value.items():
            yield from self.key.problems(key, f"the key {key!r} of {at}")
            yield from self.each.problems(one, f"{at}.{key}")

    def inside(self) -> Iterator[tuple[str, Table]]:
        for more, table in _tables_in(self.each):
            yield f".*{more}", table


@dataclass(frozen=True, slots=True)
class Either(Shape):
    one: Shape
    other: Shape

    @property
    def what(self) -> str:
        return f"{self.one.what}, or {self.other.what}"

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if any(True for _ in self.one.problems(value, at)) and any(True for _ in self.other.problems(value, at)):
            yield self._mismatch(value, at)


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a table: its shape, its description, and whether it is optional."""

    shape: Shape
    about: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Table(Shape):
    """A table with known keys. A key ending in ``*`` stands for all keys that begin with it."""

    fields: Mapping[str, Field]
    words: str = "a table"
    exactly_one_of: tuple[str, ...] = ()
    version: int = 0
    """Of a file format: newer files are refused, and unknown keys are ignored unless they look misspelt."""

    @property
    def what(self) -> str:
        return self.words

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield self._mismatch(value, at)
            return
        inside = f"{at}." if at else ""
        found = value.get("format", self.version)
        if self.version and isinstance(found, int) and found > self.version:
            yield f"{inside}format", f"is {found}, and this Stromnetz reads versions up to {self.version}"
            return
        for key, one in value.items():
            field = self.fields.get(key) or next(
                (f for name, f in self.fields.items() if name[-1] == "*" and key.startswith(name[:-1])), None
            )
            if field is None:
                if not self.version or misspelt(key, self.fields):
                    yield f"{inside}{key}", f"unknown key; {nearest(key, self.fields)}"
            else:
                yield from field.shape.problems(one, f"{inside}{key}")
        for key, field in self.fields.items():
            if not field.optional and key not in value:
                yield f"{inside}{key}", f"is missing: {field.about}; {field.shape.what}"
        there = [key for key in self.exactly_one_of if key in value]
        if self.exactly_one_of and len(there) != 1:
            yield at, f"needs exactly one of {', '.join(self.exactly_one_of)}; it has {', '.join(there) or 'none'}"

    def inside(self) -> Iterator[tuple[str, Table]]:
        for key, field in self.fields.items():
            for more, table in _tables_in(field.shape):
                yield f".{key}{more}", table


def _tables_in(shape: Shape) -> Iterator[tuple[str, Table]]:
    """Yield the table that a shape is, and the tables inside."""
    if isinstance(shape, Table):
        yield "", shape
    yield from shape.inside()
