"""The documentation: its navigation, and that measured figures have a date and a command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MEASURED_PAGES = (
    "operations.md",
    "outpost.md",
    "performance.md",
    "reliability.md",
    "robots.md",
    "strategy.md",
    "strength.md",
    "training.md",
)
"""Pages with measured figures."""
NOTE = re.compile(r"[Mm]easured (?:the \w+ )?\d{4}-\d\d-\d\d[^|]*?(?:`[^`]+`|not\s+kept|as below|below)", re.DOTALL)
"""The date of figures, with a command or the remark that it was not kept."""
NUMBER = r"[+-]?\d[\d,.]*"
FIGURE = re.compile(
    rf"(?<!below )(?<!than )(?:{NUMBER}\.\d+|\d\d+) (?:ms|µs)\b|{NUMBER} (?:games/s|moves/s)\b"
    rf"|{NUMBER} seconds? of CPU|{NUMBER} s of CPU"
    rf"|\bwon {NUMBER}\b"
    rf"|{NUMBER} \({NUMBER} to {NUMBER}\)|{NUMBER} ± {NUMBER}"
)
"""What only a measurement can tell."""
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)


def navigation() -> list[dict[str, Any]]:
    return list(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"])


def pages_in(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from pages_in(value)
    else:
        for value in part:
            yield from pages_in(value)


def sections(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the title of each section, its own text, and that of the sections around it."""
    text = CODE.sub("", text)
    found = list(HEADING.finditer(text))
    around: dict[int, str] = {}
    for heading, following in zip(found, [*found[1:], None], strict=True):
        level = len(heading[1])
        own = text[heading.end() : following.start() if following else None]
        yield heading[2], own, "".join(body for outer, body in around.items() if outer < level)
        around = {outer: body for outer, body in around.items() if outer < level} | {level: own}


def undated(text: str) -> list[str]:
    """Titles of sections with measured figures but without a date and command."""
    return [title for title, own, around in sections(text) if FIGURE.search(own) and not NOTE.search(own + around)]


def test_the_navigation_begins_with_the_tutorial() -> None:
    assert [next(iter(part)) for part in navigation()] == [
        "Start",
        "Tutorials",
        "How-to guides",
        "Rules",
        "Reference",
        "Explanation",
        "Lab notes",
    ]
    assert next(pages_in(navigation()[1])) == "tutorial.md"


@pytest.mark.parametrize(("language", "name"), [("de", "Deutsch"), ("nl", "Nederlands")])
def test_the_navigation_has_every_translated_page(language: str, name: str) -> None:
    listed = list(pages_in(navigation()))
    there = [path.relative_to(DOCS).as_posix() for path in DOCS.glob(f"*/{language}/*.md")]
    assert len(there) > 10
    assert set(there) <= set(listed)
    rules = next(part["Rules"] for part in navigation() if "Rules" in part)
    own = next(part[name] for part in rules if name in part)
    english = [rules[0], *pages_in(next(part["English"] for part in rules if "English" in part))]
    assert [page.replace(f"/{language}/", "/") for page in own] == english


def test_lab_notes_are_only_in_their_section() -> None:
    lab = set(pages_in(next(part for part in navigation() if "Lab notes" in part)))
    assert lab == {"lab.md", "performance.md", "reliability.md", "strategy.md", "strength.md"}
    assert not lab & {page for part in navigation() if "Lab notes" not in part for page in pages_in(part)}


@pytest.mark.parametrize("page", MEASURED_PAGES)
def test_measured_figures_have_a_date_and_a_command(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert undated(text) == []
    assert NOTE.search(text)


def test_no_other_page_has_measured_figures() -> None:
    others = [path for path in DOCS.glob("**/*.md") if path.parent.name != "decisions"]
    found = [path.name for path in others if path.name not in MEASURED_PAGES and undated(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("# A\n## B\nIt takes 5.0 ms.\n", ["B"]),
        ("# A\nMeasured 2026-11-17: `make bench`.\n## B\nIt takes 5.0 ms.\n", []),
        ("# A\n## B\nMeasured 2026-11-17 with a script that was not\nkept.\n### C\nIt won 51 % (42 to 60).\n", []),
        ("# A\n## B\nMeasured 2026-11-17: `make bench`.\n## C\nIt won 51 % of 80 games, in 12 ms each.\n", ["C"]),
        ("# A\n## B\nMeasured yesterday: `make bench`.\n\n| a | 2.99 ± 0.04 |\n", ["B"]),
        ("# A\n```\nwon 71.7 %\n```\n", []),
    ],
)
def test_figures_without_a_date_are_found(text: str, titles: list[str]) -> None:
    assert undated(text) == titles
