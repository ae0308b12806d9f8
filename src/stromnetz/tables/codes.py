"""The codes of tables, and the nonces of the links to seats."""

from __future__ import annotations

import secrets

_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10


def new_nonce() -> str:
    """What makes the recovery link of a seat differ from the links before it."""
    return secrets.token_hex(16)


def new_code() -> str:
    """A code that can be read out: fifty bits, without letters that look alike."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))
