"""Help, suggestions, colours and shell completion of the command line."""

from __future__ import annotations

import argparse
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz.bots import bot_names
from stromnetz.cli import GROUPS, main, parser, write_utf8
from stromnetz.terminal.command_parser import HelpFormatter
from stromnetz.terminal.output import say
from stromnetz.terminal.shell_completion import SCRIPTS, following
from tests.helpers import lacking


def commands() -> dict[str, argparse.ArgumentParser]:
    (action,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    return action.choices


# --- help ---


def test_every_command_is_in_one_group_of_the_help() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(commands())


@pytest.mark.parametrize("name", ["play", "simulate", "soak", "duel", "tournament", "tune", "train", "serve"])
def test_options_are_in_groups(name: str) -> None:
    command = commands()[name]
    ungrouped = [action.dest for action in command._optionals._group_actions]
    assert set(ungrouped) <= {"help", "help_all", "browser"}


@pytest.mark.parametrize("columns", [40, 80])
def test_help_is_broken_between_words(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    words = set()
    for arguments in ([], ["duel"]):
        with pytest.raises(SystemExit):
            main([*arguments, "--help"])
        out = capsys.readouterr().out
        words |= set(out.split())
        assert all(len(line) <= columns or len(line.split()) <= 2 for line in out.splitlines()), out
    assert {"funkenschlag", "seat.", "tournament"} <= {word.lower() for word in words}


def test_examples_in_the_help_keep_their_lines() -> None:
    text = "some words\nin a paragraph\n\nexamples:\n  a  first\n  b  second"
    filled = HelpFormatter("x", width=40)._fill_text(text, 40, "")
    assert filled == "some words in a paragraph\n\nexamples:\n  a  first\n  b  second"


def test_answers_are_broken_at_the_width_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "  " + "nobody may bid more " * 5
    say(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say(text)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 30
    assert " ".join(lines).split() == text.split()
    assert all(line.startswith("    ") for line in lines[1:])


# --- suggestions ---


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("simulat", "there is no 'simulat'; did you mean 'simulate'?"),
        ("duel hard easy --edtion outpost", "unrecognized arguments: --edtion outpost; did you mean '--edition'?"),
        ("duel hrad easy", "there is no bot 'hrad'; did you mean 'hard'?"),
        ("play --edition clasic-2004", "there is no edition 'clasic-2004'; did you mean 'classic-2004'?"),
        ("play --color alway", "there is no 'alway'; did you mean 'always'?"),
        ("admin peple", "there is no 'peple'; did you mean 'people'?"),
        ("zzz", "invalid choice: 'zzz'"),
    ],
)
def test_unknown_words_get_a_suggestion(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: Any = main(line.split())
    except SystemExit as stop:
        code = stop.code
    err = capsys.readouterr().err
    assert code == 2
    assert meant in err
    assert err.count("\n") == 1


# --- colours and quiet ---


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(stromnetz.new_game("classic-2004", players=2, seed=3).to_json()))
    return str(file)


@pytest.mark.parametrize(
    ("option", "no_color", "coloured"),
    [("always", "", True), ("always", "1", True), ("never", "", False), ("auto", "", False), ("auto", "1", False)],
)
def test_colours(
    run: Any, record: str, monkeypatch: pytest.MonkeyPatch, option: str, no_color: str, coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    code, out, _ = run("show", record, "--color", option)
    assert code == 0
    assert ("\x1b[" in out) is coloured


class Screen(io.StringIO):
    """Standard output or standard error of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_no_color_is_respected_on_a_terminal(
    record: str, monkeypatch: pytest.MonkeyPatch, no_color: str, coloured: bool
) -> None:
    screen = Screen()
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["show", record]) == 0
    assert ("\x1b[" in screen.getvalue()) is coloured
    assert "Lübeck" in screen.getvalue()


@pytest.mark.parametrize(("more", "shown"), [((), True), (("--quiet",), False)])
def test_quiet_hides_progress(run: Any, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], shown: bool) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    code, out, _ = run("simulate", "--games", "2", "--players", "2", *more)
    assert (code, "2 games, 2 finished" in out) == (0, True)
    assert bool(screen.getvalue()) is shown


# --- completion in a shell ---


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("sim", ["simulate"]),
        ("duel ha", ["hard"]),
        ("duel hard be", ["beginner"]),
        ("simulate --edition classic", ["classic-2004", "classic-2009"]),
        ("simulate --bots plain,ha", ["plain,hard"]),
        ("simulate --ga", ["--games"]),
        ("simulate --json --games 5 --ed", ["--edition"]),
        ("play --lang ", ["en", "de", "nl"]),
        ("play --map us", ["usa"]),
        ("rules B1", ["B1"]),
        ("completion f", ["fish"]),
        ("admin backup --js", ["--json"]),
        ("replay ga", []),
        ("simulate --games ", []),
    ],
)
def test_following_words(line: str, found: list[str]) -> None:
    got = following(parser(), line.split(" "))
    assert got[: len(found)] == found
    assert found or not got


def test_all_commands_and_bots_are_completed(run: Any) -> None:
    assert run("completion", "--words", "")[1].split() == list(commands())
    assert run("completion", "--words", "duel", "")[1].split() == bot_names()
    assert run("completion")[0] == 2


@pytest.mark.parametrize("shell", SCRIPTS)
def test_scripts_are_valid(run: Any, shell: str) -> None:
    code, script, _ = run("completion", shell)
    assert (code, "stromnetz completion --words" in script) == (0, True)
    program = shutil.which(shell)
    if program is None:
        if shell == "bash":
            lacking("bash is not installed")
        return  # the other shells are seldom installed
    done = subprocess.run([program, "-n"], input=script, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_the_last_word(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        lacking("bash is not installed")
    program = tmp_path / "stromnetz"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m stromnetz "$@"\n')
    program.chmod(0o755)
    script = f"PATH={tmp_path}:$PATH\n{SCRIPTS['bash']}COMP_WORDS=(stromnetz duel hard ea)\nCOMP_CWORD=3\n_stromnetz\n"
    script += 'echo "${COMPREPLY[@]}"\n'
    done = subprocess.run([bash, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("easy\n", "")


# --- other systems ---


@pytest.mark.parametrize(("platform", "encoding"), [("win32", "utf-8"), ("linux", "cp1252")])
def test_pipes_get_utf8_on_windows(platform: str, encoding: str) -> None:
    """Its own encoding has no "Ł", and a list of cities would end in a traceback."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    write_utf8(stream, io.StringIO(), platform=platform)
    assert stream.encoding == encoding
