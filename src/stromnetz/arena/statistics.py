"""Statistics: confidence intervals for clustered results, and a sequential test that may stop at any time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

Z = 1.959964
"""The 97.5 % quantile of the normal distribution."""
SMALL_T_VALUES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Quantiles of Student's t at 97.5 %, for 1 to 9 degrees of freedom."""


def t_value(freedom: int) -> float:
    """The 97.5 % quantile of Student's t; from 10 degrees of freedom on, by the first terms of its expansion."""
    if freedom <= len(SMALL_T_VALUES):
        return SMALL_T_VALUES[freedom - 1]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


@dataclass(slots=True, frozen=True)
class Share:
    """A share with its interval, all from 0 to 1."""

    share: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        return {"share": round(self.share, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def clustered(clusters: Sequence[tuple[float, float]]) -> Share:
    """The share of ``(won, of)`` summed over clusters, with a 95 % interval that treats each cluster as one draw.

    The variance between clusters gives an effective number of independent games. The interval is Wilson's for that
    number, with Student's t for the number of clusters. Unlike the normal interval, it stays within 0 and 1, and has a
    width even if all games were won. If there is no variance, each cluster counts as one game if the share is 0 or 1,
    otherwise as all its games.

    >>> clustered([(4, 4)] * 50)
    Share(share=1.0, low=0.925..., high=1.0)
    """
    of = sum(each for _, each in clusters)
    if of <= 0:
        return Share(0.0, 0.0, 1.0)
    share = min(1.0, max(0.0, sum(won for won, _ in clusters) / of))
    count = len(clusters)
    if count < 2:
        return Share(share, 0.0, 1.0)
    squares = sum((won - share * each) ** 2 for won, each in clusters)
    variance = squares / of**2 * count / (count - 1)
    if variance > 1e-15:
        games = max(float(count), share * (1 - share) / variance)
    else:
        games = of if 0 < share < 1 else float(count)
    return _wilson(share, games, t_value(count - 1))


def _wilson(share: float, games: float, z: float) -> Share:
    below = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / below
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / below
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of independent values with its 95 % interval, which is infinite for fewer than two values."""
    middle = mean(values)
    if len(values) < 2:
        return middle, float("-inf"), float("inf")
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    half = t_value(len(values) - 1) * sqrt(variance / len(values))
    return middle, middle - half, middle + half


ALPHA = 0.05
GRID_STEPS = 400
"""Steps of the grid on which the interval is searched; the result is rounded outwards."""
MAX_STAKE = 0.5
"""Largest share of its capital that a test bets."""


@dataclass(slots=True)
class BettingTest:
    """A test of one mean share by betting against it in both directions."""

    mean: float
    capital_above: float = 1.0
    """Capital of the bets that the mean is larger."""
    capital_below: float = 1.0
    rejected: int = 0
    """1 once this mean is rejected as too small, -1 as too large."""

    def add(self, share: float, stake: float) -> None:
        if self.rejected:
            return
        mean = self.mean
        self.capital_above *= 1 + min(stake, MAX_STAKE / mean if mean else stake) * (share - mean)
        self.capital_below *= 1 - min(stake, MAX_STAKE / (1 - mean) if mean < 1 else stake) * (share - mean)
        if max(self.capital_above, self.capital_below) >= 2 / ALPHA:
            self.rejected = 1 if self.capital_above > self.capital_below else -1


class Interval:
    """The interval of the mean share, updated after each deal; ``target`` is the share to compare with."""

    def __init__(self, target: float, grid: bool = True) -> None:
        self.target = BettingTest(target)
        self.grid = [BettingTest(i / GRID_STEPS) for i in range(GRID_STEPS + 1)] if grid else []
        self.low, self.high = 0.0, 1.0
        self.deals = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Add the share of a deal."""
        self.deals += 1
        spread = (0.25 + self._squares) / self.deals
        stake = sqrt(2 * log(2 / ALPHA) / (spread * self.deals * log(self.deals + 1)))
        self.target.add(share, stake)
        for test in self.grid:
            test.add(share, stake)
        self._narrow()
        self._sum += share
        estimate = (0.5 + self._sum) / (self.deals + 1)
        self._squares += (share - estimate) ** 2

    def _narrow(self) -> None:
        left = [test.mean for test in self.grid if not test.rejected]
        if left:
            self.low = max(0.0, left[0] - 1 / GRID_STEPS)
            self.high = min(1.0, left[-1] + 1 / GRID_STEPS)

    def answer(self, margin: float) -> str:
        """``above`` or ``below`` the target, ``level`` with it (within the margin), or ``open``."""
        if self.target.rejected:
            return "above" if self.target.rejected > 0 else "below"
        if self.grid and self.target.mean - margin <= self.low and self.high <= self.target.mean + margin:
            return "level"
        return "open"
