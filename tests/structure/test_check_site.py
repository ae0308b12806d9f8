"""`make docs` finds dead links in the site it has built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import write_files
from tools import check_site

GOOD = {
    "index.html": '<a href="sub/page.html#there">a</a> <a href="#top">b</a> <a href="https://far.example/#x">c</a>',
    "sub/page.html": '<h2 id="there">d</h2> <a href="..">e</a> <img src="../dot.png"> <a href="#there">f</a>',
    "dot.png": "",
    "404.html": '<a href="/elsewhere/">g</a>',
}


def found(folder: Path, **changed: str) -> list[str]:
    write_files(folder, GOOD | {name.replace("__", "."): text for name, text in changed.items()})
    return list(check_site.problems(folder))


def test_a_site_without_dead_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(tmp_path) == []
    assert check_site.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "3 pages of the site, no dead link\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('<p>\n<a href="gone.html">a</a>', "index.html:2: there is no gone.html"),
        ('<img src="gone.png">', "index.html:1: there is no gone.png"),
        ('<script src="gone.js"></script>', "index.html:1: there is no gone.js"),
        ('<a href="games.jsonl">a</a>', "index.html:1: there is no games.jsonl"),
        ('<a href="sub/page.html#gone">a</a>', "index.html:1: sub/page.html#gone has no such anchor"),
        ('<a href="#gone">a</a>', "index.html:1: #gone has no such anchor"),
        ('<a href="sub">a</a>', "index.html:1: there is no sub"),
    ],
)
def test_dead_links_are_found(tmp_path: Path, text: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(tmp_path, index__html=text) == [problem]
    assert check_site.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == problem + "\n"


def test_a_site_that_was_not_built(tmp_path: Path) -> None:
    assert check_site.main([str(tmp_path)]) == 1
