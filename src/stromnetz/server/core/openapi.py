"""OpenAPI types of game data, described by the game's own JSON schemas (:mod:`stromnetz.play.json_schemas`).

The game builds and encodes these responses; they are not validated again.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import WithJsonSchema

from stromnetz.play.json_schemas import all_schemas, ref

from .http import DeferredRoute, Policy, policy_of

SCHEMA_KEY = "x-shape"
"""Marks a reference until the document is complete: pydantic refuses references to definitions of others."""


def _schema(name: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "object", SCHEMA_KEY: name})


ViewJson: TypeAlias = Annotated[dict[str, Any], _schema("View")]
RecordJson: TypeAlias = Annotated[dict[str, Any], _schema("GameRecord")]
RowJson: TypeAlias = Annotated[dict[str, Any], _schema("Row")]
MoveJson: TypeAlias = Annotated[dict[str, Any], _schema("Move")]
EventJson: TypeAlias = Annotated[dict[str, Any], _schema("GameEvent")]
OfferJson: TypeAlias = Annotated[dict[str, Any], _schema("MapOption")]
DecisionJson: TypeAlias = Annotated[dict[str, Any], _schema("Decision")]


def with_refs(schema: Any) -> Any:
    """Replace marked schemas by references."""
    if isinstance(schema, dict):
        if SCHEMA_KEY in schema:
            return ref(schema[SCHEMA_KEY])
        return {key: with_refs(value) for key, value in schema.items()}
    return [with_refs(one) for one in schema] if isinstance(schema, list) else schema


def _limits(policy: Policy) -> dict[str, Any]:
    """Return the policy of an operation as extensions of OpenAPI."""
    return {"x-cost": policy.cost.value, "x-banned": policy.banned}


def _describe_refusals_as_json(responses: dict[str, Any]) -> None:
    """Refusals are JSON even where the operation itself answers with plain text."""
    for status, response in responses.items():
        if status >= "400" and "content" in response:
            (schema,) = response["content"].values()
            response["content"] = {"application/json": schema}


class OpenApiApp(FastAPI):
    """An application whose OpenAPI document includes the schemas of game data."""

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
                        operation = out["paths"][route.path_format][method.lower()]
                        operation |= _limits(policy_of(route))
                        _describe_refusals_as_json(operation["responses"])
            self.openapi_schema = out
        return self.openapi_schema
