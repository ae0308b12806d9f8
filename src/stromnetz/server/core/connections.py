"""Connections: how many there may be, and how long one may take to say what it wants.

uvicorn waits for a request's head for as long as the client likes. Here a head has a time, an answer that nobody takes
has one, and both the connections in all and those of one address are counted. A live connection is counted here until
it is one; from then on the hub counts it.
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

from .config import ServerConfig
from .errors import error_body
from .rate_limits import ExemptNetworks, network_of

TAKE_SECONDS = 60.0
"""How long an answer may wait for a client that takes nothing of it."""
WORDS = {408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}


class ConnectionLimiter:
    """Counts the connections."""

    def __init__(self, config: ServerConfig) -> None:
        self.head_seconds = config.head_time
        self._most = config.connections
        self._most_each = config.connections_each
        self._exempt = config.exempt
        self._count = 0
        self._by_address: dict[str, int] = {}
        # behind a proxy everybody comes from its address: it counts them itself, and we only count all
        self._proxies = trusted_proxies() if config.public_url else ExemptNetworks("")

    def enter(self, address: str) -> int:
        """Take a connection in: 0, or the status with which it is refused. Whoever was refused has to leave too."""
        self._count += 1
        each = self._by_address[address] = self._by_address.get(address, 0) + 1
        if self._count > self._most:
            return 503
        counted = address not in self._proxies and address not in self._exempt
        return 429 if counted and each > self._most_each else 0

    def leave(self, address: str) -> None:
        self._count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class Timer:
    """Something that is done after a while, unless it is stopped before."""

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
    """A connection that is counted, and whose requests must arrive in time."""

    door: ClassVar[ConnectionLimiter]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._inside: str | None = None
        self._head = Timer(self.loop, self.door.head_seconds, self._too_slow)
        self._take = Timer(self.loop, TAKE_SECONDS, self._drop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = network_of(self.client[0] if self.client else "unknown")
        refused = self.door.enter(self._inside)
        if refused:
            self._refuse(refused, "there are too many connections; try again in a moment")
        else:
            self._head.start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._head.stop()
        self._take.stop()
        if self._inside is not None:
            self.door.leave(self._inside)
            self._inside = None

    # --- a head in time ---

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # it was refused, or took too long
        super().data_received(data)
        # The first part of another request, or of a body that was refused: what is left of it has its time too.
        unwanted = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        if self.conn.their_state is not h11.IDLE and not unwanted:
            self._head.stop()
        elif not self._head.running:
            self._head.start()

    def _too_slow(self) -> None:
        if self.conn.our_state is h11.DONE:
            self.transport.close()
        elif not self.transport.is_closing():
            self._refuse(408, f"the head of a request has to be here within {self.door.head_seconds:g} seconds")

    def _refuse(self, status: int, message: str) -> None:
        kinds = {408: "too-slow", 429: "too-many", 503: "unavailable"}
        body = json.dumps(error_body(kinds[status], message)).encode()
        head = [f"HTTP/1.1 {status} {WORDS[status]}", "content-type: application/json", f"content-length: {len(body)}"]
        head += ["connection: close", *(["retry-after: 5"] if status != 408 else []), "", ""]
        self.transport.write("\r\n".join(head).encode() + body)
        self.transport.close()

    # --- an answer that is taken ---

    def pause_writing(self) -> None:
        super().pause_writing()
        self._take.start()

    def _drop(self) -> None:
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._take.stop()

    # --- a live connection ---

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)


def protocol(config: ServerConfig) -> type[TimedProtocol]:
    """The protocol of a server with these settings."""
    return type("Protocol", (TimedProtocol,), {"door": ConnectionLimiter(config)})


PROXIES_VARIABLE, DEFAULT_PROXIES = "FORWARDED_ALLOW_IPS", "127.0.0.1,::1"
"""The variable is read by uvicorn, which takes the address from ``X-Forwarded-For``."""
EVERYBODY = "*"
PROXIES_WARNING = (
    f"{PROXIES_VARIABLE} is {EVERYBODY}: whoever reaches this server can pretend to have any address. Name the proxy, "
    "or its network, such as 172.30.87.0/24"
)


def trusts_everybody(environ: Mapping[str, str] = os.environ) -> bool:
    return EVERYBODY in [part.strip() for part in environ.get(PROXIES_VARIABLE, DEFAULT_PROXIES).split(",")]


def trusted_proxies(environ: Mapping[str, str] = os.environ) -> ExemptNetworks:
    """The addresses and networks that are trusted; refused if one of them is neither, since uvicorn would ignore it."""
    if trusts_everybody(environ):
        return ExemptNetworks("0.0.0.0/0,::/0")
    try:
        return ExemptNetworks(environ.get(PROXIES_VARIABLE, DEFAULT_PROXIES))
    except BadInput as error:
        raise BadInput(f"{PROXIES_VARIABLE}: {error}", {"variable": PROXIES_VARIABLE}) from None
