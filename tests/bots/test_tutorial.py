"""The tutorial: its files and commands do what the page shows. Its Python sessions are run as doctests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tools.tutorial import ENVIRONMENT, PAGE, TutorialProblem, run_tutorial, steps

VARIABLES = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_it_begins_with_the_installation_and_ends_with_a_bot_that_beats_easy() -> None:
    commands = list(steps(PAGE.read_text(encoding="utf-8")))
    assert [command for command, _ in commands if command in ENVIRONMENT] == list(ENVIRONMENT)
    duels = [output for command, output in commands if command.startswith("stromnetz duel")]
    assert len(duels) == 2
    assert "below 50.0 %: clear" in duels[0]
    assert "above 50.0 %: clear" in duels[1]


@pytest.mark.subprocess
def test_every_command_prints_what_the_page_shows(tmp_path: Path) -> None:
    assert run_tutorial(tmp_path, VARIABLES) > 8


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("```console\n$ echo one\ntwo\n```\n", "it printed:\none\n"),
        ("```console\n$ false\n```\n", "ended with 1"),
        ("```python\nprint(1)\n```\n", "a block that nothing runs: print"),
        ("```python\n# a.py\nprint(1)\n```\n```console\n$ python a.py\n2\n```\n", "it printed:\n1\n"),
    ],
)
def test_mistakes_on_the_page_are_found(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(TutorialProblem) as error:
        run_tutorial(tmp_path, VARIABLES, text=text)
    assert problem in str(error.value)
