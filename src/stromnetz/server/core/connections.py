"""Limits for connections: how many there may be, and how slow.

uvicorn waits for the head of a request as long as the client likes. Here the head has a deadline, so has a client that
does not read the response, and connections are counted in total and per address. WebSockets are counted by the hub once
they are open.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stromnetz.engine.errors import BadInput
from stromnetz.tables.errors import error_body

from .config import ServerConfig
from .rate_limits import ExemptNetworks, network_of

SEND_TIMEOUT_SECONDS = 60.0
"""How long a client may take to read a response that is waiting for it."""
REASONS = {408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}


class ConnectionLimiter:
    """Counts connections, in total and per address."""

    def __init__(self, config: ServerConfig) -> None:
        self.head_seconds = config.head_time
        self._max_connections = config.connections
        self._max_per_address = config.connections_each
        self._exempt = config.exempt
        self._count = 0
        self._by_address: dict[str, int] = {}
        # a proxy limits its clients itself: they all come from its address, so only the total counts
        self._proxies = trusted_proxies() if config.public_url else ExemptNetworks("")

    def enter(self, address: str) -> int:
        """Count a new connection; return 0, or the status to refuse it with.

        Refused connections have to `leave`, too.
        """
        self._count += 1
        each = self._by_address[address] = self._by_address.get(address, 0) + 1
        if self._count > self._max_connections:
            return 503
        counted = address not in self._proxies and address not in self._exempt
        return 429 if counted and each > self._max_per_address else 0

    def leave(self, address: str) -> None:
        self._count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class Timer:
    """Calls a function after a delay unless it is stopped."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, call: Callable[[], None]) -> None:
        self._start = partial(loop.call_later, seconds, call)
        self._handle: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        return self._handle is not None

    def start(self) -> None:
        self.stop()
        self._handle = self._start()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class TimedProtocol(H11Protocol):
    """HTTP/1.1 with connection limits and timeouts."""

    limiter: ClassVar[ConnectionLimiter]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._address: str | None = None
        self._head_timer = Timer(self.loop, self.limiter.head_seconds, self._head_timeout)
        self._send_timer = Timer(self.loop, SEND_TIMEOUT_SECONDS, self._drop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = network_of(self.client[0] if self.client else "unknown")
        refused = self.limiter.enter(self._address)
        if refused:
            self._refuse(refused, "there are too many connections; try again in a moment")
        else:
            self._head_timer.start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._head_timer.stop()
        self._send_timer.stop()
        if self._address is not None:
            self.limiter.leave(self._address)
            self._address = None

    # --- request head ---

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # refused or timed out
        super().data_received(data)
        # The start of another request, or the rest of a body that was refused: the deadline applies to it, too.
        unwanted = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        if self.conn.their_state is not h11.IDLE and not unwanted:
            self._head_timer.stop()
        elif not self._head_timer.running:
            self._head_timer.start()

    def _head_timeout(self) -> None:
        if self.conn.our_state is h11.DONE:
            self.transport.close()
        elif not self.transport.is_closing():
            self._refuse(408, f"the head of a request has to be here within {self.limiter.head_seconds:g} seconds")

    def _refuse(self, status: int, message: str) -> None:
        kinds = {408: "too-slow", 429: "too-many", 503: "unavailable"}
        body = json.dumps(error_body(kinds[status], message)).encode()
        head = [
            f"HTTP/1.1 {status} {REASONS[status]}",
            "content-type: application/json",
            f"content-length: {len(body)}",
        ]
        head += ["connection: close", *(["retry-after: 5"] if status != 408 else []), "", ""]
        self.transport.write("\r\n".join(head).encode() + body)
        self.transport.close()

    # --- slow readers ---

    def pause_writing(self) -> None:
        super().pause_writing()
        self._send_timer.start()

    def _drop(self) -> None:
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._send_timer.stop()

    # --- WebSockets ---

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)


def protocol(config: ServerConfig) -> type[TimedProtocol]:
    """Return the protocol class of a server with these settings."""
    return type("Protocol", (TimedProtocol,), {"limiter": ConnectionLimiter(config)})


PROXIES_VARIABLE, DEFAULT_PROXIES = "FORWARDED_ALLOW_IPS", "127.0.0.1,::1"
"""The variable is read by uvicorn, which then takes the address from ``X-Forwarded-For``."""
EVERYBODY = "*"
PROXIES_WARNING = (
    f"{PROXIES_VARIABLE} is {EVERYBODY}: whoever reaches this server can pretend to have any address. Name the proxy, "
    "or its network, such as 172.30.87.0/24"
)


def trusts_everybody(environ: Mapping[str, str] = os.environ) -> bool:
    return EVERYBODY in [part.strip() for part in environ.get(PROXIES_VARIABLE, DEFAULT_PROXIES).split(",")]


def trusted_proxies(environ: Mapping[str, str] = os.environ) -> ExemptNetworks:
    """Return the trusted addresses and networks; refuse invalid ones, which uvicorn would ignore."""
    if trusts_everybody(environ):
        return ExemptNetworks("0.0.0.0/0,::/0")
    try:
        return ExemptNetworks(environ.get(PROXIES_VARIABLE, DEFAULT_PROXIES))
    except BadInput as error:
        raise BadInput(f"{PROXIES_VARIABLE}: {error}", {"variable": PROXIES_VARIABLE}) from None
