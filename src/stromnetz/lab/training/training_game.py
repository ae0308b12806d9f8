"""A game of self-play, which runs until a learner has a choice. Compiled with mypyc."""

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
"""Longer games end without a winner. Games between sensible players take about ten rounds."""

Guest = Callable[[Position], Move]
"""Decides for the seats without a learner."""


class TrainingGame:
    """Plays one game after another. ``guest`` decides for the seats without a learner; its moves are made at once."""

    def __init__(self, rules: Rules, hidden_money: bool, state: Any, rows: Any, outlooks: Any) -> None:
        self.rules = rules
        self.hidden_money = hidden_money
        self.players = rules.players
        self._model = company_model(rules)
        self._state = state
        self._rows = rows
        self._outlooks = outlooks
        self.position = Position()
        self.encoder = Encoder(rules, hidden_money)
        self.outlook = Outlook(rules, hidden_money)
        self._outlook_state = state[self.encoder.size :]
        self.moves: list[Move] = []
        self.learners = 0
        self.guest: Guest | None = None
        self.decisions = 0
        """Decisions of this game so far, including those without a learner."""

    def begin(self, position: Position, learners: int, guest: Guest | None) -> None:
        """Start a game; ``learners`` is a bit set of the learners' seats."""
        self.position = position
        self.encoder = Encoder(self.rules, self.hidden_money)  # caches of the last game are useless
        self.outlook = Outlook(self.rules, self.hidden_money)
        self.learners = learners
        self.guest = guest
        self.decisions = 0
        self._run_to_choice()

    def step(self, choice: int) -> None:
        """Make the move of a row that was written last, and run to the next choice."""
        if not 0 <= choice < len(self.moves):
            raise IndexError(f"there are {len(self.moves)} rows to choose from, no number {choice}")
        self._make_move(self.moves[choice])
        self._run_to_choice()

    @property
    def over(self) -> bool:
        return self.position.seat < 0 or self.position.round > MAX_ROUNDS

    def _make_move(self, move: Move) -> None:
        rules, p = self.rules, self.position
        seat = p.seat
        p.seat = NOBODY
        rules.deciders[p.kind].do(rules, p, seat, move)
        advance(rules, p)
        p.turn += 1
        self.decisions += 1

    def _run_to_choice(self) -> None:
        """Run to the next choice of a learner."""
        p = self.position
        while p.seat >= 0 and p.round <= MAX_ROUNDS:
            if not self.learners >> p.seat & 1:
                assert self.guest is not None
                self._make_move(self.guest(p))
                continue
            settled = None if self._model is None else self._model.settled(self.rules, p)
            if settled is not None:
                self._make_move(settled)
                continue
            self.moves = self.encoder.options(p, self._rows)
            if len(self.moves) > 1:
                self.encoder.state(p, p.seat, self._state)
                self.outlook.both(p, self.moves, self._outlook_state, self._outlooks)
                return
            self._make_move(self.moves[0])
        self.moves = []

    def rewards(self) -> list[tuple[float, float]]:
        """The rewards of a finished game by seat: the share of the win, and the share of rivals beaten."""
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
    """The row of a move: its own, else the row for all amounts of its bid or fuel; -1 if there is none."""
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
