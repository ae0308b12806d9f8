"""The page of licences has the locked versions, and everything that the web app is built from."""

from __future__ import annotations

import json
import re

import pytest

from tests.helpers import lacking
from tools import licences
from tools.licences import BUNDLED, NAMES, PAGE, ROOT

ROW = re.compile(r"^\| \[?([^\]|]+?)\]?(?:\([^)]*\))? \| (\S*) ?\| [^|]+ \| [^|]+ \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def listed() -> dict[str, str]:
    """The packages on the page, with their versions."""
    rows = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))
    rows.pop("part")
    return {name: version for name, version in rows.items() if name != "---"}


def test_versions_are_those_of_the_locks(listed: dict[str, str]) -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {path.split("node_modules/")[-1]: about["version"] for path, about in lock.items() if path}
    for file in ("dev.txt", "docs.txt"):
        text = (ROOT / "locks" / file).read_text(encoding="utf-8")
        locked |= dict(re.findall(r"^([\w-]+)==(\S+)", text, re.MULTILINE))
    names = {name: package for package, name in NAMES.items()}
    packages = {name: version for name, version in listed.items() if version}
    assert {name: locked[names.get(name, name)] for name in packages} == packages
    assert "mypy" in packages
    assert "mkdocs-material" in packages


def test_all_that_the_board_is_built_of_is_on_the_page(listed: dict[str, str]) -> None:
    if not BUNDLED.is_file():
        lacking("the board has not been built: 'make web' builds it")
    bundled = json.loads(BUNDLED.read_text(encoding="utf-8"))
    assert "preact" in bundled
    assert {NAMES.get(package, package) for package in bundled} <= listed.keys()


def test_every_part_has_its_text(listed: dict[str, str]) -> None:
    titles = " ".join(re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert {name for name in listed if name not in titles} == {"Natural Earth"}


def test_what_is_missing_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "BUNDLED", ROOT / "nowhere.json")
    assert licences.main(["--check"]) == 2
    assert capsys.readouterr().err == "The page of licences cannot be made: the board has not been built: make web\n"
