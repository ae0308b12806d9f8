"""How long players took for their moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from statistics import median
from typing import Any, NamedTuple


class TimedRow(NamedTuple):
    """A row of a game, as far as time matters."""

    seat: int | None
    """The seat that moved; None for the start and for an undone move."""
    at: int
    """Milliseconds since 1970."""


class MoveTimes(NamedTuple):
    """How long a player took. Moves that were sent together count as one."""

    seat: int
    moves: int
    median_seconds: float
    total_seconds: float

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


def move_times(rows: Iterable[TimedRow], seats: Collection[int]) -> list[MoveTimes]:
    """Return the times of these seats, without those that never moved.

    >>> move_times([TimedRow(None, 0), TimedRow(0, 4000), TimedRow(0, 4000), TimedRow(1, 5000)], [0])
    [MoveTimes(seat=0, moves=1, median_seconds=4.0, total_seconds=4.0)]
    """
    taken: defaultdict[int, list[float]] = defaultdict(list)
    before: TimedRow | None = None
    for row in rows:
        if before is not None and row.seat is not None and row.seat in seats and row != before:
            taken[row.seat].append(max(0, row.at - before.at) / 1000)
        before = row
    return [MoveTimes(s, len(times), median(times), sum(times)) for s, times in sorted(taken.items())]
