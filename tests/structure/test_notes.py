"""The notes on the rules cover the same rules in every language, and list literal readings that are not followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGES = {
    RULES / "notes.md": "Literal readings",
    RULES / "de" / "notes.md": "Wörtliche Lesarten",
    RULES / "nl" / "notes.md": "Letterlijke lezingen",
}
ID = re.compile(r"\b(?:EX|[A-Z])\d+[a-z]?\b")
READINGS = ["A9", "A4, A7", "B2", "T5", "T6", "X2, Q1", "L33"]
"""Rules with sentences in the books that would mean another game if taken literally."""


def rules_of(text: str) -> set[str]:
    return set(ID.findall(text))


def section(page: Path) -> str:
    sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return next(part for part in sections if part.startswith(PAGES[page]))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_literal_reading_has_its_sentence_and_its_reason(page: Path) -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section(page).splitlines() if "|" in line]
    assert [row[0] for row in rows[2:]] == READINGS
    assert all(len(row) == 3 and min(map(len, row[1:])) > 40 for row in rows[2:])


def test_the_notes_treat_the_same_rules_in_every_language() -> None:
    english, *others = [page.read_text(encoding="utf-8") for page in PAGES]
    assert len(rules_of(english)) > 40
    for text in others:
        assert rules_of(text) == rules_of(english)


def test_the_rules_they_name_exist() -> None:
    rules = {
        found
        for page in RULES.glob("*.md")
        for found in re.findall(r"\*\*((?:EX|[A-Z])\d+[a-z]?)\b", page.read_text(encoding="utf-8"))
    }
    for page in PAGES:
        assert rules_of(page.read_text(encoding="utf-8")) <= rules
