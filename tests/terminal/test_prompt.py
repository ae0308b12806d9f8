"""The prompt of a game: help, completion with Tab, suggestions for typing errors, lines of a narrow terminal."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

import stromnetz
from stromnetz import Connect, Game, Open
from stromnetz.bots import make_bot
from stromnetz.play.words.text import words_for
from stromnetz.terminal.prompt import COMMANDS, Prompt, usages
from stromnetz.terminal.screen import MIN_BOARD_WIDTH, print_line, show

BUILDING = {"edition": "classic-2004", "map": "germany", "phase": "building", "to_act": 0, "players": [{}, {}]}
BUYING = {**BUILDING, "phase": "fuel", "players": [{"plants": [4], "money": 50}, {}]}


def prompt_of(game: Game) -> Prompt:
    assert game.decision is not None
    return Prompt.of(game.view(game.decision.seat), words_for(game), game.rules)


@pytest.fixture
def auction() -> Prompt:
    return prompt_of(stromnetz.new_game("classic-2004", players=2, seed=3))


@pytest.fixture
def building() -> Prompt:
    return prompt_of(stromnetz.parse_position(BUILDING))


# --- help ---


@pytest.mark.parametrize(
    ("kind", "with_moves", "without"),
    [
        ({"edition": "classic-2004"}, ["connect", "buy", "run", "discard-fuel"], ["assign", "build", "choose-region"]),
        ({"edition": "classic-2009"}, ["assign"], ["hire"]),
        ({"edition": "classic-2004", "regions": "draft"}, ["choose-region"], ["assign"]),
        ({"edition": "outpost"}, ["build", "hire", "make-robot"], ["connect", "buy", "run", "discard-fuel", "assign"]),
    ],
)
def test_help_lists_only_the_moves_of_this_game(
    kind: dict[str, Any], with_moves: list[str], without: list[str]
) -> None:
    game = stromnetz.new_game(players=3, seed=1, **kind)
    assert game.decision is not None
    kinds = {usage.split()[0] for usage in usages(game.rules, game.decision.kind)}
    assert {"open", "bid", "pass", "done"} <= kinds
    assert set(with_moves) <= kinds
    assert kinds.isdisjoint(without)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_command_is_explained(run: Any, language: str) -> None:
    options = ("--players", "2", "--people", "2", "--seed", "3", "--lang", language)
    code, out, _ = run("play", *options, typed="help\nquit\n")
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    for command in COMMANDS:
        assert any(line[:1] == [command] and len(line) > 2 for line in lines), command
    assert "open PLANT@BID · sit-out · bid AMOUNT" in out  # with plain spaces, for grep


# --- completion ---


def test_first_word_is_a_move_or_a_command(auction: Prompt, building: Prompt) -> None:
    assert auction.complete([], "") == ["open", "why", *(name for name in COMMANDS if name != "why")]
    assert auction.complete([], "o") == ["open"]
    assert building.complete([], "c") == ["connect"]
    assert building.complete([], "DO") == ["done"]


def test_completed_moves_are_legal(building: Prompt) -> None:
    game = stromnetz.parse_position(BUILDING)
    cities = building.complete(["connect"], "")
    assert len(cities) > 10
    assert all(Connect(city) in game.legal_moves for city in cities)
    assert building.complete(["connect"], "es") == ["essen"]
    assert building.complete(["connect"], "Köl") == ["koeln"]
    assert building.complete(["connect", "essen"], "") == []


def test_amounts_are_completed_but_bids_only_from_the_lowest(auction: Prompt) -> None:
    assert auction.complete(["open"], "") == ["03@3", "04@4", "05@5", "06@6"]
    buying = prompt_of(stromnetz.parse_position(BUYING))
    assert buying.complete(["buy"], "") == ["coal"]
    assert buying.complete(["buy", "coal"], "") == ["1", "2", "3", "4"]


def test_rules_and_files_are_completed(auction: Prompt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "A5" in auction.complete(["why"], "a")
    (tmp_path / "game.json").touch()
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    assert auction.complete(["save"], "ga") == ["game.json", "games/"]
    assert auction.complete(["save"], "none/") == []


# --- typing errors ---


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("conect esen", "connect essen"),
        ("connect Kölnn", "connect koeln"),
        ("bord", "board"),
        ("opne 04@7", "open 04@7"),
        ("conect Essen", "connect essen"),
        ("connect essen", ""),
        ("why B3", ""),
        ("zzzz", ""),
    ],
)
def test_typing_errors_are_corrected(building: Prompt, typed: str, meant: str) -> None:
    assert building.correct(typed) == meant


def test_refusals_suggest_what_may_have_been_meant(run: Any, tmp_path: Path) -> None:
    typed = "opne 04@4\nbord\nfly\nopen 10@10\nquit\n"
    _, out, _ = run("play", "--seed", "3", "--players", "2", "--people", "2", typed=typed)
    assert "'opne 04@4' isn't a move or a command. Did you mean ‘open 04@4’?" in out
    assert "'bord' isn't a move or a command. Did you mean ‘board’?" in out
    assert "'fly' isn't a move or a command.\n" in out
    assert "03, 04, 05, 06. (why M1)\n" in out  # a rule, not a typing error


# --- the width of the terminal ---


def screen(width: int, draw: Callable[[Console], None]) -> list[str]:
    """The lines of a terminal of this width."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    draw(console)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined,no-any-return]


def test_lines_are_broken_between_words() -> None:
    text = "  " + "Magdeburg connects " * 6
    lines = screen(40, lambda console: print_line(console, Text(text)))
    assert max(map(len, lines)) <= 40
    assert [line[:4] for line in lines] == ["  Ma", *["    "] * (len(lines) - 1)]
    assert " ".join(lines).split() == text.split()
    assert screen(5, lambda console: print_line(console, Text("Donaudampfschiff"))) == ["Donaudampfschiff"]


@pytest.mark.parametrize("width", [40, 79, 80, 120])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("edition", ["classic-2004", "outpost"])
def test_no_word_of_the_board_is_cut(width: int, language: str, edition: str) -> None:
    game, bot = stromnetz.new_game(edition, players=3, seed=3), make_bot("plain")
    while game.position.round < 4:
        assert game.decision is not None
        game.apply(bot.choose(game.view(game.decision.seat)))
    view, words = game.view(0), words_for(game, language)
    text = "\n".join(screen(width, lambda console: show(console, view, words)))
    built = [city for city, houses in view.houses.items() if houses]
    assert built
    for city in view.cities() if width >= MIN_BOARD_WIDTH else built:
        assert words.city(city) in text.replace("\n    ", " "), city
    assert not re.search(r"\w…", text), text


def test_quiet_game_shows_the_board_only_when_asked(run: Any) -> None:
    options = ("play", "--seed", "3", "--players", "2", "--people", "2", "--quiet")
    assert "Current market" not in run(*options, typed="quit\n")[1]
    assert "Current market" in run(*options, typed="board\nquit\n")[1]


# --- a real terminal ---

PLAY = (
    "import sys; from stromnetz.cli import main; "
    "sys.exit(main(['play', '--seed', '3', '--players', '2', '--people', '2', '--quiet']))"
)


@pytest.mark.skipif(importlib.util.find_spec("readline") is None, reason="needs readline")
def test_tab_completes_at_a_real_prompt(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm", "INPUTRC": os.devnull}
        os.execv(sys.executable, [sys.executable, "-c", PLAY])
    shown = ""

    def wait_for(text: str) -> None:
        nonlocal shown
        end = time.monotonic() + 120
        while text not in shown:
            assert select.select([terminal], [], [], max(0, end - time.monotonic()))[0], shown
            shown += os.read(terminal, 65536).decode()
        shown = shown[shown.index(text) + len(text) :]

    try:
        wait_for("> ")
        os.write(terminal, b"op\t04\t")
        wait_for("open 04@4 ")
        os.write(terminal, b"\r")
        wait_for("starts an auction for power plant 04")
        wait_for("> ")
        os.write(terminal, b"help\r")
        wait_for("Press Tab")
        os.write(terminal, b"quit\r")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


def test_opening_by_notation_is_the_completed_move(auction: Prompt) -> None:
    assert Open.parse(f"open {auction.complete(['open'], '04')[0]}") == Open(4, 4)
