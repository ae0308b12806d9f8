"""The page on strength holds what the file of duels has, and the tool that fills it plays what it says."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from stromnetz import new_game
from stromnetz.bots import make_bot
from stromnetz.lab.checkpoints import CHECKPOINTS, judge_of
from tools import levels, strength


def test_the_page_says_what_the_file_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert strength.main(["--check"]) == 0, capsys.readouterr().out


def test_every_figure_has_its_duel() -> None:
    lines = strength.read(strength.FILE)
    asked = (*strength.HEADS, *strength.CELLS.values())
    assert [one.command() for one in asked if one.lacks(one.found(lines))] == []


def test_hard_has_twice_its_share_everywhere() -> None:
    lines = strength.read(strength.FILE)
    found = [line for one in strength.CELLS.values() if (line := one.found(lines)) is not None]
    assert len(found) == len(strength.CELLS) == len(strength.COLUMNS) * len(strength.PLAYERS)
    assert [line for line in found if line["share"] < (0.8 if line["players"] == 2 else 2 * line["fair"])] == []


def test_master_has_its_share_wherever_it_was_measured() -> None:
    lines = strength.read(strength.LEARNED)
    assert {line["players"] for line in lines} == set(strength.PLAYERS)
    assert {(line["edition"], line["players"]) for line in lines} == {
        (column.edition, players) for column in strength.COLUMNS for players in strength.PLAYERS
    }
    for line in lines:
        wanted = 0.8 if line["players"] == 2 else 2 * line["fair"]
        if (line["edition"], line["players"], bool(line["options"])) == ("classic-2004", 4, False):
            wanted = 0.75
        assert line["low"] > line["fair"]
        assert line["share"] >= wanted, line
        assert line["games"] > 1000 - line["players"], line


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
    strength.play(file, [one, replace(one, games=3)], 1)
    assert len(strength.read(file)) == 1, "three games are not whole deals"
    strength.play(file, [replace(one, games=4)], 1)
    assert [line["games"] for line in strength.read(file)] == [2, 4]


def test_checkpoints_play_each_by_its_own_file() -> None:
    """The three that meet all levels: their files fit this encoder, and they do not all want the same."""
    game = new_game("classic-2004", "germany", 4, 9_600_000)
    view = game.view(game.position.seat)
    judged = [judge_of(one.name).judge(*view.known_position()) for one in CHECKPOINTS.values()]
    assert len({tuple(one.shares) for one in judged}) == len(CHECKPOINTS) == 3
    assert [make_bot(bot).choose(view) for bot in CHECKPOINTS] == [one.moves[one.best] for one in judged]


def test_what_the_tournament_says_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = levels.read()

    def command(arguments: list[str]) -> int:
        assert arguments[:2] == ["tournament", str(tmp_path / "build" / "games.jsonl")]
        assert set(CHECKPOINTS) < set(arguments[3].split(","))
        sys.stdout.write(json.dumps(said))
        return 0

    monkeypatch.setattr(levels, "GAMES", tmp_path / "build" / "games.jsonl")
    monkeypatch.setattr(levels, "FILE", tmp_path / "levels.json")
    monkeypatch.setattr(levels, "stromnetz", command)
    levels.play(1)
    assert levels.read() == said
