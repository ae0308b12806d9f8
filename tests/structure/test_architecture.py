"""ARCHITECTURE.md: its walkthroughs are executed, and its import rules are those that `make arrows` enforces."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from stromnetz import build, new_game
from stromnetz.bots import make_bot, master
from stromnetz.editions.files import loader
from stromnetz.play import rulesets
from stromnetz.play.words.vocabulary import Words
from stromnetz.server.core.config import ServerConfig
from stromnetz.server.core.database.database import Database
from tests.server.local_server import LocalServer
from tools.check_arrows import ALLOWED, BASE_MODULES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SOURCE = f"{ROOT / 'src'}/"
NUMBERED = re.compile(r"^\d+\. `([\w/.]+)(?:::([\w.]+))?`", re.MULTILINE)
NAMED = re.compile(r"`([\w/.]+)::([\w.]+)`")
COUNTED = re.compile(r"(\d+) steps in (\d+) Python\s+files")


class Step(NamedTuple):
    path: str
    symbol: str


def walkthrough(title: str) -> str:
    """The text below a heading."""
    return PAGE.split(f"### {title}\n")[1].split("\n#")[0]


def python_steps(title: str) -> list[Step]:
    return [step for step in map(Step._make, NUMBERED.findall(walkthrough(title))) if step.path.endswith(".py")]


def first_not_called(steps: Iterable[Step], calls: Iterable[Step]) -> Step | None:
    """The first step that is not called after the previous ones."""
    left = iter(calls)
    return next((step for step in steps if step not in left), None)


class Recorder:
    """Records calls of our own functions in the threads that use it as profiler."""

    def __init__(self) -> None:
        self.calls: list[Step] = []

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            path = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
            self.calls.append(Step(path, frame.f_code.co_qualname))

    @contextmanager
    def here(self) -> Iterator[None]:
        """Record calls in the current thread."""
        before = sys.getprofile()
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(before)


def bid(recorder: Recorder, tmp_path: Path) -> None:
    """The second bid of an auction, while the other player watches."""
    config = ServerConfig(database=str(tmp_path / "games.sqlite"), rate=0.0, heavy_rate=0.0, bot_processes=0)
    with LocalServer(config) as server:
        players = [server.ann, server.guest()]
        id = server.ann.open("person", "open")
        players[1].post(f"/api/tables/{id}/join", {"name": "Bob"})
        server.ann.post(f"/api/tables/{id}/start")
        seat = server.game(id).position.seat
        players[seat].move(id, seat, {"kind": "open", "plant": 4, "bid": 4}, 0)
        seat = 1 - seat
        with players[1 - seat].live(id) as other:
            while other.receive_json()["type"] != "state":
                pass
            # the threads of the loop and of the writer, which end with the server
            server.run(sys.setprofile, recorder)
            server.run(server.service(Database).write, lambda c: sys.setprofile(recorder))
            players[seat].move(id, seat, {"kind": "bid", "amount": 5}, 1)
            told = other.receive_json()
            server.run(sys.setprofile, None)
        assert told["type"] == "rows"
        assert told["views"][0]["auction"]["bid"] == 5


def promo_card(recorder: Recorder, tmp_path: Path) -> None:
    """A game in which "Shortage" is drawn after the first sale, from reading its file to a player's view."""
    for cached in (rulesets._rules, loader.promo_cards, loader._card):
        cached.cache_clear()
    with recorder.here():
        game = new_game("classic-2009", map="germany", players=3, seed=8, options={"promo": ["shortage"]})
        coal = game.view(0).fuels["coal"].in_market
        for _ in range(6):
            events = game.apply(game.legal_moves[0])
        game.rows[game.version].seen_by([0])
        words = Words("classic-2009", "germany", ["Ann", "Bob", "Cid"])
        said = [words.event(event) for event in events]
        view = game.view(0).to_json()
    assert "3 coal to the supply." in said
    assert view["fuels"]["coal"]["in_market"] == coal - 3


def net_decision(recorder: Recorder, tmp_path: Path) -> None:
    """The first decision of `master`, computed with the standard library only."""
    game = new_game("classic-2004", map="germany", players=4, seed=1)
    view = game.view(game.position.seat)
    nets = master.loaded_nets(plain=True)
    with pytest.MonkeyPatch.context() as patch, recorder.here():
        patch.setattr(master, "loaded_nets", lambda: nets)
        move = make_bot("master").choose(view)
    assert game.is_legal(move)


@pytest.mark.skipif(build.BUILD != "pure", reason="calls of compiled functions cannot be recorded")
@pytest.mark.parametrize(
    ("title", "run"), [("A bid", bid), ("A promo card", promo_card), ("A net's decision", net_decision)]
)
def test_a_walkthrough_happens_as_described(title: str, run: Callable[..., None], tmp_path: Path) -> None:
    steps = python_steps(title)
    recorder = Recorder()
    run(recorder, tmp_path)
    assert first_not_called(steps, recorder.calls) is None


@pytest.mark.parametrize("title", ["A bid", "A promo card", "A net's decision"])
def test_steps_and_files_are_counted(title: str) -> None:
    steps = python_steps(title)
    counted = COUNTED.search(walkthrough(title))
    assert counted is not None
    assert [int(one) for one in counted.groups()] == [len(steps), len({step.path for step in steps})]


def python_symbols(path: Path) -> set[str]:
    """The functions, classes and methods of a module."""
    out = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            out.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
            out |= {f"{node.name}.{one.name}" for one in methods}
    return out


def web_symbols(path: Path) -> set[str]:
    """The functions and constants of a TypeScript module, also those inside functions."""
    out, name = set(), ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if top := re.match(r"(?:export )?(?:async )?(?:function|class|const|let) (\w+)", line):
            name = top[1]
            out.add(name)
        elif inner := re.match(
            r"  (?:async )?(?:function|const) (\w+)|  (?:(?:private|async|readonly) )*(\w+)\(.*\{$", line
        ):
            out.add(f"{name}.{inner[1] or inner[2]}")
    return out


def test_everything_named_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 50
    symbols = {path: (python_symbols if path.endswith(".py") else web_symbols)(ROOT / path) for path, _ in named}
    assert [f"{path}::{symbol}" for path, symbol in named if symbol not in symbols[path]] == []
    assert [path for path, _ in NUMBERED.findall(PAGE) if not (ROOT / path).is_file()] == []


def test_the_import_rules_are_those_that_are_enforced() -> None:
    section = PAGE.split("## Import rules\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    parts = ALLOWED.keys() | BASE_MODULES
    named = {part: {one for one in re.findall(r"`(\w+)`", text) if one in parts} for part, text in rows.items()}
    assert named == {part: allowed - {part} for part, allowed in ALLOWED.items()}
