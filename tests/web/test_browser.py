"""The board in a real browser: the tests of web/tests, run by Node, drive Debian's Chromium against a server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(path.name for path in (ROOT / "web" / "tests").glob("*.test.mjs"))
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((name for name in BROWSERS if shutil.which(name)), None)
SECONDS = 540


@pytest.mark.parametrize("name", FILES)
def test_in_a_real_browser(name: str) -> None:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: .ci/run installs it")
        pytest.skip("Chromium is not installed")
    assert (ROOT / "src" / "stromnetz" / "server" / "static" / "index.html").is_file(), "run 'make web' first"
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "node", "--test", f"tests/{name}"],
        cwd=ROOT,
        env={**os.environ, "STROMNETZ_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
