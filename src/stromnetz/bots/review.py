"""A game looked at when it is over: how the chances went, where it turned, and what each decision of a seat cost.

A decision is judged by what the seat knew then. Its move and the one that ``master`` would have made are both made on
the same few deals of what was hidden, all play on as ``master`` would until the phase is over, and what the seat may
hope for there is compared. So it does not matter in which order somebody buys, and nobody is blamed for a card that
came later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from stromnetz.engine.agenda import apply
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.play.chances import chances_of
from stromnetz.play.files.record_types import effective_rows
from stromnetz.play.game import Game
from stromnetz.play.views import View

from .chances import judge_of

SAMPLED_DEALS = 3
"""Ways in which what is hidden may lie, for each decision."""
MAX_LOOKAHEAD_DECISIONS = 400
"""Decisions until a phase is surely over."""
MAX_REVIEWED_MOVES = 4000
"""Moves of the longest game that is looked at."""
TURNS, TURNED = 5, 0.08
"""Turning points that are told at most, and how much chances change there at least."""
SLIP, MISTAKE, BLUNDER = 0.03, 0.06, 0.12
"""What a decision costs that has a name."""
BIDDING = "bid"
"""The decision in an auction that is running."""
CHANCE_DIGITS = 4
"""Digits of a chance that are told."""


class Moment(NamedTuple):
    """How things stood when a seat had done what it did in a phase without a break.

    In the last phase of a round everybody is paid, which is one moment: whoever is paid first is not ahead by that.
    """

    version: int
    """The last row of it; 0 for the start."""
    seat: int | None
    """The seat that moved; None for the start and for the last phase of a round."""
    round: int
    phase: str
    chances: list[float]


class Turn(NamedTuple):
    """A turning point: what a seat did changed the chances of one, perhaps another, by much."""

    version: int
    seat: int | None
    """The seat that moved, as in `Moment`."""
    round: int
    phase: str
    of: int
    """Whose chances changed most."""
    before: float
    after: float


class Choice(NamedTuple):
    """A decision of the seat that is reviewed."""

    version: int
    """The row of its move."""
    round: int
    phase: str
    move: Move
    better: Move | None
    """What ``master`` would have done; None where that is the same, or no better."""
    chance: float | None
    """How likely the seat wins after its move; None where ``master`` would have made it too."""
    cost: float
    """By how much that would be more after the better one."""

    @property
    def name(self) -> str:
        """``slip``, ``mistake``, ``blunder``, or nothing."""
        for name, least in (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP)):
            if self.cost >= least:
                return name
        return ""

    def to_json(self) -> dict[str, Any]:
        better = None if self.better is None else self.better.to_json()
        return {**self._asdict(), "move": self.move.to_json(), "better": better, "name": self.name}


@dataclass(slots=True, frozen=True)
class Review:
    """What there is to tell of a game.

    >>> Review(0, [Moment(0, None, 1, "auctions", [0.5, 0.5])], []).cost
    0.0
    """

    seat: int
    curve: list[Moment]
    choices: list[Choice]
    turns: list[Turn] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """What a decision of the seat cost, on average."""
        return sum(one.cost for one in self.choices) / len(self.choices) if self.choices else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "cost": round(self.cost, CHANCE_DIGITS),
            "curve": [one._asdict() for one in self.curve],
            "turns": [one._asdict() for one in self.turns],
            "choices": [one.to_json() for one in self.choices],
        }


class Before(NamedTuple):
    """A move that stands, and the position in which it was made."""

    version: int
    seat: int
    move: Move
    position: Position


class Reviewer:
    """Looks at one game, piece by piece: whoever has to stay responsive asks for few pieces at a time."""

    def __init__(self, game: Game) -> None:
        """Refused where nobody has learned the game."""
        self.game = game
        self._judge = judge_of(game.rules)
        self._hidden = game.options["money"] == "hidden"
        if game.version > MAX_REVIEWED_MOVES:
            raise BadInput(f"a game of more than {MAX_REVIEWED_MOVES} rows is not reviewed", {"rows": game.version})

    @cached_property
    def moves(self) -> list[Before]:
        """The moves that were not taken back."""
        rules, p = self.game.rules, self.game.snapshots[0][1]
        out = []
        for row in effective_rows(self.game.rows):
            if row.move is not None and row.seat is not None:
                out.append(Before(row.seq, row.seat, row.move, p))
                p = p.copy()
                apply(rules, p, row.move)
        return out

    @cached_property
    def ends(self) -> list[int]:
        """Where the curve has a point: the numbers of the moves after which another phase or another seat comes.

        Bids are not looked at one by one: an auction is over when somebody has the plant.
        """
        where = [(self._mover(one), one.position.round, one.position.phase) for one in self.moves]
        out = []
        for number, one in enumerate(where):
            following = self.moves[number + 1].position if number + 1 < len(where) else None
            if following is None or (where[number + 1] != one and following.kind != BIDDING):
                out.append(number)
        return out

    def _mover(self, made: Before) -> int | None:
        p = made.position
        return None if p.phase == len(self.game.rules.phases(p.round)) - 1 else made.seat

    def _doer(self, made: Before, after: Position) -> int | None:
        """The seat that moved; at the end of an auction, the seat that won the plant."""
        before = made.position
        if before.kind == BIDDING:
            return next((s for s in range(len(after.plants)) if after.plants[s] != before.plants[s]), made.seat)
        return self._mover(made)

    def moment(self, number: int) -> Moment:
        """A point of the curve: the start, then one for each of ``ends``."""
        rules, moves = self.game.rules, self.moves
        if number == 0:
            start = self.game.snapshots[0][1]
            return Moment(0, None, start.round, rules.phase(start).id, self._chances(start))
        at = self.ends[number - 1]
        made = moves[at]
        after = moves[at + 1].position if at + 1 < len(moves) else self.game.position
        return Moment(
            made.version,
            self._doer(made, after),
            made.position.round,
            rules.phase(made.position).id,
            self._chances(after),
        )

    def _chances(self, p: Position) -> list[float]:
        return [round(one, CHANCE_DIGITS) for one in chances_of(self.game.rules, p, self._hidden)]

    def of(self, seat: int) -> list[int]:
        """The numbers of the moves of a seat."""
        return [number for number, one in enumerate(self.moves) if one.seat == seat]

    def choice(self, number: int) -> Choice | None:
        """What a move has cost; None where there was nothing to choose."""
        made = self.moves[number]
        rules, p = self.game.rules, made.position
        view = View(rules, p, made.seat, self.game.options, made.version - 1)
        judged = self._judge.judge(*view.known_position())
        if len(judged.moves) == 1 and judged.moves[0] == made.move:
            return None
        wanted = judged.moves[judged.best]
        where = made.version, p.round, rules.phase(p).id, made.move
        if wanted == made.move:
            return Choice(*where, None, None, 0.0)
        chance = self._hoped(view, made.move)
        cost = round(self._hoped(view, wanted) - chance, CHANCE_DIGITS)
        return Choice(*where, wanted if cost > 0 else None, round(chance, CHANCE_DIGITS), max(cost, 0.0))

    def _hoped(self, view: View, move: Move) -> float:
        """How likely the seat wins after a move, on average over the deals."""
        rng = Random(view.version)
        return sum(self._after(view.sample(rng).position, move) for _ in range(SAMPLED_DEALS)) / SAMPLED_DEALS

    def _after(self, p: Position, move: Move) -> float:
        rules, seat, phase = self.game.rules, p.seat, (p.round, p.phase)
        apply(rules, p, move)
        for _ in range(MAX_LOOKAHEAD_DECISIONS):
            if p.seat < 0 or (p.round, p.phase) != phase:
                break
            judged = self._judge.judge(rules, p, self._hidden)
            apply(rules, p, judged.moves[judged.best])
        return chances_of(rules, p, self._hidden)[seat]


def turning_points(curve: list[Moment], most: int = TURNS) -> list[Turn]:
    """Where chances changed most, in the order of the game. That somebody has won is no turning point."""
    found = []
    for before, after in pairwise(curve):
        changes = [b - a for a, b in zip(before.chances, after.chances, strict=True)]
        of = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[of]) >= TURNED and min(after.chances) > 0.0:
            where = after.version, after.seat, after.round, after.phase
            found.append(Turn(*where, of, before.chances[of], after.chances[of]))
    found.sort(key=lambda turn: -abs(turn.after - turn.before))
    return sorted(found[:most], key=lambda turn: turn.version)


def pieces(reviewer: Reviewer, seat: int) -> Iterator[Moment | Choice | None]:
    """A review of a seat piece by piece: the points of the curve, then what its decisions cost."""
    for number in range(len(reviewer.ends) + 1):
        yield reviewer.moment(number)
    for number in reviewer.of(seat):
        yield reviewer.choice(number)


def put_together(seat: int, found: list[Moment | Choice | None]) -> Review:
    """A review of its pieces."""
    curve = [one for one in found if isinstance(one, Moment)]
    choices = [one for one in found if isinstance(one, Choice)]
    return Review(seat, curve, choices, turning_points(curve))


def review(game: Game, seat: int) -> Review:
    """How the chances went in a game, where it turned, and what each decision of a seat cost against the best.

    Refused where nobody has learned the game. It takes some seconds.
    """
    game.view(seat)  # refuses what is no seat
    return put_together(seat, list(pieces(Reviewer(game), seat)))
