"""Each level beats the one below: long duels for the nightly run. docs/strength.md has the exact figures."""

from __future__ import annotations

import os

import pytest

from stromnetz.arena.duel import DuelPlan, duel
from stromnetz.arena.matches import GameKind

FIRST_DEAL = 7_700_000
"""First of the deals that were not used for tuning."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("stronger", "weaker", "least"),
    [("easy", "beginner", 40), ("normal", "easy", 45), ("hard", "normal", 45), ("master", "hard", 50)],
)
def test_a_level_beats_the_one_below(stronger: str, weaker: str, least: int) -> None:
    """One against three; 25 % would be an equal share."""
    kind = GameKind("classic-2004", "germany", 4)
    played = duel(DuelPlan(kind, (stronger, weaker), 200, seed=FIRST_DEAL, full=True), jobs=os.cpu_count() or 1)
    assert played.low * 100 > least


@pytest.mark.nightly
def test_newcomers_win_their_share_against_beginners() -> None:
    """25 % is a fair share; against `easy` it is about half of that."""
    kind = GameKind("classic-2004", "germany", 4)
    newcomer = "stromnetz.lab.opponents:Newcomer"
    against = {
        level: duel(DuelPlan(kind, (newcomer, level), 400, seed=FIRST_DEAL, full=True), jobs=os.cpu_count() or 1)
        for level in ("beginner", "easy")
    }
    assert against["beginner"].high > 0.25
    assert against["easy"].high < 0.25
    assert against["easy"].high < against["beginner"].low
