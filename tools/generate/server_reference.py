"""Generates the reference pages of the server's interface from its schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic.json_schema import models_json_schema

from stromnetz.server.app import create_app
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.live import schema as live_schema

Schema = Mapping[str, Any]


def http_page() -> str:
    """The HTTP page: all operations by tag, then all types, with links."""
    api = create_app(ServerConfig()).inner.openapi()
    by_tag: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation.get("tags", ["other"])[0], []).append((method.upper(), path, operation))
    lines = ["# HTTP", "", _text(api["info"].get("description", "")), ""]
    lines += ["A running server has the same as OpenAPI at `/openapi.json`.", ""]
    for tag, operations in by_tag.items():
        lines += [f"## {tag.capitalize()}", ""]
        for operation in operations:
            lines += _operation(*operation)
    lines += ["## Types", ""]
    for name, schema in sorted(api["components"]["schemas"].items()):
        lines += _type(name, schema)
    return "\n".join(lines)


def websocket_page() -> str:
    """The WebSocket page: all messages of a live connection."""
    found = [
        one for one in vars(live_schema).values() if isinstance(one, type) and issubclass(one, live_schema.LiveMessage)
    ]
    kinds = [one for one in found if one is not live_schema.LiveMessage and one.__module__ == live_schema.__name__]
    _, schemas = models_json_schema([(one, "serialization") for one in kinds], ref_template="#/{model}")
    defs = schemas["$defs"]
    own = [one.__name__ for one in kinds if one.__name__ in defs]
    lines = [
        "# WebSocket",
        "",
        "A live connection to a table: `/api/tables/{id}/live`. It says what happens there, as JSON, each message with",
        "a `type`. Moves are made over [HTTP](http.md). How a program uses both is described in",
        "[connecting a bot](../guides/connect-a-bot.md).",
        "",
        "## What the server sends",
        "",
    ]
    for name in own:
        if not name.endswith("Request"):
            lines += _type(name, defs[name], local=set(own))
    lines += ["## What it takes", ""]
    for name in own:
        if name.endswith("Request"):
            lines += _type(name, defs[name], local=set(own))
    return "\n".join(lines)


def _operation(method: str, path: str, operation: Schema) -> Iterator[str]:
    yield f"### `{method} {path}` {{ #{_anchor(method, path)} }}"
    yield ""
    yield _text(operation.get("description") or operation.get("summary", ""))
    yield ""
    parameters = [one for one in operation.get("parameters", []) if one["in"] in ("path", "query")]
    if parameters:
        yield "| parameter | where | type | |"
        yield "| --- | --- | --- | --- |"
        for one in parameters:
            about = _cell(one.get("description") or one["schema"].get("description", ""))
            needed = "" if one.get("required") else " (optional)"
            yield f"| `{one['name']}` | {one['in']}{needed} | {_shape(one['schema'])} | {about} |"
        yield ""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        yield f"Body: {_shape(body)}"
        yield ""
    for status, answer in operation.get("responses", {}).items():
        schema = answer.get("content", {}).get("application/json", {}).get("schema")
        yield f"- **{status}** {_cell(answer.get('description', ''))}{': ' + _shape(schema) if schema else ''}"
    yield ""


def _anchor(method: str, path: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{method} {path}".lower()).strip("-")


def _type(name: str, schema: Schema, local: set[str] | None = None) -> Iterator[str]:
    yield f"### {name} {{ #{name} }}"
    yield ""
    yield _text(schema.get("description", ""))
    yield ""
    fields = schema.get("properties", {})
    if fields:
        yield "| field | type | |"
        yield "| --- | --- | --- |"
        for field, one in fields.items():
            needed = "" if field in schema.get("required", []) else " (optional)"
            yield f"| `{field}` | {_shape(one, local)}{needed} | {_cell(one.get('description', ''))} |"
    else:
        yield _shape({key: value for key, value in schema.items() if key != "description"}, local)
    yield ""


def _shape(schema: Any, local: set[str] | None = None) -> str:
    """A type in words, with links to named types."""
    if not isinstance(schema, Mapping) or not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name})" if local is None or name in local else f"[{name}](http.md#{name})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_shape(one, local) for one in schema[key]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    match schema.get("type"):
        case "array":
            return f"list of {_shape(schema.get('items'), local)}"
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return f"object of {_shape(schema['additionalProperties'], local)}"
        case "null":
            return "`null`"
        case str(kind):
            return kind
    return "anything"


def _cell(text: str) -> str:
    return _text(text).replace("\n", " ").replace("|", "\\|")


def _text(text: str) -> str:
    """Convert the markup of docstrings to Markdown."""
    text = re.sub(r":\w+:`~?\.*([^`]+)`", r"`\1`", text)
    return re.sub(r"``([^`]+)``", r"`\1`", text)
