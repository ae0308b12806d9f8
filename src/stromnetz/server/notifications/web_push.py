"""Web Push: what a closed browser is told, encrypted for it and signed with this server's key.

The libraries are those of ``stromnetz[host]``; they are loaded when something is sent.
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
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.database.db_schema import to_compact_json
from stromnetz.tables.time import now_ms

from .store import Push

log = logging.getLogger("stromnetz.notices")

LIBRARIES = ("pywebpush", "httpx")
LOOKED_UP, CONNECTED = "lookup", "connection.connect_tcp.complete"
"""Steps of a send: its name is being looked up; what httpx calls a connection that was made."""
SENT, GONE, LATER = "sent", "gone", "later"
"""What became of a notice: taken, to a browser that is no more, or to be tried again."""
TIMEOUT, UNREACHED = "timeout", "unreached"
"""No answer in time: of an endpoint that hangs, or perhaps because this server's own network is down."""
SEND_SECONDS = 3.0
"""Seconds for one send: name lookup, connection, encryption and the answer's first line and headers."""
ONLINE_SECONDS = 600.0
"""Seconds since the last answer of any service for which this server's network is taken to work."""
LOOKUP_THREADS = 64
LOOKUP_KEPT_SECONDS = 300.0
MAX_LOOKUPS_KEPT = 1000
KEPT = 24 * 3600
"""Seconds for which the service keeps a notice for a browser that is off."""
HOURS = 12 * 3600
"""Seconds for which a signature holds."""
MAX_ENDPOINT_LENGTH = 1000
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses behind a translator, in their last 32 bits (RFC 6052)."""
TRANSLATED = tuple(
    map(
        ipaddress.IPv6Network, ("64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96")
    )
)
"""Other IPv6 addresses that hold one of IPv4: NAT64 of a local network, 6to4, Teredo, and the mapped ones."""


def missing_libraries(libraries: tuple[str, ...] = LIBRARIES) -> list[str]:
    return [name for name in libraries if find_spec(name) is None]


def plain(data: str) -> bytes:
    """What base64 of an address stands for."""
    try:
        return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return b""


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def new_private_key() -> str:
    """A key for signatures, as 32 bytes of base64."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (of the extra)

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return text(number.to_bytes(32, "big"))


def check_endpoint(endpoint: str, anywhere: bool) -> str:
    """An address at which a service takes notices. None of the house's own network is one, unless the host says so."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    odd = not host or parts.username is not None or parts.fragment or len(endpoint) > MAX_ENDPOINT_LENGTH
    if odd or not endpoint.isascii() or any(one <= " " for one in endpoint):
        raise BadInput(case="push-endpoint")
    # a push service has a name; an address may be one of our own network, perhaps in another form (NAT64, 6to4)
    inside = host == "localhost" or _is_address(host or "")
    if not anywhere and (parts.scheme != "https" or port not in (None, 443) or inside):
        raise BadInput(case="push-endpoint")
    if parts.scheme not in ("http", "https"):
        raise BadInput(case="push-endpoint")
    return endpoint


def check_keys(p256dh: str, auth: str) -> None:
    """The keys of a browser: a point of the curve, and sixteen bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (of the extra)

    point = plain(p256dh)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = b""
    if len(point) != 65 or len(plain(auth)) != 16:
        raise BadInput(case="push-keys")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_inside(address: str) -> bool:
    """Whether an address leads into a private network, also by way of an IPv4 address that it holds."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return not parsed.is_global
    if parsed in NAT64:
        # where names are translated (DNS64), public services look like this
        return not ipaddress.IPv4Address(parsed.packed[-4:]).is_global
    return not parsed.is_global or any(parsed in network for network in TRANSLATED)


class Lookups:
    """Addresses of push services, looked up in threads of their own and kept for a while.

    A name server that hangs holds neither the threads in which the server does everything else, nor services that are
    known already.
    """

    def __init__(self, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._threads = ThreadPoolExecutor(LOOKUP_THREADS, "push-lookup")
        self._known: OrderedDict[tuple[str, int], tuple[float, str]] = OrderedDict()

    async def address(self, host: str, port: int, begun: Callable[[], None]) -> str | None:
        """The address to connect to; None where it leads into a private network. ``begun``: a thread looks it up."""
        loop = asyncio.get_running_loop()
        until, known = self._known.get((host, port), (0.0, ""))
        if loop.time() < until:
            return known

        def look_up() -> list[str]:
            begun()
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            return [str(one[4][0]).partition("%")[0] for one in found]

        addresses = await loop.run_in_executor(self._threads, look_up)
        if not self._anywhere and any(_is_inside(one) for one in addresses):
            return None
        self._known[host, port] = (loop.time() + LOOKUP_KEPT_SECONDS, addresses[0])
        if len(self._known) > MAX_LOOKUPS_KEPT:
            self._known.popitem(last=False)
        return addresses[0]


class WebPush:
    """Sends to browsers. ``key`` signs for this server, ``contact`` is whom a service asks about it."""

    def __init__(self, key: str, contact: str, anywhere: bool) -> None:
        self._key = key
        self._contact = contact
        self._lookups = Lookups(anywhere)
        self._answered_at = -math.inf
        self._tls = ssl.create_default_context()
        self.public = self._public()

    def _public(self) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (of the extra)
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

        private = ec.derive_private_key(int.from_bytes(plain(self._key), "big"), ec.SECP256R1())
        return text(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def _packed(self, push: Push, message: dict[str, Any], topic: str) -> tuple[bytes, dict[str, str]]:
        """What is sent, and its headers: nobody but the browser can read it."""
        from py_vapid import Vapid02  # noqa: PLC0415  (of the extra)
        from pywebpush import WebPusher  # noqa: PLC0415

        keys = {"endpoint": push.endpoint, "keys": {"p256dh": push.p256dh, "auth": push.auth}}
        body: bytes = WebPusher(keys).encode(to_compact_json(message).encode())["body"]
        parts = urlsplit(push.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now_ms() // 1000 + HOURS,
            "sub": self._contact,
        }
        signed: dict[str, str] = Vapid02.from_raw(self._key.encode()).sign(claims)
        headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(KEPT)}
        # a newer notice of the same table takes the place of one that has not arrived
        return body, {**headers, "topic": topic, "urgency": "normal", "host": parts.netloc, **signed}

    async def send(self, push: Push, message: dict[str, Any], topic: str) -> str:
        """Send to one browser; what became of it, within :data:`SEND_SECONDS`."""
        import httpx  # noqa: PLC0415  (of the extra)

        loop = asyncio.get_running_loop()
        steps: set[str] = set()
        try:
            body, headers = await asyncio.to_thread(self._packed, push, message, topic)
            async with asyncio.timeout(SEND_SECONDS):
                status = await self._post(push.endpoint, body, headers, steps)
        except TimeoutError:
            log.info("a push service did not answer within %g s", SEND_SECONDS)
            if not steps:
                return LATER  # no thread was free to look up its name
            online = CONNECTED in steps or loop.time() - self._answered_at < ONLINE_SECONDS
            return TIMEOUT if online else UNREACHED
        except (OSError, httpx.HTTPError) as error:
            log.info("a push service cannot be reached: %s", type(error).__name__)
            return LATER
        if status is None:
            return GONE
        self._answered_at = loop.time()
        return _became(status)

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str], steps: set[str]) -> int | None:
        """The status with which a service answers; None where its name leads into a private network.

        ``steps`` collects how far it came.
        """
        import httpx  # noqa: PLC0415  (of the extra)

        parts = urlsplit(endpoint)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = await self._lookups.address(parts.hostname or "", port, lambda: steps.add(LOOKED_UP))
        if address is None:
            return None

        async def trace(event: str, _: Any) -> None:
            steps.add(event)

        # connected to the address that was looked at, whatever the name leads to by then
        url = httpx.URL(endpoint).copy_with(host=address)
        extensions = {"sni_hostname": parts.hostname, "trace": trace}
        async with (
            httpx.AsyncClient(verify=self._tls, timeout=None, follow_redirects=False, trust_env=False) as client,
            client.stream("POST", url, content=body, headers=headers, extensions=extensions) as answer,
        ):
            return answer.status_code


def _became(status: int) -> str:
    if 200 <= status < 300:
        return SENT
    return LATER if status in (408, 429) or status >= 500 else GONE
