"""The command line: output, JSON, exit codes, and messages about bad input."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import stromnetz
from stromnetz.bots import make_bot
from stromnetz.cli import main
from stromnetz.editions.files.loader import all_editions
from stromnetz.play.files.records import commitment
from stromnetz.terminal.game import TerminalGame
from tests.bot_games import played


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game as a file."""
    game = played(stromnetz.new_game("classic-2009", "usa", 3, 4))
    file = tmp_path_factory.mktemp("records") / "game.json"
    file.write_text(json.dumps(game.to_json()))
    return file


COMMANDS = [
    "play",
    "serve",
    "simulate",
    "soak",
    "duel",
    "tournament",
    "tune",
    "replay",
    "verify",
    "convert",
    "show",
    "rules",
    "editions",
    "bench",
]


def test_help_lists_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert command in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert "usage: stromnetz" in capsys.readouterr().out


# --- verify ---


def test_verify_a_deal(run: Any, tmp_path: Path) -> None:
    game = stromnetz.new_game("classic-2004", players=2, seed=77)
    digest = commitment(77, "ab" * 16)
    game.header |= {"commitment": digest, "salt": "ab" * 16}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_json()))
    assert run("verify", str(file))[0] == 0
    code, out, _ = run("verify", str(file), "--json", "--commitment", digest.upper())
    assert (code, json.loads(out)["commitment"]) == (0, digest)
    code, out, _ = run("verify", str(file), "--commitment", "00")
    assert (code, "a different commitment" in out) == (1, True)
    file.write_text(json.dumps({**game.to_json(), "salt": "cd" * 16}))
    code, out, _ = run("verify", str(file))
    assert (code, "not that of its seed" in out) == (1, True)
    file.write_text(json.dumps({**game.to_json(), "setup": {"seed": "0x4e", "regions": "random"}}))
    assert run("verify", str(file))[0] == 1


def test_verify_needs_a_commitment(run: Any, record: Path, tmp_path: Path) -> None:
    code, out, _ = run("verify", str(record))
    assert (code, "nothing was promised" in out) == (1, True)
    game = stromnetz.new_game("classic-2004", players=2, seed=77, order=[1, 0])
    game.header |= {"commitment": commitment(77, "ab" * 16), "salt": "ab" * 16}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_json()))
    code, out, _ = run("verify", str(file))
    assert (code, "the deal was scripted" in out) == (1, True)
    assert run("verify", str(tmp_path / "none.json"))[0] == 2


# --- play ---


def test_whole_game_is_played_by_numbers() -> None:
    """Only numbers of offers: open the first plant, pass, buy fuel, build the cheapest city."""
    game = stromnetz.new_game("classic-2009", "germany", 2, 8, options={"short": True})
    console = Console(file=io.StringIO(), width=200)

    def answer(prompt: str) -> str:
        assert prompt == "> "
        assert game.decision is not None
        moves = game.legal_moves
        return "2" if game.decision.kind in ("fuel", "build") and len(moves) > 1 else "1"

    assert TerminalGame(game, {1: make_bot("plain")}, ["Ann", "Bob"], "en", console, answer).run()
    assert game.position.ended
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "The game is over." in text
    assert "● Ann: connect cities or finish" in text


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "The game is over. Winner: "), ("de", "Das Spiel ist zu Ende."), ("nl", "Het spel is afgelopen.")],
)
def test_play_in_three_languages(run: Any, language: str, word: str) -> None:
    arguments = ("play", "--people", "0", "--players", "2", "--names", "Ann,Bob", "--seed", "1", "--short")
    code, out, _ = run(*arguments, "--lang", language)
    assert code == 0
    assert word in out
    assert "Ann" in out


def test_answers_commands_and_refusals(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    typed = f"help\nwhy b3\nwhy Z9\nopen 10@10\nfly\n\n99\n1 5\nlog\nboard\nall\nsave\nsave {file}\nundo\nquit\n"
    code, out, _ = run("play", "--seed", "3", "--players", "2", "--people", "2", typed=typed)
    assert code == 0
    assert "Commands:" in out
    assert "B3 Every further city" in out
    assert "There is no rule Z9." in out
    assert "only the current market can be auctioned: 03, 04, 05, 06. (why M1)" in out
    assert "'fly' isn't a move" in out
    assert "There is no option 99" in out
    assert "bids 5" in out
    assert "‘save’ needs a file" in out
    assert "undo" in out
    assert json.loads(file.read_text())["format"] == "stromnetz-record"


def test_hint_shows_the_advice_of_a_strong_bot(run: Any) -> None:
    said = {}
    for language in ("en", "de"):
        code, out, _ = run(
            "play", "--seed", "3", "--players", "3", "--people", "3", "--lang", language, typed="hint\nquit\n"
        )
        assert code == 0
        said[language] = out.split("\n> ")[1].splitlines()
    assert "of games after this" in said["en"][0]
    assert "% der Spiele" in said["de"][0]
    assert said["en"][1].strip().startswith("open 0")
    assert "  wins " in said["en"][1]
    assert said["de"][2].endswith(" %")


def test_hint_counts_in_money_where_no_net_has_learned(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.bots.master.loaded_nets", tuple)
    code, out, _ = run("play", "--seed", "3", "--players", "3", "--people", "3", typed="hint\nquit\n")
    said = out.split("\n> ")[1].splitlines()
    assert (code, "I'd pay up to" in said[0]) == (0, True)
    assert said[2].endswith("Elektro less")


def test_refusals_and_rules_are_translated(run: Any) -> None:
    typed = "why b3\nwhy Z9\nopen 10@10\nopen 3@2\nfly\nbuy coal\n99\nlog x\nsave\nundo\nbid 5\nsit-out\nquit\n"
    code, out, _ = run("play", "--seed", "3", "--players", "2", "--people", "2", "--lang", "de", typed=typed)
    assert code == 0
    for said in (
        "B3 Jede weitere Stadt",
        "Eine Regel Z9 gibt es nicht.",
        "zur Auktion kommt nur, was im aktuellen liegt: 03, 04, 05, 06. (why M1)",
        "Das Mindestgebot für Kraftwerk 03 ist 3, nicht 2. (why A1)",
        "'fly' ist weder Zug noch Befehl.",
        "'buy coal' ist nicht lesbar; man schreibt buy",
        "Nummer 99 gibt es nicht",
        "„log“ braucht eine Zahl von Zeilen",
        "„save“ braucht eine Datei",
        "Es gibt keinen Zug, den man rückgängig machen kann. (why G1)",
        "Das geht gerade nicht. Möglich ist: ein Kraftwerk zur Auktion stellen oder aussetzen. (why A1)",
        "In Runde 1 darf hier niemand aussetzen: Alle müssen kaufen. (why A3)",
    ):
        assert said in out


def test_saved_game_is_continued(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    run("play", "--seed", "3", "--players", "2", "--people", "2", typed=f"1\nsave {file}\nquit\n")
    before = stromnetz.parse_game(file.read_text())
    code, out, _ = run("play", "--load", str(file), "--people", "2", typed="pass\nquit\n")
    assert code == 0
    assert before.decision is not None
    assert "passes" in out


def test_a_game_saved_as_txt_is_in_notation(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    run("play", "--seed", "3", "--players", "2", "--people", "2", typed=f"1\nsave {file}\nquit\n")
    assert file.read_text().startswith("stromnetz-game 1\n")
    code, out, _ = run("play", "--load", str(file), "--people", "2", typed="pass\nquit\n")
    assert code == 0
    assert "passes" in out


def test_cities_can_be_typed_by_name(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    data = {"edition": "classic-2004", "map": "germany", "phase": "building", "to_act": 0, "players": [{}, {}]}
    file.write_text(json.dumps(data))
    code, out, _ = run("play", "--load", str(file), "--people", "2", typed="connect Köln\nquit\n")
    assert code == 0
    assert "connects Köln for 10 + 0 Elektro" in out


# --- simulate and soak ---


def test_simulate_as_json(run: Any) -> None:
    code, out, err = run("simulate", "--players", "3", "--games", "4", "--seed", "9", "--json")
    data = json.loads(out)
    keys = [
        "games",
        "finished",
        "decisions",
        "seconds",
        "games_per_s",
        "decisions_per_s",
        "mean_rounds",
        "wins_by_seat",
        "supplied_by_rank",
        "cards",
        "cut",
        "faults",
    ]
    assert code == 0
    assert err == ""
    assert sorted(data) == sorted(keys)
    assert (data["games"], data["finished"], data["cut"]) == (4, 4, 0)
    assert sum(data["wins_by_seat"]) == pytest.approx(4)


@pytest.mark.slow
def test_soak(run: Any) -> None:
    code, out, _ = run("soak", "--games", "20", "--seed", "5", "--check")
    assert code == 0
    assert "20 games, 20 ended, 0 cut, 0 broken" in out
    code, out, _ = run("soak", "--games", "2", "--json")
    assert json.loads(out)["ok"] is True
    assert len(json.loads(out)["combinations"]) == 2


# --- files ---


def test_replay_and_show(run: Any, record: Path) -> None:
    code, out, _ = run("replay", str(record))
    assert code == 0
    assert "Round 2 begins." in out
    assert "rows verified" in out
    code, out, _ = run("replay", str(record), "--round", "2")
    assert code == 0
    assert "Round 3 begins." in out
    assert "Round 4 begins." not in out
    code, out, _ = run("replay", str(record), "--json")
    assert json.loads(out)["ended"] is True
    code, out, _ = run("show", str(record), "--lang", "de")
    assert code == 0
    assert "Das Spiel ist zu Ende" in out
    code, out, _ = run("show", str(record), "--json", "--seat", "1")
    assert json.loads(out)["seat"] == 1


def test_errors_in_files_name_file_and_row(run: Any, record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    data["rows"][5]["seat"] = (data["rows"][5]["seat"] + 1) % 3
    edited = tmp_path / "edited.json"
    edited.write_text(json.dumps(data))
    code, out, err = run("replay", str(edited))
    assert (code, out) == (2, "")
    assert "row 5: " in err
    cut = tmp_path / "cut.json"
    cut.write_text(record.read_text()[:5000])
    assert "is not JSON" in run("replay", str(cut))[2]
    assert "cannot read" in run("show", str(tmp_path / "none.json"))[2]
    foreign = tmp_path / "foreign.json"
    foreign.write_text('{"rows": [], "format": "chess"}')
    code, _, err = run("replay", str(foreign))
    assert code == 2
    assert "not a record that can be read here" in err


def test_games_and_positions_are_converted_both_ways(run: Any, record: Path, tmp_path: Path) -> None:
    game = stromnetz.load_game(record)
    texts = [tmp_path / name for name in ("game.txt", "again.json")]
    for source, new in ((record, texts[0]), (texts[0], texts[1])):
        assert run("convert", str(source), str(new))[:2] == (
            0,
            f"{new}: {game.version} rows, {new.stat().st_size} bytes\n",
        )
        assert stromnetz.load_game(new) == game
    for command in (("replay", "--quiet"), ("show",), ("replay", "--json")):
        assert run(command[0], str(texts[0]), *command[1:])[0] == 0
    data = {"edition": "classic-2004", "phase": "fuel", "players": [{"money": 20}, {}]}
    position, line = tmp_path / "position.json", tmp_path / "position.txt"
    position.write_text(json.dumps(data))
    assert run("convert", str(position), str(line))[1].startswith(f"{line}: a position, ")
    assert run("show", str(line)) == run("show", str(position))
    again = tmp_path / "position again.json"
    assert run("convert", str(line), str(again), "--json")[0] == 0
    assert run("show", str(again)) == run("show", str(position))
    shown = run("show", str(line), "--line", "--seat", "1")[1]
    assert shown == stromnetz.parse_position(line.read_text()).view(1).position_line() + "\n"
    code, picture, _ = run("show", str(line), "--svg", "--seat", "1", "--lang", "nl")
    drawn = stromnetz.svg(stromnetz.parse_position(line.read_text()), 1, language="nl")
    assert (code, picture) == (0, f"{drawn}\n")
    assert run("convert", str(line), str(again))[2] == f"stromnetz: {again} already exists; choose another file\n"
    assert "must end in .json (JSON) or .txt (notation)" in run("convert", str(line), str(tmp_path / "x.pgn"))[2]
    line.write_text(line.read_text().replace("{money:20", "{money:20:"))
    assert "column" in run("show", str(line))[2]


# --- looking things up, bad input ---


def test_rules_and_editions(run: Any) -> None:
    assert run("rules", "a5")[1] == "A5 Nobody may bid more than the money they have.\n"
    assert "B3 Every further city" in run("rules")[1]
    assert json.loads(run("rules", "--json")[1])["A5"].startswith("A5 ")
    assert run("rules", "a5", "--language", "de")[1] == "A5 Niemand darf mehr bieten, als er an Geld hat.\n"
    assert "B3 Elke volgende stad" in run("rules", "--lang", "nl")[1]
    assert "classic-2009" in run("editions")[1]
    listed = [e["id"] for e in json.loads(run("editions", "--json")[1])]
    assert listed == list(all_editions())
    assert {"classic-2004", "classic-2009", "deluxe-europe", "deluxe-north-america", "outpost"} <= set(listed)


def test_bench_prints_figures(run: Any) -> None:
    for edition in ("classic-2004", "deluxe-europe", "deluxe-north-america"):
        code, out, _ = run("bench", "--seconds", "0.02", "--edition", edition, "--json")
        assert code == 0
        assert json.loads(out)["2 players: decisions/s"] > 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("rules", "Z9"), "there is no rule Z9"),
        (("play", "--edition", "monopoly"), "there is no edition 'monopoly'"),
        (("play", "--map", "mars"), "has no map 'mars'"),
        (("play", "--players", "7"), "is for 2 to 6 players, not 7"),
        (("play", "--people", "9"), "--people must be 0 to 4"),
        (("play", "--bots", "clever"), "there is no bot 'clever'"),
        (("play", "--regions", "west,south"), "connected regions"),
        (("simulate", "--games", "0"), "--games must be 1 or more"),
        (("simulate", "--bots", "plain,random"), "--bots names one bot for all seats or 4, not 2"),
        (("simulate", "--promo", "taxis"), "there is no promo card 'taxis'"),
        (("simulate", "--edition", "classic-2009", "--promo", "transformer-station"), "in its box already"),
        (("simulate", "--edition", "deluxe-europe", "--promo", "taxes"), "has no option 'promo'"),
        (("soak", "--jobs", "0"), "--jobs must be 1 or more"),
        (("bench", "--seconds", "0"), "--seconds must be more than 0"),
        (("play", "--players", "4", "--with", "robots=4"), "has no room for 4 robots"),
        (("play", "--players", "4", "--with", "robots=9"), "has no room for 9 robots"),
        (("play", "--players", "4", "--with", "robots=wild"), "there is no tile 'wild'"),
        (("play", "--players", "4", "--with", "robots="), "there is no tile ''"),
        (("play", "--players", "4", "--with", "robots"), "there is no tile ''"),
        (("play", "--players", "4", "--with", "robot=2"), "has no option 'robot'"),
        (("duel", "plain", "clever"), "there is no bot 'clever'"),
        (("duel", "plain", "plain"), "a duel is between two bots"),
        (("duel", "plain", "random", "--halves", "--players", "3"), "3 seats cannot be halved"),
        (("duel", "plain", "random", "--players", "7"), "is for 2 to 6 players, not 7"),
        (("duel", "plain", "random", "--with", "robots=3"), "a duel needs two seats"),
        (("duel", "plain", "random", "--share", "120"), "a share lies between 0 and 1, not at 1.2"),
        (("duel", "plain", "random", "--seed", "-1"), "'seed' must be"),
    ],
)
def test_bad_options_end_with_code_2_and_a_reason(run: Any, argv: tuple[str, ...], words: str) -> None:
    code, _, err = run(*argv)
    assert code == 2
    assert err.startswith("stromnetz: ")
    assert words in err
    assert "Traceback" not in err


def test_python_m_stromnetz_runs_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["stromnetz", "rules", "none"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("stromnetz", run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("stromnetz: there is no rule")
