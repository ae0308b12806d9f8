"""The tests for what has changed, for the loop between two edits; `make quick` runs it after the checks.

    python -m tools.quick           the tests of what differs from the main branch, committed or not
    python -m tools.quick --list    which those are

A file of tests that has changed is run itself. A source file runs the folders of tests that lie closest to it. Where
nothing has changed the core is run: the rules and the golden games.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE = ("tests/rules", "tests/golden")
NEAR: dict[str, tuple[str, ...]] = {
    "src/stromnetz/engine/": CORE,
    "src/stromnetz/editions/": (*CORE, "tests/data"),
    "src/stromnetz/play/words/": ("tests/golden", "tests/play/test_words.py", "tests/play/test_rulebook.py"),
    "src/stromnetz/play/": ("tests/golden", "tests/play/test_bad_games.py", "tests/play/test_preview.py"),
    "src/stromnetz/bots/": ("tests/bots",),
    "src/stromnetz/arena/": ("tests/arena/test_simulate.py",),
    "src/stromnetz/learn/": ("tests/learn",),
    "src/stromnetz/exercises/": ("tests/exercises",),
    "src/stromnetz/lessons/": ("tests/lessons",),
    "src/stromnetz/envs/": ("tests/envs",),
    "src/stromnetz/training/": ("tests/training",),
    "src/stromnetz/terminal/": ("tests/terminal",),
    "src/stromnetz/cli.py": ("tests/terminal",),
    "src/stromnetz/server/": ("tests/server/test_tables.py", "tests/server/test_moves.py", "tests/server/test_play.py"),
    "docs/rules/": ("tests/structure", "tests/play/test_rulebook.py"),
    "tools/": ("tests/structure",),
    "tests/golden/": ("tests/golden",),
    "tests/helpers.py": CORE,
}
"""The first prefix that fits decides. What the board in the browser is made of has tests of its own (`make test`)."""


def tests_for(changed: Iterable[str]) -> list[str]:
    """The tests to run, none of them twice."""
    out: set[str] = set()
    for file in changed:
        tests = file.startswith("tests/") and Path(file).name.startswith("test_") and file.endswith(".py")
        examples = file.startswith(("docs/", "README.md")) and file.endswith(".md")
        if tests or examples:
            out.add(file)
        out.update(next((near for prefix, near in NEAR.items() if file.startswith(prefix)), ()))
    return sorted(test for test in out if not any(test != other and test.startswith(f"{other}/") for other in out))


def changed_files() -> list[str]:
    """What differs from the point where this branch left the main one, and what git does not know yet."""
    base = git("merge-base", "HEAD", "main").strip() or "HEAD"
    files = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return sorted({name for name in files.splitlines() if (ROOT / name).exists()})


def git(*arguments: str) -> str:
    """Its output; empty where it cannot say, as without a main branch."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def main(arguments: list[str]) -> int:
    tests = tests_for(changed_files()) or list(CORE)
    print("quick:", *tests, flush=True)
    if "--list" in arguments:
        return 0
    # schemathesis takes longer to load than most of these tests to run
    without = [] if any("test_openapi" in test for test in tests) else ["-p", "no:schemathesis"]
    command = [sys.executable, "-m", "pytest", "-q", "-x", *without, *arguments, *tests]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
