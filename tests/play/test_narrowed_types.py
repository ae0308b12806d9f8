"""Decisions, options and events narrow on ``kind``: mypy checks this file, and the bot of the guide as users would."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import assert_never, assert_type, get_args

import pytest

import stromnetz
from stromnetz.bots import make_bot
from stromnetz.engine.events import EVENTS
from stromnetz.engine.moves import CardRef
from stromnetz.engine.options import OPTIONS, Option
from stromnetz.play.decision import Decision
from stromnetz.types import (
    AnyDecision,
    AnyEvent,
    AnyOption,
    BidOption,
    BuyOption,
    ConnectOption,
    OpenOption,
    PlainOption,
    PlantBought,
)

ROOT = Path(__file__).parents[2]


def describe_option(option: OpenOption | BidOption | BuyOption | PlainOption) -> str:
    """Say in words what an option is; mypy would complain about a kind that is missing."""
    match option.kind:
        case "open":
            assert_type(option, OpenOption)
            return f"open {option.plant} for {option.minimum}"
        case "bid":
            assert_type(option.maximum, int)
            return f"bid {option.minimum}"
        case "buy":
            assert_type(option.costs, list[int])
            return f"buy {option.fuel}"
        case "pass" | "done" | "sit-out" | "make-robot":
            return option.kind
        case missing:
            assert_never(missing)


def first_word(decision: AnyDecision) -> str:
    if decision.kind == "auction":
        assert_type(decision.options, list[OpenOption | PlainOption] | None)
        return " ".join(describe_option(option) for option in decision.options or [])
    if decision.kind == "fuel":
        assert_type(decision.options, list[BuyOption | PlainOption] | None)
    elif decision.kind == "build":
        assert_type(decision.options, list[ConnectOption | PlainOption] | None)
    return decision.kind


def price(event: AnyEvent) -> int:
    if event.kind == "plant-bought":
        assert_type(event, PlantBought)
        assert_type(event.plant, CardRef)
        return event.price
    return 0


def test_decisions_and_options_narrow() -> None:
    game = stromnetz.new_game("classic-2004", players=2, seed=1)
    assert game.decision is not None
    assert first_word(game.decision) == "open 3 for 3 open 4 for 4 open 5 for 5 open 6 for 6"


def test_events_narrow() -> None:
    game = stromnetz.new_game("classic-2004", players=2, seed=1)
    events = [*game.apply("open 04@9"), *game.apply("pass")]
    assert sum(price(event) for event in events) == 9
    assert sum(price(event) for row in game.rows for event in row.events) == 9


def kinds_of(union: object) -> set[str]:
    return {cls.__name__ for cls in get_args(union)}


def test_unions_name_every_class_of_the_package() -> None:
    own = {cls.__name__ for cls in EVENTS.values() if cls.__module__.startswith("stromnetz.")}
    assert kinds_of(AnyEvent) == own
    own = {cls.__name__ for cls in OPTIONS.values() if cls.__module__.startswith("stromnetz.")}
    assert kinds_of(AnyOption) == {*own, "PlainOption"}


def test_types_are_the_classes_of_the_library() -> None:
    option: Option = OpenOption(4, 4, 9)
    assert isinstance(option, OPTIONS["open"])
    assert isinstance(stromnetz.new_game("classic-2004", seed=1).decision, Decision)
    assert issubclass(PlantBought, EVENTS["plant-bought"])


@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009", "deluxe-europe", "outpost"])
def test_options_are_those_that_the_types_promise(edition: str) -> None:
    """Every option of a whole game has a class that the generated type of its decision names."""
    source = (ROOT / "src" / "stromnetz" / "types.py").read_text(encoding="utf-8")
    game = stromnetz.new_game(edition, players=3, seed=2)
    bot = make_bot("plain")
    seen = set()
    while game.decision is not None:
        seen |= {(game.decision.kind, type(option).__name__) for option in game.decision.options or []}
        game.apply(bot.choose(game.view(game.decision.seat)))
    for kind, option in seen:
        part = source.partition(f'kind: Literal["{kind}"]\n\n        @property')[2].partition("...")[0]
        assert option in part, (kind, option)
    assert len({kind for kind, _ in seen}) > 3


def check(tmp_path: Path, code: str) -> str:
    """What mypy --strict says about a program of a user."""
    file = tmp_path / "user.py"
    file.write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=600, check=False)
    return done.stdout + done.stderr


@pytest.mark.slow
def test_bot_of_the_guide_passes_mypy_strict(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guides" / "write-a-bot.md").read_text(encoding="utf-8")
    examples = [example.source for example in doctest.DocTestParser().get_examples(guide)]
    (number,) = (i for i, source in enumerate(examples) if source.startswith("class Sparrow(Bot):"))
    code = "".join(examples[: number + 1])
    assert "match decision.kind" in code
    assert check(tmp_path, code) == ""
    wrong = check(tmp_path, code.replace("best.minimum", "best.costs"))
    assert '"OpenOption" has no attribute "costs"' in wrong
