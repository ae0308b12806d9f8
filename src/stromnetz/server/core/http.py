"""Routes that declare how they are limited, and whose answers are described when somebody asks.

FastAPI makes something that checks each answer and each refusal of each operation, some five hundred in all, while a
server starts. Here an operation returns a finished response, or nothing where its status is 204. Nothing looks through
it: types of answers are only for the description.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, TypeVar

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from .route_policy import Cost, Policy

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
