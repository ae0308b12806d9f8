"""Judge positions with a trained net: chances to win, and a score for each option."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import cache, cached_property
from importlib import import_module
from math import exp
from typing import Any

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .after import LOOK_SIZE
from .company_model import company_model
from .encoder import Encoder
from .input_layout import LOOKED_UP, LayoutMapping
from .integer_net import PARTS, SQUARE, Buffer, IntegerNet, Last, Vector, in_parts
from .net_file import NetFile
from .options import OPTION_SIZE
from .outlook import Outlook
from .tables import TABLES_CACHE_SIZE

MAX_BATCH_ROWS = 256
"""Options that are looked at; more there are nowhere."""


class Evaluation:
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
        """For the deciding seat: its share of the win, and the share of its rivals that it beats."""

    @property
    def best(self) -> int:
        """The number of the move that it would choose; of equal ones the first."""
        return self.shares.index(max(self.shares))


class NumpyNet:
    """The net with numpy; exact, because float64 holds integers of up to 53 bits."""

    def __init__(self, weights: NetFile, numpy: Any) -> None:
        self._np = numpy
        self._w = {
            name: numpy.array(in_parts(numbers), float).reshape(shape)
            for name, (shape, numbers) in weights.arrays().items()
        }
        for name in [name for name in self._w if name.endswith("bias") or name == "words"]:
            self._w[name] *= PARTS  # as products are counted
        self._cut = weights.sizes.known
        self._fits: dict[LayoutMapping, tuple[Any, Any, int, list[Any]]] = {}

    def trunk(self, fit: LayoutMapping, raw: Buffer, last: Last) -> Any:
        np, w = self._np, self._w
        source, places, split, _ = self._arrays(fit)
        values = self._in_parts(raw)[source]
        before, state, there = last.sums or (0.0, w["state_bias"], w["places_bias"])
        moved = values - before
        known, apart = moved[:split].nonzero()[0], moved[split:].nonzero()[0] + split
        state = state + moved[known] @ w["state"][places[known]]
        there = there + moved[apart] @ w["places"][places[apart]]
        last.sums = values, state, there
        trunk = self._positive(self._positive(np.concatenate([state, there])) @ w["trunk"] + w["trunk_bias"])
        return self._positive(trunk @ w["core"] + w["core_bias"])

    def chances(self, trunk: Any) -> Vector:
        w = self._w
        raw = self._positive(trunk @ w["value"] + w["value_bias"]) @ w["chance"] + w["chance_bias"]
        return [1 / (1 + exp(-float(one) / SQUARE)) for one in raw]

    def scores(self, trunk: Any, fit: LayoutMapping, options: Buffer, looks: Buffer) -> Vector:
        np, w = self._np, self._w
        rows = np.frombuffer(options, np.float32).reshape(-1, OPTION_SIZE)
        numbers = np.hstack([rows[:, LOOKED_UP:], np.frombuffer(looks, np.float32).reshape(-1, LOOK_SIZE)])
        start = trunk @ w["seen"] + w["option_bias"]
        for column, words in enumerate(self._arrays(fit)[3]):
            start = start + w["words"][words[np.minimum(rows[:, column].astype(int), len(words) - 1)]]
        option = self._positive(self._in_parts(numbers) @ w["option"] + start)
        deeper = self._positive(option @ w["deeper"] + w["deeper_bias"])
        return [float(one) / SQUARE for one in (deeper @ w["choice"])[:, 0]]

    def _arrays(self, fit: LayoutMapping) -> tuple[Any, Any, int, list[Any]]:
        """Where the numbers of a kind of game are, where they go, how many of them before the map's, and its words."""
        if fit not in self._fits:
            if len(self._fits) >= TABLES_CACHE_SIZE:
                self._fits.clear()
            np, split = self._np, bisect_left(fit.places, self._cut)
            places = np.array(fit.places, int)
            places[split:] -= self._cut
            # beyond the last word there is none
            words = [np.array([*column, 0], int) for column in fit.words]
            self._fits[fit] = np.array([fit.source[i] for i in fit.places], int), places, split, words
        return self._fits[fit]

    def _in_parts(self, numbers: Any) -> Any:
        return self._np.rint(self._np.asarray(numbers, float) * PARTS)

    def _positive(self, values: Any) -> Any:
        return self._np.floor(self._np.maximum(values, 0.0) / PARTS)


class PolicyNetwork:
    """A net that reads positions."""

    def __init__(self, weights: NetFile, plain: bool = False) -> None:
        self.weights = weights
        self._plain = plain
        self._jumps = tuple(weights.card.get("jumps", ()))
        self._fits: dict[Rules, LayoutMapping] = {}
        self._encoders: dict[tuple[Rules, bool], tuple[Encoder, Outlook, list[Last]]] = {}
        self._rows = array("f", bytes(4 * MAX_BATCH_ROWS * OPTION_SIZE))
        self._looks = array("f", bytes(4 * MAX_BATCH_ROWS * LOOK_SIZE))

    @cached_property
    def net(self) -> Any:
        """Put together when it is first asked: of several nets few are needed at once."""
        numpy = None if self._plain else _numpy()
        return IntegerNet(self.weights) if numpy is None else NumpyNet(self.weights, numpy)

    def judge(self, rules: Rules, p: Position, hidden_money: bool) -> Evaluation:
        """What the deciding seat should do, by what it knows."""
        moves = self.moves(rules, p, hidden_money)
        trunk = self._trunk(rules, p, p.seat, hidden_money)
        return Evaluation(moves, self._scores(rules, p, hidden_money, moves, trunk), self.net.chances(trunk))

    def moves(self, rules: Rules, p: Position, hidden_money: bool) -> list[Move]:
        """What the deciding seat chooses from: one move where that is no question."""
        model = company_model(rules)
        settled = None if model is None else model.settled(rules, p)
        return [settled] if settled is not None else self._encoder(rules, hidden_money)[0].options(p, self._rows)

    def _scores(self, rules: Rules, p: Position, hidden_money: bool, moves: list[Move], trunk: Any) -> Vector:
        """What speaks for each of the moves that were looked up last."""
        count = len(moves)
        if count == 1:
            return [0.0]
        self._encoder(rules, hidden_money)[1].options(p, moves, self._looks)
        rows, looks = self._rows[: count * OPTION_SIZE], self._looks[: count * LOOK_SIZE]
        found: Vector = self.net.scores(trunk, self._fit(rules), rows, looks)
        return found

    def chances(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Vector:
        """What a seat may hope for, by what it knows: its share of the win, and of rivals beaten."""
        found: Vector = self.net.chances(self._trunk(rules, p, seat, hidden_money))
        return found

    def _trunk(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Any:
        encoder, outlook, lasts = self._encoder(rules, hidden_money)
        raw = array("f", bytes(4 * (encoder.size + outlook.size)))
        encoder.state(p, seat, raw)
        outlook.state(p, seat, memoryview(raw)[encoder.size :])
        return self.net.trunk(self._fit(rules), raw, lasts[seat])

    def _encoder(self, rules: Rules, hidden_money: bool) -> tuple[Encoder, Outlook, list[Last]]:
        key = (rules, hidden_money)
        if key not in self._encoders:
            if len(self._encoders) >= TABLES_CACHE_SIZE:
                self._encoders.clear()
            lasts = [Last() for _ in range(rules.seats)]
            self._encoders[key] = Encoder(rules, hidden_money, self._jumps), Outlook(rules, hidden_money), lasts
        return self._encoders[key]

    def _fit(self, rules: Rules) -> LayoutMapping:
        if rules not in self._fits:
            if len(self._fits) >= TABLES_CACHE_SIZE:
                self._fits.clear()
            self._fits[rules] = LayoutMapping(self.weights.shape, rules)
        return self._fits[rules]


@cache
def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None
