"""One game of a batch: it goes on by itself until a learner has something to choose. Compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stromnetz.engine.agenda import advance
from stromnetz.engine.moves import Bid, Buy, Move, Open
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.learn.company_model import company_model
from stromnetz.learn.encoder import Encoder
from stromnetz.learn.outlook import Outlook
from stromnetz.play.results import result_of

MAX_ROUNDS: Final = 60
"""Rounds: a game that goes on after them has no winner. Whoever knows the rules needs some ten."""

Guest = Callable[[Position], Move]
"""Decides for seats that are no learner's."""


class Lane:
    """One place for a game. ``guests`` plays seats that no learner has: what it answers is played at once."""

    def __init__(self, rules: Rules, hidden_money: bool, state: Any, rows: Any, looks: Any) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self.players = rules.players
        self._model = company_model(rules)
        self._state = state
        self._rows = rows
        self._looks = looks
        self.position = Position()
        self.encoder = Encoder(rules, hidden_money)
        self.outlook = Outlook(rules, hidden_money)
        self._ahead = state[self.encoder.size :]
        self.moves: list[Move] = []
        self.learners = 0
        self.guest: Guest | None = None
        self.decisions = 0
        """Of this game so far, with those that no learner made."""

    def begin(self, position: Position, learners: int, guest: Guest | None) -> None:
        """Take up a game: in ``learners`` a bit for each seat that is asked."""
        self.position = position
        self.encoder = Encoder(self.rules, self.hidden_money)  # what the last game left in it is of no use
        self.outlook = Outlook(self.rules, self.hidden_money)
        self.learners = learners
        self.guest = guest
        self.decisions = 0
        self._go_on()

    def step(self, choice: int) -> None:
        """Make the move of a row that was written last."""
        if not 0 <= choice < len(self.moves):
            raise IndexError(f"there are {len(self.moves)} rows to choose from, no number {choice}")
        self._do(self.moves[choice])
        self._go_on()

    @property
    def over(self) -> bool:
        return self.position.seat < 0 or self.position.round > MAX_ROUNDS

    def _do(self, move: Move) -> None:
        rules, p = self.rules, self.position
        seat = p.seat
        p.seat = NOBODY
        rules.deciders[p.kind].do(rules, p, seat, move)
        advance(rules, p)
        p.turn += 1
        self.decisions += 1

    def _go_on(self) -> None:
        """To the next choice that a learner has."""
        p = self.position
        while p.seat >= 0 and p.round <= MAX_ROUNDS:
            if not self.learners >> p.seat & 1:
                assert self.guest is not None
                self._do(self.guest(p))
                continue
            settled = None if self._model is None else self._model.settled(self.rules, p)
            if settled is not None:
                self._do(settled)
                continue
            self.moves = self.encoder.options(p, self._rows)
            if len(self.moves) > 1:
                self.encoder.state(p, p.seat, self._state)
                self.outlook.both(p, self.moves, self._ahead, self._looks)
                return
            self._do(self.moves[0])
        self.moves = []

    def rewards(self) -> list[tuple[float, float]]:
        """Of a game that is over, for each seat: its share of the win, and the share of its rivals that it beat."""
        result = result_of(self.rules, self.position)
        if result is None:
            return [(0.0, 0.0)] * self.players
        ranks = [0] * self.players
        for one in result.ranking:
            ranks[one.seat] = one.rank
        winners = ranks.count(1)
        out: list[tuple[float, float]] = []
        for rank in ranks:
            beaten = 0.0
            for other in ranks:
                beaten += 1.0 if other > rank else 0.5 if other == rank else 0.0
            out.append((1.0 / winners if rank == 1 else 0.0, (beaten - 0.5) / (self.players - 1)))
        return out


def row_of(moves: list[Move], move: Move) -> int:
    """The row that stands for a move: its own, else the first for all amounts of a bid or of a fuel; -1: none."""
    if move in moves:
        return moves.index(move)
    for i, one in enumerate(moves):
        if type(one) is not type(move):
            continue
        if isinstance(one, Bid):
            return i
        if isinstance(one, Open) and isinstance(move, Open) and one.plant == move.plant:
            return i
        if isinstance(one, Buy) and isinstance(move, Buy) and one.fuel == move.fuel:
            return i
    return -1
