"""Generates the list of limits, defaults and status codes of the server: no change of them goes unnoticed."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import stromnetz
from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig

LIMITS_FILE = Path(__file__).parents[2] / "tests" / "server" / "api_limits.txt"
BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default")
PACKAGES = ("server", "tables")
LIMIT = re.compile(r"(MAX|MIN|FIRST|FREE|DEFAULT)_\w+|\w+_(DAYS|MINUTES|MS|LINES|SIZE)|LIMITS|COLOURS|PROVISIONAL")
"""Names of the constants that are listed."""
LEFT_OUT = ("migrations", "redis_bus", "_main")
"""Parts of the names of modules that cannot be imported everywhere."""


def texts() -> dict[Path, str]:
    return {LIMITS_FILE: listed(create_app(ServerConfig()).inner.openapi())}


def listed(api: dict[str, Any]) -> str:
    """Return the lines for an OpenAPI document."""
    lines: list[str] = []
    for path, operations in sorted(api["paths"].items()):
        for method, operation in sorted(operations.items()):
            lines.append(f"{method.upper()} {path}: {' '.join(sorted(operation['responses']))}")
            for given in operation.get("parameters", ()):
                lines += _limits(f"    {given['name']}", given["schema"])
    for name, schema in sorted(api["components"]["schemas"].items()):
        lines += _limits(name, schema)
    return "".join(f"{line}\n" for line in [*lines, *_constants()])


def _constants() -> Iterator[str]:
    """Yield a line for each limit that a module defines as a constant."""
    for package in PACKAGES:
        root = Path(stromnetz.__file__).parent / package
        for found in pkgutil.walk_packages([str(root)], f"stromnetz.{package}."):
            if any(part in found.name for part in LEFT_OUT):
                continue
            module = import_module(found.name)
            text = Path(str(module.__file__)).read_text(encoding="utf-8")
            for name, value in vars(module).items():
                defined = LIMIT.fullmatch(name) and re.search(rf"^([A-Z_]+, )*{name}\b.* = ", text, re.MULTILINE)
                if defined and _is_number(value):
                    yield f"{found.name.removeprefix('stromnetz.')}.{name}: {value}"


def _is_number(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_number, value))
    if isinstance(value, dict):
        return bool(value) and all(map(_is_number, value.values()))
    return type(value) in (int, float)


def _limits(place: str, schema: Any) -> Iterator[str]:
    """Yield a line for each part of a schema that has limits."""
    if not isinstance(schema, dict):
        return
    if found := [f"{name} {json.dumps(schema[name])}" for name in BOUNDS if name in schema]:
        yield f"{place}: {', '.join(found)}"
    for name, one in schema.get("properties", {}).items():
        yield from _limits(f"{place}.{name}", one)
    for one in schema.get("anyOf", ()):
        yield from _limits(place, one)
    yield from _limits(f"{place}[]", schema.get("items"))
    yield from _limits(f"{place}.*", schema.get("additionalProperties"))
