"""Bots of other packages: how they are found, what is refused, and what happens when they fail."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stromnetz import BadInput, Game, Move, new_game
from stromnetz.arena import timed_bots
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.simulate import simulate
from stromnetz.arena.soak import soak, soak_one
from stromnetz.bots import BOTS, bot_names, check_bots, make_bot, registry
from stromnetz.bots.fallback import BotFaults, fallback_move, play_turn
from stromnetz.bots.plain_bot import PlainBot
from stromnetz.cli import main

ROOT = Path(__file__).parents[2]
BIRDS = ROOT / "examples" / "birds"
HERE = "tests.bots.faulty_bots"


def install(folder: Path, name: str, entries: dict[str, str]) -> None:
    """Install a package with entry points, as pip would."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{key} = {value}" for key, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the example of the guide; more packages can be added to the folder."""
    project = tomllib.loads((BIRDS / "pyproject.toml").read_text())["project"]
    install(tmp_path, project["name"], project["entry-points"][registry.GROUP])
    monkeypatch.setattr(sys, "path", [*sys.path, str(BIRDS), str(tmp_path)])
    registry.plugin_bots.cache_clear()
    yield tmp_path
    registry.plugin_bots.cache_clear()


# --- finding ---


def test_a_bot_is_found_by_its_class_or_its_entry_point(installed: Path) -> None:
    by_class, by_entry = make_bot("birds.sparrow:Sparrow", 5), make_bot("sparrow", 5)
    assert type(by_class) is type(by_entry)
    assert by_entry.seed == 5
    assert bot_names() == [*BOTS, "sparrow"]
    check_bots(["sparrow", "plain", "birds.sparrow:Sparrow"])


BAD = {
    "clever": "there is no bot 'clever'; the bots are random, plain",
    "": "there is no bot ''",
    "nowhere.at_all:Bot": "there is no module nowhere",
    "tests.bots.nowhere:Bot": "there is no module tests.bots.nowhere",
    f"{HERE}:Nobody": f"{HERE} has no 'Nobody'",
    f"{HERE}:": "not of the form package.module:Class",
    ":Bot": "not of the form package.module:Class",
    "../x:Bot": "not of the form package.module:Class",
    f"{HERE}:Stranger": "no class that extends stromnetz.bots.Bot",
    f"{HERE}:made": "no class that extends stromnetz.bots.Bot",
    f"{HERE}:Idle": "it has no method choose",
    f"{HERE}:Breaks": "cannot be made: 'OSError: no weights'",
    "raises_at_import:Bot": "importing raises_at_import failed: 'ValueError: torn'",
    "leaves_at_import:Bot": "importing leaves_at_import failed: 'SystemExit: 3'",
    "lacks:Bot": "importing lacks failed: there is no module something_else",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused_with_the_reason(name: str, installed: Path) -> None:
    (installed / "raises_at_import.py").write_text("raise ValueError('torn')")
    (installed / "leaves_at_import.py").write_text("raise SystemExit(3)")
    (installed / "lacks.py").write_text("import something_else")
    with pytest.raises(BadInput) as refusal:
        check_bots([name])
    assert BAD[name].replace("random, plain", ", ".join(BOTS)) in refusal.value.message
    assert len(refusal.value.message) < 400


def test_two_bots_of_one_name_are_refused(installed: Path) -> None:
    install(installed, "rude", {"plain": "rude:Plain", "sparrow": "rude:Sparrow"})
    registry.plugin_bots.cache_clear()
    with pytest.raises(
        BadInput, match=r"several bots 'plain'; name one of stromnetz\.bots\.plain_bot:PlainBot or rude:"
    ):
        check_bots(["plain"])
    with pytest.raises(BadInput, match=r"several bots 'sparrow'; name one of birds\.sparrow:Sparrow or rude:Sparrow"):
        make_bot("sparrow")
    assert type(make_bot("plain")) is PlainBot  # what the program itself asks for
    check_bots(["stromnetz.bots.plain_bot:PlainBot"])


@pytest.mark.parametrize("command", ["simulate", "play", "soak", "duel"])
def test_every_command_refuses_a_bad_name(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["plain", f"{HERE}:Nobody"] if command == "duel" else ["--bots", f"{HERE}:Nobody"]
    assert main([command, *bots]) == 2
    assert f"{HERE} has no 'Nobody'" in capsys.readouterr().err


def test_a_module_beside_the_user_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from stromnetz.bots.plain_bot import PlainBot\nclass Mine(PlainBot): pass\n")
    code = "import sys; sys.path.remove(''); from stromnetz.bots import make_bot; print(type(make_bot('mine:Mine')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "mine.Mine" in done.stdout


# --- failing ---

FAILS = {
    "Raises": "raised ZeroDivisionError: 'by my own zero'",
    "Leaves": "raised SystemExit: '3'",
    "Cheats": "answered Open(999, 999): there is no card 999 in this game",
    "Mute": "answered None: that is a NoneType, not a move",
    "Mumbles": "answered a Unspeakable: that is a Unspeakable, not a move",
}


@pytest.mark.parametrize("bot", FAILS)
def test_a_failing_bot_gets_default_moves_and_a_report(bot: str) -> None:
    name, faults = f"{HERE}:{bot}", BotFaults()
    setup = MatchSetup("classic-2004", "germany", 2, (name, "plain"), 3, (("short", True),))
    game = play(setup, faults=faults)
    assert game.result is not None
    assert faults.counts == {name: sum(row.seat == 0 and row.move is not None for row in game.rows)}
    assert faults.first[name].startswith(FAILS[bot])
    assert faults.first[name].endswith("(decision auction, version 0)") == (game.rows[1].seat == 0)
    # its seat is played as by plain
    alike = play(MatchSetup("classic-2004", "germany", 2, ("plain", "plain"), 3, (("short", True),)))
    assert [row.move for row in game.rows] == [row.move for row in alike.rows]


def test_without_a_list_of_faults_a_game_breaks() -> None:
    with pytest.raises(ZeroDivisionError):
        play(MatchSetup("classic-2004", "germany", 2, (f"{HERE}:Raises", "plain"), 3))


def test_whatever_bots_do_a_legal_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game("classic-2004", players=2, seed=3)
    monkeypatch.setattr(PlainBot, "choose", lambda self, view: None)
    assert game.is_legal(fallback_move(game))
    monkeypatch.setattr(PlainBot, "choose", lambda self, view: 1 // 0)
    reported: list[str] = []
    play_turn(game, make_bot(f"{HERE}:Mute"), reported.append)
    assert game.version == len(reported) == 1


class Broken:
    """A game in which moves break the engine."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, move: Move, seat: int) -> None:
        raise ZeroDivisionError


def test_engine_errors_are_not_blamed_on_bots() -> None:
    """An error of the engine is not blamed on the bot."""
    game: Any = Broken(new_game("classic-2004", players=2, seed=3))
    with pytest.raises(ZeroDivisionError):
        play_turn(game, make_bot("plain"), print)


def test_simulate_counts_faults(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{HERE}:Raises"
    arguments = ["simulate", "--players", "2", "--games", "2", "--bots", f"{name},plain"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert f"{name} failed at " in said
    assert "the first time it raised ZeroDivisionError: 'by my own zero'" in said
    assert main([*arguments, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["faults"]
    assert row["bot"] == name
    assert row["decisions"] > 20
    assert simulate("classic-2004", "germany", 2, ["plain"], 1).to_json()["faults"] == []


def test_a_stalling_bot_gets_default_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_bots, "MAX_DECISION_SECONDS", 0.01)
    name = f"{HERE}:Sleeps"
    summary = simulate("classic-2004", "germany", 2, [name, "plain"], 1, options={"short": True})
    assert summary.faults.first[name].startswith("raised BotTimeout: 'no answer within 0.01 s'")
    assert summary.faults.counts[name] > 9
    assert type(timed_bots.make_time_limited("plain")) is PlainBot


def test_soak_tells_bots_of_ours_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{HERE}:Raises"
    summary = soak(2, bots=[name])
    assert summary.ok
    assert summary.faults.counts[name] > 20
    assert summary.to_json()["faults"][0]["bot"] == name
    monkeypatch.setitem(BOTS, "torn", type(make_bot(name)))
    for bots in (("torn", "torn"), ("torn", name)):
        broken = soak_one((MatchSetup("classic-2004", "germany", 2, bots, 3), False))[3]
        assert broken is not None
        assert "ZeroDivisionError" in broken


def test_a_line_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "--people", "0", "--players", "2", "--seed", "1", "--bots", f"{HERE}:Mute,plain"]
    assert main(arguments) == 0
    assert "Mute 1 failed: it answered None: that is a NoneType, not a move" in capsys.readouterr().out


# --- the same game everywhere ---

PLAYED = """
import hashlib, json, sys
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.editions.files.loader import all_editions
out = []
for edition, data in all_editions().items():
    bots = ("hard", "birds.sparrow:Sparrow", "random") if not data.get("companies") else ("hard", "plain", "random")
    game = play(MatchSetup(edition, data["maps"][0], 3, bots, 11, (("money", "hidden"),)))
    view = game.view(0)
    out.append([game.to_json(), view.to_json(), list(view.unseen)])
print(hashlib.sha256(json.dumps(out).encode()).hexdigest())
"""


@pytest.mark.slow
def test_the_same_seeds_make_the_same_game_under_any_hash_seed() -> None:
    path = os.pathsep.join([str(BIRDS), *sys.path])
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2024")
    ]
    first, second = [run.communicate()[0] for run in runs]
    assert len(first.strip()) == hashlib.sha256().digest_size * 2
    assert first == second


# --- the guide ---


def test_the_guide_shows_the_package_as_it_is() -> None:
    guide = (ROOT / "docs" / "guides" / "write-a-bot.md").read_text()
    for file in ("pyproject.toml", "birds/sparrow.py"):
        assert (BIRDS / file).read_text().strip() in guide, file
