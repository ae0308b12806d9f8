"""Evaluates positions with a trained net: chances to win, and a score for each option."""

from __future__ import annotations

from array import array
from functools import cache, cached_property
from importlib import import_module
from math import exp
from typing import Any, Protocol

from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .columns import LOOK_SIZE, OPTION_SIZE
from .company_model import company_model
from .encoder import Encoder
from .input_layout import LayoutMapping
from .integer_net import Buffer, InputSums, IntegerNet, Vector
from .net_file import NetFile
from .numpy_net import NumpyNet
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


class Net(Protocol):
    """A forward pass: `IntegerNet` or `NumpyNet`."""

    def trunk(self, mapping: LayoutMapping, inputs: Buffer, sums: InputSums, /) -> Any: ...

    def chances(self, trunk: Any, /) -> Vector: ...

    def scores(self, trunk: Any, mapping: LayoutMapping, options: Buffer, looks: Buffer, /) -> Vector: ...


class PolicyNetwork:
    """A net that reads positions."""

    def __init__(self, weights: NetFile, plain: bool = False) -> None:
        self.weights = weights
        self._plain = plain
        self._mappings: dict[Rules, LayoutMapping] = {}
        self._encoders: dict[tuple[Rules, bool], tuple[Encoder, Outlook, list[InputSums]]] = {}
        self._rows = array("f", bytes(4 * MAX_BATCH_ROWS * OPTION_SIZE))
        self._looks = array("f", bytes(4 * MAX_BATCH_ROWS * LOOK_SIZE))

    @cached_property
    def net(self) -> Net:
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
        return self.net.scores(trunk, self._mapping(rules), rows, looks)

    def chances(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Vector:
        """What a seat may hope for, by what it knows: its share of the win, and of rivals beaten."""
        return self.net.chances(self._trunk(rules, p, seat, hidden_money))

    def _trunk(self, rules: Rules, p: Position, seat: int, hidden_money: bool) -> Any:
        encoder, outlook, sums = self._encoder(rules, hidden_money)
        raw = array("f", bytes(4 * (encoder.size + outlook.size)))
        encoder.state(p, seat, raw)
        outlook.state(p, seat, memoryview(raw)[encoder.size :])
        return self.net.trunk(self._mapping(rules), raw, sums[seat])

    def _encoder(self, rules: Rules, hidden_money: bool) -> tuple[Encoder, Outlook, list[InputSums]]:
        key = (rules, hidden_money)
        if key not in self._encoders:
            if len(self._encoders) >= TABLES_CACHE_SIZE:
                self._encoders.clear()
            sums = [InputSums() for _ in range(rules.seats)]
            self._encoders[key] = Encoder(rules, hidden_money), Outlook(rules, hidden_money), sums
        return self._encoders[key]

    def _mapping(self, rules: Rules) -> LayoutMapping:
        if rules not in self._mappings:
            if len(self._mappings) >= TABLES_CACHE_SIZE:
                self._mappings.clear()
            self._mappings[rules] = LayoutMapping(self.weights.shape, rules)
        return self._mappings[rules]


@cache
def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None
