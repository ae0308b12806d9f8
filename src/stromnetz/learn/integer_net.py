"""The net in integers, with the standard library only. Gives the same bits as numpy."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import compress
from math import exp
from operator import mul
from struct import Struct
from typing import Any, Final, TypeAlias

from .after import LOOK_SIZE
from .input_layout import LOOKED_UP, LayoutMapping
from .net_file import NetFile
from .options import OPTION_SIZE

Vector = list[float]
Sparse = tuple[list[int], list[int]]
"""Places of the numbers that are not 0, upwards, and these numbers in parts."""
Buffer: TypeAlias = "array[float]"
"""What encoder and outlook have written."""
Row = tuple[list[int], list[int], list[int]]
"""An option: its words, then its numbers as above."""

BITS: Final = 20
PARTS: Final = 1 << BITS
SQUARE: Final = 1 << 2 * BITS
"""What a product is counted in."""
LANE: Final = 64
HALF: Final = 1 << LANE - 1
"""Added to each lane, so that none of them is negative and borrows from the next."""


def in_parts(numbers: Iterable[float]) -> list[int]:
    return [round(number * PARTS) for number in numbers]


def sparse(places: Sequence[int], values: Sequence[float]) -> Sparse:
    return list(compress(places, values)), in_parts(filter(None, values))


def changed(numbers: Buffer, before: Buffer) -> Iterable[int]:
    """Where numbers are not what they were: looked for in all of them at once, since few of them are others."""
    differ = int.from_bytes(numbers.tobytes(), "little") ^ int.from_bytes(before.tobytes(), "little")
    return compress(range(len(numbers)), array("I", differ.to_bytes(4 * len(numbers), "little")))


def rows_of(options: Vector, looks: Vector, words: list[list[int]]) -> list[Row]:
    """Options as a net reads them, of the rows of the encoder and of the outlook one after another."""
    out: list[Row] = []
    size, look = OPTION_SIZE, LOOK_SIZE
    places = range(size - LOOKED_UP + look)
    for i in range(len(options) // size):
        at = i * size
        named = []
        for column, known in enumerate(words):
            number = int(options[at + column])
            named.append(known[number] if number < len(known) else 0)
        found = sparse(places, options[at + LOOKED_UP : at + size] + looks[i * look : (i + 1) * look])
        out.append((named, found[0], found[1]))
    return out


class Layer:
    def __init__(self, weights: NetFile, name: str, bias: str) -> None:
        arrays = weights.arrays()
        shape, numbers = arrays[name]
        width = shape[1]
        self._size = LANE // 8 * width
        self._lanes = Struct(f"<{width}q")
        self._unsigned = Struct(f"<{width}Q")
        self._halves = self._packed([0] * width)
        self._ones = self._halves >> LANE - 1
        self._low = self._ones * (HALF - 1 >> BITS)
        """The bits of each lane that are left of a positive number counted in parts."""
        self._places = range(width)
        whole = in_parts(numbers)
        self.rows = [self._packed(whole[at : at + width]) - self._halves for at in range(0, len(whole), width)]
        begun = [one * PARTS for one in in_parts(arrays[bias][1])] if bias else [0] * width
        self.start = self._packed(begun)
        """The bias, with a half in each lane."""

    def _packed(self, lanes: list[int]) -> int:
        return int.from_bytes(self._unsigned.pack(*[HALF + one for one in lanes]), "little")

    def total(self, inputs: Sparse, start: int) -> int:
        """What comes out of these inputs, added to what is there already."""
        places, values = inputs
        out: int = sum(map(mul, map(self.rows.__getitem__, places), values), start)
        return out

    def lanes(self, total: int) -> tuple[int, ...]:
        """What comes out, one by one; a half in a lane turned over makes it signed."""
        return self._lanes.unpack((total ^ self._halves).to_bytes(self._size, "little"))

    def positive(self, total: int) -> Sparse:
        """What counts of it for the next layer. A lane that is not negative has its half."""
        signs = total >> LANE - 1 & self._ones
        kept = (total & (signs << LANE - 1) - signs) >> BITS & self._low
        lanes = self._unsigned.unpack(kept.to_bytes(self._size, "little"))
        return list(compress(self._places, lanes)), list(filter(None, lanes))

    def full(self, inputs: Sparse) -> Sparse:
        return self.positive(self.total(inputs, self.start))


class Last:
    """What the numbers of a seat came to when it was last asked. Only what has changed since is added up: sums of whole
    numbers come to the same on every way."""

    __slots__ = ("sums",)

    def __init__(self) -> None:
        self.sums: tuple[Any, Any, Any] | None = None
        """The numbers and the two sums, put down together, so that nothing is half done when a bot is stopped."""


class IntegerNet:
    def __init__(self, weights: NetFile) -> None:
        self._cut = weights.sizes.known
        self._wide = weights.sizes.state
        self._state = Layer(weights, "state", "state_bias")
        self._places = Layer(weights, "places", "places_bias")
        self._trunk = Layer(weights, "trunk", "trunk_bias")
        self._core = Layer(weights, "core", "core_bias")
        self._value = Layer(weights, "value", "value_bias")
        self._chance = Layer(weights, "chance", "chance_bias")
        self._seen = Layer(weights, "seen", "option_bias")
        self._option = Layer(weights, "option", "")
        self._words = [row << BITS for row in Layer(weights, "words", "").rows]
        self._deeper = Layer(weights, "deeper", "deeper_bias")
        self._choice = in_parts(weights.arrays()["choice"][1])

    def trunk(self, fit: LayoutMapping, raw: Buffer, last: Last) -> Sparse:
        """What a position comes to; what is negative in it counts for nothing."""
        before, state, there = last.sums or (array("f", bytes(4 * len(raw))), self._state.start, self._places.start)
        cut, places = self._cut, fit.goes
        known: Sparse = [], []
        mapped: Sparse = [], []
        for i in changed(raw, before):
            place = places[i]
            if place >= 0:
                (at, moved), place = (known, place) if place < cut else (mapped, place - cut)
                at.append(place)
                moved.append(round(raw[i] * PARTS) - round(before[i] * PARTS))
        state, there = self._state.total(known, state), self._places.total(mapped, there)
        last.sums = raw, state, there
        (here, one), (apart, other) = self._state.positive(state), self._places.positive(there)
        wide = self._wide
        return self._core.full(self._trunk.full((here + [wide + place for place in apart], one + other)))

    def chances(self, trunk: Sparse) -> Vector:
        chance = self._chance
        raw = chance.lanes(chance.total(self._value.full(trunk), chance.start))
        return [1 / (1 + exp(-one / SQUARE)) for one in raw]

    def scores(self, trunk: Sparse, fit: LayoutMapping, options: Buffer, looks: Buffer) -> Vector:
        """What speaks for each option. The position's part of it is summed once."""
        here = self._seen.total(trunk, self._seen.start)
        option, deeper, named, choice = self._option, self._deeper, self._words, self._choice
        out = []
        for words, places, values in rows_of(options.tolist(), looks.tolist(), fit.words):
            start = sum([named[word] for word in words], here)
            at, last = deeper.full(option.positive(option.total((places, values), start)))
            out.append(sum(map(mul, map(choice.__getitem__, at), last)) / SQUARE)
        return out
