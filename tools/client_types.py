"""Write the types of the browser client from the server's own: OpenAPI schema, views, options, events, words.

    python -m tools.client_types [--check]

With ``--check`` nothing is written; a file that is out of date is an error.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import textwrap
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from stromnetz.editions.outpost.options import LaidCard
from stromnetz.engine import events, forms, moves, options
from stromnetz.play import results, view_parts, views
from stromnetz.play.words.wording import all_words
from stromnetz.server.api import messages as live_messages
from stromnetz.server.app import create_app
from stromnetz.server.config import Config

TARGET = Path(__file__).parent.parent / "web" / "src" / "generated"
NOTE = "// Written by tools/client_types.py from the server's types; `make client-types` renews it.\n"
IMPORTS = """
import type { Row, View } from "./game";

export * from "./game";
export * from "./words";
"""
HEAD = """
export type CardRef = number | string;
"""
FORMS = {
    forms.Form: "string",
    forms.City: "string",
    forms.Whole: "number",
    forms.Card: "CardRef",
    forms.Cards: "CardRef[]",
    forms.Amounts: "Record<string, number>",
}
"""What the fields of moves are in JSON."""
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
PARTS = (
    LaidCard,
    view_parts.FuelView,
    view_parts.HeldCard,
    view_parts.PlayerView,
    view_parts.AuctionView,
    view_parts.LeavingCard,
    results.Standing,
    results.Neutral,
)
EXTRA = """
export interface Decision {
  seat: number;
  kind: string;
  options: Option[] | null;
}

export interface Result {
  ranking: Standing[];
  winners: number[];
  neutral: Neutral[];
}

export interface Row {
  seq: number;
  seat?: number;
  undo?: number;
  plan?: number;
  move?: Move;
  events?: GameEvent[];
}
"""


def ts(kind: Any) -> str:
    """A Python annotation in TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    if str(kind) in ("int | str", "CardRef"):
        return "CardRef"
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return "CardRef" if set(inner) == {int, str} else " | ".join(dict.fromkeys(ts(one) for one in inner))
    if origin in (list, Sequence):
        one = ts(inner[0])
        return f"({one})[]" if "|" in one else f"{one}[]"
    if origin in (dict, Mapping):
        return f"Record<{ts(inner[0])}, {ts(inner[1])}>"
    if isinstance(kind, type):
        return kind.__name__
    raise TypeError(f"no TypeScript for {kind!r}")


def interface(name: str, fields: dict[str, str]) -> str:
    rows = "".join(f"  {key}: {value};\n" for key, value in fields.items())
    return f"\nexport interface {name} {{\n{rows}}}\n"


def fields_of(cls: type[Any]) -> dict[str, str]:
    hints = typing.get_type_hints(cls)
    return {field.name: ts(hints[field.name]) for field in dataclasses.fields(cls)}


def view_fields() -> dict[str, str]:
    out = {"seat": "number | null", "version": "number", "options": "Record<string, unknown>"}
    for name in views.View.FIELDS:
        if name not in out:
            prop = inspect.getattr_static(views.View, name)
            out[name] = ts(typing.get_type_hints(prop.func)["return"])
    return {name: out[name] for name in views.View.FIELDS}


def move_fields(move: type[moves.Move]) -> dict[str, str]:
    """The fields of a move in JSON; one that may be left out may be null too."""
    out = {"kind": f'"{move.kind}"'}
    for name, form in zip(move.fields, move.forms, strict=True):
        maybe = isinstance(form, forms.Amounts) and form.optional
        out[f"{name}?" if maybe else name] = FORMS[type(form)] + (" | null" if maybe else "")
    return out


def union(name: str, members: Iterable[dict[str, str]]) -> str:
    rows = ["; ".join(f"{key}: {value}" for key, value in fields.items()) for fields in members]
    return f"\nexport type {name} =" + "".join(f"\n  | {{ {row} }}" for row in rows) + ";\n"


def unions() -> str:
    out = [union("Move", map(move_fields, moves.MOVES.values()))]
    named = list(options.OPTIONS.values())
    for cls in named:
        more = {"cost": "number"} if hasattr(cls, "cost") else {}
        out.append(interface(cls.__name__, {"kind": f'"{cls.KIND}"', **fields_of(cls), **more}))
    plain = [kind for kind, move in moves.MOVES.items() if not move.fields]
    out.append(interface("PlainOption", {"kind": " | ".join(f'"{kind}"' for kind in plain)}))
    names = "".join(f"\n  | {cls.__name__}" for cls in [*named, options.PlainOption])
    out.append(f"\nexport type Option ={names};\n")
    out.append(union("GameEvent", ({"kind": f'"{kind}"', **fields_of(one)} for kind, one in events.EVENTS.items())))
    return "".join(out)


def schema_type(one: dict[str, Any]) -> str:
    """A JSON schema in TypeScript."""
    if "$ref" in one:
        return str(one["$ref"].rsplit("/", 1)[-1])
    if "enum" in one or "const" in one:
        return " | ".join(f'"{value}"' for value in one.get("enum", [one.get("const")]))
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


def messages() -> dict[str, Any]:
    """The schemas of what a live connection tells and takes, and the two unions of them."""
    schemas: dict[str, Any] = {}
    for name in ("Message", "Request"):
        kinds = typing.get_args(getattr(live_messages, name))
        _, found = models_json_schema([(kind, "serialization") for kind in kinds], ref_template="{model}")
        schemas |= found["$defs"]
        schemas[f"Live{name}"] = {"anyOf": [{"$ref": kind.__name__} for kind in kinds]}
    return schemas


def models() -> str:
    out = []
    schemas = messages() | create_app(Config()).inner.openapi()["components"]["schemas"]
    for name, model in sorted(schemas.items()):
        if "anyOf" in model:
            out.append(f"\nexport type {name} = {schema_type(model)};\n")
        if model.get("type") != "object" or "ValidationError" in name:
            continue
        answers = not name[0].islower()
        needed = set(model.get("required", []))
        fields = {
            (key if key in needed or not answers else f"{key}?"): schema_type(value)
            for key, value in model.get("properties", {}).items()
        }
        out.append(interface(name, fields))
    return "".join(out)


def words() -> str:
    """The keys of the words, so that a word that is missing does not compile."""
    out = []
    for section, sentences in all_words("en").items():
        keys = textwrap.indent(
            textwrap.fill(" ".join(f'| "{key}"' for key in sentences), 110, break_on_hyphens=False), "  "
        )
        name = "".join(part.capitalize() for part in section.replace("-", "_").split("_"))
        out.append(f"\nexport type {name}Word =\n{keys};\n")
    return "".join(out)


def texts() -> dict[str, str]:
    """The files by their names."""
    parts = "".join(interface(cls.__name__, fields_of(cls)) for cls in PARTS)
    return {
        "api.ts": f"{NOTE}{IMPORTS}{models()}",
        "game.ts": NOTE + HEAD + unions() + parts + EXTRA + interface("View", view_fields()),
        "words.ts": NOTE + words(),
    }


def main(arguments: list[str]) -> int:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, wanted in texts().items():
        path = TARGET / name
        if "--check" not in arguments:
            path.write_text(wanted, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != wanted:
            print(f"{name} is out of date: run 'make client-types'", file=sys.stderr)
            return 1
    if "--check" in arguments:
        print("the client's types are the server's")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
