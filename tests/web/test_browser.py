"""Runs the tests of web/tests/browser with Node, in real browsers against a real server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import lacking

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "web" / "tests" / "browser"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
OTHER_BROWSERS = {"firefox": ("firefox-esr",), "webkit": ("WebKitWebDriver", "Xvfb")}
"""The programs that the drivers in web/tests/browser/drivers start."""
TIMEOUT_SECONDS = 1800


def groups() -> list[list[str]]:
    """The files by process: those that use stage.mjs share a server and a browser, except at night."""
    files = {path.name.split(".")[0]: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.test.mjs"))}
    staged = [name for name, text in files.items() if "./stage.mjs" in text and os.environ.get("STROMNETZ_TIER") != "3"]
    return [staged, *([name] for name in files if name not in staged)] if staged else [[name] for name in files]


def run(*arguments: str, **environment: str) -> None:
    assert (ROOT / "src" / "stromnetz" / "server" / "static" / "index.html").is_file(), "run 'make web' first"
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "node", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.parametrize("names", groups(), ids="+".join)
def test_in_chromium(names: list[str]) -> None:
    if not any(shutil.which(browser) for browser in BROWSERS):
        lacking("Chromium is not installed")
    files = [f"{name}.test.mjs" for name in names]
    if len(files) > 1:
        run("tests/browser/together.mjs", *files)
    else:
        run("--test", f"tests/browser/{files[0]}")


# `make test-flows` selects tests by the name of the file, and must not find these.
@pytest.mark.parametrize("browser", OTHER_BROWSERS)
def test_in_other_browsers(browser: str) -> None:
    missing = [program for program in OTHER_BROWSERS[browser] if shutil.which(program) is None]
    if missing:
        lacking(f"{', '.join(missing)} not installed")
    run("--test", "tests/browser/flows.test.mjs", STROMNETZ_BROWSER=browser)
