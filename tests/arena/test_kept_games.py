"""Simulations and duels keep their games as files, which sort in the order of play and replay exactly."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from stromnetz import BadInput, DuelPlan, GameKind, duel, load_game, simulate
from stromnetz.cli import main
from stromnetz.engine.events import PlantBought

SHORT = {"short": True}


def test_simulation_keeps_every_game(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    summary = simulate("classic-2004", "germany", 2, ["plain", "random"], 3, seed=8, options=SHORT, keep=folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["deal-000008.txt", "deal-000009.txt", "deal-000010.txt"]
    games = [load_game(file) for file in files]
    assert [game.seed for game in games] == ["0x8", "0x9", "0xa"]
    assert all(game.names == ["plain", "random"] and game.is_over for game in games)
    assert sum(game.version for game in games) == summary.decisions
    sold = sum(isinstance(event, PlantBought) for game in games for row in game.rows for event in row.events)
    assert sold == sum(card.bought for card in summary.cards)


def test_duel_keeps_every_game(tmp_path: Path) -> None:
    kind = GameKind.of("classic-2004", "germany", 2, SHORT)
    plan = DuelPlan(kind, ("plain", "random"), games=4, seed=5, full=True)
    result = duel(plan, keep=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert [file.stem for file in files] == [f"deal-{d:06}-seating-{s}" for d in (5, 6) for s in (1, 2)]
    for file, match in zip(files, result.games, strict=True):
        game = load_game(file)
        assert (game.seed, tuple(game.names or ())) == (hex(match.deal), match.seats)
        assert game.version == match.decisions
    assert [one.ranks for one in result.games] == [one.ranks for one in duel(plan).games]


@pytest.mark.subprocess
def test_games_of_other_processes_are_kept(tmp_path: Path) -> None:
    simulate("classic-2004", "germany", 2, ["plain"], 4, options=SHORT, jobs=2, keep=tmp_path / "two")
    simulate("classic-2004", "germany", 2, ["plain"], 4, options=SHORT, keep=tmp_path / "one")
    one, two = ({f.name: f.read_text() for f in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert len(one) == 4


def test_companies_of_the_rules_have_their_own_names(tmp_path: Path) -> None:
    simulate("classic-2004", "germany", 3, ["plain"], 1, options={**SHORT, "robots": ["random"]}, keep=tmp_path)
    names = load_game(tmp_path / "deal-000000.txt").names
    assert names is not None
    assert names[:2] == ["plain", "plain"]
    assert names[2] != "plain"


# --- errors ---


def test_games_are_not_mixed_with_those_of_another_run(tmp_path: Path) -> None:
    simulate("classic-2004", "germany", 2, ["plain"], 1, options=SHORT, keep=tmp_path)
    with pytest.raises(BadInput, match="already has games: choose another folder"):
        simulate("classic-2004", "germany", 2, ["plain"], 1, options=SHORT, keep=tmp_path)


def test_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "games"):
        assert main(["simulate", "--games", "1", "--short", "--keep", str(folder)]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"stromnetz: cannot write {folder}: ")
        assert err.count("\n") == 1


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write = Path.write_text

    def full(path: Path, text: str, **more: Any) -> int:
        if path.name == "deal-000001.txt":
            write(path, text[:100], **more)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, text, **more)

    monkeypatch.setattr(Path, "write_text", full)
    folder = tmp_path / "games"
    options = ["--games", "3", "--players", "2", "--short", "--keep", str(folder)]
    assert main(["simulate", *options]) == 2
    assert capsys.readouterr().err == f"stromnetz: cannot write {folder / 'deal-000001.txt'}: No space left on device\n"
    assert [file.name for file in folder.iterdir()] == ["deal-000000.txt"]  # no half-written game is left


def test_command_keeps_the_games_of_a_duel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    options = ["--players", "2", "--short", "--games", "2", "--full", "--keep", str(folder)]
    assert main(["duel", "plain", "random", *options]) == 0
    assert "2 games" in capsys.readouterr().out
    assert main(["replay", "--quiet", str(folder / "deal-000000-seating-2.txt")]) == 0
