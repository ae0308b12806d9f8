"""The thoroughness of tests: tier 1 (`make test`) by default, 2 for `make test-all`, 3 for `make nightly`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

TIER = int(os.environ.get("STROMNETZ_TIER", "1"))
NIGHTLY = TIER >= 3


def cases(number: int) -> int:
    """Return the number of cases of a randomised test: a quarter in tier 1, all of them later."""
    return number if TIER > 1 else max(1, number // 4)


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test: every n-th in tier 1, the others marked as slow."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if i % step == 0 else pytest.mark.slow)
        for i, case in enumerate(cases)
    ]
