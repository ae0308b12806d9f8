"""The import checker accepts a good tree and finds every kind of violation in made-up ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import write_files
from tools import check_arrows

GOOD = {
    "src/stromnetz/__init__.py": "from stromnetz.play import Game\nfrom .server import serve\n",
    "src/stromnetz/cli.py": "import rich\nfrom stromnetz import arena, bots\nMAP = 'freeland'\n",
    "src/stromnetz/engine/position.py": "import json\nfrom . import moves\nfrom .moves import Open\n",
    "src/stromnetz/editions/old_times/rules.py": "from ...engine import moves\nEDITION = 'old-times'\n",
    "src/stromnetz/editions/old_times/edition.toml": 'id = "old-times"\n',
    "src/stromnetz/editions/old_times/cards.toml": (
        '[[plants]]\nid = "plant-3"\n[[special]]\nid = "step-3"\n[[special]]\nid = "magic-lamp"\n'
    ),
    "src/stromnetz/editions/maps/freeland.toml": "regions = []\n",
    "src/stromnetz/play/game.py": "import random\nfrom stromnetz import editions\nfrom ..engine import moves\n",
    "src/stromnetz/bots/greedy.py": "from stromnetz.play import Game\nfrom stromnetz.engine.moves import Open\n",
    "src/stromnetz/arena/many.py": "from stromnetz.play.game import Game\n",
    "src/stromnetz/server/app.py": "import starlette\nfrom .. import play, bots, arena, editions, engine\n",
}


def problems(root: Path, name: str, text: str) -> list[str]:
    """Return the problems of the good tree with one file replaced."""
    write_files(root, {**GOOD, name: text})
    return [f"{path.relative_to(root).as_posix()}:{line}: {said}" for path, line, said in check_arrows.check(root)]


def test_a_good_tree_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path, GOOD)
    assert check_arrows.main([str(tmp_path)]) == 0
    assert "arrows hold" in capsys.readouterr().out


def test_a_bad_tree_fails_with_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path, {**GOOD, "src/stromnetz/engine/bad.py": "import json\nimport stromnetz.play\n"})
    assert check_arrows.main([str(tmp_path)]) == 1
    path = Path("src/stromnetz/engine/bad.py")
    assert capsys.readouterr().err == f"{path}:2: engine may not import stromnetz.play\n"


def test_a_tree_without_the_package_fails(tmp_path: Path) -> None:
    assert check_arrows.main([str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("part", "text", "module"),
    [
        ("engine", "import stromnetz.editions.loader", "stromnetz.editions.loader"),
        ("engine", "from stromnetz.play import game", "stromnetz.play.game"),
        ("engine", "from stromnetz import play", "stromnetz.play"),
        ("engine", "from .. import play", "stromnetz.play"),
        ("engine", "from ..play.game import Game", "stromnetz.play.game.Game"),
        ("engine", "def f():\n    from ..bots import greedy", "stromnetz.bots.greedy"),
        ("engine", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..play import x", "stromnetz.play.x"),
        ("engine", "import stromnetz", "stromnetz"),
        ("engine", "from .. import anything", "stromnetz.anything"),
        ("engine", "from importlib import import_module\nimport_module('stromnetz.play')", "stromnetz.play"),
        ("engine", "import importlib\nimportlib.import_module('..play', __package__)", "stromnetz.play"),
        ("engine", "__import__('stromnetz.cli')", "stromnetz.cli"),
        ("editions", "from stromnetz.play import game", "stromnetz.play.game"),
        ("editions", "from stromnetz.cli import main", "stromnetz.cli.main"),
        ("play", "from ..bots import greedy", "stromnetz.bots.greedy"),
        ("play", "from stromnetz.types import AnyEvent", "stromnetz.types.AnyEvent"),
        ("play", "from stromnetz import server", "stromnetz.server"),
        ("bots", "from stromnetz.editions import catalogue", "stromnetz.editions.catalogue"),
        ("bots", "from ..arena import many", "stromnetz.arena.many"),
        ("arena", "from ..server import app", "stromnetz.server.app"),
        ("server", "from .. import cli", "stromnetz.cli"),
    ],
)
def test_an_arrow_the_wrong_way(tmp_path: Path, part: str, text: str, module: str) -> None:
    (said,) = problems(tmp_path, f"src/stromnetz/{part}/bad.py", text)
    assert said.endswith(f"{part} may not import {module}")


def test_types_are_imported_for_annotations(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from stromnetz.types import AnyEvent\n"
    assert not problems(tmp_path, "src/stromnetz/play/good.py", text)


@pytest.mark.parametrize(
    ("room", "good", "bad"),
    [
        ("texts", "from stromnetz.play.game import Game\nfrom .rules import EDITION\n", "stromnetz.bots.greedy"),
        ("bots", "from stromnetz.bots import greedy\nfrom .texts import x\n", "stromnetz.terminal.screen"),
        ("expert/auction", "from stromnetz.bots import greedy\nfrom ..texts import x\n", "stromnetz.terminal.screen"),
        ("terminal", "from stromnetz.bots import greedy\nfrom .bots import x\n", "stromnetz.server.app"),
    ],
)
def test_a_room_of_an_edition_follows_the_arrows_of_its_floor(tmp_path: Path, room: str, good: str, bad: str) -> None:
    file = f"src/stromnetz/editions/old_times/{room}.py"
    assert problems(tmp_path, file, good) == []
    (said,) = problems(tmp_path, file, f"import {bad}\n")
    assert (
        said == f"{file}:1: {check_arrows.PACKAGE_OF_EDITION_FILE[room.split('/', maxsplit=1)[0]]} may not import {bad}"
    )


def test_the_rules_of_an_edition_stay_below_its_other_rooms(tmp_path: Path) -> None:
    file = "src/stromnetz/editions/old_times/rules.py"
    assert problems(tmp_path, file, "from .texts import x\n") == [
        f"{file}:1: editions may not import stromnetz.editions.old_times.texts.x"
    ]


VOCABULARY = 'id = "old-times"\nvocabulary = ["lamp", "lamps"]\n'


def test_an_option_may_be_called_by_a_word_of_an_edition_but_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_arrows, "OPTIONS", frozenset({"--lamps"}))
    write_files(tmp_path, {**GOOD, "src/stromnetz/editions/old_times/edition.toml": VOCABULARY})
    write_files(tmp_path, {"src/stromnetz/server/good.py": "x = 'serve with --lamps 1'"})
    assert check_arrows.check(tmp_path) == []
    for bad in ("lamps = 1", "x = 'lamps'", "x = '--lamp'", "x = '--lamps-lit'", "x = 'no--lamps'"):
        write_files(tmp_path, {"src/stromnetz/server/bad.py": bad})
        assert [problem.path.name for problem in check_arrows.check(tmp_path)] == ["bad.py"], bad


@pytest.mark.parametrize(
    ("file", "text", "word"),
    [
        ("engine/bad.py", "class LampLit: ...", "lamp"),
        ("engine/bad.py", "def light(p, lamps): ...", "lamps"),
        ("play/bad.py", "x = view.modules['lamp']", "lamp"),
        ("play/lamp_views.py", "", "lamp"),
        ("editions/compose.py", "from .old_times import lamp", "lamp"),
        ("editions/modules/oil.py", "NAME = 'oil-lamp'", "lamp"),
        ("editions/other_times/rules.py", "LAMPS = 3", "lamps"),
        ("terminal/bad.py", "SIGNS = {'lamp': '*'}", "lamp"),
        ("server/bad.py", "lamp_count = 1", "lamp"),
    ],
)
def test_the_words_of_an_edition_stay_in_its_folder(tmp_path: Path, file: str, text: str, word: str) -> None:
    """Under any key: the words belong to the edition, which lists them."""
    write_files(tmp_path, {"src/stromnetz/editions/old_times/edition.toml": VOCABULARY})
    at_home = "src/stromnetz/editions/old_times/lamps.py"
    good = {**GOOD, "src/stromnetz/editions/old_times/edition.toml": VOCABULARY, at_home: "class Lamp: ..."}
    write_files(tmp_path, good)
    assert check_arrows.check(tmp_path) == []
    write_files(tmp_path, {f"src/stromnetz/{file}": text})
    (said,) = {problem.text for problem in check_arrows.check(tmp_path)}
    assert said == f"{word!r} is a word of 'old-times': what it means belongs into old_times/"


def test_the_panels_of_an_edition_are_asked_of_the_registry(tmp_path: Path) -> None:
    write_files(tmp_path, GOOD)
    good = {
        "web/src/store/table.ts": 'import { loadEdition } from "../editions/folders";\n',
        "web/src/editions/old-times/index.ts": 'import { Lamp } from "./lamp";\n',
        "web/src/panels/action.tsx": 'import { partsOf } from "../editions/registry";\n',
    }
    write_files(tmp_path, good)
    assert check_arrows.check(tmp_path) == []
    write_files(tmp_path, {"web/src/panels/action.tsx": '\nimport { Lamp } from "../editions/old_times/lamp";\n'})
    (problem,) = check_arrows.check(tmp_path)
    assert (problem.line, problem.text) == (
        2,
        "imports 'old_times/lamp' of an edition: its parts are in editions/registry",
    )


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("panels/bad.tsx", "export const lampOpen = 1;"),
        ("parts/bad.tsx", 'const KINDS = { "oil-lamp": 1 };'),
        ("board/bad.tsx", "const one = <Sym id={`lamp-${n}`} />;"),
        ("styles/bad.css", ".card .lamp{color:red}"),
        ("editions/registry.ts", "export interface LampParts {}"),
        ("editions/other-times/bad.ts", "export const lamp = 1;"),
        ("modules/oil/style.css", ".lamp{}"),
    ],
)
def test_the_words_of_an_edition_stay_in_its_folder_of_the_board(tmp_path: Path, file: str, text: str) -> None:
    good = {
        **GOOD,
        "src/stromnetz/editions/old_times/edition.toml": VOCABULARY,
        "web/src/editions/old-times/lamp.tsx": "export const lamp = 1;",
        "web/src/editions/old-times/style.css": ".lamp{}",
        "web/src/generated/api.ts": "export interface LampLit {}",
        "web/src/panels/fine.ts": "// a lamp is elsewhere\n/* lamps\ntoo */ export const x = 1;",
        "web/src/styles/fine.css": "/* no lamp */ .card{color:red}",
    }
    write_files(tmp_path, good)
    assert check_arrows.check(tmp_path) == []
    write_files(tmp_path, {f"web/src/{file}": f"\n{text}\n"})
    (problem,) = check_arrows.check(tmp_path)
    assert (problem.line, problem.text) == (2, "'lamp' is a word of 'old-times': it belongs into its folder")


def test_the_shared_board_names_no_edition(tmp_path: Path) -> None:
    write_files(tmp_path, {**GOOD, "src/stromnetz/editions/old_times/edition.toml": VOCABULARY})
    write_files(tmp_path, {"web/src/panels/bad.tsx": 'if (view.edition === "old-times") draw();\n'})
    (problem,) = check_arrows.check(tmp_path)
    assert problem.text == "the shared board names 'old-times': only editions may know it"


def test_an_edition_may_have_common_words_in_its_prose(tmp_path: Path) -> None:
    """Docstrings may mention anything; code may not."""
    write_files(tmp_path, {**GOOD, "src/stromnetz/editions/old_times/edition.toml": VOCABULARY})
    write_files(tmp_path, {"src/stromnetz/engine/fine.py": '"""Like a lamp."""\n'})
    assert check_arrows.check(tmp_path) == []


def test_relative_imports_count_from_the_package_of_the_file(tmp_path: Path) -> None:
    deep = "src/stromnetz/engine/phases/auction.py"
    assert problems(tmp_path, deep, "from .. import moves\nfrom ..moves import Open\nfrom . import fuel\n") == []
    assert problems(tmp_path, deep, "from ... import play") == [f"{deep}:1: engine may not import stromnetz.play"]
    init = "src/stromnetz/engine/__init__.py"
    write_files(tmp_path, {deep: ""})
    assert problems(tmp_path, init, "from .moves import Open\n") == []
    assert problems(tmp_path, init, "from ..play import x\n") == [f"{init}:1: engine may not import stromnetz.play.x"]


@pytest.mark.parametrize("text", ["import numpy", "from numpy.random import default_rng", "import tests.helpers"])
def test_the_engine_uses_the_standard_library_only(tmp_path: Path, text: str) -> None:
    (said,) = problems(tmp_path, "src/stromnetz/engine/bad.py", text)
    assert "engine uses the standard library only" in said


@pytest.mark.parametrize("text", ["import random", "from random import shuffle", "from random import Random"])
def test_the_engine_never_imports_random(tmp_path: Path, text: str) -> None:
    (said,) = problems(tmp_path, "src/stromnetz/engine/bad.py", text)
    assert "engine may not import random" in said


@pytest.mark.parametrize("name", ["src/stromnetz/addons/new.py", "src/stromnetz/helpers.py"])
def test_a_part_that_the_design_does_not_know(tmp_path: Path, name: str) -> None:
    (said,) = problems(tmp_path, name, "")
    assert "is no part of the design" in said


@pytest.mark.parametrize("part", ["engine", "play", "server", "bots", "arena"])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("if edition == 'old-times': pass", "old-times"),
        ("KEY = 'table/old-times/2'", "old-times"),
        ("KEY = f'Freeland {2}'", "freeland"),
        ("def freeland_distance(): pass", "freeland"),
        ("class MagicLamp: pass", "magic-lamp"),
        ("MAGIC_LAMP = 1", "magic-lamp"),
        ("position.magic_lamp = None", "magic-lamp"),
        ("setup(magic_lamp=1)", "magic-lamp"),
        ("def setup(freeland): pass", "freeland"),
        ("match x:\n    case {'a': 1, **freeland}: pass", "freeland"),
    ],
)
def test_a_name_that_only_editions_may_know(tmp_path: Path, part: str, text: str, name: str) -> None:
    said = problems(tmp_path, f"src/stromnetz/{part}/bad.py", text)
    assert said
    assert all(f"{part} names {name!r}" in line for line in said)


def test_an_edition_named_in_an_import(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, "src/stromnetz/play/bad.py", "from stromnetz.editions.old_times import rules")
    assert "play names 'old-times'" in said


@pytest.mark.parametrize(
    "text",
    [
        '"""The magic-lamp and\n\n>>> play("old-times", "freeland")\n"""\n',
        'def f():\n    """>>> play("old-times")"""\n',
        "x = 1  # as freeland has it\n",
        "old = times = 'step-3'\n",
        "magic = 'a lamp, old or new times'\n",
        "freelander = 'plant-3'\n",
    ],
)
def test_what_may_be_said_anywhere(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, "src/stromnetz/play/good.py", text) == []


# --- circles ---

CIRCLE = "src/stromnetz/engine/a.py:1: a circle: engine.a imports engine.b imports engine.phases.c imports engine.a"


def circle(root: Path, part: str = "engine", **files: str) -> list[str]:
    """Return the problems of some files of a package."""
    write_files(root, {f"src/stromnetz/{part}/{name.replace('_', '/')}.py": text for name, text in files.items()})
    return problems(root, f"src/stromnetz/{part}/last.py", "")


@pytest.mark.parametrize(
    "back",
    [
        "from ..a import X",
        "from .. import a",
        "from stromnetz.engine.a import X",
        "def f():\n    import stromnetz.engine.a",
    ],
)
def test_a_circle_in_the_engine_is_found_once(tmp_path: Path, back: str) -> None:
    files = {"a": "from . import b\n", "b": "from .phases.c import Y\n", "phases_c": f"{back}\n"}
    assert circle(tmp_path, **files) == [CIRCLE]


@pytest.mark.parametrize("part", ["editions", "play", "bots", "arena", "terminal", "server"])
def test_outside_the_engine_a_circle_that_runs_when_files_are_loaded_is_found(tmp_path: Path, part: str) -> None:
    assert circle(tmp_path, part, a="from . import b\n", b="from .a import X\n") == [
        f"src/stromnetz/{part}/a.py:1: a circle: {part}.a imports {part}.b imports {part}.a"
    ]
    later = "class B:\n    def f(self):\n        from .a import X\n"
    assert circle(tmp_path / "later", part, a="from . import b\n", b=later) == []


def test_a_circle_across_packages_is_found(tmp_path: Path) -> None:
    """``texts.py`` of an edition may import `play`, which may import editions."""
    texts = {"src/stromnetz/editions/modules/texts.py": "from stromnetz.play.a import X\n"}
    write_files(tmp_path, texts | {"src/stromnetz/play/a.py": "from stromnetz.editions.modules.texts import Y\n"})
    assert problems(tmp_path, "src/stromnetz/play/last.py", "") == [
        (
            "src/stromnetz/editions/modules/texts.py:1: a circle: "
            "editions.modules.texts imports play.a imports editions.modules.texts"
        )
    ]


def test_a_chain_and_annotations_are_no_circle(tmp_path: Path) -> None:
    for_types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..a import X\n"
    assert circle(tmp_path, a="from . import b\n", b="from .phases.c import Y\n", phases_c=for_types) == []


def test_a_file_that_imports_itself_by_way_of_its_package_is_no_circle(tmp_path: Path) -> None:
    assert circle(tmp_path, a="from .a import X\n") == []
