"""The forward pass of a net with numpy, to the last bit what `IntegerNet` computes.

It reckons with the same integers (`integer_net`), as float64, which is exact up to 2⁵³.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from .columns import LOOK_SIZE, LOOKED_UP, OPTION_SIZE
from .input_layout import LayoutMapping
from .integer_net import PRODUCT_UNITS, UNITS, Buffer, InputSums, Vector, chance, quantize
from .net_file import NetFile
from .tables import TABLES_CACHE_SIZE


class NumpyNet:
    """The layers of a net with numpy, which the caller has imported, as it may not be installed."""

    def __init__(self, weights: NetFile, numpy: Any) -> None:
        self._np = numpy
        self._w = {
            name: numpy.array(quantize(numbers), float).reshape(shape)
            for name, (shape, numbers) in weights.arrays().items()
        }
        for name in [name for name in self._w if name.endswith("bias") or name == "words"]:
            self._w[name] *= UNITS  # in the units of products
        self._cut = weights.sizes.known
        self._mapped: dict[LayoutMapping, tuple[Any, Any, int, list[Any]]] = {}

    def trunk(self, mapping: LayoutMapping, inputs: Buffer, sums: InputSums) -> Any:
        """What the net makes of a position."""
        np, w = self._np, self._w
        source, places, split, _ = self._arrays(mapping)
        values = self._quantized(inputs)[source]
        before, state, there = sums.sums or (0.0, w["state_bias"], w["places_bias"])
        moved = values - before
        known, apart = moved[:split].nonzero()[0], moved[split:].nonzero()[0] + split
        state = state + moved[known] @ w["state"][places[known]]
        there = there + moved[apart] @ w["places"][places[apart]]
        sums.sums = values, state, there
        trunk = self._relu(self._relu(np.concatenate([state, there])) @ w["trunk"] + w["trunk_bias"])
        return self._relu(trunk @ w["core"] + w["core_bias"])

    def chances(self, trunk: Any) -> Vector:
        """The seat's share of the win, and the share of its rivals that it beats."""
        w = self._w
        raw = self._relu(trunk @ w["value"] + w["value_bias"]) @ w["chance"] + w["chance_bias"]
        return [chance(float(one)) for one in raw]

    def scores(self, trunk: Any, mapping: LayoutMapping, options: Buffer, looks: Buffer) -> Vector:
        """A score for each option."""
        np, w = self._np, self._w
        rows = np.frombuffer(options, np.float32).reshape(-1, OPTION_SIZE)
        numbers = np.hstack([rows[:, LOOKED_UP:], np.frombuffer(looks, np.float32).reshape(-1, LOOK_SIZE)])
        start = trunk @ w["seen"] + w["option_bias"]
        for column, words in enumerate(self._arrays(mapping)[3]):
            start = start + w["words"][words[np.minimum(rows[:, column].astype(int), len(words) - 1)]]
        option = self._relu(self._quantized(numbers) @ w["option"] + start)
        deeper = self._relu(option @ w["deeper"] + w["deeper_bias"])
        return [float(one) / PRODUCT_UNITS for one in (deeper @ w["choice"])[:, 0]]

    def _arrays(self, mapping: LayoutMapping) -> tuple[Any, Any, int, list[Any]]:
        """Where the inputs of a kind of game are, where they go, how many of them before the map's, and its words."""
        if mapping not in self._mapped:
            if len(self._mapped) >= TABLES_CACHE_SIZE:
                self._mapped.clear()
            np, split = self._np, bisect_left(mapping.places, self._cut)
            places = np.array(mapping.places, int)
            places[split:] -= self._cut
            # beyond the last word there is none
            words = [np.array([*column, 0], int) for column in mapping.words]
            source = np.array([mapping.source[i] for i in mapping.places], int)
            self._mapped[mapping] = source, places, split, words
        return self._mapped[mapping]

    def _quantized(self, numbers: Any) -> Any:
        return self._np.rint(self._np.asarray(numbers, float) * UNITS)

    def _relu(self, values: Any) -> Any:
        return self._np.floor(self._np.maximum(values, 0.0) / UNITS)
