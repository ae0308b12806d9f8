"""Answer types of game data, described by the game's own JSON schemas (:mod:`stromnetz.play.json_schemas`).

Such an answer is built and encoded by the game and is not checked again on its way out.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import WithJsonSchema

from stromnetz.play.json_schemas import all_schemas, ref

from .http import DeferredRoute, Policy, policy_of

MARK = "x-shape"
"""Stands for a reference until the description is whole: pydantic refuses one to a definition that is not its own."""


def _shape(name: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "object", MARK: name})


ViewJson: TypeAlias = Annotated[dict[str, Any], _shape("View")]
RecordJson: TypeAlias = Annotated[dict[str, Any], _shape("GameRecord")]
RowJson: TypeAlias = Annotated[dict[str, Any], _shape("Row")]
MoveJson: TypeAlias = Annotated[dict[str, Any], _shape("Move")]
EventJson: TypeAlias = Annotated[dict[str, Any], _shape("GameEvent")]
OfferJson: TypeAlias = Annotated[dict[str, Any], _shape("MapOption")]
DecisionJson: TypeAlias = Annotated[dict[str, Any], _shape("Decision")]


def with_refs(schema: Any) -> Any:
    """A schema with references in the place of marks."""
    if isinstance(schema, dict):
        if MARK in schema:
            return ref(schema[MARK])
        return {key: with_refs(value) for key, value in schema.items()}
    return [with_refs(one) for one in schema] if isinstance(schema, list) else schema


def _limits(policy: Policy) -> dict[str, Any]:
    """What an operation declares, as extensions of its description."""
    return {"x-cost": policy.cost.value, "x-banned": policy.banned}


class OpenApiApp(FastAPI):
    """An application whose description holds the shapes of the game beside those of its own answers."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            routes = [route.described if isinstance(route, DeferredRoute) else route for route in self.routes]
            found = get_openapi(title=self.title, version=self.version, description=self.description, routes=routes)
            out = with_refs(found)
            own = out["components"]["schemas"]
            twice = own.keys() & all_schemas().keys()
            if twice:
                raise TypeError(f"two things are described by one name: {', '.join(sorted(twice))}")
            own |= all_schemas()
            for route in self.routes:
                if isinstance(route, DeferredRoute) and route.include_in_schema:
                    for method in route.methods or ():
                        out["paths"][route.path_format][method.lower()] |= _limits(policy_of(route))
            self.openapi_schema = out
        return self.openapi_schema
