"""What the README and the guide for players say about the app is true: numbers and names of buttons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stromnetz.bots import BOTS
from stromnetz.lessons import all_lessons
from stromnetz.play.words.vocabulary import all_words
from stromnetz.puzzles import all_puzzles

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "guides" / "play-in-the-browser.md"
LEVELS = [name for name in BOTS if name not in ("random", "plain")]
"""The levels for players, without the bots for developers."""


def text_of(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("path", "claim"),
    [
        (README, f"{len(all_lessons())} lessons, {len(all_puzzles())} puzzles"),
        (README, f"({', '.join(LEVELS)})"),
        (GUIDE, f"has {len(all_lessons())} short lessons"),
        (GUIDE, f"There are {len(all_puzzles())} of them"),
    ],
)
def test_numbers_of_lessons_puzzles_and_levels(path: Path, claim: str) -> None:
    assert claim in text_of(path)


@pytest.mark.parametrize("path", [README, GUIDE])
def test_quoted_labels_are_those_of_the_app(path: Path) -> None:
    said = {str(sentence).strip(" ?…").casefold() for part in all_words("en").values() for sentence in part.values()}
    quoted = re.findall(r'"([A-Z][^"{}]*)"|- \*\*([^*]+)\*\* ', text_of(path))
    labels = {label.strip(" ?…") for pair in quoted for label in pair if label}
    assert len(labels) > 1
    assert sorted(label for label in labels if label.casefold() not in said) == []
