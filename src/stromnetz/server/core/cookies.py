"""Names of cookies and the headers that set and delete them.

Under https, names begin with ``__Host-``: browsers accept such a cookie only from this host, by https and for all
paths, so that pages of a neighbouring host cannot set one.
"""

from __future__ import annotations

import hashlib
import hmac

from starlette.types import Message, Send

COOKIE = "stromnetz"
COOKIE_DAYS = 400
"""Lifetime of cookies; browsers allow no more."""
MAX_AGE_SECONDS = COOKIE_DAYS * 24 * 3600
HOST_PREFIX = "__Host-"


def cookie_name(name: str, secure: bool) -> str:
    return f"{HOST_PREFIX}{name}" if secure else name


def set_cookie_header(name: str, value: str, secure: bool) -> str:
    """Return the header value that sets a cookie."""
    return f"{name}={value}; HttpOnly; Max-Age={MAX_AGE_SECONDS}; Path=/; SameSite=lax{'; Secure' if secure else ''}"


def delete_cookie_header(name: str, secure: bool) -> str:
    """Return the header value that deletes a cookie."""
    return f'{name}=""; HttpOnly; Max-Age=0; Path=/; SameSite=lax{"; Secure" if secure else ""}'


def host_key(key: str) -> str:
    """Derive the key that signs cookies under https: none of them passes as a cookie of the old name."""
    return hmac.new(bytes.fromhex(key), b"__Host- cookies", hashlib.sha256).hexdigest()


def replace_old_cookie(value: str, send: Send) -> Send:
    """Wrap ``send`` to replace the cookie of the old name by one of the new name.

    Responses that caches may store stay as they are, and so do those that set the new cookie themselves.
    """
    name = cookie_name(COOKIE, True)

    async def answer(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            headers = [(key.lower(), text) for key, text in message.get("headers", ())]
            cached = any(key == b"cache-control" and b"no-store" not in text for key, text in headers)
            if not cached:
                if not any(key == b"set-cookie" and text.startswith(f"{name}=".encode()) for key, text in headers):
                    headers.append((b"set-cookie", set_cookie_header(name, value, True).encode()))
                headers.append((b"set-cookie", delete_cookie_header(COOKIE, True).encode()))
                message = {**message, "headers": headers}
        await send(message)

    return answer
