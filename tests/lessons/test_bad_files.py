"""Lesson files with mistakes are left out, with an error that says what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stromnetz.editions.files import folders
from stromnetz.engine.errors import BadInput
from stromnetz.lessons import all_lessons, broken, files, lesson_of

GOOD = (folders.FOLDERS[0] / "classic_2004" / "lessons" / "fuel.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    home = tmp_path / "mine" / "lessons"
    home.mkdir(parents=True)
    monkeypatch.setattr(folders, "FOLDERS", [*folders.FOLDERS, tmp_path])
    files.clear_cache()
    yield home
    monkeypatch.undo()
    files.clear_cache()


def write(folder: Path, *changes: tuple[str, str]) -> None:
    text = GOOD.replace('id = "fuel"', 'id = "own"\nedition = "classic-2004"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "own.toml").write_text(text, encoding="utf-8")


def test_lesson_needs_only_a_file(folder: Path) -> None:
    write(folder)
    assert broken() == {}
    assert lesson_of("own") in all_lessons()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('id = "own"', 'id = "other"', "must be 'own', like the file"),
        ('edition = "classic-2004"', 'edition = "classic-1904"', "there is no edition 'classic-1904'; did you mean"),
        ("order = 30", "order = 0", "order: must be a whole number from 1 to 999"),
        ('decision = "fuel"', 'decision = "fule"', "there is no decision 'fule'; did you mean 'fuel'?"),
        ('at = "fuel:coal"', 'at = "fuel:cole"', "there is no fuel 'cole'; did you mean 'coal'?"),
        ('at = "fuel:coal"', 'at = "sky"', "must be a part of the board"),
        ("goal = { fuel", "goal = { fule", "unknown key; did you mean 'fuel'?"),
        ('kind = "buy", fuel = "coal", count = 2 }]', 'kind = "by" }]', "steps #1.ways"),
        ("plants = [10]", "plants = [10, 16]", "cards in two places: [16]"),
        ("seat = 1", "seat = 0", "seat 0 is not played by anybody else"),
        ('name = "Ben"', 'name = "Ben"\nbot = "easi"', "there is no bot 'easi'; did you mean 'easy'?"),
        ("[position]", "[positon]", "unknown key; did you mean 'position'?"),
        ("order = 30", "order = ", "this is not TOML"),
    ],
)
def test_mistakes_are_reported(folder: Path, old: str, new: str, why: str) -> None:
    write(folder, (old, new))
    assert why in broken()["own"]
    assert broken()["own"].startswith("mine/lessons/own.toml: ")
    with pytest.raises(BadInput):
        lesson_of("own")
    assert lesson_of("fuel").id == "fuel"


def test_duplicate_names_are_reported(folder: Path) -> None:
    (folder / "fuel.toml").write_text(GOOD, encoding="utf-8")
    assert "each needs a name of its own" in broken()["mine/lessons/fuel.toml"]
    assert lesson_of("fuel").folder == "classic_2004"


def test_unknown_lesson_is_refused(folder: Path) -> None:
    with pytest.raises(BadInput, match="there is no lesson 'nothing'; there are first-game, plants, auction"):
        lesson_of("nothing")
