"""Web Push: messages encrypted for a browser and signed with this server's key.

Needs the libraries of ``stromnetz[host]``, which are loaded when something is sent.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import logging
import math
import socket
import ssl
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from stromnetz.engine.errors import BadInput
from stromnetz.extras import missing
from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.tables.time import now_ms

from .store import Push

log = logging.getLogger("stromnetz.notifications")

LIBRARIES = ("pywebpush", "httpx")
LOOKED_UP, CONNECTED = "lookup", "connection.connect_tcp.complete"
"""Steps of a send: the lookup has started; httpx's name for an established connection."""
SENT, GONE, LATER = "sent", "gone", "later"
"""Results of a send: accepted; the subscription no longer exists; to be retried."""
TIMEOUT, UNREACHED = "timeout", "unreached"
"""Timeouts: of an endpoint that hangs, or perhaps because this server's own network is down."""
SEND_SECONDS = 3.0
"""Limit of one send: lookup, connection, encryption and the head of the response."""
ONLINE_SECONDS = 600.0
"""How long after the last response of any service this server's network is assumed to work."""
LOOKUP_THREADS = 64
LOOKUP_TTL_SECONDS = 300.0
MAX_CACHED_LOOKUPS = 1000
MESSAGE_TTL_SECONDS = 24 * 3600
"""How long the service stores a message for a browser that is off."""
SIGNATURE_TTL_SECONDS = 12 * 3600
MAX_ENDPOINT_LENGTH = 1000
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses behind a translator, in the last 32 bits (RFC 6052)."""
TRANSLATED = tuple(
    map(
        ipaddress.IPv6Network, ("64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96")
    )
)
"""Other IPv6 addresses that contain an IPv4 address: local NAT64, 6to4, Teredo and mapped addresses."""


def missing_libraries(libraries: tuple[str, ...] = LIBRARIES) -> list[str]:
    return missing(*libraries)


def from_base64url(data: str) -> bytes:
    """Decode base64url without padding; return nothing for invalid input."""
    try:
        return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return b""


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def new_private_key() -> str:
    """Create a signing key: 32 bytes as base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (an extra)

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_base64url(number.to_bytes(32, "big"))


def check_endpoint(endpoint: str, anywhere: bool) -> str:
    """Validate the address of a push service. Private networks are refused unless the host allows them."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    odd = not host or parts.username is not None or parts.fragment or len(endpoint) > MAX_ENDPOINT_LENGTH
    if odd or not endpoint.isascii() or any(one <= " " for one in endpoint):
        raise BadInput(case="push-endpoint")
    # push services have names; an address could be private in disguise (NAT64, 6to4)
    inside = host == "localhost" or _is_address(host or "")
    if not anywhere and (parts.scheme != "https" or port not in (None, 443) or inside):
        raise BadInput(case="push-endpoint")
    if parts.scheme not in ("http", "https"):
        raise BadInput(case="push-endpoint")
    return endpoint


def check_keys(p256dh: str, auth: str) -> None:
    """Validate the keys of a browser: a point of the curve, and sixteen bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (an extra)

    point = from_base64url(p256dh)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = b""
    if len(point) != 65 or len(from_base64url(auth)) != 16:
        raise BadInput(case="push-keys")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_private(address: str) -> bool:
    """Return whether an address leads into a private network, directly or by an IPv4 address that it contains."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return not parsed.is_global
    if parsed in NAT64:
        # with DNS64, public services look like this
        return not ipaddress.IPv4Address(parsed.packed[-4:]).is_global
    return not parsed.is_global or any(parsed in network for network in TRANSLATED)


class Lookups:
    """Looks up addresses of push services in separate threads, and caches them.

    A name server that hangs blocks neither the server's other threads nor services that are cached.
    """

    def __init__(self, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._threads = ThreadPoolExecutor(LOOKUP_THREADS, "push-lookup")
        self._known: OrderedDict[tuple[str, int], tuple[float, str]] = OrderedDict()

    async def address(self, host: str, port: int, started: Callable[[], None]) -> str | None:
        """Return the address to connect to; None if it is private. ``started`` is called when the lookup begins."""
        loop = asyncio.get_running_loop()
        until, known = self._known.get((host, port), (0.0, ""))
        if loop.time() < until:
            return known

        def look_up() -> list[str]:
            started()
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            return [str(one[4][0]).partition("%")[0] for one in found]

        addresses = await loop.run_in_executor(self._threads, look_up)
        if not self._anywhere and any(_is_private(one) for one in addresses):
            return None
        self._known[host, port] = (loop.time() + LOOKUP_TTL_SECONDS, addresses[0])
        if len(self._known) > MAX_CACHED_LOOKUPS:
            self._known.popitem(last=False)
        return addresses[0]


class WebPush:
    """Sends messages to browsers. ``key`` signs them, ``contact`` tells services whom to ask about this server."""

    def __init__(self, key: str, contact: str, anywhere: bool) -> None:
        self._key = key
        self._contact = contact
        self._lookups = Lookups(anywhere)
        self._answered_at = -math.inf
        self._tls = ssl.create_default_context()
        self.public = self._public()

    def _public(self) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (an extra)
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

        private = ec.derive_private_key(int.from_bytes(from_base64url(self._key), "big"), ec.SECP256R1())
        return to_base64url(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def _encrypt(self, push: Push, message: dict[str, Any], topic: str) -> tuple[bytes, dict[str, str]]:
        """Return the body, which only the browser can decrypt, and the headers."""
        from py_vapid import Vapid02  # noqa: PLC0415  (an extra)
        from pywebpush import WebPusher  # noqa: PLC0415

        keys = {"endpoint": push.endpoint, "keys": {"p256dh": push.p256dh, "auth": push.auth}}
        body: bytes = WebPusher(keys).encode(to_compact_json(message).encode())["body"]
        parts = urlsplit(push.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now_ms() // 1000 + SIGNATURE_TTL_SECONDS,
            "sub": self._contact,
        }
        signed: dict[str, str] = Vapid02.from_raw(self._key.encode()).sign(claims)
        ttl = str(MESSAGE_TTL_SECONDS)
        headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": ttl}
        # a newer message about the same table replaces one that was not delivered
        return body, {**headers, "topic": topic, "urgency": "normal", "host": parts.netloc, **signed}

    async def send(self, push: Push, message: dict[str, Any], topic: str) -> str:
        """Send a message to one browser within :data:`SEND_SECONDS`; return the result."""
        import httpx  # noqa: PLC0415  (an extra)

        loop = asyncio.get_running_loop()
        steps: set[str] = set()
        try:
            body, headers = await asyncio.to_thread(self._encrypt, push, message, topic)
            async with asyncio.timeout(SEND_SECONDS):
                status = await self._post(push.endpoint, body, headers, steps)
        except TimeoutError:
            log.info("a push service did not answer within %g s", SEND_SECONDS)
            if not steps:
                return LATER  # no thread was free for the lookup
            online = CONNECTED in steps or loop.time() - self._answered_at < ONLINE_SECONDS
            return TIMEOUT if online else UNREACHED
        except (OSError, httpx.HTTPError) as error:
            log.info("a push service cannot be reached: %s", type(error).__name__)
            return LATER
        if status is None:
            return GONE
        self._answered_at = loop.time()
        return _result_of(status)

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str], steps: set[str]) -> int | None:
        """Return the status of the response; None if the service's address is private.

        ``steps`` collects the steps that were reached.
        """
        import httpx  # noqa: PLC0415  (an extra)

        parts = urlsplit(endpoint)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = await self._lookups.address(parts.hostname or "", port, lambda: steps.add(LOOKED_UP))
        if address is None:
            return None

        async def trace(event: str, _: Any) -> None:
            steps.add(event)

        # connect to the address that was checked, even if the name resolves differently by now
        url = httpx.URL(endpoint).copy_with(host=address)
        extensions = {"sni_hostname": parts.hostname, "trace": trace}
        async with (
            httpx.AsyncClient(verify=self._tls, timeout=None, follow_redirects=False, trust_env=False) as client,
            client.stream("POST", url, content=body, headers=headers, extensions=extensions) as answer,
        ):
            return answer.status_code


def _result_of(status: int) -> str:
    if 200 <= status < 300:
        return SENT
    return LATER if status in (408, 429) or status >= 500 else GONE
