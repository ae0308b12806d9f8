"""Passwords: rules, hashes (argon2id, in threads) and limits for wrong attempts.

Attempts take the same time whether or not the account exists and has a password: a dummy hash is verified instead.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from stromnetz.engine.errors import BadInput
from stromnetz.server.core.identity import SigningKey
from stromnetz.tables.errors import RateLimited
from stromnetz.tables.time import DAY_MS, now_ms

from . import store as sql

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
MAX_PARALLEL_HASHES = 2
"""Each takes 64 MB for a moment."""
COSTS: dict[str, Any] = {}
"""Parameters of argon2, by default the recommended ones; tests use cheaper ones."""

FREE_ATTEMPTS = {"name": 5, "address": 20, "device": 5}
"""Wrong attempts before one has to wait."""
FIRST_WAIT_MS, MAX_WAIT_MS = 30_000, 15 * 60_000
"""Wait after the first attempt too many; it doubles with each further one."""
ATTEMPT_TTL_MS = DAY_MS
"""Attempts are forgotten this long after the last one."""


def check_password(value: str, name: str) -> str:
    """Validate and normalise a password: any characters, long enough, not one of those that are tried first."""
    if any(unicodedata.category(one) == "Cs" for one in value):
        raise BadInput(case="password-character")
    text = unicodedata.normalize("NFC", value)
    if not MIN_PASSWORD_LENGTH <= len(text) <= MAX_PASSWORD_LENGTH:
        facts = {"least": MIN_PASSWORD_LENGTH, "most": MAX_PASSWORD_LENGTH, "length": len(text)}
        raise BadInput(facts=facts, case="password-length")
    steps = {ord(b) - ord(a) for a, b in pairwise(text)}
    folded = text.casefold()
    if len(set(text)) < 3 or steps in ({1}, {-1}) or folded.strip("0123456789!.") in ("password", name.casefold()):
        raise BadInput(case="password-plain")
    return text


class Passwords:
    def __init__(self, key: SigningKey) -> None:
        self._key = key
        self._slots = asyncio.Semaphore(MAX_PARALLEL_HASHES)

    async def hash(self, password: str) -> str:
        async with self._slots:
            return await asyncio.to_thread(lambda: _hasher().hash(password))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Return whether a password matches a hash; without a hash this takes the same time."""
        text = unicodedata.normalize("NFC", password.encode("utf-8", "replace").decode())
        async with self._slots:
            return await asyncio.to_thread(_matches, text, hashed)

    # --- attempts ---

    def attempts(self, name: str, address: str, device: str | None = None) -> dict[str, str]:
        """Return the digests under which attempts are counted: by name and address, or by known device."""
        if device is not None:
            return {"device": self._digest("device", device)}
        return {kind: self._digest(kind, what) for kind, what in (("name", name), ("address", address))}

    def _digest(self, kind: str, what: str) -> str:
        return hmac.new(bytes.fromhex(self._key.text), f"guess {kind} {what}".encode(), hashlib.sha256).hexdigest()


def count_attempt(c: Connection, counted: dict[str, str]) -> None:
    """Count an attempt before it is checked, so that parallel attempts all count; refuse one too many."""
    now = now_ms()
    found = {kind: sql.attempts_of(c, digest) or (0, now, 0) for kind, digest in counted.items()}
    until = max(one[2] for one in found.values())
    if until > now:
        raise too_many_attempts(until - now)
    for kind, digest in counted.items():
        count, last, _ = found[kind]
        count = 1 if now - last > ATTEMPT_TTL_MS else count + 1
        over = count - FREE_ATTEMPTS[kind]
        wait = min(FIRST_WAIT_MS * 2 ** min(over, 10), MAX_WAIT_MS) if over >= 0 else 0
        sql.set_attempts(c, digest, count, now + wait)


def clear_attempts(c: Connection, counted: dict[str, str]) -> None:
    """Uncount a successful attempt; the address keeps the others, so that an own account does not reset them."""
    if "device" in counted:
        sql.clear_attempts(c, counted["device"])
        return
    sql.clear_attempts(c, counted["name"])
    found = sql.attempts_of(c, counted["address"])
    if found is not None:
        sql.set_attempts(c, counted["address"], max(0, found[0] - 1), 0)


def too_many_attempts(wait: int) -> RateLimited:
    seconds = -(-wait // 1000)
    facts = {"seconds": seconds, "minutes": -(-seconds // 60)}
    return RateLimited(facts=facts, case="guessed-too-often")


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # noqa: PLC0415  (an extra that may be missing)

    return PasswordHasher(**COSTS)


@cache
def _dummy_hash() -> str:
    return _hasher().hash("nobody has this password")


def _matches(password: str, hashed: str | None) -> bool:
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415

    dummy = _dummy_hash()  # computed at the first login of any kind
    try:
        _hasher().verify(hashed or dummy, password)
    except (Argon2Error, InvalidHashError):
        return False
    return hashed is not None
