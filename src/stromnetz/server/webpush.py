"""Web Push: what a closed browser is told, encrypted for it and signed with this server's key.

The libraries are those of ``stromnetz[host]``; they are loaded when something is sent.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import logging
import socket
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from stromnetz.engine.errors import BadInput
from stromnetz.server.database.notices import Push
from stromnetz.server.database.text import compact, now_ms

log = logging.getLogger("stromnetz.notices")

LIBRARIES = ("pywebpush", "httpx")
SENT, GONE, LATER = "sent", "gone", "later"
"""What became of a notice: taken, to a browser that is no more, or to be tried again."""
SECONDS = 10.0
KEPT = 24 * 3600
"""Seconds for which the service keeps a notice for a browser that is off."""
HOURS = 12 * 3600
"""Seconds for which a signature holds."""
LONGEST = 1000


def lacking(libraries: tuple[str, ...] = LIBRARIES) -> list[str]:
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
    odd = not host or parts.username is not None or parts.fragment or len(endpoint) > LONGEST
    if odd or not endpoint.isascii() or any(one <= " " for one in endpoint):
        raise BadInput(case="push-endpoint")
    inside = host == "localhost" or _is_inside(host or "")
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


def _is_inside(host: str) -> bool:
    """Whether a host is written as an address that is not everybody's."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return False


async def resolve(host: str, port: int, anywhere: bool) -> str | None:
    """The address to connect to, looked up once; None where it leads into a private network."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not anywhere and any(_is_inside(one) for one in addresses):
        return None
    return addresses[0]


class WebPush:
    """Sends to browsers. ``key`` signs for this server, ``contact`` is whom a service asks about it."""

    def __init__(self, key: str, contact: str, anywhere: bool) -> None:
        self._key = key
        self._contact = contact
        self._anywhere = anywhere
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
        body: bytes = WebPusher(keys).encode(compact(message).encode())["body"]
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
        import httpx  # noqa: PLC0415  (of the extra)

        parts = urlsplit(push.endpoint)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            address = await resolve(parts.hostname or "", port, self._anywhere)
            if address is None:
                return GONE
            body, headers = await asyncio.to_thread(self._packed, push, message, topic)
            # connected to the address that was looked at, whatever the name leads to by then
            url = httpx.URL(push.endpoint).copy_with(host=address)
            async with (
                httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False) as client,
                client.stream(
                    "POST", url, content=body, headers=headers, extensions={"sni_hostname": parts.hostname}
                ) as answer,
            ):
                return _became(answer.status_code)
        except (OSError, httpx.HTTPError) as error:
            log.info("a push service cannot be reached: %s", type(error).__name__)
            return LATER


def _became(status: int) -> str:
    if 200 <= status < 300:
        return SENT
    return LATER if status in (408, 429) or status >= 500 else GONE
