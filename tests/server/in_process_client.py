"""HTTP client for a server in this process, which enters its event loop once per request."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

import anyio
import httpx2
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.types import ASGIApp, Message

RECEIVE_SECONDS = 120
"""How long a test waits for a message, even on a busy machine."""


class Socket(WebSocketTestSession):
    """A WebSocket on which a missing message fails the test instead of blocking it."""

    def receive(self) -> Message:
        return self.portal.call(self._receive)

    async def _receive(self) -> Message:
        with anyio.fail_after(RECEIVE_SECONDS):
            return await self._send_rx.receive()


class Client(TestClient):
    """A faster variant of Starlette's test client, which changes threads sixteen times per request.

    Starlette does so to stream responses. Here a response is read when it is complete, which costs less than half.
    WebSockets, and clients of servers that are not started, use Starlette's transport.
    """

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        super().__init__(app, base_url=base_url, raise_server_exceptions=False)
        self.address = "testclient"
        self._transport = _Transport(self, app, self._transport)

    def websocket_connect(self, url: str, subprotocols: Sequence[str] | None = None, **kwargs: Any) -> Socket:
        session = super().websocket_connect(url, subprotocols, **kwargs)
        return Socket(session.app, session.scope, session.portal_factory)


class _Transport(httpx2.BaseTransport):
    def __init__(self, client: Client, app: ASGIApp, other: httpx2.BaseTransport) -> None:
        self._client = client
        self._app = app
        self._other = other

    def close(self) -> None:
        self._other.close()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self._client.portal
        if portal is None or request.url.scheme not in ("http", "https"):
            return self._other.handle_request(request)
        asked = _Exchange(self._scope(request), request.read())
        portal.call(asked.of, self._app)
        body = b"" if request.method == "HEAD" else b"".join(asked.body)
        return httpx2.Response(asked.status, headers=asked.headers, stream=httpx2.ByteStream(body), request=request)

    def _scope(self, request: httpx2.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(key.lower().encode(), value.encode()) for key, value in request.headers.multi_items()],
            "client": (self._client.address, 50000),
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "state": self._client.app_state.copy(),
        }


class _Exchange:
    """A request and its response; the status is 500 if there is none."""

    def __init__(self, scope: MutableMapping[str, Any], content: bytes) -> None:
        self.status = 500
        self.headers: list[tuple[str, str]] = []
        self.body: list[bytes] = []
        self._scope = scope
        self._content: bytes | None = content
        self._whole = asyncio.Event()

    async def of(self, app: ASGIApp) -> None:
        with suppress(Exception):  # the server has logged it
            await app(self._scope, self._receive, self._send)

    async def _receive(self) -> Message:
        if self._content is None:
            await self._whole.wait()
            return {"type": "http.disconnect"}
        content, self._content = self._content, None
        return {"type": "http.request", "body": content}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(key.decode(), value.decode()) for key, value in message.get("headers", [])]
        elif message["type"] == "http.response.body":
            self.body.append(bytes(message.get("body", b"")))
            if not message.get("more_body", False):
                self._whole.set()
