"""Routes that declare their rate limit, their errors, and response types that are built on demand for OpenAPI.

FastAPI creates validators for each response of each operation, some five hundred, while a server starts. Here
operations return finished responses, or nothing with status 204, which are not validated; response types are only for
the OpenAPI document.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from functools import cached_property, partial
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

from fastapi import APIRouter, FastAPI, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from stromnetz.play.json_schemas import all_schemas, ref

API_VERSION = 1
"""Raised when requests or answers change so that older programs would fail; new operations and fields do not count."""
ROUTE = "stromnetz_route"
"""Key of the scope: the route that was found, with its parameters."""

ShortText = Annotated[str, Field(min_length=1, max_length=60)]


class RequestModel(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ResponseModel(BaseModel):
    """Base of response types, which describe responses but do not validate them. They are built on demand."""

    model_config = ConfigDict(defer_build=True)


class ErrorBody(ResponseModel):
    kind: str = Field(examples=["illegal-move"])
    message: str
    rule: str | None = Field(None, description="the rule that forbids it (GET /api/rules/{id})")
    move: int | None = Field(None, description="the refused move of a plan, counted from 0")
    facts: dict[str, Any] | None = None


class Error(ResponseModel):
    error: ErrorBody


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the error responses of an operation for the OpenAPI document."""
    texts = {
        403: "not allowed, or from a page of another site",
        404: "not found",
        409: "not now: a rule forbids it (with its id), it is not your turn, or the game has advanced",
        413: "too large",
        422: "invalid",
        429: "too many requests; Retry-After says how long to wait",
        503: "the database is unavailable; try again",
    }
    return {code: {"model": Error, "description": texts[code]} for code in sorted({*codes, 422, 429, 503})}


class Cost(Enum):
    """How the requests of a route are limited, besides the general rate limit."""

    LIGHT = "light"
    """No further limit: reading, or a change of limited size."""
    STRANGER = "stranger"
    """The heavy limit for requests without a cookie, since they create a guest."""
    HEAVY = "heavy"
    """The heavy limit: requests that store something new, send email or try a secret."""
    UPLOAD = "upload"
    """The heavy limit according to the size of the body, and a limit for uploads at a time."""


class Policy(NamedTuple):
    cost: Cost
    banned: bool = False
    """Whether banned people may do it. They may always read."""


STRICT = Policy(Cost.HEAVY)
"""The policy of routes that declare none."""


def policy_of(route: object) -> Policy:
    found: Policy | None = getattr(route, "policy", None)
    return found or STRICT


Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class DeferredRoute(APIRoute):
    policy: Policy | None = None
    """None: not declared."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        if more.get("status_code") == 204:
            more["response_class"] = Response
        served = {key: value for key, value in more.items() if key != "responses"}
        super().__init__(path, endpoint, **{**served, "response_model": None})
        self._describe = partial(APIRoute, path, endpoint, **more)

    @cached_property
    def described(self) -> APIRoute:
        """The route with its response types."""
        return self._describe()


class Router(APIRouter):
    """A router whose operations declare how they are limited.

    Each operation declares its ``cost``; ``reads`` is the cost of all GET operations. ``banned`` operations are open to
    banned people, and so is everything that only reads.
    """

    def __init__(self, *, reads: Cost | None = None, **more: Any) -> None:
        super().__init__(route_class=DeferredRoute, **more)
        self._reads = reads

    def get(self, path: str, *, cost: Cost | None = None, **more: Any) -> Callable[[Endpoint], Endpoint]:
        return self._declared(super().get(path, **more), cost or self._reads, True)

    def post(
        self, path: str, *, cost: Cost | None = None, banned: bool = False, **more: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declared(super().post(path, **more), cost, banned)

    def put(
        self, path: str, *, cost: Cost | None = None, banned: bool = False, **more: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declared(super().put(path, **more), cost, banned)

    def delete(
        self, path: str, *, cost: Cost | None = None, banned: bool = False, **more: Any
    ) -> Callable[[Endpoint], Endpoint]:
        return self._declared(super().delete(path, **more), cost, banned)

    def _declared(
        self, add: Callable[[Endpoint], Endpoint], cost: Cost | None, banned: bool
    ) -> Callable[[Endpoint], Endpoint]:
        """Wrap ``add`` to set the policy of the route."""

        def declare(endpoint: Endpoint) -> Endpoint:
            add(endpoint)
            if cost is not None:
                route = self.routes[-1]
                assert isinstance(route, DeferredRoute)
                route.policy = Policy(cost, banned)
            return endpoint

        return declare


class RouteFinder:
    """Finds the route of a request before the checks that need its policy.

    The application then uses the route found here, so routes are matched once.
    """

    def __init__(self, app: FastAPI) -> None:
        self._routes = tuple(app.router.routes)
        app.router.routes.insert(0, _FoundRoute())

    def find(self, scope: Scope) -> Policy | None:
        """Return the policy of the route; None if there is no route."""
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope[ROUTE] = route, found
                return policy_of(route)
        return None


class _FoundRoute(BaseRoute):
    """The first route of the application, which stands for the one that was found."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL, scope[ROUTE][1]) if ROUTE in scope else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope[ROUTE][0].handle(scope, receive, send)


class SafeJson(JSONResponse):
    """JSON responses that survive lone surrogates and numbers that are not finite."""

    def render(self, content: Any) -> bytes:
        try:
            return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()
        except ValueError:
            return json.dumps(_finite(content), separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    return [_finite(inner) for inner in value] if isinstance(value, list | tuple) else value


SCHEMA_KEY = "x-shape"
"""Marks a reference until the document is complete: pydantic refuses references to definitions of others."""


def _schema(name: str) -> WithJsonSchema:
    """Refer to a JSON schema of the game (:mod:`stromnetz.play.json_schemas`), which builds and encodes the data."""
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
