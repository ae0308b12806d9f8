"""Both builds play alike: a share of the games that ``make differential`` plays."""

from __future__ import annotations

import pytest

from tests.builds.differential import differences
from tests.helpers import lacking
from tools import compiled

pytestmark = pytest.mark.subprocess

GAMES = 30


def test_both_builds_play_alike() -> None:
    """One game of every edition, map and number of players or so, with hostile moves."""
    if not compiled.up_to_date(compiled.OUT):
        lacking("nothing is compiled, or it is out of date: 'make compiled' builds it")
    assert differences(GAMES, seed=1) == []
