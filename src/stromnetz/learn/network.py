"""Evaluates positions with a trained net: chances to win, and a score for each option.

The net runs with the standard library only (`IntegerNet`) or with numpy (`NumpyNet`), with the same bits.
How `IntegerNet` works:

1. Weights and inputs are integers in units of 2⁻²⁰ (`quantize`), so a product of two is in units of 2⁻⁴⁰.
2. A layer has a row of weights for each input. All weights of a row are packed into one big integer, 64 bits (a *lane*)
   each: `input * row` multiplies them all at once, and `sum` of such products is the layer's output, lane by lane.
3. A lane that becomes negative would borrow from the next one. So each lane of a sum starts with 2⁶³ added to its bias:
   then no lane is negative, and its highest bit says whether the true value is at least 0.
4. ReLU clears the lanes whose highest bit is 0; a shift by 20 bits brings the others back to units of 2⁻²⁰.
5. Integer sums are exact in any order. float64 is exact too up to 2⁵³, so `NumpyNet` gets the same bits, and the first
   layer may add only what has changed since the last position (`InputSums`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib import import_module
from itertools import compress
from math import exp
from operator import mul
from struct import Struct
from threading import Lock
from typing import Any, Final, Protocol, TypeAlias

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .columns import INDEX_COLUMNS, OPTION_OUTLOOK_SIZE, OPTION_SIZE
from .encoder import Encoder
from .input_layout import InputLayout, LayoutMapping
from .net_file import NetFile
from .outlook import Outlook
from .tables import TABLES_CACHE_SIZE

Vector = list[float]
Sparse = tuple[list[int], list[int]]
"""The indices of nonzero numbers, in ascending order, and these numbers in units."""
Buffer: TypeAlias = "array[float]"
"""Output of the encoder and the outlook."""
Row = tuple[list[int], list[int], list[int]]
"""An option: its words, then its sparse inputs."""

UNIT_BITS: Final = 20
UNITS: Final = 1 << UNIT_BITS
"""Units per 1."""
PRODUCT_UNITS: Final = 1 << 2 * UNIT_BITS
"""Units per 1 in products of two numbers."""
LANE_BITS: Final = 64
OFFSET: Final = 1 << LANE_BITS - 1
"""Added to each lane, so that no lane becomes negative and borrows from the next."""


def quantize(numbers: Iterable[float]) -> list[int]:
    """Convert numbers to units."""
    return [round(number * UNITS) for number in numbers]


def sigmoid(value: float) -> float:
    """The logistic function of an output in product units."""
    return 1 / (1 + exp(-value / PRODUCT_UNITS))


class InputSums:
    """The sums of the first layer for the last inputs of a seat."""

    __slots__ = ("sums",)

    def __init__(self) -> None:
        self.sums: tuple[Any, Any, Any] | None = None
        """The inputs and the two sums; assigned at once, so that interrupting a bot does not corrupt them."""


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
        """The valid bits of each positive lane after the shift."""
        self._places = range(width)
        whole = quantize(numbers)
        self.rows = [self._packed(whole[at : at + width]) - self._offsets for at in range(0, len(whole), width)]
        biases = [one * UNITS for one in quantize(arrays[bias][1])] if bias else [0] * width
        self.start = self._packed(biases)
        """The bias, with the offset in each lane."""

    def _packed(self, lanes: list[int]) -> int:
        return int.from_bytes(self._unsigned.pack(*[OFFSET + one for one in lanes]), "little")

    def total(self, inputs: Sparse, start: int) -> int:
        """The sum of the inputs times their rows, plus ``start``."""
        places, values = inputs
        out: int = sum(map(mul, map(self.rows.__getitem__, places), values), start)
        return out

    def lanes(self, total: int) -> tuple[int, ...]:
        """The outputs in product units. Flipping the offset's bit makes them signed."""
        return self._signed.unpack((total ^ self._offsets).to_bytes(self._size, "little"))

    def relu(self, total: int) -> Sparse:
        """The positive outputs, in units. Nonnegative lanes have the offset's bit set."""
        signs = total >> LANE_BITS - 1 & self._ones
        kept = (total & (signs << LANE_BITS - 1) - signs) >> UNIT_BITS & self._low
        lanes = self._unsigned.unpack(kept.to_bytes(self._size, "little"))
        return list(compress(self._places, lanes)), list(filter(None, lanes))

    def forward(self, inputs: Sparse) -> Sparse:
        return self.relu(self.total(inputs, self.start))


class IntegerNet:
    """The layers of a net, with the standard library only."""

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
        """The output of the layers that read the position."""
        before, state, there = sums.sums or (array("f", bytes(4 * len(inputs))), self._state.start, self._places.start)
        cut, places = self._cut, mapping.input_of
        known: Sparse = [], []
        mapped: Sparse = [], []
        for i in changed_inputs(inputs, before):
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
        """The predicted share of the win, and share of rivals beaten."""
        layer = self._chance
        return [sigmoid(one) for one in layer.lanes(layer.total(self._value.forward(trunk), layer.start))]

    def scores(self, trunk: Sparse, mapping: LayoutMapping, options: Buffer, outlooks: Buffer) -> Vector:
        """A score for each option. The part of the position is computed once for all of them."""
        here = self._seen.total(trunk, self._seen.start)
        option, deeper, named, choice = self._option, self._deeper, self._words, self._choice
        out = []
        for words, places, values in option_inputs(options.tolist(), outlooks.tolist(), mapping.words):
            start = sum([named[word] for word in words], here)
            at, last = deeper.forward(option.relu(option.total((places, values), start)))
            out.append(sum(map(mul, map(choice.__getitem__, at), last)) / PRODUCT_UNITS)
        return out


def changed_inputs(inputs: Buffer, before: Buffer) -> Iterable[int]:
    """The indices of changed inputs. Comparing all of them at once is fast, since few change."""
    differ = int.from_bytes(inputs.tobytes(), "little") ^ int.from_bytes(before.tobytes(), "little")
    return compress(range(len(inputs)), array("I", differ.to_bytes(4 * len(inputs), "little")))


def option_inputs(options: Vector, outlooks: Vector, words: list[list[int]]) -> list[Row]:
    """The inputs of the options, from the rows of the encoder and the outlook."""
    out: list[Row] = []
    size, outlook_size = OPTION_SIZE, OPTION_OUTLOOK_SIZE
    places = range(size - INDEX_COLUMNS + outlook_size)
    for i in range(len(options) // size):
        at = i * size
        named = []
        for column, known in enumerate(words):
            number = int(options[at + column])
            named.append(known[number] if number < len(known) else 0)
        found = sparse(
            places, options[at + INDEX_COLUMNS : at + size] + outlooks[i * outlook_size : (i + 1) * outlook_size]
        )
        out.append((named, found[0], found[1]))
    return out


def sparse(places: Sequence[int], values: Sequence[float]) -> Sparse:
    return list(compress(places, values)), quantize(filter(None, values))


# --- with numpy -------------------------------------------------------------------------------------------------------


class NumpyNet:
    """The layers of a net with numpy, which the caller passes because it may not be installed.

    It computes with the same integers as `IntegerNet`, as float64.
    """

    def __init__(self, weights: NetFile, numpy: Any) -> None:
        self._np = numpy
        self._w = {
            name: numpy.array(quantize(numbers), float).reshape(shape)
            for name, (shape, numbers) in weights.arrays().items()
        }
        for name in [name for name in self._w if name.endswith("bias") or name == "words"]:
            self._w[name] *= UNITS  # in product units
        self._cut = weights.sizes.known
        self._mapping_arrays: dict[LayoutMapping, tuple[Any, Any, int, list[Any]]] = {}

    def trunk(self, mapping: LayoutMapping, inputs: Buffer, sums: InputSums) -> Any:
        """The output of the layers that read the position."""
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
        """The predicted share of the win, and share of rivals beaten."""
        w = self._w
        raw = self._relu(trunk @ w["value"] + w["value_bias"]) @ w["chance"] + w["chance_bias"]
        return [sigmoid(float(one)) for one in raw]

    def scores(self, trunk: Any, mapping: LayoutMapping, options: Buffer, outlooks: Buffer) -> Vector:
        """A score for each option."""
        np, w = self._np, self._w
        rows = np.frombuffer(options, np.float32).reshape(-1, OPTION_SIZE)
        numbers = np.hstack(
            [rows[:, INDEX_COLUMNS:], np.frombuffer(outlooks, np.float32).reshape(-1, OPTION_OUTLOOK_SIZE)]
        )
        start = trunk @ w["seen"] + w["option_bias"]
        for column, words in enumerate(self._arrays(mapping)[3]):
            start = start + w["words"][words[np.minimum(rows[:, column].astype(int), len(words) - 1)]]
        option = self._relu(self._quantized(numbers) @ w["option"] + start)
        deeper = self._relu(option @ w["deeper"] + w["deeper_bias"])
        return [float(one) / PRODUCT_UNITS for one in (deeper @ w["choice"])[:, 0]]

    def _arrays(self, mapping: LayoutMapping) -> tuple[Any, Any, int, list[Any]]:
        """The indices of inputs in the encoding and in the net, the number of those before the map's, and the words."""
        if mapping not in self._mapping_arrays:
            if len(self._mapping_arrays) >= TABLES_CACHE_SIZE:
                self._mapping_arrays.clear()
            np, split = self._np, bisect_left(mapping.places, self._cut)
            places = np.array(mapping.places, int)
            places[split:] -= self._cut
            # unknown values get the word 0
            words = [np.array([*column, 0], int) for column in mapping.words]
            source = np.array([mapping.source[i] for i in mapping.places], int)
            self._mapping_arrays[mapping] = source, places, split, words
        return self._mapping_arrays[mapping]

    def _quantized(self, numbers: Any) -> Any:
        return self._np.rint(self._np.asarray(numbers, float) * UNITS)

    def _relu(self, values: Any) -> Any:
        return self._np.floor(self._np.maximum(values, 0.0) / UNITS)


# --- evaluation -----------------------------------------------------------------------------------------------------

MAX_OPTIONS = 256
"""Maximum number of options; no decision has more."""


class Evaluation:
    """A net's evaluation of a decision."""

    __slots__ = ("chances", "moves", "shares")

    def __init__(self, moves: list[Move], scores: Vector, chances: Vector) -> None:
        self.moves = moves
        top = max(scores) if scores else 0.0
        odds = [exp(score - top) for score in scores]
        total = sum(odds)
        self.shares = [one / total for one in odds]
        """The policy: the probability of each move."""
        self.chances = chances
        """Predictions for the deciding seat: the share of the win, and the share of rivals beaten."""

    @property
    def best(self) -> int:
        """The index of the best move; of equal ones the first."""
        return self.shares.index(max(self.shares))


class Net(Protocol):
    """A forward pass: `IntegerNet` or `NumpyNet`."""

    def trunk(self, mapping: LayoutMapping, inputs: Buffer, sums: InputSums, /) -> Any: ...

    def chances(self, trunk: Any, /) -> Vector: ...

    def scores(self, trunk: Any, mapping: LayoutMapping, options: Buffer, outlooks: Buffer, /) -> Vector: ...


class GameEncoder:
    """What a net needs for one kind of game."""

    __slots__ = ("encoder", "mapping", "outlook", "sums")

    def __init__(self, layout: InputLayout, rules: Rules, hidden_money: bool) -> None:
        self.encoder = Encoder(rules, hidden_money)
        self.outlook = Outlook(rules, hidden_money)
        self.mapping = LayoutMapping(layout, rules)
        self.sums = [InputSums() for _ in range(rules.seats)]
        """By seat."""


class PolicyNetwork:
    """A net that evaluates positions, one at a time: threads wait for each other."""

    def __init__(self, weights: NetFile, plain: bool = False) -> None:
        self.weights = weights
        self._plain = plain
        self._games: dict[tuple[Rules, bool], GameEncoder] = {}
        self._rows = array("f", bytes(4 * MAX_OPTIONS * OPTION_SIZE))
        self._outlooks = array("f", bytes(4 * MAX_OPTIONS * OPTION_OUTLOOK_SIZE))
        self._lock = Lock()
        """Held while an evaluation uses the buffers and the caches of the encoders."""

    @cached_property
    def net(self) -> Net:
        """The forward pass, created on first use, because few of the nets are used in one process."""
        numpy = None if self._plain else _numpy()
        return IntegerNet(self.weights) if numpy is None else NumpyNet(self.weights, numpy)

    def judge(self, rules: Rules, p: Position, hidden_money: bool) -> Evaluation:
        """Evaluate the deciding seat's moves, with what the seat knows."""
        with self._lock:
            game = self._game(rules, hidden_money)
            model = game.outlook.model
            settled = None if model is None else model.settled(rules, p)
            moves = [settled] if settled is not None else game.encoder.options(p, self._rows)
            trunk = self._trunk(game, p, p.seat)
            return Evaluation(moves, self._scores(game, p, moves, trunk), self.net.chances(trunk))

    def _scores(self, game: GameEncoder, p: Position, moves: list[Move], trunk: Any) -> Vector:
        """The scores of the moves that were encoded last."""
        count = len(moves)
        if count == 1:
            return [0.0]
        game.outlook.options(p, moves, self._outlooks)
        rows, outlooks = self._rows[: count * OPTION_SIZE], self._outlooks[: count * OPTION_OUTLOOK_SIZE]
        return self.net.scores(trunk, game.mapping, rows, outlooks)

    def chances(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Vector:
        """Predictions for a seat, with what it knows: the share of the win, and the share of rivals beaten."""
        with self._lock:
            return self.net.chances(self._trunk(self._game(rules, hidden_money), p, seat))

    def _trunk(self, game: GameEncoder, p: Position, seat: int) -> Any:
        encoder, outlook = game.encoder, game.outlook
        inputs = array("f", bytes(4 * (encoder.size + outlook.size)))
        encoder.state(p, seat, inputs)
        outlook.state(p, seat, memoryview(inputs)[encoder.size :])
        return self.net.trunk(game.mapping, inputs, game.sums[seat])

    def _game(self, rules: Rules, hidden_money: bool) -> GameEncoder:
        found = self._games.get((rules, hidden_money))
        if found is None:
            if len(self._games) >= TABLES_CACHE_SIZE:
                self._games.clear()
            found = self._games[rules, hidden_money] = GameEncoder(self.weights.shape, rules, hidden_money)
        return found


@cache
def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None
