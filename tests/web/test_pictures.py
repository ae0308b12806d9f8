"""The build draws the picture of a map if there is none yet."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hatch_build

PLAIN = 'id = "plain"\n'
DRAWN = 'id = "{}"\n[drawing]\nrotate = [0, 0]\n'


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three maps: without drawing hints, with a picture, and without."""
    monkeypatch.setattr(hatch_build, "MAPS", tmp_path)
    monkeypatch.setattr(hatch_build, "PICTURES", tmp_path)
    (tmp_path / "plain.toml").write_text(PLAIN, encoding="utf-8")
    for name in ("old", "new"):
        (tmp_path / f"{name}.toml").write_text(DRAWN.format(name), encoding="utf-8")
    (tmp_path / "old.json").write_text("{}", encoding="utf-8")
    return tmp_path


def test_map_without_a_picture_is_drawn_once(maps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(*command: str, folder: Path) -> None:
        ran.append((folder.name, *command))
        if command[0] == "node":
            (maps / f"{command[-1]}.json").write_text("{}", encoding="utf-8")

    monkeypatch.setattr(hatch_build, "run", run)
    hatch_build.draw()
    assert ran == [("maps", *hatch_build.INSTALL), ("maps", "node", "build.mjs", "new")]
    hatch_build.draw()
    assert len(ran) == 2


def test_failed_drawing_does_not_stop_the_build(
    maps: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*command: str, folder: Path) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(hatch_build, "run", run)
    hatch_build.draw()
    assert "shown plainly: new" in capsys.readouterr().err
    assert hatch_build.undrawn() == ["new"]


def test_all_maps_have_pictures() -> None:
    assert hatch_build.undrawn() == []
