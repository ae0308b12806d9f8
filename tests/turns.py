"""How much of a sweep a run tries.

A sweep asks the same of many games, pages or requests. ``STROMNETZ_FEW=8`` takes one of eight, where another run takes
all of them. Which one it is goes on from commit to commit (``STROMNETZ_TURN``): what one run leaves out, one of the
next takes, and whoever runs the tests of a commit again gets the same.
"""

from __future__ import annotations

import os

FEW = int(os.environ.get("STROMNETZ_FEW", "1"))
TURN = int(os.environ.get("STROMNETZ_TURN") or "0")


def few(number: int) -> int:
    """So many of a number of things to try, at least one."""
    return max(1, number // FEW)


def its_turn(number: int, of: int = FEW) -> bool:
    """Whether the thing with this number is tried in this run."""
    return (number + TURN) % of == 0
