"""Stromnetz runs on Windows and macOS: the code calls nothing unguarded that only some systems have.

mypy finds names that a system lacks, such as ``os.fork`` on Windows, unless ``sys.platform`` guards them. `problems`
finds what types do not tell: encodings, paths, and functions that exist everywhere and fail on some systems.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "stromnetz").rglob("*.py"))
ALLOWED = {
    ("server/admin/backups.py", "'/usr/lib/postgresql'"),  # looked into if it is there; other systems search the PATH
}
"""Files and texts that only look like a path of one system."""

SYSTEM_PATH = re.compile(r"/(tmp|dev|proc|sys|etc|usr|var|home|opt|run|bin)(/|$)|~/|[A-Z]:\\")
"""Matches the beginning of a path that other systems do not have."""
LOOP_METHODS = {"add_signal_handler", "remove_signal_handler", "add_reader", "add_writer", "connect_read_pipe"} | {
    "connect_write_pipe",
    "create_unix_connection",
    "create_unix_server",
    "open_unix_connection",
    "start_unix_server",
}
"""Methods and functions of asyncio that raise `NotImplementedError` on Windows, or do not exist there."""
POSIX_ARGUMENTS = {"preexec_fn", "pass_fds", "start_new_session", "process_group", "umask", "restore_signals"}
"""Arguments of subprocesses that Windows refuses or ignores."""
POSIX_FORMATS = re.compile(r"%[-_^#]?[-_^#][a-zA-Z]|%[CDeFGghklnPRrsTtuV]")
"""Formats of `strftime` that not all systems know."""
SUBPROCESSES = {"run", "Popen", "check_output", "check_call", "call"}
PATH_CUTS = {"split", "rsplit", "partition", "rpartition", "replace"}
TEXT_FUNCTIONS = {"read_text": 0, "write_text": 1}
"""Methods of paths, with the position of their encoding."""


def name_of(call: ast.Call) -> str:
    """The name of the called function or method, without its object."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    found = next((one.value for one in call.keywords if one.arg == name), None)
    return found or (call.args[position] if len(call.args) > position else None)


def text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def docstrings(tree: ast.Module) -> set[ast.expr]:
    """Texts that are no values: docstrings of modules, classes, functions and fields."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def problems_of_call(call: ast.Call) -> Iterator[str]:
    name = name_of(call)
    given = {one.arg for one in call.keywords}
    if name in TEXT_FUNCTIONS and argument(call, "encoding", TEXT_FUNCTIONS[name]) is None:
        yield f"{name} without an encoding"
    if name == "open" and not _is_opened_elsewhere(call):
        mode = argument(call, "mode", 1 if isinstance(call.func, ast.Name) else 0)
        if not any("b" in one for one in texts_in(mode)) and "encoding" not in given:
            yield "open without an encoding"
    if name in ("NamedTemporaryFile", "TemporaryFile") and "encoding" not in given and text(argument(call, "mode", 0)):
        yield f"{name} without an encoding"
    if name in SUBPROCESSES and given & {"text", "universal_newlines"} and "encoding" not in given:
        yield "a subprocess without an encoding"
    yield from (f"{one} is for POSIX only" for one in sorted({one or "" for one in given} & POSIX_ARGUMENTS))
    if name in LOOP_METHODS:
        yield f"{name} does not work on Windows"
    if name in ("get_context", "set_start_method") and (text(argument(call, "method", 0)) or "") in ("", "fork"):
        yield f"{name}: fork is for POSIX only, and the default differs"
    if name in ("strftime", "strptime"):
        formats = [one for one in map(POSIX_FORMATS.search, texts_in(call)) if one]
        yield from (f"{one[0]} is not known everywhere" for one in formats)
    if name == "rename" and isinstance(call.func, ast.Attribute) and text_of(call.func.value) == "os":
        yield "os.rename does not replace files on Windows: os.replace"
    if name in PATH_CUTS and any(ast.unparse(one) == "os.sep" for one in call.args):
        yield "a path cut at os.sep: pathlib has its parts"
    if name == "str" and call.args and isinstance(call.args[0], ast.Call) and name_of(call.args[0]) == "relative_to":
        yield "str of a relative path has other separators on Windows: as_posix"


def _is_opened_elsewhere(call: ast.Call) -> bool:
    """Whether this opens no text file: ``os.open``, ``webbrowser.open``."""
    return isinstance(call.func, ast.Attribute) and text_of(call.func.value) in ("os", "webbrowser")


def text_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def texts_in(node: ast.AST | None) -> list[str]:
    """All texts in an expression."""
    nodes = ast.walk(node) if node is not None else ()
    return [one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def problems(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    comments = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from (f"{node.lineno}: {one}" for one in problems_of_call(node))
        elif isinstance(node, ast.Constant) and node not in comments and SYSTEM_PATH.match(str(node.value)):
            yield f"{node.lineno}: {node.value!r} is a path of one system"


def test_the_code_runs_on_other_systems() -> None:
    assert len(SOURCES) > 300
    found = []
    for path in SOURCES:
        name = path.relative_to(ROOT / "src" / "stromnetz").as_posix()
        found += [
            f"{name}:{problem}"
            for problem in problems(path.read_text(encoding="utf-8"))
            if not any(file == name and said in problem for file, said in ALLOWED)
        ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "open('x')",
        "open('x', 'w')",
        "path.open('a')",
        "path.open()",
        "path.read_text()",
        "path.write_text(text)",
        "tempfile.NamedTemporaryFile('w')",
        "subprocess.run(command, text=True)",
        "subprocess.run(command, start_new_session=True)",
        "Popen(command, preexec_fn=os.setsid)",
        "loop.add_signal_handler(signal.SIGTERM, stop)",
        "asyncio.start_unix_server(answer, path)",
        "multiprocessing.get_context('fork')",
        "multiprocessing.get_context()",
        "day.strftime('%-d %B')",
        "day.strftime('%s')",
        "os.rename(a, b)",
        "str(path.relative_to(home))",
        "Path('/tmp') / name",
        "Path('/dev/null')",
        "open('/proc/self/status', encoding='utf-8')",
        "Path('~/.config')",
        "path.split(os.sep)",
    ],
)
def test_problems_are_found(code: str) -> None:
    assert len(list(problems(code))) == 1, code


@pytest.mark.parametrize(
    "code",
    [
        "open('x', 'rb')",
        "path.open('r+b' if there else 'x+b')",
        "game.show(text=True)",
        "f'{folder}{os.sep}{name}'",
        "open('x', encoding='utf-8')",
        "path.open('r+b')",
        "path.read_text('utf-8')",
        "path.write_text(text, encoding='utf-8')",
        "os.open(path, flags)",
        "webbrowser.open(url)",
        "subprocess.run(command, encoding='utf-8')",
        "multiprocessing.get_context('spawn')",
        "day.strftime('%Y-%m-%d %H:%M')",
        "path.relative_to(home).as_posix()",
        "'/api/tables'",
        "def f():\n    '/tmp is a folder'",
    ],
)
def test_portable_code_is_left_alone(code: str) -> None:
    assert list(problems(code)) == []


MYPY = [sys.executable, "-m", "mypy", "--no-warn-unreachable", "--no-warn-unused-ignores", "--no-error-summary"]


def mypy(platform: str, cache: Path, *files: Path) -> list[str]:
    """What mypy says about files on another system."""
    command = [*MYPY, "--platform", platform, "--cache-dir", str(cache), *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()


# minutes without a cache; the tests of every change run on these systems anyway (.github/workflows)
@pytest.mark.nightly
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_all_names_exist_on_other_systems(platform: str) -> None:
    cache = ROOT / ".mypy_cache" / platform  # kept, like the cache of `make types`
    assert mypy(platform, cache, ROOT / "src" / "stromnetz") == []


@pytest.mark.subprocess
def test_missing_names_are_found(tmp_path: Path) -> None:
    lines = ["import os, signal, sys", "os.fork()", "print(signal.SIGKILL)", "if sys.platform != 'win32': os.getuid()"]
    file = tmp_path / "broken.py"
    file.write_text("\n".join(lines), encoding="utf-8")
    cache = tmp_path / "cache"
    assert [line.split(": ", 1)[0].rpartition(":")[2] for line in mypy("win32", cache, file)] == ["2", "3"]
    assert mypy("linux", cache, file) == []
