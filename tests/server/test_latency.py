"""Latency: small responses are sent at once, and nothing is built during requests."""

from __future__ import annotations

import asyncio
import socket
import warnings
from typing import Any, get_type_hints

import anyio.to_thread
import pytest
from starlette.responses import Response

from stromnetz.server import serve
from stromnetz.server.app import ROUTE_MODULES
from stromnetz.server.core.http import DeferredRoute
from tests.server.local_server import LocalServer


def test_responses_are_sent_without_delay() -> None:
    """Nagle's algorithm would hold back a small response on a kept connection until the last one is acknowledged."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            one = writer.get_extra_info("socket")
            found.set_result(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        server = await asyncio.start_server(look, sock=serve.listen("127.0.0.1", 0))
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            option = await found
            writer.close()
        return option

    assert asyncio.run(accepted())


def test_request_is_handled_without_changing_threads(
    sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = sqlite_server.ann.open("person", "person", start=True)

    async def refuse(*arguments: Any, **more: Any) -> None:
        raise AssertionError("a plain function is called in a thread")

    monkeypatch.setattr(anyio.to_thread, "run_sync", refuse)
    for path in (f"/api/tables/{id}", f"/api/tables/{id}/view", "/api/rules", "/api/me"):
        sqlite_server.ann.get(path, 200)


def test_routes_are_built_with_the_application(sqlite_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Building routes changes the warning filters of all threads for a moment, so it must not happen during requests.

    Only the OpenAPI document is built on demand.
    """

    real, built = warnings.catch_warnings, []

    def note(*arguments: Any, **more: Any) -> Any:
        built.append(arguments)
        return real(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(warnings, "catch_warnings", note)
        sqlite_server.ann.open("person", "person", start=True)
        for path in ("/", "/api/me", "/api/rules/A1", "/healthz"):
            sqlite_server.ann.client.get(path).raise_for_status()
        sqlite_server.ann.get("/api/nothing", 404)
    assert built == []


def test_operations_return_finished_responses() -> None:
    """Responses are not validated; their types are only documentation."""
    routes = [route for module in ROUTE_MODULES for route in module.router.routes if isinstance(route, DeferredRoute)]
    assert len(routes) > 90
    for route in routes:
        returned = get_type_hints(route.endpoint)["return"]
        assert returned is type(None) if route.status_code == 204 else issubclass(returned, Response), route.path
