"""The forward pass of a net with the standard library only, in integers. `NumpyNet` computes the same, to the last bit.

How it works:

1. Weights and inputs are integers in units of 2⁻²⁰ (`quantize`), so a product of two is in units of 2⁻⁴⁰.
2. A layer has a row of weights for each input. All weights of a row are packed into one big integer, 64 bits (a *lane*)
   each: `input * row` multiplies them all at once, and `sum` of such products is the layer's output, lane by lane.
3. A lane that becomes negative would borrow from the next one. So each lane of a sum starts with 2⁶³ added to its bias:
   then no lane is negative, and its highest bit says whether the true value is at least 0.
4. ReLU clears the lanes whose highest bit is 0; a shift by 20 bits brings the others back to units of 2⁻²⁰.
5. Integer sums are exact in any order. float64 is exact too up to 2⁵³, so numpy gets the same bits, and the first layer
   may add only what has changed since the last position (`InputSums`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import compress
from math import exp
from operator import mul
from struct import Struct
from typing import Any, Final, TypeAlias

from .columns import LOOK_SIZE, LOOKED_UP, OPTION_SIZE
from .input_layout import LayoutMapping
from .net_file import NetFile

Vector = list[float]
Sparse = tuple[list[int], list[int]]
"""Places of the numbers that are not 0, upwards, and these numbers in units."""
Buffer: TypeAlias = "array[float]"
"""What encoder and outlook have written."""
Row = tuple[list[int], list[int], list[int]]
"""An option: its words, then its numbers as above."""

UNIT_BITS: Final = 20
UNITS: Final = 1 << UNIT_BITS
"""Units in 1."""
PRODUCT_UNITS: Final = 1 << 2 * UNIT_BITS
"""Units in 1 where two numbers are multiplied."""
LANE_BITS: Final = 64
OFFSET: Final = 1 << LANE_BITS - 1
"""Added to each lane, so that none of them is negative and borrows from the next."""


def quantize(numbers: Iterable[float]) -> list[int]:
    """Numbers in units."""
    return [round(number * UNITS) for number in numbers]


def chance(value: float) -> float:
    """The logistic function of an output in product units."""
    return 1 / (1 + exp(-value / PRODUCT_UNITS))


class InputSums:
    """What the inputs of a seat came to in the first layer when it was last asked."""

    __slots__ = ("sums",)

    def __init__(self) -> None:
        self.sums: tuple[Any, Any, Any] | None = None
        """The inputs and the two sums, assigned together, so that nothing is half done when a bot is stopped."""


class Layer:
    """A layer's weights as big integers with a lane for each output."""

    def __init__(self, weights: NetFile, name: str, bias: str) -> None:
        arrays = weights.arrays()
        shape, numbers = arrays[name]
        width = shape[1]
        self._size = LANE_BITS // 8 * width
        self._signed = Struct(f"<{width}q")
        self._unsigned = Struct(f"<{width}Q")
        self._offsets = self._packed([0] * width)
        self._ones = self._offsets >> LANE_BITS - 1
        self._low = self._ones * (OFFSET - 1 >> UNIT_BITS)
        """The bits of each lane that a positive number has left after the shift."""
        self._places = range(width)
        whole = quantize(numbers)
        self.rows = [self._packed(whole[at : at + width]) - self._offsets for at in range(0, len(whole), width)]
        biases = [one * UNITS for one in quantize(arrays[bias][1])] if bias else [0] * width
        self.start = self._packed(biases)
        """The bias, with the offset in each lane."""

    def _packed(self, lanes: list[int]) -> int:
        return int.from_bytes(self._unsigned.pack(*[OFFSET + one for one in lanes]), "little")

    def total(self, inputs: Sparse, start: int) -> int:
        """The sum of the inputs times their rows, added to a start."""
        places, values = inputs
        out: int = sum(map(mul, map(self.rows.__getitem__, places), values), start)
        return out

    def lanes(self, total: int) -> tuple[int, ...]:
        """The outputs in product units; turning over the offset's bit makes them signed."""
        return self._signed.unpack((total ^ self._offsets).to_bytes(self._size, "little"))

    def relu(self, total: int) -> Sparse:
        """The positive outputs, in units. A lane that is not negative has the offset's bit."""
        signs = total >> LANE_BITS - 1 & self._ones
        kept = (total & (signs << LANE_BITS - 1) - signs) >> UNIT_BITS & self._low
        lanes = self._unsigned.unpack(kept.to_bytes(self._size, "little"))
        return list(compress(self._places, lanes)), list(filter(None, lanes))

    def forward(self, inputs: Sparse) -> Sparse:
        return self.relu(self.total(inputs, self.start))


class IntegerNet:
    """The layers of a net with the standard library only."""

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
        self._words = [row << UNIT_BITS for row in Layer(weights, "words", "").rows]
        self._deeper = Layer(weights, "deeper", "deeper_bias")
        self._choice = quantize(weights.arrays()["choice"][1])

    def trunk(self, mapping: LayoutMapping, inputs: Buffer, sums: InputSums) -> Sparse:
        """What the net makes of a position."""
        before, state, there = sums.sums or (array("f", bytes(4 * len(inputs))), self._state.start, self._places.start)
        cut, places = self._cut, mapping.goes
        known: Sparse = [], []
        mapped: Sparse = [], []
        for i in changed(inputs, before):
            place = places[i]
            if place >= 0:
                (at, moved), place = (known, place) if place < cut else (mapped, place - cut)
                at.append(place)
                moved.append(round(inputs[i] * UNITS) - round(before[i] * UNITS))
        state, there = self._state.total(known, state), self._places.total(mapped, there)
        sums.sums = inputs, state, there
        (here, one), (apart, other) = self._state.relu(state), self._places.relu(there)
        wide = self._wide
        return self._core.forward(self._trunk.forward((here + [wide + place for place in apart], one + other)))

    def chances(self, trunk: Sparse) -> Vector:
        """The seat's share of the win, and the share of its rivals that it beats."""
        layer = self._chance
        return [chance(one) for one in layer.lanes(layer.total(self._value.forward(trunk), layer.start))]

    def scores(self, trunk: Sparse, mapping: LayoutMapping, options: Buffer, looks: Buffer) -> Vector:
        """A score for each option. What the position adds to all of them is summed once."""
        here = self._seen.total(trunk, self._seen.start)
        option, deeper, named, choice = self._option, self._deeper, self._words, self._choice
        out = []
        for words, places, values in option_inputs(options.tolist(), looks.tolist(), mapping.words):
            start = sum([named[word] for word in words], here)
            at, last = deeper.forward(option.relu(option.total((places, values), start)))
            out.append(sum(map(mul, map(choice.__getitem__, at), last)) / PRODUCT_UNITS)
        return out


def changed(inputs: Buffer, before: Buffer) -> Iterable[int]:
    """Where inputs are not what they were: looked for in all of them at once, since few of them are others."""
    differ = int.from_bytes(inputs.tobytes(), "little") ^ int.from_bytes(before.tobytes(), "little")
    return compress(range(len(inputs)), array("I", differ.to_bytes(4 * len(inputs), "little")))


def option_inputs(options: Vector, looks: Vector, words: list[list[int]]) -> list[Row]:
    """Options as a net reads them, from the rows of the encoder and of the outlook."""
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


def sparse(places: Sequence[int], values: Sequence[float]) -> Sparse:
    return list(compress(places, values)), quantize(filter(None, values))
