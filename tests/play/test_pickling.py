"""Games and errors can be pickled and copied, for other processes, searches and environments."""

from __future__ import annotations

import builtins
import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stromnetz
from stromnetz.editions.files.schema import BadData
from stromnetz.engine.errors import BadInput, GameOver, IllegalMove, NotYourTurn, StromnetzError
from stromnetz.engine.rules import Rules
from stromnetz.play.catalogue import editions
from stromnetz.play.game import Game
from stromnetz.play.new import new_game

SOURCE = Path(stromnetz.__file__).parent.parent
COPIES: list[Callable[[Any], Any]] = [lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy, copy.copy]


def played(edition: str, moves: int, seed: int = 3) -> Game:
    game, rng = new_game(edition, players=3, seed=seed, regions="draft"), Random(seed)
    while game.decision is not None and game.version < moves:
        game.apply(rng.choice(game.legal_moves))
    return game


def exceptions() -> set[type[BaseException]]:
    """Yield every exception class in the source, found by its bases; importing all modules would take long."""
    written = [
        (".".join(path.relative_to(SOURCE).with_suffix("").parts), name, set(re.split(r",\s*", bases)))
        for path in (SOURCE / "stromnetz").rglob("*.py")
        for name, bases in re.findall(r"^class (\w+)\(([\w., ]+)\):", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    names = {name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)}
    while more := {name for _, name, bases in written if bases & names} - names:
        names |= more
    return {getattr(import_module(module), name) for module, name, bases in written if bases & names}


def made(cls: type[BaseException]) -> BaseException:
    """Return an error of a class with all attributes set."""
    if issubclass(cls, BadData):
        return cls("maps/x.toml", [("cities.0", "has no name"), ("", "is empty")])
    if not issubclass(cls, StromnetzError):
        return cls("why")
    facts = {"city": "essen", "seats": [0, 2]}
    error = cls("M1", "not-on-offer", facts) if issubclass(cls, IllegalMove) else cls("why", facts, "unknown-city")
    error.move = 2
    return error


def test_every_exception_survives_pickle_and_copy() -> None:
    classes = exceptions()
    assert {BadData, BadInput, GameOver, IllegalMove, NotYourTurn} < classes
    assert {cls.__name__ for cls in classes} > {
        "Conflict",
        "DrawReached",
        "LeaseLost",
        "RequestError",
        "Stale",
        "BotProcessError",
    }
    for cls in classes:
        error = made(cls)
        for copied in COPIES:
            other = copied(error)
            assert type(other) is cls
            assert (other.args, str(other)) == (error.args, str(error))
            assert getattr(other, "__dict__", {}) == getattr(error, "__dict__", {})
            if isinstance(error, StromnetzError) and isinstance(other, StromnetzError):
                assert (other.message, other.facts, other.case) == (error.message, error.facts, error.case)


@pytest.mark.parametrize("edition", [edition.id for edition in editions()])
def test_a_game_survives_pickle_and_copy(edition: str) -> None:
    """With its record, undo and positions; the copy plays on identically."""
    for moves in (0, 1, 5, 60, 200):
        game = played(edition, moves)
        for copied in COPIES:
            other = copied(game)
            assert other == game
            assert other.to_text() == game.to_text()
            assert (other.undo_seats, other.since, other.options) == (game.undo_seats, game.since, game.options)
            assert other.rules is game.rules
            assert repr(other.decision) == repr(game.decision)
            assert list(other.legal_moves[:5]) == list(game.legal_moves[:5])
        other = copy.deepcopy(game)
        move = game.legal_moves[-1]
        assert pickle.loads(pickle.dumps(game)).apply(move) == other.apply(move)
        assert game.version == moves


def test_what_a_game_hands_out_survives_pickle_and_copy() -> None:
    game = played("classic-2004", 60)
    sample = game.view(0).sample(Random(1))
    preview = game.preview([game.legal_moves[0]])
    for value in (sample, game.decision, game.view(0), game.view(None), list(game.rows), game.prices(0), preview):
        for copied in COPIES:
            assert repr(copied(value)) == repr(value) or copied(value) == value
    for copied in COPIES:
        assert list(copied(game.legal_moves)) == list(game.legal_moves)
        assert copied(sample).since == sample.since > 0


def test_rules_of_unknown_origin_are_not_pickled() -> None:
    rules = new_game("classic-2004").rules
    alone = Rules(rules.edition, rules.board, rules.players)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(alone)


@pytest.mark.subprocess
def test_games_and_errors_are_unpickled_in_another_process() -> None:
    game = played("outpost", 60)
    with pytest.raises(IllegalMove) as refused:
        game.undo((game.undo_seat or 0) + 1)
    code = (
        "import pickle, sys\n"
        "game, error = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.write(game.to_text() + chr(10) + str(error))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps((game, refused.value)), capture_output=True, check=True
    )
    assert done.stdout.decode() == f"{game.to_text()}\n{refused.value}"
