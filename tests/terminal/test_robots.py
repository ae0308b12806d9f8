"""Robots in the terminal: drawn as tiles, decided for by people, and added by options."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from stromnetz import Game
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.terminal.game import TerminalGame
from stromnetz.terminal.offers import offers, read_answer
from stromnetz.terminal.screen import show
from tests.bot_games import watched
from tests.rules.robot_tables import ROBOT, USUAL, building, made_of, with_robot


def typing(*lines: str) -> Iterator[str]:
    yield from lines
    yield "quit"


def talk(game: Game, language: str, *lines: str) -> str:
    out, typed = io.StringIO(), typing(*lines)
    console = Console(file=out, width=200, highlight=False)
    TerminalGame(game, {}, ["Ann", "Bob", "Robo 1"], language, console, ask=lambda _: next(typed)).run()
    return out.getvalue()


def test_last_player_sees_cost_and_money_of_the_robot() -> None:
    game, _ = building(["last-player-chooses"], {"cities": ["essen"], "money": 30})
    told = talk(game, "en", "why R44", "connect duesseldorf")
    assert "choose the robot's next city" in told
    assert "■ Robo 1, Düsseldorf: 10 + 2 = 12, 18 Elektro left" in told
    assert "R44 Last player chooses" in told
    assert "■ Robo 1 connects Düsseldorf for 10 + 2 Elektro." in told
    assert game.view(None).players[ROBOT].network == ["essen", "duesseldorf"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tile", ["early-choice-for-all", "players-choice", "bidding-choice", "deciding-choice"])
def test_decisions_of_robots_have_offers(tile: str, language: str) -> None:
    seats = [{"money": 50}, {"money": 50}, {"money": 50}]
    game = with_robot("building", [tile], *seats, order=[ROBOT, 0, 1], round=1, regions=["west"])
    words = words_for(game, language)
    seen = set()
    for view in watched(game):
        if view.players[ROBOT].network:
            break
        assert view.decision is not None
        seen.add(view.decision.kind)
        listed = offers(view, words)
        assert all(game.is_legal(offer.move) for offer in listed)
        assert read_answer("1", listed, view, words) == listed[0].move
        assert words.decision(view.decision.kind)
    assert [kind for kind in seen if kind.startswith("robot")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_robots_are_drawn_as_tiles_with_texts(language: str) -> None:
    game = with_robot("auctions", ["half-bid"])
    words = words_for(game, language)
    for terminal in (True, False):
        out = io.StringIO()
        show(Console(file=out, width=600, force_terminal=terminal, color_system=None), game.view(0), words)
        for tile in made_of("half-bid"):
            assert f"{words.named('tiles', tile)} ({words.named('tile_texts', tile)})" in out.getvalue()


@pytest.mark.parametrize(("given", "robots"), [("2", 2), ("random", 1), ("random," + "+".join(USUAL), 2)])
def test_robots_are_added_by_an_option(run: Any, given: str, robots: int) -> None:
    options = ("--players", "4", "--with", f"robots={given}", "--seed", "1")
    code, out, _ = run("play", *options, typed="help\nquit\n")
    assert code == 0
    assert out.count("is a robot:") == robots
    assert "suggest CITY" in out
