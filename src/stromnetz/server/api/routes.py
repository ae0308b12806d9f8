"""Routes whose answers are described when somebody asks.

FastAPI makes something that checks each answer and each refusal of each operation, some five hundred in all, while a
server starts. Here an operation returns a finished response, which nothing looks through: types of answers are only for
the description.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute


class Route(APIRoute):
    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        served = {key: value for key, value in more.items() if key != "responses"}
        super().__init__(path, endpoint, **{**served, "response_model": None})
        self._describe = partial(APIRoute, path, endpoint, **more)

    @cached_property
    def described(self) -> APIRoute:
        """The same with all that it answers."""
        return self._describe()


class Router(APIRouter):
    """The operations of a room."""

    def __init__(self, **more: Any) -> None:
        super().__init__(route_class=Route, **more)
