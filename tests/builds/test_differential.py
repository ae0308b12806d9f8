"""Both builds play alike: a sample of the games of ``make differential``."""

from __future__ import annotations

import pytest

from tests.builds.differential import differences
from tests.helpers import lacking
from tools import compiled

pytestmark = pytest.mark.subprocess

GAMES = 30


def test_both_builds_play_alike() -> None:
    """About one game for every edition, map and number of players, with illegal moves."""
    if not compiled.up_to_date(compiled.OUT):
        lacking("nothing is compiled, or it is out of date: 'make compiled' builds it")
    assert differences(GAMES, seed=1) == []
