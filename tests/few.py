"""Fewer tries where the other build makes all of them: ``STROMNETZ_FEW=8`` takes one of eight."""

from __future__ import annotations

import os

FEW = int(os.environ.get("STROMNETZ_FEW", "1"))


def few(number: int) -> int:
    """So many of a number of things to try, at least one."""
    return max(1, number // FEW)
