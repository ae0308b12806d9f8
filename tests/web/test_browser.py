"""Runs the tests of web/tests/browser with Node, in Chromium against a real server."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import lacking

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(path.name.split(".")[0] for path in (ROOT / "web" / "tests" / "browser").glob("*.test.mjs"))
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
TIMEOUT_SECONDS = 1800


@pytest.mark.parametrize("name", FILES)
def test_in_chromium(name: str) -> None:
    if not any(shutil.which(browser) for browser in BROWSERS):
        lacking("Chromium is not installed")
    assert (ROOT / "src" / "stromnetz" / "server" / "static" / "index.html").is_file(), "run 'make web' first"
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "node", "--test", f"tests/browser/{name}.test.mjs"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
