"""Comparison of moves: each is played to the end of the round on the same sampled deals.

`MasterBot.choose` plays the move that its net prefers at first glance. Hints, explanations and reviews look further.
They all call `compare_moves` and get the same deals, so they recommend the same move.

The constants were chosen on 344 decisions of five games (three editions, 3 to 5 players), each played on 12 deals: some
deals chose a move, the others judged it. If two deals are always enough, 11 % of the recommendations differ from the
net's first choice, 18 % of these are worse than it, and their advantage is overstated by 2.3 percentage points. If four
more deals confirm a lead, it is 9 %, 6 % and 0.7 points, for 6.6 instead of 5.1 continuations per decision. Six deals
for every decision find the same for 15 continuations.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from stromnetz.engine.agenda import apply
from stromnetz.engine.moves import Move
from stromnetz.engine.position import Position
from stromnetz.learn.network import PolicyNetwork
from stromnetz.play.views import View

from .net_chances import net_chances

CANDIDATES = 3
"""Number of moves compared: those that the net considers most likely."""
FIRST_DEALS, ALL_DEALS = 2, 6
"""Number of sampled deals, and how many there are if a move does better than the net's first choice on one of them."""
MARGIN = 0.01
"""Differences in win chance up to this are noise: the net's first choice wins, and a move costs nothing."""
MAX_LOOKAHEAD_DECISIONS = 1000
"""Upper bound for the decisions of a round."""


class RatedCandidate(NamedTuple):
    """A compared move and the seat's win chance after it."""

    move: Move
    chance: float


class Comparison(NamedTuple):
    """The result of comparing the moves of a decision."""

    candidates: list[RatedCandidate]
    """The recommended move, then the others, the best first."""
    played: RatedCandidate
    """The move that was asked about; without one, the recommended move."""
    cost: float
    """The increase in win chance with the recommended move instead of the played one; 0 if it is noise."""

    @property
    def best(self) -> Move:
        """The recommended move."""
        return self.candidates[0].move


def compare_moves(judge: PolicyNetwork, view: View, played: Move | None = None) -> Comparison:
    """Compare the net's likeliest moves for ``view.decision``, and return the cost of a played move.

    The deals depend only on the version of the view, and the played move has no influence on the recommended one.
    """
    judged = judge.judge(*view.known_position())
    order = sorted(range(len(judged.moves)), key=lambda i: (-judged.shares[i], i))
    first, *others = [judged.moves[i] for i in order[:CANDIDATES]]
    if not others and played in (None, first):
        only = RatedCandidate(first, judged.chances[0])
        return Comparison([only], only, 0.0)
    after = _Continuations(judge, view)
    deals = ALL_DEALS if any(after.leads(other, first) for other in others) else FIRST_DEALS
    top = max((first, *others), key=lambda move: after.chance(move, deals))
    best = top if after.chance(top, deals) > after.chance(first, deals) + MARGIN else first
    if played is not None and after.leads(best, played):
        deals = ALL_DEALS
    rated = [RatedCandidate(move, after.chance(move, deals)) for move in (first, *others)]
    rated.sort(key=lambda one: (one.move != best, -one.chance))
    if played is None or played == best:
        return Comparison(rated, rated[0], 0.0)
    chance = after.chance(played, deals)
    cost = rated[0].chance - chance
    return Comparison(rated, RatedCandidate(played, chance), cost if cost > MARGIN else 0.0)


class _Continuations:
    """Win chances of the deciding seat at the end of the round, after a move on sampled deals."""

    def __init__(self, judge: PolicyNetwork, view: View) -> None:
        self._judge, self._view = judge, view
        self._rng = Random(view.version)
        self._deals: list[Position] = []
        self._chances: dict[Move, list[float]] = {}

    def leads(self, move: Move, other: Move) -> bool:
        """Whether a move does better than another on one of the first deals."""
        pairs = zip(self._on_deals(move, FIRST_DEALS), self._on_deals(other, FIRST_DEALS), strict=True)
        return any(one > two + MARGIN for one, two in pairs)

    def chance(self, move: Move, deals: int) -> float:
        """The mean win chance after a move on the first deals."""
        return sum(self._on_deals(move, deals)) / deals

    def _on_deals(self, move: Move, count: int) -> list[float]:
        while len(self._deals) < count:
            self._deals.append(self._view.sample(self._rng).position)
        found = self._chances.setdefault(move, [])
        found += [self._play_on(self._deals[i].copy(), move) for i in range(len(found), count)]
        return found[:count]

    def _play_on(self, p: Position, move: Move) -> float:
        """Make a move, play on with the net for all seats to the end of the round, and return the win chance."""
        rules, _, hidden = self._view.known_position()
        seat, round = p.seat, p.round
        apply(rules, p, move)
        for _ in range(MAX_LOOKAHEAD_DECISIONS):
            if p.seat < 0 or p.round != round:
                break
            judged = self._judge.judge(rules, p, hidden)
            apply(rules, p, judged.moves[judged.best])
        return net_chances(self._judge, rules, p, hidden)[seat]
