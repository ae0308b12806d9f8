"""Parts of the tests: who fails once is tried again and named, who fails twice fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.part import FAILED, FEW, run

ONCE = """
from pathlib import Path

def test_flickers():
    seen = Path(__file__).with_suffix(".seen")
    there = seen.exists()
    seen.touch()
    assert there

def test_is_not_run_again():
    ran = Path(__file__).with_suffix(".ran")
    assert not ran.exists()
    ran.touch()
"""


def part(folder: Path, text: str, again: bool = True) -> int:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(text)
    return run("some", [str(folder), "--rootdir", str(folder), "-p", "no:schemathesis"], folder / "cache", again)


def test_what_fails_once_is_tried_alone_and_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert part(tmp_path, ONCE) == 0
    said = capfd.readouterr().out
    assert "1 failed, 1 passed" in said
    assert "FAILED AT FIRST, PASSED THEN: test_it.py::test_flickers" in said


def test_what_fails_twice_fails(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert part(tmp_path, "def test_broken():\n    assert False\n") == FAILED
    said = capfd.readouterr().out
    assert said.count("1 failed") == 2
    assert "PASSED THEN" not in said


def test_where_many_fail_nothing_is_tried_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tests = "\n".join(f"def test_{number}():\n    assert False\n" for number in range(FEW + 1))
    assert part(tmp_path, tests) == FAILED
    assert "tried once more" not in capfd.readouterr().out


def test_what_waits_for_nobody_is_not_tried_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert part(tmp_path, ONCE, again=False) == FAILED
    assert "tried once more" not in capfd.readouterr().out
