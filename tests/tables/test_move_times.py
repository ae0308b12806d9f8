"""How long players took for their moves."""

from __future__ import annotations

from stromnetz.tables.move_times import MoveTimes, TimedRow, move_times

START = TimedRow(None, 1_000_000)


def after(seconds: float, seat: int | None) -> TimedRow:
    return TimedRow(seat, START.at + round(1000 * seconds))


def test_time_runs_from_the_move_before() -> None:
    rows = [START, after(3, 0), after(10, 1), after(11, 0), after(20, 1)]
    assert move_times(rows, [0, 1]) == [MoveTimes(0, 2, 2.0, 4.0), MoveTimes(1, 2, 8.0, 16.0)]


def test_moves_that_were_sent_together_count_as_one() -> None:
    assert move_times([START, after(6, 0), after(6, 0), after(6, 0)], [0]) == [MoveTimes(0, 1, 6.0, 6.0)]


def test_others_and_undone_moves_only_set_the_clock() -> None:
    rows = [START, after(5, 2), after(6, 0), after(9, None), after(10, 0)]
    assert move_times(rows, [0, 1]) == [MoveTimes(0, 2, 1.0, 2.0)]


def test_a_clock_that_was_set_back_gives_no_negative_time() -> None:
    assert move_times([START, after(-60, 0)], [0]) == [MoveTimes(0, 1, 0.0, 0.0)]
