"""Helpers for all tests: handwritten positions, refusals that name their rule, and playing on."""

from __future__ import annotations

import os
import random
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

import stromnetz
from stromnetz import Game, IllegalMove, Move, StromnetzError
from stromnetz.engine.rules import Rules
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES, Words, all_words


def write_files(root: Path, files: dict[str, str]) -> None:
    """Write files with these texts, by their paths below a folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lacking(what: str) -> NoReturn:
    """Skip a test whose requirements are missing; fail instead with ``CI=true``."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"this test must run here: {what}")
    pytest.skip(what)


def needed(module: str) -> Any:
    """Import a module, or skip the test."""
    try:
        return import_module(module)
    except ImportError as error:
        lacking(str(error))


def position(phase: str = "auctions", players: int | list[dict[str, Any]] = 3, **fields: Any) -> Game:
    """Create a game from a handwritten position: `players` is their number or a list of their property.

    With `open_places`, the market has this many places, some of them empty, as in no game at rest.
    """
    seats = [{} for _ in range(players)] if isinstance(players, int) else players
    data = {"edition": "classic-2004", "map": "germany", "phase": phase, "players": seats, **fields}
    open_places = data.pop("open_places", None)
    if open_places is None:
        return stromnetz.parse_position(data)
    game = stromnetz.parse_position({**data, "places": len(data["market"])})
    game.position.places = open_places
    return game


class Refusal:
    """Filled when the block was refused."""

    error: IllegalMove


@contextmanager
def refused(rule: str, game: Game | None = None) -> Iterator[Refusal]:
    """Check that the block is refused by this rule and, given a game, that nothing of it has changed."""
    before = None if game is None else (game.position.copy(), game.version)
    out = Refusal()
    with pytest.raises(IllegalMove) as caught:
        yield out
    out.error = caught.value
    assert caught.value.rule == rule, f"refused by {caught.value.rule}: {caught.value.message}"
    assert caught.value.message
    said_in_every_language(caught.value, game)
    if game is not None:
        assert (game.position, game.version) == before


def said_in_every_language(error: StromnetzError, game: Game | None) -> None:
    """Check that the refusal has a sentence in every language, whose gaps its facts fill."""
    for language in LANGUAGES:
        sentence = all_words(language)["refusals"][error.case]
        gaps = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert gaps <= error.facts.keys(), f"{language} {error.case} wants {gaps - error.facts.keys()}"
        if game is not None:
            said = _words(game, language).refusal(error)
            assert said
            assert "{" not in said, said


_WORDS: dict[tuple[Rules, str], Words] = {}


def _words(game: Game, language: str) -> Words:
    """The words of a game, cached because tests refuse thousands of moves."""
    if (game.rules, language) not in _WORDS:
        _WORDS[game.rules, language] = words_for(game, language)
    return _WORDS[game.rules, language]


def play_on(game: Game, seed: int = 0, until: Callable[[Game], bool] | None = None, rounds: int = 300) -> Game:
    """Play uniformly random moves until the end, a number of rounds, or a condition."""
    rng = random.Random(seed)
    while game.decision is not None and game.position.round <= rounds and not (until and until(game)):
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    return game


def kinds(game: Game, *moves: Move | dict[str, Any]) -> list[str]:
    """Apply moves and return the kinds of all events."""
    return [event.kind for move in moves for event in game.apply(move)]


# --- what the library tells about a game ----------------------------------------------------------------------------


def asked(game: Game) -> tuple[int, str]:
    """Return the deciding seat and the kind of decision."""
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


def to_act(game: Game) -> int:
    """Return the deciding seat; -1 at the end."""
    return -1 if game.decision is None else game.decision.seat


def decision(game: Game) -> str:
    """Return the kind of decision; "" at the end."""
    return "" if game.decision is None else game.decision.kind


def purses(game: Game) -> list[int | None]:
    """Return the players' money, if it is open; neutral companies have none."""
    return [player.money for player in game.view(None).players]


def counted(game: Game) -> list[int]:
    """Return the number of cities of each company."""
    return [player.cities for player in game.view(None).players]
