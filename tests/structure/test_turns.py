"""What one run leaves out of a sweep, one of the next takes."""

from __future__ import annotations

import pytest

from tests import turns


@pytest.mark.parametrize("of", [1, 3, 8])
def test_as_many_runs_as_there_are_turns_take_everything_once(of: int, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    for turn in range(100, 100 + of):
        monkeypatch.setattr(turns, "TURN", turn)
        taken += [number for number in range(50) if turns.its_turn(number, of)]
    assert sorted(taken) == list(range(50))


def test_nothing_is_tried_less_than_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "FEW", 8)
    assert [turns.few(number) for number in (1, 8, 100)] == [1, 1, 12]
