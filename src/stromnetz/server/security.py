"""The guard before every request: hosts, origins, sizes, rates; the headers of every answer; no traceback outside."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import math
import socket
import time
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.types import Message, Receive, Scope, Send

from .config import Config
from .errors import error_body
from .identities import Identities, Identity
from .languages import preferred, sentence
from .limits import Buckets, network_of
from .packing import packing

log = logging.getLogger("stromnetz.http")

CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # the address of a table is its key: it goes to nobody else
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
HOSTS = 256
"""Names whose answer is remembered."""
SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 4 * 1024 * 1024
Refusal = tuple[int, dict[str, Any], float]
"""(status, body, seconds to wait)."""
ADDRESS_FACTOR = 8
"""How many guests may share an address before they limit each other."""


class Guard:
    """An ASGI application around the application."""

    def __init__(self, app: FastAPI, config: Config) -> None:
        self.inner = app
        self._config = config
        self.identities: Identities | None = None
        """Set when the database is open."""
        self._guests = Buckets(config.rate, config.burst)
        self._addresses = Buckets(config.rate * ADDRESS_FACTOR, config.burst * ADDRESS_FACTOR)
        self._strangers = Buckets(config.rate, config.burst)
        self._heavy = Buckets(config.heavy_rate, config.heavy_burst)
        self._origins = {url.lower() for url in (config.public_url.rstrip("/"), *config.more_origins) if url}
        self._hosts = _known_hosts(config)
        self._host_known = lru_cache(maxsize=HOSTS)(self._is_known)
        more = {**HEADERS, "cache-control": "no-store"}
        if config.secure:
            more["strict-transport-security"] = "max-age=31536000"
        self._headers = [(name.encode(), value.encode()) for name, value in more.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        scope["stromnetz_identity"] = identity = self._identity(headers)
        scope["stromnetz_address"] = address = network_of((scope.get("client") or ("unknown", 0))[0])
        refusal = self._refusal(scope, headers, identity.guest, address)
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, refusal)
        else:
            await self._http(scope, receive, send, headers, refusal)

    # --- what is refused -------------------------------------------------------------------------------------------

    def _refusal(self, scope: Scope, headers: dict[str, str], guest: str | None, address: str) -> Refusal | None:
        """Why a request is not even looked at."""
        host = headers.get("host", "")
        if not self._host_known(host):
            return 421, error_body("unknown-host", "this server does not go by that name"), 0
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not self._origin_known(scope, headers):
            return 403, error_body("foreign-origin", "this request comes from the page of another site"), 0
        wait = self._wait(scope, guest, address)
        if wait > 0:
            facts = {"seconds": round(wait, 1)}
            return 429, error_body("too-many", _said("too-many", headers), facts=facts), wait
        return None

    def _is_known(self, host: str) -> bool:
        """Names that point here by a trick of somebody's name server are none of ours (DNS rebinding)."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _origin_known(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Browsers say which site a request comes from; programs that are no browsers say nothing."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        origin = origin.lower()
        if origin in self._origins:
            return True
        secure = scope["scheme"] in ("https", "wss")
        return origin == f"{'https' if secure else 'http'}://{headers.get('host', '').lower()}"

    def _wait(self, scope: Scope, guest: str | None, address: str) -> float:
        wait = self._guests.wait(guest) if guest is not None else self._strangers.wait(address)
        wait = max(wait, self._addresses.wait(address))
        if wait == 0 and scope["type"] == "http" and is_heavy(scope["method"], scope["path"]):
            wait = self._heavy.wait(address)
        return wait

    def _identity(self, headers: dict[str, str]) -> Identity:
        return self.identities.read(headers.get("cookie", "")) if self.identities is not None else Identity()

    # --- sockets ---------------------------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        if refusal is not None:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]["error"]["kind"]})
            return
        try:
            await self.inner(scope, receive, send)
        except Exception:
            log.exception("a live connection failed")

    # --- requests --------------------------------------------------------------------------------------------------

    async def _http(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        headers: dict[str, str],
        refusal: Refusal | None,
    ) -> None:
        began = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": self._with_headers(message["headers"])}
            await send(message)

        try:
            given = refusal or await self._read(scope, receive, headers)
            if isinstance(given, bytes):
                pack = packing(scope, headers.get("accept-encoding", ""), answer)
                await self.inner(scope, _once(given, receive), pack)
            else:
                await _json(answer, *given)
        except ConnectionError:
            log.info("a request was not finished")
        except Exception:
            log.exception("a request failed")
            if not status:
                await _json(answer, 500, error_body("internal", _said("internal", headers)), 0)
        finally:
            route = scope.get("route")
            facts = {
                "method": scope["method"],
                # never the address itself: it may be the key of a table
                "route": getattr(route, "path", None),
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
            }
            log.info("%(method)s %(route)s %(status)s", facts, extra=facts)

    async def _read(self, scope: Scope, receive: Receive, headers: dict[str, str]) -> bytes | Refusal:
        """The body of a request, if it comes in time and is not too large."""
        most, seconds = _largest(scope), self._config.body_time
        try:
            async with asyncio.timeout(seconds):
                body = await _body(receive, headers, most)
        except TimeoutError:
            return 408, error_body("too-slow", _said("too-slow", headers), facts={"seconds": seconds}), 0
        if body is None:
            return 413, error_body("too-large", f"at most {most} bytes are taken here"), 0
        return body

    def _with_headers(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        there = {name.lower() for name, _ in given}
        return [*given, *(one for one in self._headers if one[0] not in there)]


def _said(case: str, headers: dict[str, str]) -> str:
    return sentence(case, preferred(headers.get("accept-language", "")))


def is_heavy(method: str, path: str) -> bool:
    """Requests that cost much, or that try secrets."""
    if method == "POST":
        return path in ("/api/tables", "/api/records", "/api/me", "/api/recover") or path.startswith("/recover/")
    return path.startswith("/api/codes/")


def _largest(scope: Scope) -> int:
    return LARGEST_RECORD if scope["path"] == "/api/records" else LARGEST_BODY


def _known_hosts(config: Config) -> set[str]:
    name = socket.gethostname().lower()
    out = {"localhost", config.host.lower(), name, f"{name}.local"}
    for url in (config.public_url, *config.more_origins):
        out.add((urlsplit(url).hostname or "").lower())
    return out - {""}


async def _body(receive: Receive, headers: dict[str, str], most: int) -> bytes | None:
    """The whole body; None when it is too large."""
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        return None
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever comes (that the client has gone)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


async def _json(send: Send, status: int, body: dict[str, Any], wait: float) -> None:
    data = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    if wait > 0:
        headers.append((b"retry-after", str(math.ceil(wait)).encode()))
    if status == 408:
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
