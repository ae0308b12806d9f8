"""Chance: every shuffle is a pure function of the game's seed and a counter.

The stream is SHA-256 in counter mode, so a deal can be checked in any language and does not change with the
interpreter's own generator. A position needs to hold two integers only.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import TypeVar

from mypy_extensions import mypyc_attr

SEED_BITS = 256
UNPACK = Struct(">8I").unpack
"""A digest as eight words."""

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Stream:
    """Uniform integers from ``sha256(seed, shuffle, block)``, 32 bits at a time."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, seed: int, shuffle: int) -> None:
        self._prefix = seed.to_bytes(SEED_BITS // 8, "big") + shuffle.to_bytes(4, "big")
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = sha256(self._prefix + self._block.to_bytes(4, "big")).digest()
            self._block += 1
            self._words = [*UNPACK(digest)]
            self._words.reverse()
        return self._words.pop()

    def below(self, n: int) -> int:
        """A uniform integer in ``range(n)``; words past the last whole multiple of n are thrown away."""
        limit = (1 << 32) - (1 << 32) % n
        while (word := self._word()) >= limit:
            pass
        return word % n


def shuffled(cards: list[T], seed: int, shuffle: int) -> list[T]:
    """A new list in a random order (Fisher-Yates from the end)."""
    out = list(cards)
    stream = Stream(seed, shuffle)
    for i in range(len(out) - 1, 0, -1):
        j = stream.below(i + 1)
        out[i], out[j] = out[j], out[i]
    return out
