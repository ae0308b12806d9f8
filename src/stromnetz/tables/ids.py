"""Random ids, codes and nonces."""

from __future__ import annotations

import secrets

_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10


def new_id() -> str:
    """Return 128 random bits as 22 characters for URLs.

    Ids never begin with a dash, since a command would take them for an option.
    """
    while (id := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return id


def new_nonce() -> str:
    """Return a random nonce, which makes the recovery link of a seat unique."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Return a random code that is easy to read out: fifty bits, without similar letters."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))
