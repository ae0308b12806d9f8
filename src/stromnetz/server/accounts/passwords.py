"""Passwords: how long they are, how they are kept (argon2id, off the loop), and how often one may be guessed.

What is not known takes as long as what is wrong: where there is no account, or none with a password, a hash that fits
nothing is tried all the same.
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
from stromnetz.tables.time import now_ms

from . import store as sql

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
AT_ONCE = 2
"""Passwords that are tried at the same time: each takes 64 MB for a moment."""
COSTS: dict[str, Any] = {}
"""What the library recommends; tests take less."""

FREE = {"name": 5, "address": 20, "device": 5}
"""Guesses before one has to wait."""
FIRST_WAIT, LONGEST_WAIT = 30_000, 15 * 60_000
"""Milliseconds after the first guess too many; each further one doubles it, up to a quarter of an hour."""
FORGOTTEN = 24 * 60 * 60_000
"""Milliseconds after the last guess in which all of them are forgotten."""


def check_password(value: str, name: str) -> str:
    """A password as it is kept: long enough, and nothing that is tried first. All characters are welcome."""
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
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(lambda: _hasher().hash(password))

    async def verify(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one that is kept; it takes as long where none is."""
        text = unicodedata.normalize("NFC", password.encode("utf-8", "replace").decode())
        async with self._turn:
            return await asyncio.to_thread(_fits, text, kept)

    # --- guessing ---

    def attempts(self, name: str, address: str, device: str | None = None) -> dict[str, str]:
        """By what guesses are counted; neither names nor addresses are kept. A known device counts for itself."""
        if device is not None:
            return {"device": self._digest("device", device)}
        return {kind: self._digest(kind, what) for kind, what in (("name", name), ("address", address))}

    def _digest(self, kind: str, what: str) -> str:
        return hmac.new(bytes.fromhex(self._key.text), f"guess {kind} {what}".encode(), hashlib.sha256).hexdigest()


def count_attempt(c: Connection, counted: dict[str, str]) -> None:
    """Count a guess before it is tried, so that many at once do not pass for one; refuse one too many."""
    now = now_ms()
    found = {kind: sql.guessed(c, what) or (0, now, 0) for kind, what in counted.items()}
    until = max(one[2] for one in found.values())
    if until > now:
        raise too_often(until - now)
    for kind, what in counted.items():
        count, last, _ = found[kind]
        count = 1 if now - last > FORGOTTEN else count + 1
        over = count - FREE[kind]
        wait = min(FIRST_WAIT * 2 ** min(over, 10), LONGEST_WAIT) if over >= 0 else 0
        sql.set_guesses(c, what, count, now + wait)


def clear_attempts(c: Connection, counted: dict[str, str]) -> None:
    """It was no guess. An address keeps its count, less this one: an own account gives nobody more guesses."""
    if "device" in counted:
        sql.forget_guesses(c, counted["device"])
        return
    sql.forget_guesses(c, counted["name"])
    found = sql.guessed(c, counted["address"])
    if found is not None:
        sql.set_guesses(c, counted["address"], max(0, found[0] - 1), 0)


def too_often(wait: int) -> RateLimited:
    seconds = -(-wait // 1000)
    facts = {"seconds": seconds, "minutes": -(-seconds // 60)}
    return RateLimited(facts=facts, case="guessed-too-often")


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # noqa: PLC0415  (of an extra that may be missing)

    return PasswordHasher(**COSTS)


@cache
def _fits_nothing() -> str:
    return _hasher().hash("nobody has this password")


def _fits(password: str, kept: str | None) -> bool:
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415

    otherwise = _fits_nothing()  # made at the first login, of whatever kind
    try:
        _hasher().verify(kept or otherwise, password)
    except (Argon2Error, InvalidHashError):
        return False
    return kept is not None
