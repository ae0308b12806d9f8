"""Failed builds of the board end with a message instead of a traceback."""

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
def test_failing_program_is_reported(
    fails: str, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("install", "build", "run"):
        monkeypatch.setattr(hatch_build, name, failing if name == fails else lambda *_: None)
    assert hatch_build.main(arguments) == 3
    assert capsys.readouterr().err == said


def test_failed_download_of_packages_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "WEB", tmp_path)
    monkeypatch.setattr(hatch_build, "run", failing)
    with pytest.raises(SystemExit, match="could not be fetched: npm has to reach its registry"):
        hatch_build.install()
    assert not (tmp_path / "node_modules").exists()
