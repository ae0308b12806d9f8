"""The headers by which a browser keeps and forgets our cookies, and their names.

Under https their names begin with ``__Host-``: browsers take such a cookie only from this very host, by https and for
all of its paths, so that no page of a neighbouring name can set one.
"""

from __future__ import annotations

import hashlib
import hmac

from starlette.types import Message, Send

COOKIE = "stromnetz"


COOKIE_DAYS = 400
"""As long as browsers keep a cookie at most."""


HOST_PREFIX = "__Host-"
SECONDS_KEPT = COOKIE_DAYS * 24 * 3600


def cookie_name(name: str, secure: bool) -> str:
    return f"{HOST_PREFIX}{name}" if secure else name


def kept(name: str, value: str, secure: bool) -> str:
    """The header that sets a cookie."""
    return f"{name}={value}; HttpOnly; Max-Age={SECONDS_KEPT}; Path=/; SameSite=lax{'; Secure' if secure else ''}"


def forgotten(name: str, secure: bool) -> str:
    """The header that deletes a cookie."""
    return f'{name}=""; HttpOnly; Max-Age=0; Path=/; SameSite=lax{"; Secure" if secure else ""}'


def host_key(key: str) -> str:
    """The key that signs cookies under https: none of them can be passed off as one of the old name."""
    return hmac.new(bytes.fromhex(key), b"__Host- cookies", hashlib.sha256).hexdigest()


def replacing_old(value: str, send: Send) -> Send:
    """A way to send that also replaces the cookie of the old name by one of the new name.

    Answers that caches may keep are left as they are, and so are those that set the new cookie themselves.
    """
    name = cookie_name(COOKIE, True)

    async def answer(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            headers = [(key.lower(), text) for key, text in message.get("headers", ())]
            cached = any(key == b"cache-control" and b"no-store" not in text for key, text in headers)
            if not cached:
                if not any(key == b"set-cookie" and text.startswith(f"{name}=".encode()) for key, text in headers):
                    headers.append((b"set-cookie", kept(name, value, True).encode()))
                headers.append((b"set-cookie", forgotten(COOKIE, True).encode()))
                message = {**message, "headers": headers}
        await send(message)

    return answer
