"""A net at the table: scores and chances for one decision, by the standard library, or by numpy where that is there.

Both sum the same numbers, in another order; what differs by less than a millionth counts as equal, so both choose the
same.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib import import_module
from math import exp
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .encoder import Encoder
from .options import OPTION_SIZE
from .outlook import LOOK_SIZE, Outlook
from .shapes import LOOKED_UP, Fitting
from .weights import Weights

ROWS = 256
"""Options that are looked at; more there are nowhere."""
FINE = 6
"""Digits of a score that count."""

Vector = list[float]


class Judged:
    """What a net thinks of a decision."""

    __slots__ = ("chances", "moves", "shares")

    def __init__(self, moves: list[Move], scores: Vector, chances: Vector) -> None:
        self.moves = moves
        top = max(scores) if scores else 0.0
        odds = [exp(score - top) for score in scores]
        total = sum(odds)
        self.shares = [one / total for one in odds]
        """By move: how likely the net would choose it, were it to draw."""
        self.chances = chances
        """Of the deciding seat: its share of the win, and the share of its rivals that it beats."""

    @property
    def best(self) -> int:
        """The number of the move that it would choose; of equal ones the first."""
        return self.shares.index(max(self.shares))


class PlainNet:
    """The net in the standard library. Most numbers of a position are 0: their weights are never looked at."""

    def __init__(self, weights: Weights) -> None:
        held = {}
        for name, (shape, numbers) in weights.arrays().items():
            width = shape[-1]
            held[name] = [list(numbers[at : at + width]) for at in range(0, len(numbers), width)]
        self._w: dict[str, list[Vector]] = held
        self._cut = weights.sizes.known

    def trunk(self, known: list[tuple[int, float]]) -> Vector:
        """From the numbers that are not 0, with their places."""
        w, cut = self._w, self._cut
        state, places = list(w["state_bias"][0]), list(w["places_bias"][0])
        for at, value in known:
            if at < cut:
                _add(state, w["state"][at], value)
            else:
                _add(places, w["places"][at - cut], value)
        return self._layer("core", self._layer("trunk", [*_positive(state), *_positive(places)]))

    def chances(self, trunk: Vector) -> Vector:
        raw = self._through("chance", self._layer("value", trunk), list(self._w["chance_bias"][0]))
        return [1 / (1 + exp(-one)) for one in raw]

    def scores(self, trunk: Vector, rows: list[tuple[list[int], list[tuple[int, float]]]]) -> Vector:
        w = self._w
        here = self._through("seen", trunk, list(w["option_bias"][0]))
        last = [one[0] for one in w["choice"]]
        out = []
        for words, numbers in rows:
            option = here[:]
            for word in words:
                _add(option, w["words"][word], 1.0)
            for at, value in numbers:
                _add(option, w["option"][at], value)
            deeper = self._layer("deeper", _positive(option))
            out.append(sum([a * b for a, b in zip(deeper, last, strict=True)]))
        return out

    def _layer(self, name: str, inputs: Vector) -> Vector:
        return _positive(self._through(name, inputs, list(self._w[f"{name}_bias"][0])))

    def _through(self, name: str, inputs: Vector, out: Vector) -> Vector:
        for row, value in zip(self._w[name], inputs, strict=True):
            if value:
                _add(out, row, value)
        return out


def _add(out: Vector, row: Vector, value: float) -> None:
    out[:] = [a + value * b for a, b in zip(out, row, strict=True)]


def _positive(values: Vector) -> Vector:
    return [value if value > 0.0 else 0.0 for value in values]


class NumpyNet:
    """The same by numpy."""

    def __init__(self, weights: Weights, numpy: Any) -> None:
        self._np = numpy
        self._w = {name: numpy.array(n).reshape(shape) for name, (shape, n) in weights.arrays().items()}
        self._cut = weights.sizes.known

    def trunk(self, known: list[tuple[int, float]]) -> Any:
        np, w, cut = self._np, self._w, self._cut
        at = np.array([place for place, _ in known])
        values = np.array([value for _, value in known])
        here = at < cut
        state = values[here] @ w["state"][at[here]] + w["state_bias"]
        places = values[~here] @ w["places"][at[~here] - cut] + w["places_bias"]
        trunk = self._positive(self._positive(np.concatenate([state, places])) @ w["trunk"] + w["trunk_bias"])
        return self._positive(trunk @ w["core"] + w["core_bias"])

    def chances(self, trunk: Any) -> Vector:
        w = self._w
        raw = self._positive(trunk @ w["value"] + w["value_bias"]) @ w["chance"] + w["chance_bias"]
        return [1 / (1 + exp(-float(one))) for one in raw]

    def scores(self, trunk: Any, rows: list[tuple[list[int], list[tuple[int, float]]]]) -> Vector:
        np, w = self._np, self._w
        numbers = np.zeros((len(rows), len(w["option"])))
        for i, (_, own) in enumerate(rows):
            for at, value in own:
                numbers[i, at] = value
        words = w["words"][np.array([words for words, _ in rows])].sum(1)
        option = self._positive(numbers @ w["option"] + words + (trunk @ w["seen"] + w["option_bias"]))
        deeper = self._positive(option @ w["deeper"] + w["deeper_bias"])
        return [float(one) for one in (deeper @ w["choice"])[:, 0]]

    def _positive(self, values: Any) -> Any:
        return self._np.maximum(values, 0.0)


class Judge:
    """A net that reads positions."""

    def __init__(self, weights: Weights, plain: bool = False) -> None:
        self.weights = weights
        numpy = None if plain else _numpy()
        self.net: Any = PlainNet(weights) if numpy is None else NumpyNet(weights, numpy)
        self._fits: dict[Rules, Fitting] = {}
        self._encoders: dict[tuple[Rules, bool], tuple[Encoder, Outlook]] = {}
        self._rows = array("f", bytes(4 * ROWS * OPTION_SIZE))
        self._looks = array("f", bytes(4 * ROWS * LOOK_SIZE))

    def judge(self, rules: Rules, p: Position, hidden_money: bool) -> Judged:
        """What the deciding seat should do, by what it knows."""
        trunk = self._trunk(rules, p, p.seat, hidden_money)
        encoder, outlook = self._encoder(rules, hidden_money)
        moves = encoder.options(p, self._rows)
        outlook.options(p, moves, self._looks)
        words = self._fit(rules).words
        rows = []
        for i in range(len(moves)):
            row = self._rows[i * OPTION_SIZE : (i + 1) * OPTION_SIZE]
            named = [_word(words[column], int(row[column])) for column in range(LOOKED_UP)]
            row = row[LOOKED_UP:] + self._looks[i * LOOK_SIZE : (i + 1) * LOOK_SIZE]
            rows.append((named, [(at, value) for at, value in enumerate(row) if value]))
        scores = [round(score, FINE) for score in self.net.scores(trunk, rows)]
        return Judged(moves, scores, self.net.chances(trunk))

    def chances(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Vector:
        """What a seat may hope for, by what it knows: its share of the win, and of rivals beaten."""
        found: Vector = self.net.chances(self._trunk(rules, p, seat, hidden_money))
        return found

    def _trunk(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Any:
        encoder, outlook = self._encoder(rules, hidden_money)
        raw = array("f", bytes(4 * (encoder.size + outlook.size)))
        encoder.state(p, seat, raw)
        outlook.state(p, seat, memoryview(raw)[encoder.size :])
        known = []
        for place, source in enumerate(self._fit(rules).source):
            if source >= 0 and (value := raw[source]):
                known.append((place, value))
        return self.net.trunk(known)

    def _encoder(self, rules: Rules, hidden_money: bool) -> tuple[Encoder, Outlook]:
        key = (rules, hidden_money)
        if key not in self._encoders:
            self._encoders[key] = Encoder(rules, hidden_money), Outlook(rules, hidden_money)
        return self._encoders[key]

    def _fit(self, rules: Rules) -> Fitting:
        if rules not in self._fits:
            self._fits[rules] = Fitting(self.weights.shape, rules)
        return self._fits[rules]


def _word(known: list[int], number: int) -> int:
    return known[number] if number < len(known) else 0


@cache
def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None
