"""Generates the types of the browser client from the OpenAPI schema, views, options, events and words."""

from __future__ import annotations

import json
import re
import textwrap
import typing
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from stromnetz.engine.moves import MOVES, Amounts, Card, Cards, City, Form, Whole
from stromnetz.play.json_schemas import all_schemas
from stromnetz.play.words.vocabulary import all_words
from stromnetz.server.accounts import routes as accounts_routes
from stromnetz.server.admin import routes as admin_routes
from stromnetz.server.admin import tournament_routes
from stromnetz.server.analysis import puzzle_routes
from stromnetz.server.app import create_app
from stromnetz.server.bot_api import routes as bot_api_routes
from stromnetz.server.catalogue import schema as catalogue_schema
from stromnetz.server.chat import routes as chat_routes
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.http import with_refs
from stromnetz.server.live import schema as live_messages
from stromnetz.server.matchmaking import rating_routes
from stromnetz.server.matchmaking import routes as matchmaking_routes
from stromnetz.server.notifications import routes as notifications_routes
from stromnetz.server.table_play import clock_schema, hint_routes

TARGET = Path(__file__).parents[2] / "web" / "src" / "generated"
FORMS = {Form: "text", City: "city", Whole: "number", Card: "card", Cards: "cards", Amounts: "amounts"}
"""The types of fields of moves, and their names in the client."""
NOTE = "// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.\n"
LINE_WIDTH = 118
FILES = ("parts", "moves", "options", "events", "game", "facts", "accounts", "pages", "api")
"""Each file may import those before it."""
AROUND = {
    "accounts": (accounts_routes, notifications_routes, bot_api_routes),
    "pages": (
        admin_routes,
        hint_routes,
        chat_routes,
        puzzle_routes,
        matchmaking_routes,
        rating_routes,
        clock_schema,
        tournament_routes,
    ),
}
"""Modules with types around a game (people, clocks, chat), by file. They do not refer to tables."""


def interface(name: str, fields: dict[str, str], about: str = "") -> str:
    comment = f"\n/** {' '.join(about.split())} */" if about else ""
    line = f"export interface {name} {{ {'; '.join(f'{quoted(key)}: {value}' for key, value in fields.items())} }}"
    if len(line) > LINE_WIDTH:
        rows = "".join(f"  {quoted(key)}: {value};\n" for key, value in fields.items())
        line = f"export interface {name} {{\n{rows}}}"
    return f"{comment}\n{line}\n"


def quoted(key: str) -> str:
    """A key in TypeScript, quoted if it has hyphens."""
    bare = key.removesuffix("?")
    return key if re.fullmatch(r"\w+", bare) else f'"{bare}"{key[len(bare) :]}'


def schema_type(one: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in one:
        return str(one["$ref"].rsplit("/", 1)[-1])
    if "enum" in one or "const" in one:
        return " | ".join(json.dumps(value) for value in one.get("enum", [one.get("const")]))
    if "anyOf" in one:
        return " | ".join(dict.fromkeys(schema_type(inner) for inner in one["anyOf"]))
    match one.get("type"):
        case "array" if "prefixItems" in one:
            return f"[{', '.join(schema_type(inner) for inner in one['prefixItems'])}]"
        case "array":
            inner = schema_type(one.get("items", {}))
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = one.get("additionalProperties")
            return f"Record<string, {schema_type(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case _:
            return "unknown"


def declaration(name: str, model: dict[str, Any]) -> str:
    """A definition as a TypeScript declaration."""
    if "anyOf" in model:
        members = list(dict.fromkeys(schema_type(inner) for inner in model["anyOf"]))
        if len(members) < 4:
            return f"\nexport type {name} = {' | '.join(members)};\n"
        return f"\nexport type {name} =" + "".join(f"\n  | {one}" for one in members) + ";\n"
    needed = set(model.get("required", []))
    fields = {
        (key if key in needed else f"{key}?"): schema_type(value) for key, value in model.get("properties", {}).items()
    }
    return interface(name, fields, model.get("description", ""))


def messages() -> dict[str, Any]:
    """The schemas of the messages of a live connection in both directions, and their unions."""
    schemas: dict[str, Any] = {}
    for name in ("Message", "Request"):
        kinds = typing.get_args(getattr(live_messages, name))
        _, found = models_json_schema([(kind, "serialization") for kind in kinds], ref_template="{model}")
        schemas |= with_refs(found["$defs"])
        schemas[f"Live{name}"] = {"anyOf": [{"$ref": kind.__name__} for kind in kinds]}
    return schemas


def schemas() -> dict[str, Any]:
    """All schemas of the server's interface."""
    found = messages() | create_app(ServerConfig()).inner.openapi()["components"]["schemas"]
    return {
        name: model
        for name, model in sorted(found.items())
        if (model.get("type") == "object" or "anyOf" in model) and "ValidationError" not in name
    }


def names_in(model: Any) -> set[str]:
    """The definitions that a schema refers to."""
    if isinstance(model, dict):
        own = {model["$ref"].rsplit("/", 1)[-1]} if "$ref" in model else set()
        return own.union(*map(names_in, model.values()))
    return set().union(*map(names_in, model)) if isinstance(model, list) else set()


def around() -> dict[str, str]:
    """The files of the definitions of `AROUND`, by name."""
    return {
        name: file
        for file, modules in AROUND.items()
        for module in modules
        for name, one in vars(module).items()
        if getattr(one, "__module__", "") == module.__name__
    }


def file_of(name: str, model: dict[str, Any]) -> str:
    """The file for a definition."""
    if name not in all_schemas():
        return "facts" if hasattr(catalogue_schema, name) else around().get(name, "api")
    for ending, file in (("Move", "moves"), ("Option", "options"), ("Event", "events")):
        if name.endswith(ending):
            return file
    return "game" if names_in(model) - {"CardRef"} else "parts"


def definitions() -> dict[str, str]:
    """The files of definitions with their imports."""
    all_of = schemas()
    home = {name: file_of(name, model) for name, model in all_of.items()}
    out = {}
    for file in FILES:
        mine = {name: model for name, model in all_of.items() if home[name] == file}
        used = sorted(set().union(*map(names_in, mine.values())) - mine.keys())
        lines = []
        for other in FILES[: FILES.index(file)]:
            names = [name for name in used if home[name] == other]
            if names:
                lines.append(f'import type {{ {", ".join(names)} }} from "./{other}";\n')
        if file == FILES[-1]:
            lines += ["\n", *(f'export type * from "./{other}";\n' for other in (*FILES[:-1], "words"))]
        out[f"{file}.ts"] = "".join([NOTE, *lines, *(declaration(name, model) for name, model in mine.items())])
    return out


def words() -> str:
    """Types of the keys of words, so that unknown keys do not compile."""
    out = []
    for section, sentences in all_words("en").items():
        keys = textwrap.indent(
            textwrap.fill(" ".join(f'| "{key}"' for key in sentences), 110, break_on_hyphens=False), "  "
        )
        name = "".join(part.capitalize() for part in section.replace("-", "_").split("_"))
        out.append(f"\nexport type {name}Word =\n{keys};\n")
    return "".join(out)


def notation() -> str:
    """The fields of every kind of move, in the order of its notation."""
    lines = []
    for kind, cls in MOVES.items():
        pairs = zip(cls.fields, cls.forms, strict=True)
        fields = ", ".join([f'{name}: "{form_name(form)}"' for name, form in pairs])
        lines.append(f'  "{kind}": {{ {fields} }},\n' if fields else f'  "{kind}": {{}},\n')
    forms = " | ".join(f'"{name}"' for name in FORMS.values())
    head = f'import type {{ Move }} from "./moves";\n\nexport type FieldForm = {forms};\n\n'
    return (
        f'{head}export const MOVE_FIELDS: Record<Move["kind"], Record<string, FieldForm>> = {{\n{"".join(lines)}}};\n'
    )


def form_name(form: Form) -> str:
    return next(name for cls, name in FORMS.items() if type(form) is cls)


def texts() -> dict[Path, str]:
    files = {**definitions(), "words.ts": NOTE + words(), "notation.ts": NOTE + notation()}
    return {TARGET / name: text for name, text in files.items()}
