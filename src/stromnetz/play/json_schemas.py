"""JSON schemas of views, moves, events and records, generated from the classes."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Annotated, Any, ClassVar, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from stromnetz.editions.compose import compose, promo_of
from stromnetz.editions.files import plugins
from stromnetz.editions.files.loader import all_editions, edition_variants
from stromnetz.engine import events, moves, options
from stromnetz.engine.moves import CardRef
from stromnetz.play.files.record_types import GameRecordJson

from .catalogue import maps_by_players
from .decision import Decision
from .results import Result, ResultJson
from .view_parts import DecisionJson
from .views import View, cached_field

Schema = dict[str, Any]
HOME = "#/components/schemas/"
"""Prefix of references: the components of an OpenAPI document."""

PLAIN: dict[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}
UNIONS: dict[Any, str] = {moves.Move: "Move", options.Option: "Option", events.Event: "GameEvent"}
STAND_FOR: dict[Any, Any] = {Decision: DecisionJson, Result: ResultJson}
"""Classes whose JSON has other fields than they have."""
AMOUNTS: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}


def ref(name: str) -> Schema:
    return {"$ref": f"{HOME}{name}"}


FIELD_SCHEMAS: dict[type[moves.Form], Schema] = {
    moves.Form: {"type": "string"},
    moves.City: {"type": "string"},
    moves.Whole: {"type": "integer", "minimum": 0},
    moves.Card: ref("CardRef"),
    moves.Cards: {"type": "array", "items": ref("CardRef")},
    moves.Amounts: AMOUNTS,
}
"""The schemas of the fields of moves."""


class SchemaBuilder:
    """Collects definitions by name, each with those that it refers to."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {"CardRef": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}

    def of(self, kind: Any) -> Schema:
        """Return the schema of an annotation."""
        if kind in PLAIN:
            return dict(PLAIN[kind])
        if kind in UNIONS:
            return ref(UNIONS[kind])
        if kind in STAND_FOR:
            return self.of(STAND_FOR[kind])
        if isinstance(kind, type) and get_origin(kind) is None:
            return self._named(kind)
        return self._composed(kind, get_origin(kind), get_args(kind))

    def _composed(self, kind: Any, origin: Any, inner: tuple[Any, ...]) -> Schema:
        if origin is Annotated:
            return self.of(inner[1])
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, types.UnionType):
            if set(inner) >= set(get_args(CardRef)):
                rest = [one for one in inner if one not in get_args(CardRef)]
                return {"anyOf": [ref("CardRef"), *map(self.of, rest)]} if rest else ref("CardRef")
            return {"anyOf": [self.of(one) for one in inner]}
        if origin in (list, Sequence):
            return {"type": "array", "items": self.of(inner[0])}
        if origin is tuple:
            places = [self.of(one) for one in inner]
            return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"no schema for {kind!r}")

    def _named(self, kind: type) -> Schema:
        """Return a reference to the definition of a class with fields."""
        name = kind.__name__.removesuffix("Json")
        if name not in self.found:
            self.found[name] = {}  # for recursive classes
            hints = fields_of(kind)
            needed = [key for key, hint in hints.items() if get_origin(hint) is not NotRequired]
            self.add(name, {key: self.of(hint) for key, hint in hints.items()}, needed, kind)
        return ref(name)

    def add(
        self, name: str, fields: dict[str, Schema], needed: Iterable[str] | None = None, kind: type | None = None
    ) -> None:
        """Add the definition of an object; all fields are required unless some are named."""
        out: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
        about = (kind.__doc__ or "") if kind is not None else ""
        if about and not about.startswith(f"{name.removesuffix('Event')}("):  # not the generated ones
            out["description"] = inspect.cleandoc(about)
        required = [key for key in fields if needed is None or key in needed]
        self.found[name] = out | ({"required": required} if required else {})

    def union(self, name: str, names: Sequence[str]) -> None:
        self.found[name] = {"anyOf": [ref(one) for one in names]}


def fields_of(kind: type) -> dict[str, Any]:
    """Return the fields that a class declares, without class variables."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar and not name.startswith("_")}


def add_moves(shapes: SchemaBuilder) -> None:
    names = []
    for kind, move in moves.MOVES.items():
        fields: dict[str, Schema] = {"kind": {"const": kind}}
        maybe = set()
        for name, form in zip(move.fields, move.forms, strict=True):
            fields[name] = FIELD_SCHEMAS[type(form)]
            if isinstance(form, moves.Amounts) and form.optional:
                maybe.add(name)
                fields[name] = {"anyOf": [AMOUNTS, PLAIN[type(None)]]}
        names.append(f"{move.__name__.strip('_')}Move")
        shapes.add(names[-1], fields, [name for name in fields if name not in maybe])
    shapes.union("Move", names)


def add_options(shapes: SchemaBuilder) -> None:
    names = []
    for kind, option in options.OPTIONS.items():
        own = {name: shapes.of(hint) for name, hint in fields_of(option).items()}
        more = {"cost": PLAIN[int]} if hasattr(option, "cost") else {}
        names.append(option.__name__)
        shapes.add(names[-1], {"kind": {"const": kind}, **own, **more}, None, option)
    plain = [kind for kind, move in moves.MOVES.items() if not move.fields]
    shapes.add("PlainOption", {"kind": {"enum": plain}})
    shapes.union("Option", [*names, "PlainOption"])
    built = [one.__name__ for one in options.OPTIONS.values() if issubclass(one, options.MapOption)]
    shapes.union("MapOption", built)


def add_events(shapes: SchemaBuilder) -> None:
    names = []
    for kind, event in events.EVENTS.items():
        own = {name: shapes.of(hint) for name, hint in fields_of(event).items()}
        names.append(f"{event.__name__}Event")
        shapes.add(names[-1], {"kind": {"const": kind}, **own}, None, event)
    shapes.union("GameEvent", names)


def everything(edition: str, players: int) -> dict[str, Any]:
    """Return the options that enable all modules of an edition."""
    brought = {one.name: one.draw(players, Random(0)) for one in edition_variants(edition).values()}
    return brought | ({"promo": promo_of(edition)} if promo_of(edition) else {})


def add_modules(shapes: SchemaBuilder) -> None:
    """Add the view of each module under its name in views; none is required, because games have different modules."""
    fields: dict[str, Schema] = {}
    for edition in all_editions():
        maps = maps_by_players(edition)
        for players in {min(maps), max(maps)}:
            rules = compose(edition, maps[players], players, everything(edition, players))
            for name, module in rules.edition.modules.items():
                fields[name] = shapes.of(module.new_state().view_type)
    shapes.add("Modules", dict(sorted(fields.items())), ())


def add_view(shapes: SchemaBuilder) -> None:
    fields = {"seat": shapes.of(int | None), "version": shapes.of(int), "modules": ref("Modules")}
    for name in View.FIELDS:
        if name not in fields:
            prop = inspect.getattr_static(View, name)
            assert isinstance(prop, cached_field)
            fields[name] = shapes.of(get_type_hints(prop.func)["return"])
    shapes.add("View", {name: fields[name] for name in View.FIELDS}, None, View)


@cache
def all_schemas() -> dict[str, Schema]:
    """Return all definitions by name."""
    out = SchemaBuilder()
    add_moves(out)
    add_options(out)
    add_events(out)
    add_modules(out)
    add_view(out)
    out.of(GameRecordJson)
    for edition in all_editions():
        for facts in getattr(plugins.own_module(edition, "data"), "FACTS", ()):
            out.of(facts)
        for variant in edition_variants(edition).values():
            out.of(variant.offers)
    return dict(sorted(out.found.items()))
