"""Wheels built without a C compiler contain pure Python, with one notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from stromnetz import build
from tools import compiled

pytestmark = pytest.mark.subprocess


def without_compiler(folder: Path) -> dict[str, str]:
    """The environment of a machine without programs."""
    hidden = {name: value for name, value in os.environ.items() if name not in ("CC", "CFLAGS")}
    return {**hidden, "PATH": str(folder), "STROMNETZ_COMPILE": "1"}


@pytest.mark.parametrize("wanted", ["1", "0"])
def test_a_wheel_without_a_compiler_is_pure(tmp_path: Path, wanted: str) -> None:
    """So is a wheel that is not to be compiled, without a notice."""
    if compiled.up_to_date(compiled.OUT, "3"):
        pytest.skip("what such a wheel would compile is there already")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    environment = {**without_compiler(tmp_path), "STROMNETZ_COMPILE": wanted, "STROMNETZ_LEVEL": "3"}
    done = subprocess.run(command, cwd=compiled.ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("there is no C compiler") == int(wanted)
    (wheel,) = (tmp_path / "out").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    names = ZipFile(wheel).namelist()
    assert "stromnetz/engine/agenda.py" in names
    assert not any("_compiled" in name for name in names)


def test_compiling_without_a_compiler_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.compiled", "--out", str(tmp_path / "out")],
        cwd=compiled.ROOT,
        env=without_compiler(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (compiled.CANNOT_COMPILE, "")
    assert "there is no C compiler" in done.stderr
    assert not (tmp_path / "out").exists()


def test_what_was_compiled_with_less_care_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "sources.txt").write_text(compiled.sources(), encoding="utf-8")
    assert not compiled.up_to_date(tmp_path)  # from when each module was a file of its own
    (tmp_path / build.MODULES).write_text("", encoding="utf-8")
    (tmp_path / "level.txt").write_text("1", encoding="utf-8")
    assert [compiled.up_to_date(tmp_path, level) for level in compiled.LEVELS] == [True, True, True, False, False]
    (tmp_path / "sources.txt").write_text("", encoding="utf-8")
    assert not compiled.up_to_date(tmp_path)


def test_the_list_of_modules_is_read_where_it_is_written() -> None:
    assert compiled.MODULES == build.MODULES


@pytest.mark.parametrize("name", ["engine/options.py", "editions/robots/events.py", "play/views.py"])
def test_what_compiled_files_import_is_watched_as_they_are(name: str) -> None:
    """An interpreted file that compiled files import is watched too, because they were compiled for its types."""
    assert compiled.PACKAGE / name not in compiled.modules()
    assert name in [line.split(" ", 2)[2] for line in compiled.sources().splitlines()]


@pytest.mark.parametrize("name", ["engine/value_classes.py", "engine/events.py", "editions/outpost/view_types.py"])
def test_what_python_looks_into_is_left_as_it_is(name: str) -> None:
    assert compiled.PACKAGE / name not in compiled.modules()
