"""The board in a real browser: the tests of web/tests, run by Node, drive Debian's Chromium against a server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import lacking

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(path.name for path in (ROOT / "web" / "tests").glob("*.test.mjs"))
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((name for name in BROWSERS if shutil.which(name)), None)
SECONDS = 900
TOGETHER = (
    ("decisions", "folders", "people", "qr", "screen", "sketch", "words"),
    ("advance", "circles", "clocks", "retold", "robots", "slips", "told"),
    ("find", "account", "live", "exercises", "review"),
    ("keys", "company", "game", "help"),
    ("course", "lessons"),
)
"""Files that share a server and a browser, which take longer to start than many tests to run. The others are long, or
count what a server does, and have their own."""
SHARED = [[f"{name}.test.mjs" for name in names] for names in TOGETHER]
GROUPS = [*SHARED, *([name] for name in FILES if not any(name in names for names in SHARED))]


@pytest.mark.parametrize("files", GROUPS, ids=lambda files: "+".join(name.split(".")[0] for name in files))
def test_in_a_real_browser(files: list[str]) -> None:
    if CHROMIUM is None:
        lacking("Chromium is not installed")
    assert (ROOT / "src" / "stromnetz" / "server" / "static" / "index.html").is_file(), "run 'make web' first"
    command = ["--test", f"tests/{files[0]}"] if len(files) == 1 else ["tests/together.mjs", *files]
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "node", *command],
        cwd=ROOT,
        env={**os.environ, "STROMNETZ_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
