"""Review of a finished game: the course of win chances, turning points, and the cost of each decision of a seat.

A decision is judged by what the seat knew at the time, with the comparison of hints (`compare_moves`): its move and the
recommended one are played on the same samples of hidden information, everyone plays on like ``master`` until the round
is over, and then the win chances are compared. So the order of purchases does not matter, unlucky draws later on do not
count, and a move that a hint by ``master`` recommended costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from stromnetz.engine.agenda import apply
from stromnetz.engine.errors import BadInput
from stromnetz.engine.events import CardWon, PlantBought
from stromnetz.engine.moves import Bid, CardRef, Move, Open, Pass
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import Position
from stromnetz.play.files.record_types import effective_rows
from stromnetz.play.game import Game
from stromnetz.play.results import chances_of
from stromnetz.play.views import View

from .chances import net_for
from .move_comparison import compare_moves

MAX_REVIEWED_MOVES = 4000
"""Maximum number of moves in a reviewed game."""
MAX_TURNING_POINTS, MIN_CHANCE_CHANGE = 5, 0.08
"""Maximum number of turning points, and the minimum change in chance for one."""
SLIP, MISTAKE, BLUNDER = 0.03, 0.06, 0.12
"""Minimum costs of decisions in these categories."""
BIDDING = "bid"
"""The kind of decisions in a running auction."""
CHANCE_DIGITS = 4
"""Number of decimals of win chances."""


class Moment(NamedTuple):
    """The chances after a seat finished its moves in a phase.

    The payments in the last phase of a round are one moment, because being paid first is no advantage.
    """

    version: int
    """The last row of the moment; 0 for the start."""
    seat: int | None
    """The seat that moved; None for the start and for the last phase of a round."""
    round: int
    phase: str
    chances: list[float]


class TurningPoint(NamedTuple):
    """A turning point: a seat's moves changed the chances of a seat considerably."""

    version: int
    seat: int | None
    """The seat that moved, as in `Moment`."""
    round: int
    phase: str
    of: int
    """The seat whose chance changed most."""
    before: float
    after: float


class ReviewedAuction(NamedTuple):
    """An auction as it went for the reviewed seat."""

    card: CardRef
    outcome: str
    """``bought``, ``passed``, or ``outbid`` if the seat did not decide again after its last bid."""
    price: int
    """What the seat paid, the highest bid when it passed (0: none), or its last bid."""
    decisions: int
    """Number of the seat's decisions."""


class ReviewedMove(NamedTuple):
    """A reviewed decision. The decisions of an auction are one; then this is the most expensive of them."""

    version: int
    """The row of its move."""
    round: int
    phase: str
    move: Move
    better: Move | None
    """The recommended move; None if it is the same, or no better."""
    chance: float
    """The win chance after the move."""
    cost: float
    """The increase in win chance with the better move."""
    auction: ReviewedAuction | None = None
    """The auction, if it was decided in one. Its cost is the largest of its decisions, because the same mistake in
    several bids is one."""

    @property
    def name(self) -> str:
        """The category: ``slip``, ``mistake``, ``blunder``, or empty."""
        for name, least in (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP)):
            if self.cost >= least:
                return name
        return ""

    def to_json(self) -> dict[str, Any]:
        better = None if self.better is None else self.better.to_json()
        auction = None if self.auction is None else self.auction._asdict()
        return {**self._asdict(), "move": self.move.to_json(), "better": better, "name": self.name, "auction": auction}


@dataclass(slots=True, frozen=True)
class Review:
    """The review of a game for a seat.

    >>> Review(0, [Moment(0, None, 1, "auctions", [0.5, 0.5])], []).cost
    0.0
    """

    seat: int
    curve: list[Moment]
    choices: list[ReviewedMove]
    turns: list[TurningPoint] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """The average cost of the seat's decisions; an auction counts once."""
        return sum(one.cost for one in self.choices) / len(self.choices) if self.choices else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "cost": round(self.cost, CHANCE_DIGITS),
            "curve": [one._asdict() for one in self.curve],
            "turns": [one._asdict() for one in self.turns],
            "choices": [one.to_json() for one in self.choices],
        }


class PlayedMove(NamedTuple):
    """A move that was not undone, and the position before it."""

    version: int
    seat: int
    move: Move
    position: Position


class Reviewer:
    """Reviews a game in small steps, so that a server can stay responsive."""

    def __init__(self, game: Game) -> None:
        """Refuse games that no net has learned."""
        self.game = game
        self._judge = net_for(game.rules)
        self._hidden = game.options["money"] == "hidden"
        if game.version > MAX_REVIEWED_MOVES:
            raise BadInput(f"a game of more than {MAX_REVIEWED_MOVES} rows is not reviewed", {"rows": game.version})

    @cached_property
    def moves(self) -> list[PlayedMove]:
        """The moves that were not undone."""
        rules, p = self.game.rules, self.game.snapshots[0][1]
        out = []
        for row in effective_rows(self.game.rows):
            if row.move is not None and row.seat is not None:
                out.append(PlayedMove(row.seq, row.seat, row.move, p))
                p = p.copy()
                apply(rules, p, row.move)
        return out

    @cached_property
    def ends(self) -> list[int]:
        """The points of the curve: indices of the moves after which the phase or the seat changes.

        Bids are not separate points: an auction is one, ending when the plant is sold.
        """
        where = [(self._moving_seat(one), one.position.round, one.position.phase) for one in self.moves]
        out = []
        for number, one in enumerate(where):
            following = self.moves[number + 1].position if number + 1 < len(where) else None
            if following is None or (where[number + 1] != one and following.kind != BIDDING):
                out.append(number)
        return out

    def _moving_seat(self, made: PlayedMove) -> int | None:
        p = made.position
        return None if p.phase == len(self.game.rules.phases(p.round)) - 1 else made.seat

    def _acting_seat(self, made: PlayedMove, after: Position) -> int | None:
        """Return the seat that moved; at the end of an auction, the seat that won the plant."""
        before = made.position
        if before.kind == BIDDING:
            return next((s for s in range(len(after.plants)) if after.plants[s] != before.plants[s]), made.seat)
        return self._moving_seat(made)

    def moment(self, number: int) -> Moment:
        """Return a point of the curve: 0 is the start, then one for each of ``ends``."""
        rules, moves = self.game.rules, self.moves
        if number == 0:
            start = self.game.snapshots[0][1]
            return Moment(0, None, start.round, rules.phase(start).id, self._chances(start))
        at = self.ends[number - 1]
        made = moves[at]
        after = moves[at + 1].position if at + 1 < len(moves) else self.game.position
        return Moment(
            made.version,
            self._acting_seat(made, after),
            made.position.round,
            rules.phase(made.position).id,
            self._chances(after),
        )

    def _chances(self, p: Position) -> list[float]:
        return [round(one, CHANCE_DIGITS) for one in chances_of(self.game.rules, p, self._hidden)]

    def moves_of(self, seat: int) -> list[int]:
        """Return the indices of a seat's moves."""
        return [number for number, one in enumerate(self.moves) if one.seat == seat]

    @cached_property
    def auctions(self) -> list[int | None]:
        """By move: the index of the first move of its auction; None for moves outside auctions."""
        out: list[int | None] = []
        card: int | None = None
        for number, made in enumerate(self.moves):
            start = out[-1] if out else None
            if isinstance(made.move, Open):
                start, card = number, self.game.rules.card(made.move.plant)
            elif made.position.kind == BIDDING:
                auction = current_auction(made.position)
                asked = None if auction is None else auction.card
                if start is None or card != asked:  # an extra auction, which nobody has opened
                    start, card = number, asked
            else:
                start = None
            out.append(start)
        return out

    def decisions_of(self, seat: int) -> list[list[int]]:
        """Return the indices of a seat's moves by decision: those of one auction belong together."""
        out: dict[int, list[int]] = {}
        for number in self.moves_of(seat):
            start = self.auctions[number]
            out.setdefault(number if start is None else start, []).append(number)
        return list(out.values())

    def decision(self, numbers: Sequence[int]) -> ReviewedMove | None:
        """Return the cost of a decision in one or more moves; None if there was no choice."""
        found = [one for number in numbers if (one := self.choice(number)) is not None]
        if not found:
            return None
        worst = max(found, key=lambda one: one.cost)
        return worst._replace(auction=self._auction(numbers))

    def _auction(self, numbers: Sequence[int]) -> ReviewedAuction | None:
        """Return how an auction went for the seat that made these moves."""
        start = self.auctions[numbers[0]]
        if start is None:
            return None
        last = self.moves[numbers[-1]]
        auction = current_auction(last.position)
        if isinstance(last.move, Open):
            card, price = last.move.plant, last.move.bid
        else:
            assert auction is not None
            card = self.game.rules.card_refs[auction.card]
            price = last.move.amount if isinstance(last.move, Bid) else auction.bid
        paid = self._price_paid(start, last.seat)
        if paid is not None:
            return ReviewedAuction(card, "bought", paid, len(numbers))
        return ReviewedAuction(card, "passed" if isinstance(last.move, Pass) else "outbid", price, len(numbers))

    def _price_paid(self, start: int, seat: int) -> int | None:
        """Return what a seat paid in the auction that starts with this move; None if it did not win."""
        for number in range(start, len(self.moves)):
            if self.auctions[number] != start:
                break
            for event in self.game.row(self.moves[number].version).events:
                if isinstance(event, PlantBought | CardWon) and event.seat == seat:
                    return event.price
        return None

    def choice(self, number: int) -> ReviewedMove | None:
        """Return the cost of a move; None if there was no choice."""
        made, game = self.moves[number], self.game
        p = made.position
        view = View(game.rules, p, made.seat, game.options, game.since + made.version - 1)
        found = compare_moves(self._judge, view, made.move)
        if len(found.candidates) == 1 and found.best == made.move:
            return None
        better = found.best if found.cost > 0 else None
        where = made.version, p.round, game.rules.phase(p).id, made.move
        return ReviewedMove(*where, better, round(found.played.chance, CHANCE_DIGITS), round(found.cost, CHANCE_DIGITS))


def turning_points(curve: list[Moment], most: int = MAX_TURNING_POINTS) -> list[TurningPoint]:
    """Return the points where chances changed most, in the order of the game, without the end."""
    found = []
    for before, after in pairwise(curve):
        changes = [b - a for a, b in zip(before.chances, after.chances, strict=True)]
        of = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[of]) >= MIN_CHANCE_CHANGE and min(after.chances) > 0.0:
            where = after.version, after.seat, after.round, after.phase
            found.append(TurningPoint(*where, of, before.chances[of], after.chances[of]))
    found.sort(key=lambda turn: -abs(turn.after - turn.before))
    return sorted(found[:most], key=lambda turn: turn.version)


def review_steps(reviewer: Reviewer, seat: int) -> Iterator[Moment | ReviewedMove | None]:
    """Yield a review in steps: the points of the curve, then the decisions of the seat."""
    for number in range(len(reviewer.ends) + 1):
        yield reviewer.moment(number)
    for numbers in reviewer.decisions_of(seat):
        yield reviewer.decision(numbers)


def combine_steps(seat: int, found: list[Moment | ReviewedMove | None]) -> Review:
    """Combine the steps of a review."""
    curve = [one for one in found if isinstance(one, Moment)]
    choices = [one for one in found if isinstance(one, ReviewedMove)]
    return Review(seat, curve, choices, turning_points(curve))


def review(game: Game, seat: int) -> Review:
    """Review a game for a seat: the course of win chances, turning points, and the cost of its decisions.

    Refused if no net has learned the game. It takes some seconds.
    """
    game.view(seat)  # checks the seat
    return combine_steps(seat, list(review_steps(Reviewer(game), seat)))
