"""Who builds the board and lacks something for it reads a sentence, not a traceback."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hatch_build


def failing(*_: str) -> None:
    raise subprocess.CalledProcessError(3, ["node"])


@pytest.mark.parametrize(
    ("fails", "arguments", "said"),
    [("build", [], "The board could not be built.\n"), ("run", ["node", "tests/bench.mjs"], "")],
)
def test_a_program_that_fails_is_told(
    fails: str, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("install", "build", "run"):
        monkeypatch.setattr(hatch_build, name, failing if name == fails else lambda *_: None)
    assert hatch_build.main(arguments) == 3
    assert capsys.readouterr().err == said


def test_packages_that_cannot_be_fetched_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "WEB", tmp_path)
    monkeypatch.setattr(hatch_build, "run", failing)
    with pytest.raises(SystemExit, match="could not be fetched: npm has to reach its registry"):
        hatch_build.install()
    assert not (tmp_path / "node_modules").exists()
