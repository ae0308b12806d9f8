"""Chance: every shuffle is a pure function of the game's seed and a counter.

The stream is SHA-256 in counter mode, so a deal can be verified in any language and does not depend on Python's
generator. A position only stores two integers.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import Final, TypeVar

SEED_BITS: Final = 256
WORDS: Final = 1 << 32
UNPACK: Final = Struct(">8I").unpack
"""Splits a digest into eight words."""

T = TypeVar("T")


class Stream:
    """Uniform integers from ``sha256(seed, shuffle, block)``, 32 bits at a time."""

    __slots__ = ("_block", "_prefix", "words")

    def __init__(self, seed: int, shuffle: int) -> None:
        self._prefix = seed.to_bytes(SEED_BITS // 8, "big") + shuffle.to_bytes(4, "big")
        self._block = 0
        self.words: list[int] = []
        """Unused words of the last block, the next one last."""

    def below(self, n: int) -> int:
        """Return a uniform integer in ``range(n)``; words above the last whole multiple of n are skipped."""
        limit = WORDS - WORDS % n
        words = self.words
        while True:
            if not words:
                words += UNPACK(sha256(self._prefix + self._block.to_bytes(4, "big")).digest())
                words.reverse()
                self._block += 1
            word = words.pop()
            if word < limit:
                return word % n


def shuffled(cards: list[T], seed: int, shuffle: int) -> list[T]:
    """Return a new list in random order (Fisher-Yates, from the end)."""
    out = cards[:]
    stream = Stream(seed, shuffle)
    for i in range(len(out) - 1, 0, -1):
        j = stream.below(i + 1)
        out[i], out[j] = out[j], out[i]
    return out
