"""A test that may be looked at after every deal and stopped when it is clear.

Each deal gives a share between 0 and 1, the deals are independent, and no more is assumed: no normal distribution, no
effect of a certain size. Against every possible mean share somebody bets on the next deal, with stakes that depend only
on the deals before. If that mean is the true one, the bets are fair, and the probability that the capital ever grows to
``1 / ALPHA`` of itself is at most ``ALPHA`` (Ville's inequality). So the means whose bettors have not become that rich
are, at all times together, an interval that misses the true mean in at most 5 of 100 duels, however often one looks.

The stakes are those of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024): half
of the capital bets on more than the mean, half on less.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

ALPHA = 0.05
STEPS = 400
"""The interval is found on a grid of this many steps, and rounded outwards."""
BOLDEST = 0.5
"""The most of its capital that a bettor puts at stake."""


@dataclass(slots=True)
class Bettor:
    """Bets against one mean share, in both directions."""

    mean: float
    more: float = 1.0
    less: float = 1.0
    beaten: int = 0
    """1 once this mean is known to be too small, -1 if too large."""

    def see(self, share: float, stake: float) -> None:
        if self.beaten:
            return
        mean = self.mean
        self.more *= 1 + min(stake, BOLDEST / mean if mean else stake) * (share - mean)
        self.less *= 1 - min(stake, BOLDEST / (1 - mean) if mean < 1 else stake) * (share - mean)
        if max(self.more, self.less) >= 2 / ALPHA:
            self.beaten = 1 if self.more > self.less else -1


class Interval:
    """Where the mean share lies, deal by deal; ``target`` is the share that the question is about."""

    def __init__(self, target: float, grid: bool = True) -> None:
        self.target = Bettor(target)
        self.grid = [Bettor(i / STEPS) for i in range(STEPS + 1)] if grid else []
        self.low, self.high = 0.0, 1.0
        self.deals = 0
        self._sum = 0.0
        self._squares = 0.0

    def see(self, share: float) -> None:
        """One more deal."""
        self.deals += 1
        spread = (0.25 + self._squares) / self.deals
        stake = sqrt(2 * log(2 / ALPHA) / (spread * self.deals * log(self.deals + 1)))
        self.target.see(share, stake)
        for bettor in self.grid:
            bettor.see(share, stake)
        self._narrow()
        self._sum += share
        guess = (0.5 + self._sum) / (self.deals + 1)
        self._squares += (share - guess) ** 2

    def _narrow(self) -> None:
        left = [bettor.mean for bettor in self.grid if not bettor.beaten]
        if left:
            self.low = max(0.0, left[0] - 1 / STEPS)
            self.high = min(1.0, left[-1] + 1 / STEPS)

    def answer(self, margin: float) -> str:
        """``above`` or ``below`` the target, ``level`` with it (within the margin), or ``open``."""
        if self.target.beaten:
            return "above" if self.target.beaten > 0 else "below"
        if self.grid and self.target.mean - margin <= self.low and self.high <= self.target.mean + margin:
            return "level"
        return "open"
