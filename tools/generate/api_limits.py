"""Generates the list of limits, defaults and status codes of the HTTP interface: no change of them goes unnoticed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig

LIMITS_FILE = Path(__file__).parents[2] / "tests" / "server" / "api_limits.txt"
BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default")


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
    return "".join(f"{line}\n" for line in lines)


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
