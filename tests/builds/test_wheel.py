"""A compiled wheel plays on both builds, wherever it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.helpers import lacking
from tools import compiled

pytestmark = pytest.mark.subprocess

PROGRAM = """
from random import Random
import stromnetz
from stromnetz.cli import main
game = stromnetz.new_game("classic-2004", players=4, seed=1)
print(stromnetz.__file__)
print(stromnetz.rollout(game, Random(1)).position.money)
main(["--version"])
"""


def played(folder: Path, pure: str) -> list[str]:
    """Return the package's location, the result of a game, and the package's version and build."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "STROMNETZ_PURE": pure}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_compiled_wheel_plays_on_both_builds(tmp_path: Path) -> None:
    """The wheel contains the library that is already compiled."""
    if not compiled.up_to_date(compiled.OUT):
        lacking("nothing is compiled, or it is out of date: 'make compiled' builds it")
    level = (compiled.OUT / "level.txt").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    environment = {**os.environ, "STROMNETZ_COMPILE": "1", "STROMNETZ_LEVEL": level}
    subprocess.run(command, cwd=compiled.ROOT, env=environment, capture_output=True, check=True)
    (wheel,) = (tmp_path / "out").iterdir()
    assert not wheel.name.endswith("-any.whl")
    ZipFile(wheel).extractall(tmp_path / "site")
    fast, plain = played(tmp_path / "site", "0"), played(tmp_path / "site", "1")
    assert fast[0] == plain[0] == str(tmp_path / "site" / "stromnetz" / "__init__.py")
    assert fast[1] == plain[1]
    assert (fast[2].split()[-1], plain[2].split()[-1]) == ("(compiled)", "(pure)")
