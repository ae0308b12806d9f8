"""The page on strength holds what the file of duels has, and the tool that fills it plays what it says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tools import strength


def test_the_page_says_what_the_file_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert strength.main(["--check"]) == 0, capsys.readouterr().out


def test_every_headline_has_its_duel() -> None:
    lines = strength.read(strength.FILE)
    assert [one.command() for one in strength.HEADS if (one.found(lines) or {}).get("games", 0) < one.games] == []


def test_hard_has_twice_its_share_wherever_it_was_measured() -> None:
    lines = strength.read(strength.FILE)
    found = [line for one in strength.CELLS.values() if (line := one.found(lines)) is not None]
    assert len(found) >= 4 * len(strength.PLAYERS)
    assert [line for line in found if line["share"] < (0.8 if line["players"] == 2 else 2 * line["fair"])] == []


def test_master_has_its_share_wherever_it_was_measured() -> None:
    lines = strength.read(strength.LEARNED)
    assert {line["players"] for line in lines} == set(strength.PLAYERS)
    wanted = {2: 0.8, 4: 0.75}
    assert [line for line in lines if line["share"] < wanted.get(line["players"], 2 * line["fair"])] == []


def test_a_stale_page_is_told_and_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, file = tmp_path / "page.md", tmp_path / "duels.jsonl"
    page.write_text(strength.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    lines = [{**line, "share": 0.5, "low": 0.25, "high": 0.75} for line in strength.read(strength.FILE)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    where = ["--page", str(page), "--file", str(file)]
    assert strength.main([*where, "--check"]) == 1
    assert "python -m tools.strength" in capsys.readouterr().out
    assert strength.main(where) == 0
    assert "50 (25 to 75)" in page.read_text(encoding="utf-8")
    assert strength.main([*where, "--check"]) == 0


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    file = tmp_path / "duels.jsonl"
    one = replace(strength.CELLS[2, strength.COLUMNS[0]], games=2)
    strength.play(file, [one, one], 1)
    (line,) = strength.read(file)
    assert (line["games"], line["seed"]) == (2, one.seed)
    assert one.found([line]) is line
    assert replace(one, players=3).found([line]) is None
