"""The effect of buying a plant on the chances of winning, by the nets of ``master``."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from stromnetz.bots.chances import net_for
from stromnetz.engine.agenda import apply
from stromnetz.engine.moves import Bid, Pass
from stromnetz.engine.position import Position
from stromnetz.play.chances import chances_of
from stromnetz.play.views import View

SAMPLED_DEALS = 4
"""Samples of the hidden facts."""
MIN_CHANCE_DIFFERENCE = 6
"""Minimum difference of the chances, in hundredths."""
MAX_LOOKAHEAD_DECISIONS = 400
"""Upper bound of decisions in a phase."""


class Chances(NamedTuple):
    """Chances of the deciding seat with and without the plant, in hundredths."""

    having: int
    lacking: int

    @property
    def difference(self) -> int:
        return self.having - self.lacking


def plant_chances(view: View, price: int) -> Chances | None:
    """Chances with the plant at this price, and without it; None if it is not clear which are better."""
    rng = Random(view.version)
    having, lacking = [], []
    for _ in range(SAMPLED_DEALS):
        p = view.sample(rng).position
        having.append(_after(view, p.copy(), price))
        lacking.append(_after(view, p, None))
        if (having[-1] > lacking[-1]) != (having[0] > lacking[0]):
            return None
    found = Chances(_hundredths(having), _hundredths(lacking))
    return found if abs(found.difference) >= MIN_CHANCE_DIFFERENCE else None


def _hundredths(chances: list[float]) -> int:
    return round(100 * sum(chances) / len(chances))


def _after(view: View, p: Position, price: int | None) -> float:
    """The chances when the phase is over. If the seat buys the plant at the price, nobody outbids it."""
    rules, _, hidden = view.known_position()
    judge = net_for(rules)
    seat, phase, owned = p.seat, (p.round, p.phase), p.plants[p.seat]
    apply(rules, p, Pass() if price is None else Bid(price))
    for _ in range(MAX_LOOKAHEAD_DECISIONS):
        if p.seat < 0 or (p.round, p.phase) != phase:
            break
        if price is not None and p.kind == "bid" and p.plants[seat] == owned:
            apply(rules, p, Pass())
            continue
        judged = judge.judge(rules, p, hidden)
        apply(rules, p, judged.moves[judged.best])
    return chances_of(rules, p, hidden)[seat]
