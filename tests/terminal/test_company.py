"""Outpost in the terminal: offers, typed moves, drawn boards, and commands."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import stromnetz
from stromnetz import Game, Place
from stromnetz.bots import make_bot
from stromnetz.editions.outpost.moves import Arrange, Build, Hire, MakeRobot
from stromnetz.editions.outpost.terminal import PLACE, ROBOT, SITE_SIGNS, WORKER
from stromnetz.play.catalogue import edition_notice, plants
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.terminal.game import TerminalGame
from stromnetz.terminal.offers import offers, read_answer
from stromnetz.terminal.screen import show
from tests.bot_games import played
from tests.helpers import position

NOTICE = edition_notice("outpost")


def saved(tmp_path: Path, game: Game) -> str:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(game.position_json()))
    return str(file)


def turn(kind: str = "network") -> Game:
    """A position of phase 3 with three players, in which seat 0 has this decision."""
    players = [
        {"money": 90, "plants": [3, 25, "26a", 20, "32a", 50], "fuel": {"workers": 3}, "cities": ["amber", "cinder"]},
        {"money": 30, "plants": [12, "16a"], "fuel": {"workers": 3}, "cities": ["amber"]},
        {},
    ]
    company = {
        "sites": {"amber": 0, "basalt": 0, "ember": 0, "karst": 1, "jasper": 1},
        "seats": [{"placed": [3, "26a"], "robots": 2}, {"placed": [12, "16a"], "seasonal": 1}, {}],
    }
    game = position(
        "building",
        players,
        edition="outpost",
        map="planet",
        order=[0, 1, 2],
        to_act=0,
        round=4,
        step=2,
        market=[2, "05c", 8, 10, 11, 13, 14, 15],
        modules={"company": company, "piles": {"under": [["05c", "05b", "05a"]], "discounts": [["05c", 3]]}},
    )
    for move in (stromnetz.Done(), Arrange([3, 25, "26a"]), Hire(1)):
        if game.position.kind == kind:
            break
        game.apply(move)
    assert game.position.kind == kind
    return game


# --- a person plays -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_whole_game_is_played_by_numbers(players: int) -> None:
    """Only numbers of offers: the first card, the cheapest building, the offered cards and workers."""
    game = stromnetz.new_game("outpost", "planet", players, 8)
    console = Console(file=io.StringIO(), width=200)

    def answer(prompt: str) -> str:
        assert prompt == "> "
        assert game.decision is not None
        own = game.decision.kind in ("network", "company", "workers", "robot")
        return "2" if own and len(game.legal_moves) > 1 else "1"

    others = {seat: make_bot("plain") for seat in range(1, players)}
    assert TerminalGame(game, others, ["Ann", "Bob", "Cy"], "en", console, answer).run()
    assert game.position.ended
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert text.startswith(NOTICE["en"])
    assert "The game is over." in text
    assert "● Ann: build houses, plants or housings, or finish" in text
    moved = {type(row.move) for row in game.rows if row.seat == 0}
    assert moved >= {Build, Arrange, Hire}
    assert (Place in moved) == (players == 2)


def test_offers_of_phase_3_can_be_taken_by_number() -> None:
    for kind, move in (
        ("network", Build("house", "32a")),
        ("company", Arrange([25, 50, "26a"])),
        ("workers", Hire(0)),
        ("robot", MakeRobot()),
    ):
        game = turn(kind)
        view, words = game.view(0), words_for(game)
        listed = offers(view, words)
        assert listed[0].move == stromnetz.Done()
        assert listed[1].move == move
        assert read_answer("2", listed, view, words) == move
        assert all(game.is_legal(offer.move) for offer in listed)


@pytest.mark.parametrize("players", [2, 4])
def test_every_offer_of_a_random_game_is_legal(players: int) -> None:
    """Including offers to arrange cards on the company board."""
    game = stromnetz.new_game("outpost", "planet", players, 3)
    rng = random.Random(players)
    while (decision := game.decision) is not None and game.position.round < 12:
        view, words = game.view(decision.seat), words_for(game)
        listed = offers(view, words)
        assert all(game.is_legal(offer.move) for offer in listed)
        assert read_answer(str(len(listed)), listed, view, words) == listed[-1].move
        game.apply(rng.choice(listed).move)


def test_amounts_and_names_can_be_typed() -> None:
    game = turn("workers")
    view, words = game.view(0), words_for(game)
    listed = offers(view, words)
    assert read_answer("2 1", listed, view, words) == Hire(1)
    with pytest.raises(stromnetz.BadInput):
        read_answer("2 x", listed, view, words)
    game = turn()
    view, listed = game.view(0), offers(game.view(0), words)
    for text in ("build house ice-well", "build house Ice Well", "BUILD House ICE WELL"):
        assert read_answer(text, listed, view, words) == Build("house", "ice-well")
    assert read_answer("build plant 32a", listed, view, words) == Build("plant", "32a")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offer_has_words_in_every_language(language: str) -> None:
    for kind in ("network", "company", "workers", "robot"):
        game = turn(kind)
        for offer in offers(game.view(0), words_for(game, language)):
            assert "{" not in offer.note
            assert "None" not in offer.note
            assert offer.note or offer.move in (stromnetz.Done(), MakeRobot())


def test_typed_moves_and_refusals(run: Any, tmp_path: Path) -> None:
    typed = [
        "build plant dune",
        "build house amber",
        "build castle amber",
        "build house",
        "build housing 32b",
        "build house 32a",
        "build housing dune",
        "undo",
        "done",
        "arrange 03 20",
        "arrange 03 25 26a",
        "hire 9",
        "hire 1",
        "make-robot",
        "why L27",
        "quit",
    ]
    code, out, _ = run("play", "--load", saved(tmp_path, turn()), "--people", "3", typed="\n".join(typed) + "\n")
    assert code == 0
    assert "The company space in Dune is for a different building: housing. (why L12)" in out
    assert "You're already in Amber. (why L12)" in out
    assert "There is no building 'castle'; type house, plant, housing." in out
    assert "type build house|plant|housing CITY" in out
    assert "Outpost (32b) isn't yours. (why L29)" in out
    assert "● Player 1 builds a house on Outpost (32a)." in out
    assert "● Player 1 builds a housing in Dune for 5 + " in out
    assert "● Player 1 undoes the last move." in out
    assert " is neither a plant nor a housing. (why L15)" in out
    assert "● Player 1 now has these cards on the company board: 03, 25, 26a." in out
    assert "You can hire 0 to 2 seasonal workers, not 9. (why L16)" in out
    assert "● Player 1 makes robot number 3." in out
    assert "L27 Robots" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_play_starts_with_the_notice(run: Any, language: str) -> None:
    code, out, _ = run(
        *("play", "--edition", "outpost", "--players", "3", "--people", "0", "--seed", "1", "--lang", language)
    )
    assert code == 0
    first = out.splitlines()[0]
    assert first == NOTICE[language]
    assert out.count(first) == 1


def test_notice_of_loaded_games_and_other_editions(run: Any, tmp_path: Path) -> None:
    _, out, _ = run("play", "--load", saved(tmp_path, turn()), typed="quit\n")
    assert out.splitlines()[0] == NOTICE["en"]
    _, out, _ = run("play", "--players", "2", "--seed", "1", typed="quit\n")
    assert out.splitlines()[0].startswith("  Player order: ")


# --- the board ------------------------------------------------------------------------------------------------------


def drawn(game: Game, language: str = "en", width: int = 160) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    show(console, game.view(0), words_for(game, language, ["Ann", "Bob", "Cy"]))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawn_board_shows_companies(language: str) -> None:
    text = drawn(turn(), language)
    # company places: free, and taken by whom
    assert f"Dune ·· {SITE_SIGNS['housing']}  " in text
    assert f"Cinder ●· {SITE_SIGNS['plant']}  " in text
    assert f"Amber ●▲ {SITE_SIGNS['plant']}●  " in text
    assert f"Jasper ·· {SITE_SIGNS['housing']}▲" in text
    # piles and discounts
    assert "05c+2@2" in text
    # workers, robots, places, need and slots
    rows = {
        name: next(line for line in text.splitlines() if f"{name}  " in line) for name in ("● Ann", "▲ Bob", "■ Cy")
    }
    assert f"{WORKER}3 {ROBOT}2 {PLACE}3 / 1" in rows["● Ann"]
    assert "[2·1]" in rows["● Ann"]
    assert f"{WORKER}2+1 {PLACE}2 / 2" in rows["▲ Bob"]
    assert f"{WORKER}0 {PLACE}0 / 0" in rows["■ Cy"]
    assert "Moon Base" in text
    assert "{" not in text


def test_unused_cards_are_dim_and_in_brackets() -> None:
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="standard")
    show(console, turn().view(0), words_for(turn()))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[1m26a \x1b[0m" in text
    assert "\x1b[2m(25 \x1b[0m" in text


def test_every_round_of_a_game_can_be_drawn() -> None:
    """The starts of all rounds of a game against the Trust, wide and narrow."""
    game = played(stromnetz.new_game("outpost", "planet", 2, 4))
    for _, start in game.snapshots:
        at = type(game)(game.rules, start, game.options, {})
        for width in (80, 160):
            text = drawn(at, "de", width)
            assert "der Konzern" in text
            assert max(map(len, text.splitlines())) <= width


def test_plain_board_shows_companies(run: Any, tmp_path: Path) -> None:
    """In a pipe, the board is printed as lines."""
    code, out, _ = run("show", saved(tmp_path, turn()))
    assert code == 0
    assert "Current market: 02 05c+2@2 08 10 | Future market: 11 13 14 15" in out
    assert "on the board 03 26a (slots 2/1), places 3, need 1, robots 2" in out
    assert "on the board 12 16a (slots 1/1), places 2, need 2, seasonal 1" in out
    code, out, _ = run("show", saved(tmp_path, turn()), "--json", "--seat", "0")
    company = json.loads(out)["modules"]["company"]
    assert company["sites"]["amber"] == 0
    assert company["seats"][0]["places"] == 3


# --- looking things up, simulating ----------------------------------------------------------------------------------


def test_list_of_editions_shows_the_notice(run: Any) -> None:
    lines = run("editions")[1].splitlines()
    (number,) = [i for i, line in enumerate(lines) if line.startswith("outpost  ")]
    assert lines[number + 2].strip() == NOTICE["en"]
    assert sum(NOTICE["en"] in line for line in lines) == 1
    listed = {e["id"]: e for e in json.loads(run("editions", "--json")[1])}
    assert lines[number + 1].strip() == listed["outpost"]["about"]["en"]
    assert all(e["about"].keys() == set(LANGUAGES) for e in listed.values())
    assert listed["outpost"]["notice"] == NOTICE
    assert NOTICE.keys() == set(LANGUAGES)
    assert all(e["notice"] == {} for id, e in listed.items() if id != "outpost")


def test_simulate_prints_rounds_ranks_and_cards(run: Any) -> None:
    arguments = ("simulate", "--edition", "outpost", "--players", "3", "--games", "3", "--seed", "9")
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    data = json.loads(run(*arguments, "--json")[1])
    assert f"mean rounds {data['mean_rounds']:.1f}; wins by seat " in out
    ranks = ", ".join(f"{n:.1f}" for n in data["supplied_by_rank"])
    assert f"cities powered at the end, by rank: {ranks}" in out
    assert len(data["supplied_by_rank"]) == 3
    assert [use["card"] for use in data["cards"]] == sorted(plants("outpost"), key=lambda card: f"{card:>02}")
    assert len(data["cards"]) == 45
    for use in data["cards"]:
        name = f"{use['card']:02d}" if isinstance(use["card"], int) else use["card"]
        assert f"  {name} {use['bought']}x" in out
        if use["bought"]:
            assert f"  {name} {use['bought']}x @{use['mean_price']:.1f}" in out
    assert sum(use["bought"] for use in data["cards"]) > 3 * 3 * 5


def test_rules_of_outpost_can_be_looked_up(run: Any) -> None:
    assert run("rules", "l16")[1].startswith("L16 c) Workers.")
    assert run("rules", "L18a")[1].startswith("L18a ")
    assert json.loads(run("rules", "L35", "--json")[1])["id"] == "L35"
