"""Run the tutorial as a reader does: save its files, run its commands, and compare what they print with the page.

The Python sessions of the page (``>>>``) are doctests, as on every other page.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w.]+)\n")
"""First line of a block that readers save."""
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
INSTALL = "pip install --quiet stromnetz"
ENVIRONMENT = ("python -m venv .venv", ". .venv/bin/activate", INSTALL)
"""Commands that make an environment, which tests have already."""
MARK = "--- end of command ---"


class TutorialProblem(Exception):
    """Raised if a command of the page fails or prints something else."""


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the shell commands of a page with the output that it shows; saving a file is a command too."""
    for language, block in BLOCK.findall(text):
        if language == "console":
            yield from COMMAND.findall(block)
        elif found := FILE.match(block):
            yield f"cat > {shlex.quote(found[1])} <<'END_OF_FILE'\n{block}END_OF_FILE", ""
        elif not block.startswith(">>>"):
            raise TutorialProblem(f"a block that nothing runs: {block.splitlines()[0]}")


def run_tutorial(folder: Path, variables: Mapping[str, str], package: str | None = None, text: str = "") -> int:
    """Run all steps in one shell; returns their number. Without a package to install, ``variables`` name a PATH where
    everything is installed."""
    todo = []
    for command, output in steps(text or PAGE.read_text(encoding="utf-8")):
        if command not in ENVIRONMENT:
            todo.append((command, output))
        elif package is not None:
            todo.append((command.replace(INSTALL, f"pip install --quiet {shlex.quote(package)}"), output))
    script = "".join(f"{command}\necho '{MARK}'\n" for command, _ in todo)
    done = subprocess.run(
        ["bash", "-eu"], cwd=folder, input=script, env=dict(variables), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise TutorialProblem(f"the tutorial ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    printed = done.stdout.split(f"{MARK}\n")
    for (command, output), got in zip(todo, printed, strict=False):
        if not OutputChecker().check_output(output, got, ELLIPSIS):
            raise TutorialProblem(f"$ {command}\nthe page shows:\n{output}it printed:\n{got}")
    return len(todo)
