"""Routes that declare how they are limited, and whose answers are described when somebody asks.

FastAPI makes something that checks each answer and each refusal of each operation, some five hundred in all, while a
server starts. Here an operation returns a finished response, or nothing where its status is 204. Nothing looks through
it: types of answers are only for the description.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from functools import cached_property, partial
from typing import Annotated, Any, NamedTuple, TypeVar

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field

ShortText = Annotated[str, Field(min_length=1, max_length=60)]


class RequestModel(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ResponseModel(BaseModel):
    """Answers are described by their types, not checked: what would check them is made when somebody asks for it."""

    model_config = ConfigDict(defer_build=True)


class ErrorBody(ResponseModel):
    kind: str = Field(examples=["illegal-move"])
    message: str
    rule: str | None = Field(None, description="the id of the rule that forbids it (GET /api/rules/{id})")
    move: int | None = Field(None, description="which move of a plan it is about, counted from 0")
    facts: dict[str, Any] | None = None


class Error(ResponseModel):
    error: ErrorBody


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """How an operation can refuse, for the OpenAPI document."""
    texts = {
        403: "not yours to do, or a page of another site",
        404: "there is no such thing",
        409: "not now: a rule forbids it (with its id), it is not your turn, or the game has gone on",
        413: "too large",
        422: "this means nothing here",
        429: "too many requests; Retry-After says how long to wait",
        503: "the database cannot be reached; ask again",
    }
    return {code: {"model": Error, "description": texts[code]} for code in sorted({*codes, 422, 429, 503})}


class Cost(Enum):
    """How the requests of a route are limited, besides the number of all requests."""

    LIGHT = "light"
    """Not further: it reads, or changes something that is there anyway and is limited by itself."""
    STRANGER = "stranger"
    """By the heavy limit for somebody without a cookie: answering makes them a guest, who is kept."""
    HEAVY = "heavy"
    """By the heavy limit: it adds something that is kept, sends e-mail, or tries a secret."""
    UPLOAD = "upload"
    """By the heavy limit according to the size of its body, and by the number of uploads at a time."""


class Policy(NamedTuple):
    cost: Cost
    banned: bool = False
    """Whether banned people may do it. Reading is always allowed to them."""


STRICT = Policy(Cost.HEAVY)
"""How a route is treated that declares nothing."""


def policy_of(route: object) -> Policy:
    found: Policy | None = getattr(route, "policy", None)
    return found or STRICT


Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class DeferredRoute(APIRoute):
    policy: Policy | None = None
    """None: it declares nothing."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        if more.get("status_code") == 204:
            more["response_class"] = Response
        served = {key: value for key, value in more.items() if key != "responses"}
        super().__init__(path, endpoint, **{**served, "response_model": None})
        self._describe = partial(APIRoute, path, endpoint, **more)

    @cached_property
    def described(self) -> APIRoute:
        """The same with all that it answers."""
        return self._describe()


class Router(APIRouter):
    """The operations of a room.

    Every operation declares its ``cost``, those that only read by ``reads`` of the whole router if they are alike.
    ``banned`` operations are open to banned people, besides those that only read.
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
        """Add a route with what it declares."""

        def declare(endpoint: Endpoint) -> Endpoint:
            add(endpoint)
            if cost is not None:
                route = self.routes[-1]
                assert isinstance(route, DeferredRoute)
                route.policy = Policy(cost, banned)
            return endpoint

        return declare


class SafeJson(JSONResponse):
    """JSON in which nothing can go wrong: not with lone surrogates, not with numbers that are none."""

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
