"""Answers in advance: what somebody has said they will answer in this round, and what comes of it at their turn.

Pure: a game and what was said go in, moves come out. Nobody but the seat itself ever sees any of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from stromnetz.engine.errors import StromnetzError
from stromnetz.engine.moves import Bid, Buy, CardRef, Connect, Done, Leave, Move, Pass
from stromnetz.engine.options import BidOption, same
from stromnetz.play.game import Game

BIDS, PHASE, FUEL, BUILD = "bids", "pass_phase", "fuel", "build"


@dataclass(frozen=True, slots=True)
class Shopping:
    """Fuel, or cities in their order, for at most so much money."""

    what: tuple[tuple[str, int], ...]
    most: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Shopping:
        return cls(tuple((name, count) for name, count in data["what"]), data["most"])


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything holds for one round, and is over with it."""

    round: int
    bids: tuple[tuple[CardRef, int], ...] = ()
    """The most for each plant; 0 passes."""
    pass_phase: bool = False
    fuel: Shopping | None = None
    build: Shopping | None = None
    dropped: tuple[str, ...] = ()
    """What could not be carried out and was given up: its person is told."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Answers:
        return cls(
            data["round"],
            tuple((plant, most) for plant, most in data["bids"]),
            data["pass_phase"],
            None if data["fuel"] is None else Shopping.from_json(data["fuel"]),
            None if data["build"] is None else Shopping.from_json(data["build"]),
            tuple(data["dropped"]),
        )

    @property
    def empty(self) -> bool:
        return not (self.bids or self.pass_phase or self.fuel or self.build or self.dropped)

    def without(self, what: str) -> Answers:
        """Used up."""
        if what == BIDS:
            return replace(self, bids=())
        if what == PHASE:
            return replace(self, pass_phase=False)
        return replace(self, fuel=None) if what == FUEL else replace(self, build=None)

    def drop(self, what: str) -> Answers:
        """Given up: it does not fit any more."""
        return replace(self.without(what), dropped=(*(one for one in self.dropped if one != what), what))


def answer(game: Game, seat: int, said: Answers) -> tuple[list[Move], Answers]:
    """The moves that were said in advance for what is asked now, and what is left to be said; no moves where none."""
    decision = game.decision
    if decision is None or decision.seat != seat or said.round != game.position.round:
        return [], said
    if decision.kind == "bid":
        return _bid(game, seat, said)
    if decision.kind == "auction" and said.pass_phase:
        return ([Leave()], said) if game.is_legal(Leave()) else ([], said.drop(PHASE))
    if decision.kind == "fuel" and said.fuel is not None:
        return _shop(game, seat, said, FUEL, [Buy(fuel, count) for fuel, count in said.fuel.what], said.fuel.most)
    if decision.kind == "build" and said.build is not None:
        return _shop(game, seat, said, BUILD, [Connect(city) for city, _ in said.build.what], said.build.most)
    return [], said


def _bid(game: Game, seat: int, said: Answers) -> tuple[list[Move], Answers]:
    auction, decision = game.view(seat).auction, game.decision
    if auction is None or decision is None:
        return [], said
    most = next((most for plant, most in said.bids if same(plant, auction.card)), None)
    if most is None:
        most = 0 if said.pass_phase else None
    if most is None:
        return [], said
    lowest = next((one.minimum for one in decision.options or () if isinstance(one, BidOption)), None)
    move: Move = Bid(lowest) if lowest is not None and lowest <= most else Pass()
    if not game.is_legal(move):
        return [], said.drop(BIDS if said.bids else PHASE)
    return [move], said


def _shop(game: Game, seat: int, said: Answers, what: str, moves: list[Move], most: int) -> tuple[list[Move], Answers]:
    """Buy it all if it costs no more than was said; else nothing at all."""
    plan = [*moves, Done()]
    draft = game.copy()
    try:
        draft.play(plan, seat)
    except StromnetzError:
        return [], said.drop(what)
    if game.position.money[seat] - draft.position.money[seat] > most:
        return [], said.drop(what)
    return plan, said.without(what)
