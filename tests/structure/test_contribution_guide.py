"""CONTRIBUTING.md: its excerpts are in the files they name, its commands and paths exist. Examples are doctests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXCERPT = re.compile(r"^ *```\w+\n *(?:#|//) ([\w./-]+)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
EXCERPTS = EXCERPT.findall(PAGE)


def stripped(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def test_there_are_excerpts() -> None:
    assert {Path(path).suffix for path, _ in EXCERPTS} == {".py", ".toml", ".tsx", ".mjs"}


@pytest.mark.parametrize(("path", "excerpt"), EXCERPTS, ids=[path for path, _ in EXCERPTS])
def test_an_excerpt_is_in_its_file(path: str, excerpt: str) -> None:
    lines = f"\n{stripped((ROOT / path).read_text(encoding='utf-8'))}\n"
    assert f"\n{stripped(excerpt)}\n" in lines


def test_the_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|\$ )make (?:[A-Z]+=\S+ )?([a-z-]+)", PAGE))
    assert len(named) > 10
    assert named - targets == set()


def test_the_paths_exist() -> None:
    named = re.findall(r"(?:src/stromnetz|web/src|web/tests|tests|tools|docs|locks)(?:/[\w.-]+)+", PAGE)
    # commands of hatch_build.py run in web/
    assert [path for path in named if not any((top / path.rstrip(".")).exists() for top in (ROOT, ROOT / "web"))] == []
    inside = re.findall(r"`((?:engine|bots|play)/\w+(?:/\w+)*)`", PAGE)
    assert len(inside) > 1
    assert [path for path in inside if not (ROOT / "src/stromnetz" / path).is_dir()] == []


def test_it_is_short() -> None:
    """About two printed pages."""
    assert len(PAGE.split()) <= 1250
