"""How thorough the tests are: tier 1 (`make test`) by default, 2 for `make test-all`, 3 for `make nightly`."""

from __future__ import annotations

import os

TIER = int(os.environ.get("STROMNETZ_TIER", "1"))
NIGHTLY = TIER >= 3


def cases(number: int) -> int:
    """How many of the cases of a randomised test to try: a quarter in the first tier, later all of them."""
    return number if TIER > 1 else max(1, number // 4)
